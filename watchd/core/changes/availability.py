"""Statements about stock and availability in a sentence: in stock, sold out, available from a date, ships in some weeks.

A statement has one of three states: *in* (can be had), *out* (cannot), *later* (from a date or by pre-order). It may name a
date ("sold out until February") or a lead time ("ships in 2 weeks"). Dates that move every day (today, tomorrow, a weekday,
"get it by Tuesday") are not dates of availability, and neither is the number of pieces left.

A sentence that only speaks about such a state is not a statement: a condition ("if an item is out of stock"), a request
("notify me when it is back in stock"), a denial, a question, or a story of the past ("sold out within minutes").
"""

import re
from itertools import islice
from typing import Literal

from msgspec import Struct

State = Literal["in", "out", "later", ""]

_OUT = """
    sold[ -]out|out of stock|not (?:currently |yet )?(?:in stock|available)|(?:currently |temporarily )?unavailable
    no longer (?:available|in stock|sold)|fully booked|booked out|discontinued|(?:on )?back[ -]?order(?:ed)?
    none left|no (?:tickets|places|seats|rooms) (?:left|available)
    ausverkauft|vergriffen|ausgebucht|nicht (?:mehr )?(?:lieferbar|verfügbar|vorrätig|erhältlich|auf lager)
    épuisée?s?|(?:en )?rupture de stock|en rupture|indisponibles?|(?:non|plus) disponibles?|hors stock
    agotad[oa]s?|sin (?:stock|existencias)|no disponibles?|fuera de stock
    esaurit[oaie]|non disponibil[ei]|uitverkocht|niet (?:op voorraad|leverbaar|beschikbaar)
    esgotad[oa]s?|indispon[ií]ve(?:l|is)|slutså?ld|slut i lager|udsolgt|ikke på lager|utsolgt|wyprzedan[eya]
"""
_BACK = """
    back in stock|(?:available|in stock) again|wieder (?:lieferbar|verfügbar|vorrätig|erhältlich|auf lager|da)
    (?:de nouveau|à nouveau) (?:en stock|disponibles?)|de nuevo (?:en stock|disponibles?)|disponibles? de nuevo
    di nuovo disponibile|weer (?:op voorraad|leverbaar)
"""
_IN = """
    in stock|ready to ship|(?:immediately )?available|auf lager
    (?:sofort |ab lager )?(?:lieferbar|verfügbar|vorrätig|erhältlich)
    en stock|disponibles?|hay existencias|disponibil[ei]|op voorraad|leverbaar|beschikbaar|em estoque|dispon[ií]ve(?:l|is)
    i lager|på lager|dostępn[eya]|entradas a la venta|on sale now
"""
_PREORDER = """
    pre-?orders?|available (?:for|to) pre-?order|vorbestellbar|vorbestellung|pré-?commande|precommande|preventa|preordine
"""
_MONTHS = """
    january jan february feb march mar april apr may june jun july jul august aug september sept sep october oct november
    nov december dec januar februar märz mai juni juli oktober okt dezember dez janvier février mars avril juin juillet août
    septembre octobre novembre décembre enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre
    diciembre gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre
"""
_SEASONS = """
    spring summer autumn fall winter frühjahr frühling sommer herbst printemps été automne hiver primavera verano otoño
    invierno
"""
_CONNECTORS = r"""
    from|on|in|until|till|as of|starting|since|ab|am|an|im|bis|bis zum|zum|vom|à partir d[ue]|à partir|dès|dès le|le|en
    jusqu['’]en|jusqu['’]au|jusqu['’]à|a partir de[l]?|desde|desde el|el|hasta|hasta el|vanaf|dal|da|until the|the|in the
"""
_SUBJECTS = """
    available|availability|in stock|ships|shipping|shipped|expected|restock(?:ed|ing)?|back|released?|release date|due
    lieferbar|verfügbar|verfügbarkeit|erhältlich|auf lager|erwartet|liefertermin|erscheint|erscheinungstermin|wieder da
    disponibles?|disponibilité|disponibilidad|en stock|attendue?|prévue?|sortie|expédiée?|previst[oa]|esperad[oa]
    disponibil[ei]|leverbaar|verwacht
"""
_LEAD = """
    ships|shipped|dispatched|dispatch|delivered|delivery time|delivery|lead time|usually ships
    lieferzeit|lieferbar|lieferung|versand|versandfertig|versandbereit|livraison|livrée?|délai(?: de livraison)?|expédiée?
    envío|entrega|plazo(?: de entrega)?|levertijd|consegna
"""


