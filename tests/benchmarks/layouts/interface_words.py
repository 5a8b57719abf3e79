"""Words of the interface of web sites, in the languages of the texts."""

# ruff: noqa: E501

_KEYS = """
    home|menu|search|skip|posted|by|share|related|recent|about|comments|comment|reply|says|previous|next|pages|more|login
    |subscribe|cart|price|tax|in_stock|delivery|delivery_text|shipping|also_like|reviews|description|categories|tools
    |languages|contents|article|edit|history|from|updated|licence|privacy|cookies_title|cookies|newsletter
    |newsletter_text|most_read|read_also|ad|copy_link|mail_notice|contact|here|visitors|top
"""
_WORDS = {
    "en": """
    Home|Menu|Search|Skip to content|Posted on|by|Share this|Related articles|Recent posts|About us|comments|Comment|Reply
    |says|Previous|Next|Posts navigation|Read more|Log in|Subscribe|Add to cart|Regular price|Tax included.|In stock
    |Delivery|We ship within three days by post or by courier to every address in the country.|Free shipping above 50 euros!
    |You may also like|reviews|Description|Categories|Tools|languages|Contents|Article|Edit|View history|From
    |This page was last edited on|Text is available under a free licence; additional terms may apply.|Privacy policy
    |We value your privacy|We use cookies to make this site work and to understand how you use it. You can accept all
    cookies or choose which ones we may store on your device.|Newsletter|Get the best stories of the week in your mailbox.
    |Most read|Read also|Advertisement|Copy link|Your email address will not be published. Required fields are marked *
    |Press contact|You are here:|Visitors|Back to top
    """,
    "de": """
    Startseite|Menü|Suche|Zum Inhalt springen|Veröffentlicht am|von|Teilen|Ähnliche Artikel|Neueste Beiträge|Über uns
    |Kommentare|Kommentar|Antworten|sagt|Zurück|Weiter|Beitragsnavigation|Weiterlesen|Anmelden|Abonnieren|In den Warenkorb
    |Normaler Preis|Inkl. MwSt.|Auf Lager|Lieferung|Wir liefern innerhalb von drei Tagen mit der Post oder per Kurier an jede
    Adresse im Land.|Versandkostenfrei ab 50 Euro!|Das könnte Ihnen auch gefallen|Bewertungen|Beschreibung|Kategorien
    |Werkzeuge|Sprachen|Inhaltsverzeichnis|Artikel|Bearbeiten|Versionsgeschichte|Aus|Diese Seite wurde zuletzt bearbeitet am
    |Der Text ist unter einer freien Lizenz verfügbar; zusätzliche Bedingungen können gelten.|Datenschutz
    |Ihre Privatsphäre|Wir verwenden Cookies, damit diese Seite funktioniert und um zu verstehen, wie sie genutzt wird. Sie
    können alle Cookies annehmen oder einzelne auswählen.|Newsletter|Die besten Beiträge der Woche in Ihrem Postfach.
    |Meistgelesen|Lesen Sie auch|Anzeige|Link kopieren|Ihre E-Mail-Adresse wird nicht veröffentlicht. Pflichtfelder sind mit *
    markiert|Pressekontakt|Sie sind hier:|Besucher|Nach oben
    """,
    "fr": """
    Accueil|Menu|Recherche|Aller au contenu|Publié le|par|Partager|Articles similaires|Articles récents|À propos|commentaires
    |Commentaire|Répondre|dit|Précédent|Suivant|Navigation des articles|Lire la suite|Se connecter|S'abonner
    |Ajouter au panier|Prix habituel|Taxes incluses.|En stock|Livraison|Nous livrons en trois jours par la poste ou par
    coursier à toute adresse du pays.|Livraison gratuite dès 50 euros !|Vous aimerez aussi|avis|Description|Catégories
    |Outils|langues|Sommaire|Article|Modifier|Historique|De|La dernière modification de cette page a été faite le
    |Le texte est disponible sous une licence libre ; d'autres conditions peuvent s'appliquer.|Confidentialité
    |Votre vie privée|Nous utilisons des cookies pour faire fonctionner ce site et pour comprendre son usage. Vous pouvez
    tout accepter ou choisir.|Lettre d'information|Les meilleurs articles de la semaine dans votre boîte.
    |Les plus lus|À lire aussi|Publicité|Copier le lien|Votre adresse ne sera pas publiée. Les champs obligatoires sont
    indiqués avec *|Contact presse|Vous êtes ici :|Visiteurs|Haut de page
    """,
    "es": """
    Inicio|Menú|Buscar|Saltar al contenido|Publicado el|por|Compartir|Artículos relacionados|Entradas recientes
    |Quiénes somos|comentarios|Comentario|Responder|dice|Anterior|Siguiente|Navegación de entradas|Leer más|Acceder
    |Suscribirse|Añadir al carrito|Precio habitual|Impuesto incluido.|En existencias|Entrega|Enviamos en tres días por correo
    o por mensajero a cualquier dirección del país.|¡Envío gratis desde 50 euros!|También te puede gustar|reseñas
    |Descripción|Categorías|Herramientas|idiomas|Índice|Artículo|Editar|Ver historial|De|Esta página se editó por última vez
    el|El texto está disponible bajo una licencia libre; pueden aplicarse otras condiciones.|Privacidad|Tu privacidad
    |Usamos cookies para que este sitio funcione y para entender cómo se usa. Puedes aceptarlas todas o elegir cuáles.
    |Boletín|Las mejores historias de la semana en tu correo.|Lo más leído|Lee también|Publicidad|Copiar enlace
    |Tu dirección no será publicada. Los campos obligatorios están marcados con *|Contacto de prensa|Estás aquí:|Visitas
    |Volver arriba
    """,
    "ja": """
    ホーム|メニュー|検索|本文へ移動|投稿日|著者|共有|関連記事|最近の投稿|当サイトについて|コメント|コメント|返信|より|前へ|次へ|投稿ナビゲーション
    |続きを読む|ログイン|購読|カートに入れる|通常価格|税込|在庫あり|配送|三日以内に全国どこへでもお届けします。|五十ユーロ以上で送料無料
    |おすすめ商品|レビュー|説明|カテゴリ|ツール|言語|目次|記事|編集|履歴|出典|最終更新|文章は自由なライセンスの下で利用できます。
    |プライバシー|プライバシーの設定|このサイトではクッキーを使用しています。すべて受け入れるか、選ぶことができます。
    |ニュースレター|今週のおすすめ記事をメールでお届けします。|よく読まれている記事|あわせて読みたい|広告|リンクをコピー
    |メールアドレスは公開されません。|報道関係者の連絡先|現在地|訪問者|ページの先頭へ
    """,
}


def interface_words(language: str) -> dict[str, str]:
    """Return the words of the interface by their key."""
    keys, values = (_split(text) for text in (_KEYS, _WORDS[language]))
    return dict(zip(keys, values, strict=True))


def _split(text: str) -> list[str]:
    return [" ".join(part.split()) for part in text.split("|")]
