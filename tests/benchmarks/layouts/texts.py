"""Sentences in five languages, put together by chance from parts that were written for this purpose."""

# ruff: noqa: E501

from random import Random

from msgspec import Struct


class Language(Struct, frozen=True):
    """Parts of sentences: a subject, what it does, where or when, and a second clause."""

    code: str
    subjects: list[str]
    deeds: list[str]
    places: list[str]
    clauses: list[str]
    topics: list[str]  # for titles
    aspects: list[str]
    gap: str = " "  # between sentences and parts
    end: str = "."


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.strip().split("|")]


ENGLISH = Language(
    code="en",
    subjects=_parts(
        """The harbour office | A small team of volunteers | The new ferry | Our workshop | The city library
        | Every second visitor | The old water mill | The museum on the hill | A group of students | The repair service
        | The night train | The weather station | The owner of the bakery | The garden behind the school
        | The committee | A retired engineer | The valley railway | The orchestra | The research vessel | The archive"""
    ),
    deeds=_parts(
        """keeps a careful record of tides | repairs bicycles and small boats | collects letters from three centuries
        | measures wind and rain each hour | sells bread made from local grain | opened a second reading room
        | replaced the pumps with quieter ones | publishes its timetable in four languages | lends tools to neighbours
        | restores paintings with natural pigments | grows apples that were almost forgotten | plans a bridge for walkers
        | trains apprentices in fine mechanics | counts migrating birds | records the songs of the region
        | tests batteries under heavy load | moved its workshop into a former brewery | translates old maps"""
    ),
    places=_parts(
        """near the eastern gate | since the flood of last spring | during the winter months | beside the market square
        | without any help from outside | at the end of the valley | on weekdays between nine and five
        | for the first time in forty years | with money from a foundation | in spite of the rising costs
        | on behalf of the county | under a roof of solar panels | close to the lighthouse | before the summer holidays"""
    ),
    clauses=_parts(
        """and the results surprised the experts | although the budget was reduced twice | because the demand keeps growing
        | so that children can take part as well | while the neighbours follow the work with interest
        | and nothing similar exists elsewhere in the country | but the decision of the council is still open
        | which makes the place attractive for families | until a better solution has been found
        | and the waiting list grows from week to week | even if the weather is rarely kind to them
        | whose costs are shared by all members"""
    ),
    topics=_parts(
        """Tides | Bicycles | Letters | Winter storms | Grain | Reading rooms | Pumps | Timetables | Tools | Pigments
        | Apples | Bridges | Mechanics | Birds | Songs | Batteries | Breweries | Maps | Lighthouses | Ferries"""
    ),
    aspects=_parts(
        """in the valley | for beginners | and their history | explained | on the coast | in practice | of the north
        | under test | step by step | and what comes next"""
    ),
)
GERMAN = Language(
    code="de",
    subjects=_parts(
        """Das Hafenamt | Eine kleine Gruppe von Freiwilligen | Die neue Fähre | Unsere Werkstatt | Die Stadtbücherei
        | Jeder zweite Besucher | Die alte Wassermühle | Das Museum auf dem Hügel | Der Reparaturdienst | Der Nachtzug
        | Die Wetterstation | Die Besitzerin der Bäckerei | Der Schulgarten | Der Ausschuss | Die Talbahn | Das Archiv"""
    ),
    deeds=_parts(
        """führt genau Buch über die Gezeiten | repariert Fahrräder und kleine Boote | sammelt Briefe aus drei Jahrhunderten
        | misst stündlich Wind und Regen | verkauft Brot aus heimischem Getreide | eröffnete einen zweiten Lesesaal
        | ersetzte die Pumpen durch leisere | veröffentlicht den Fahrplan in vier Sprachen | verleiht Werkzeug an Nachbarn
        | restauriert Gemälde mit natürlichen Farben | züchtet fast vergessene Apfelsorten | plant eine Brücke für Fußgänger
        | zählt Zugvögel | prüft Batterien unter hoher Last"""
    ),
    places=_parts(
        """am östlichen Tor | seit dem Hochwasser im Frühjahr | während der Wintermonate | neben dem Marktplatz
        | ganz ohne Hilfe von außen | am Ende des Tals | werktags zwischen neun und fünf Uhr
        | zum ersten Mal seit vierzig Jahren | mit Geld einer Stiftung | trotz steigender Kosten | im Auftrag des Kreises"""
    ),
    clauses=_parts(
        """und die Ergebnisse überraschten die Fachleute | obwohl der Haushalt zweimal gekürzt wurde
        | weil die Nachfrage stetig wächst | damit auch Kinder mitmachen können
        | während die Anwohner die Arbeit aufmerksam verfolgen | aber der Beschluss des Rates steht noch aus
        | was den Ort für Familien anziehend macht | bis eine bessere Lösung gefunden ist
        | und die Warteliste wird von Woche zu Woche länger"""
    ),
    topics=_parts(
        """Gezeiten | Fahrräder | Briefe | Winterstürme | Getreide | Lesesäle | Pumpen | Fahrpläne | Werkzeug | Farben
        | Äpfel | Brücken | Zugvögel | Batterien | Leuchttürme | Fähren"""
    ),
    aspects=_parts(
        "im Tal | für Anfänger | und ihre Geschichte | einfach erklärt | an der Küste | in der Praxis | im Test"
    ),
)
FRENCH = Language(
    code="fr",
    subjects=_parts(
        """Le bureau du port | Une petite équipe de bénévoles | Le nouveau bac | Notre atelier | La bibliothèque municipale
        | Un visiteur sur deux | Le vieux moulin à eau | Le musée de la colline | Le train de nuit | La station météo
        | La patronne de la boulangerie | Le jardin de l'école | Le comité | Les archives de la ville"""
    ),
    deeds=_parts(
        """note avec soin les marées | répare des vélos et de petits bateaux | rassemble des lettres de trois siècles
        | mesure le vent et la pluie chaque heure | vend du pain de blé local | a ouvert une deuxième salle de lecture
        | publie ses horaires en quatre langues | prête des outils aux voisins | restaure des tableaux anciens
        | cultive des pommes presque oubliées | prévoit un pont pour les piétons | compte les oiseaux migrateurs"""
    ),
    places=_parts(
        """près de la porte de l'est | depuis la crue du printemps | pendant les mois d'hiver | à côté de la place du marché
        | sans aucune aide extérieure | au bout de la vallée | en semaine de neuf à dix-sept heures
        | pour la première fois en quarante ans | grâce à une fondation | malgré la hausse des coûts"""
    ),
    clauses=_parts(
        """et les résultats ont surpris les experts | bien que le budget ait été réduit deux fois
        | parce que la demande ne cesse de croître | afin que les enfants puissent participer
        | tandis que les habitants suivent les travaux | mais la décision du conseil se fait attendre
        | ce qui rend le lieu agréable pour les familles | et la liste d'attente s'allonge chaque semaine"""
    ),
    topics=_parts(
        """Marées | Vélos | Lettres | Tempêtes d'hiver | Blé | Salles de lecture | Horaires | Outils | Tableaux | Pommes
        | Ponts | Oiseaux | Phares | Bacs"""
    ),
    aspects=_parts(
        "de la vallée | pour débutants | et leur histoire | en pratique | sur la côte | à l'essai | pas à pas"
    ),
)
SPANISH = Language(
    code="es",
    subjects=_parts(
        """La oficina del puerto | Un pequeño grupo de voluntarios | El nuevo transbordador | Nuestro taller
        | La biblioteca municipal | Uno de cada dos visitantes | El viejo molino de agua | El museo de la colina
        | El tren nocturno | La estación meteorológica | La dueña de la panadería | El huerto de la escuela | El comité"""
    ),
    deeds=_parts(
        """anota con cuidado las mareas | repara bicicletas y barcas | reúne cartas de tres siglos
        | mide el viento y la lluvia cada hora | vende pan de trigo local | abrió una segunda sala de lectura
        | publica sus horarios en cuatro idiomas | presta herramientas a los vecinos | restaura cuadros antiguos
        | cultiva manzanas casi olvidadas | planea un puente para peatones | cuenta aves migratorias"""
    ),
    places=_parts(
        """junto a la puerta del este | desde la crecida de primavera | durante los meses de invierno | al lado del mercado
        | sin ayuda de fuera | al final del valle | de lunes a viernes por la mañana | por primera vez en cuarenta años
        | con dinero de una fundación | a pesar del aumento de los costes"""
    ),
    clauses=_parts(
        """y los resultados sorprendieron a los expertos | aunque el presupuesto se redujo dos veces
        | porque la demanda no deja de crecer | para que también participen los niños
        | mientras los vecinos siguen las obras con interés | pero falta todavía la decisión del consejo
        | lo que hace el lugar atractivo para las familias | y la lista de espera crece cada semana"""
    ),
    topics=_parts(
        """Mareas | Bicicletas | Cartas | Tormentas | Trigo | Salas de lectura | Horarios | Herramientas | Cuadros | Manzanas
        | Puentes | Aves | Faros | Barcas"""
    ),
    aspects=_parts(
        "del valle | para principiantes | y su historia | en la práctica | de la costa | a prueba | paso a paso"
    ),
)
JAPANESE = Language(
    code="ja",
    subjects=_parts(
        "港の事務所は | 小さなボランティアの団体は | 新しい渡し船は | 私たちの工房は | 市立図書館は | 丘の上の博物館は | 夜行列車は | 気象台は | 古い水車小屋は | 委員会は"
    ),
    deeds=_parts(
        "潮の満ち引きを丁寧に記録しています | 自転車と小舟を修理しています | 三世紀にわたる手紙を集めています | 毎時間、風と雨を測っています | 地元の小麦でパンを焼いています | 二つ目の閲覧室を開きました | 時刻表を四つの言語で発行しています | 近所の人に道具を貸しています | 忘れられかけた林檎を育てています | 渡り鳥を数えています"
    ),
    places=_parts(
        "東の門の近くで | 春の洪水のあとから | 冬の間 | 市場の広場のそばで | 外からの助けを借りずに | 谷の奥で | 平日の朝から夕方まで | 四十年ぶりに | 財団の資金で"
    ),
    clauses=_parts(
        "その結果は専門家を驚かせました | 予算は二度も減らされました | 需要は増え続けています | 子供たちも参加できます | 住民は作業を興味深く見守っています | 議会の決定はまだ出ていません"
    ),
    topics=_parts(
        "潮 | 自転車 | 手紙 | 冬の嵐 | 小麦 | 閲覧室 | 時刻表 | 道具 | 林檎 | 渡り鳥 | 灯台 | 渡し船"
    ),
    aspects=_parts("の歴史 | 入門 | の実際 | の手引き | をめぐって | と暮らし"),
    gap="",
    end="。",
)
LANGUAGES = {language.code: language for language in (ENGLISH, GERMAN, FRENCH, SPANISH, JAPANESE)}