def _words(lines: str) -> str:
    """Return a pattern for any of these phrases, in the order of the lines."""
    phrases = [phrase for line in lines.split("\n") for phrase in re.split(r"\|(?![^(]*\))", line.strip())]
    return "|".join(sorted((p for p in phrases if p), key=len, reverse=True))


_MONTH = "|".join(sorted(_MONTHS.split(), key=len, reverse=True))
_YEAR = r"(?:,? (?:de |del )?(?:19|20)\d\d)?"
_WHEN = (
    r"(?:(?:19|20)\d\d-\d\d-\d\d|\d\d?[./]\d\d?[./](?:(?:19|20)\d\d|\d\d)?"
    rf"|\d\d?(?:st|nd|rd|th|er|º)?\.? (?:de |of )?(?:{_MONTH})\b{_YEAR}|(?:{_MONTH})\b\.? \d\d?(?:st|nd|rd|th)?\b{_YEAR}"
    r"|(?:(?:early|mid|late|anfang|mitte|ende|début|mi|fin|principios de|mediados de|finales de)[ -])?"
    rf"(?:{_MONTH})\b{_YEAR}"
    rf"|q[1-4]\b{_YEAR}|[1-4]\. quartal{_YEAR}|(?:kw|week|woche|semaine|semana) ?\d\d?\b"
    rf"|(?:{'|'.join(_SEASONS.split())})\b{_YEAR}|(?:19|20)\d\d)"
)
_LINKS = rf"(?:(?:{_words(_CONNECTORS)})\s+)"
_COUNT = r"\d{1,3}(?:\s?(?:-|–|to|bis|à|a|y)\s?\d{1,3})?"
_UNIT = (
    r"(?:(?:working|business|calendar)[ -])?(?:days?|weeks?|months?)|(?:werk|arbeits)?tagen?|(?:werk|arbeits)?tage"
    r"|wochen?|monaten?|monate|jours?(?: ouvrés?)?|semaines?|mois|días?(?: hábiles| laborables)?|semanas?|mes(?:es)?"
    r"|giorni|settimane|dagen|weken"
)
_PATTERNS = re.compile(
    rf"(?<!\w)(?:"
    rf"(?P<out>(?:{_words(_OUT)})(?!\w)"
    rf"(?:(?:\s+\w+)?\s+(?:until|till|bis|bis zum|jusqu['’]\w+|hasta|hasta el)\s+(?:the\s+|el\s+)?{_WHEN})?)"
    rf"|(?P<date>(?:{_words(_SUBJECTS)})(?!\w)(?:\s+(?:again|wieder))?\s*[:,]?\s+{_LINKS}{{0,2}}{_WHEN}"
    rf"|(?:ab|from|dès|desde)\s+(?:le\s+|el\s+)?{_WHEN}\s+(?:wieder\s+|again\s+)?(?:{_words(_SUBJECTS)})(?!\w))"
    rf"|(?P<lead>(?:{_words(_LEAD)})(?!\w)(?:\s+(?:time|in|within|innerhalb|binnen|sous|dans|en|von|de|ca\.|is|takes|about))*\s*:?\s+"
    rf"(?:ca\.\s+|about\s+|in\s+)?{_COUNT}\s+(?:{_UNIT})(?!\w)|{_COUNT}\s+(?:{_UNIT})\s+(?:lead time|lieferzeit)(?!\w))"
    rf"|(?P<preorder>(?:{_words(_PREORDER)})(?!\w))"
    rf"|(?P<back>(?:{_words(_BACK)})(?!\w))"
    rf"|(?P<in>(?:{_words(_IN)})(?!\w))"
    rf")",
    re.IGNORECASE,
)
_WHEN_ONLY = re.compile(rf"(?<!\w){_WHEN}", re.IGNORECASE)
_LEAD_ONLY = re.compile(rf"{_COUNT}\s+(?:{_UNIT})", re.IGNORECASE)
_ABOUT_ONLY = re.compile(
    r"\b(?:if|when|whenever|once|unless|case|notify|email me|alert me|wenn|falls|sobald|benachrichtig\w*|si|quand|lorsque"
    r"|dès que|cas|cuando|avísame|avisar\w*|almost|nearly|fast|beinahe|nahezu|bald|soon|presque|casi|never|not"
    r"|isn['’]t|aren['’]t|nie|nicht|jamais|nunca|had|was|were|hatte|war|waren|wurde|wurden|était|étaient|fue|fueron"
    r"|estaba|often|oft"
    r"|usually)\b",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\s+(?:within|after|in (?:a |an |just |only )?(?:\w+ )?(?:minutes?|hours?|seconds?|days?)|quickly|immediately|its"
    r"|their|at the|innerhalb|binnen|war|waren|wurde|gewesen)\b",
    re.IGNORECASE,
)
# "available in three colours", "disponible en rouge": not in stock, but in some form.
_IN_SOME_FORM = re.compile(
    r"\s+(?:in|as|for|on|to|at|with|via|from|als|im|für|auf|mit|en|pour|sur|par|para|por|como|as well)\b",
    re.IGNORECASE,
)
_SINGLE_WORD_LINES = {"complet": "out", "completo": "out"}  # adjectives elsewhere
MAX_IN_WORDS = 8  # a longer sentence with "available" is about something else
MAX_LABEL_CHARS = 80
MAX_PHRASES = 20  # of one sentence
LOOK_BACK = 80  # characters before a phrase that show whether it is a statement


class Statement(Struct, frozen=True):
    """Statement about stock or availability at a place of a sentence."""

    start: int
    end: int
    text: str
    state: State
    when: str = ""  # the date, in a comparable form
    lead: str = ""  # the lead time, in a comparable form
    is_back: bool = False


def statements(sentence: str) -> list[Statement]:
    """Return the statements of one sentence, in order."""
    plain = sentence.strip()
    if state := _SINGLE_WORD_LINES.get(plain.strip(".! ").casefold()):
        start = sentence.index(plain)
        return [Statement(start, start + len(plain), plain, state)]  # type: ignore[arg-type]
    if plain.endswith("?"):
        return []
    phrases = islice(_PATTERNS.finditer(sentence), MAX_PHRASES)
    return [_statement(match) for match in phrases if not _is_only_about(sentence, match)]


def _is_only_about(sentence: str, match: re.Match[str]) -> bool:
    """Return whether a phrase is part of a condition, a denial, a story, or another meaning."""
    before = sentence[max(0, match.start() - LOOK_BACK) : match.start()]
    if _ABOUT_ONLY.search(before) or _PAST.match(sentence, match.end()):
        return True
    if match.lastgroup == "in":
        is_long = len(sentence.split()) > MAX_IN_WORDS
        return is_long or _IN_SOME_FORM.match(sentence, match.end()) is not None
    return False


def _statement(match: re.Match[str]) -> Statement:
    text = " ".join(match[0].split())
    when = _WHEN_ONLY.search(match[0])
    lead = _LEAD_ONLY.search(match[0])
    states: dict[str, State] = {"out": "out", "date": "later", "preorder": "later", "back": "in", "in": "in"}
    return Statement(
        match.start(),
        match.end(),
        text,
        states.get(match.lastgroup or "", ""),
        when=_comparable(when[0]) if when and match.lastgroup in ("out", "date") else "",
        lead=_comparable(lead[0]) if lead and match.lastgroup == "lead" else "",
        is_back=match.lastgroup == "back",
    )


def _comparable(text: str) -> str:
    """Return a date or lead time without differences in spelling."""
    return " ".join(re.findall(r"\w+", text.casefold()))