class Writer:
    """Writer of sentences, paragraphs and titles in one language."""

    def __init__(self, code: str, chance: Random) -> None:
        self._parts = LANGUAGES[code]
        self.chance = chance
        self._titles: set[str] = set()

    def sentence(self, *, is_short: bool = False) -> str:
        parts, pick = self._parts, self.chance.choice
        if parts.gap:
            text = f"{pick(parts.subjects)} {pick(parts.deeds)} {pick(parts.places)}"
            longer = "" if is_short or self.chance.random() < 0.3 else f", {pick(parts.clauses)}"
            return text + longer + parts.end
        text = pick(parts.places) + "、" + pick(parts.subjects) + pick(parts.deeds) + parts.end
        return text if is_short else text + pick(parts.clauses) + parts.end

    def paragraph(self, least: int = 2, most: int = 5) -> str:
        count = self.chance.randint(least, most)
        return self._parts.gap.join(self.sentence() for _ in range(count))

    def title(self) -> str:
        """Return a title that was not used before."""
        while True:
            topic, aspect = self.chance.choice(self._parts.topics), self.chance.choice(self._parts.aspects)
            title = f"{topic}{self._parts.gap}{aspect}"
            if title in self._titles and self.chance.random() < 0.5:
                title += f" {self.chance.randint(2, 99)}"
            if title not in self._titles:
                self._titles.add(title)
                return title

    def phrase(self) -> str:
        """Return a few words, for an item or a cell."""
        return self.chance.choice(self._parts.deeds)

    @property
    def gap(self) -> str:
        return self._parts.gap
