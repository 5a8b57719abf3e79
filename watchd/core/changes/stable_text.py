"""Stable text: a text without the parts that change by themselves, such as clocks, counters and tokens.

Only what a person edited is a change. `stable_text` leaves out exactly:

- differences in spelling without meaning: white space, letter case, compatibility forms (NFKC), invisible characters;
- dates: 2026-11-16, 2026-11-16T04:00:00Z, 16/11/2026, 16.11.2026, 2026年11月16日, and a day beside the name
  of a month with its weekday and year (Mon, 16 November 2026; Nov. 16, 2026; 16 de noviembre de 2026), in the
  languages of the tables below;
- times of day with their zone: 04:00, 4:00:15 pm UTC;
- ages: "3 hours ago", "an hour ago", "vor 3 Stunden", "il y a 3 heures", "hace 3 horas", "3 ore fa";
- counters, that is a number beside a word for what is counted: "1,234 views", "Comments (12)", "Likes: 7", "read 12 times",
  "visitor number 204,750";
- tokens: UUIDs, 16 and more hexadecimal digits, 20 and more characters that mix both cases and digits;
- lines that only announce an advertisement.

All other numbers stay: a price, a version or a score that changes is a change. So does a date of availability: "available
from 3 March", "sold out until 14.02.2027", "ab 3. März lieferbar".

The text is cut at its spaces. Every volatile part contains a number, or is an age such as "an hour ago"; only near such
pieces do the rules examine neighbouring pieces. So the cost is the cost of cutting, and no input can make it grow faster.
"""

import re
import unicodedata
from enum import IntEnum
from functools import lru_cache

# WORD is 0, so it is false: no rule applies.
Kind = IntEnum(
    "Kind", "WORD STAMP NUMBER YEAR MONTH WEEKDAY UNIT AGO BEFORE COUNTED ZONE LINK ONE NUMBERED", start=0
)

_MONTHS = """
    jan january januar janvier janeiro gennaio gen enero ene januari feb february februar février fevr fév
    fevereiro febbraio febrero februari mar march märz mars março marzo maart mrt apr april avril avr abril abr
    aprile may mai mayo maio maggio mei jun june juni juin junho junio giugno jul july juli juillet juil julho
    julio luglio aug august août aout agosto augustus sep sept september septembre setembro settembre
    septiembre set oct october oktober okt octobre outubro ottobre octubre ott out nov november novembre
    novembro noviembre dec december dezember dez décembre déc dezembro dicembre diciembre dic
"""
_WEEKDAYS = """
    mon monday tue tues tuesday wed wednesday thu thur thurs thursday fri friday sat saturday sun sunday montag
    dienstag mittwoch donnerstag freitag samstag sonntag lundi mardi mercredi jeudi vendredi samedi dimanche
    lunes martes miércoles jueves viernes sábado domingo
"""
_UNITS = """
    s sec secs second seconds m min mins minute minutes h hr hrs hour hours d day days week weeks month months
    year years sekunde sekunden minuten stunde stunden tag tage tagen woche wochen monat monate monaten jahr
    jahre jahren seconde secondes heure heures jour jours semaine semaines mois an ans segundo segundos minuto
    minutos hora horas día días dia dias semana semanas mes meses mês año años ano anos ora ore minuti giorno
    giorni settimana settimane mese mesi anni uur dag dagen weken maanden jaar
"""
_COUNTED = """
    view views visit visits visitor visitors hit hits reader readers read reads comment comments reply replies
    answer answers like likes share shares retweet retweets vote votes point points follower followers
    subscriber subscribers guest guests download downloads star stars fork forks watcher watchers online aufruf
    aufrufe besucher kommentar kommentare antwort antworten stimme stimmen vue vues visite visites commentaire
    commentaires réponse réponses abonnés vistas visitas comentario comentarios respuestas visualizzazioni
    commenti risposte visualizações comentários weergaven reacties viewed visited downloaded shared gelesen angesehen
    aufgerufen besucht visiteur visiteurs lu visitante visitantes leído visto bezoeker bezoekers
"""
_TIMES = frozenset(["times", "mal", "fois", "veces", "volte", "vezes", "keer"])
_NUMBERED = "number no nr n° nº numéro número nummer numero"
# A date after one of these words, with nothing but connecting words between them, is news when it changes.
_AVAILABILITY = """
    available availability ships stock expected restock restocked release released out lieferbar verfügbar verfügbarkeit
    erhältlich lager erwartet erscheint erscheinungstermin ausverkauft vergriffen ausgebucht booked disponible disponibles
    disponibilité épuisé épuisée agotado agotada disponibile leverbaar pre-order preorder
"""
_CONNECTORS = """
    from on until till as of starting again date the ab am bis zum wieder à partir du de dès le jusqu'au a del
    desde el hasta vanaf dal
"""
_ADS = [
    "advertisement",
    "advertisements",
    "sponsored",
    "anzeige",
    "werbung",
    "publicité",
    "publicidad",
    "pubblicità",
]
_AGO = ["ago", "fa", "geleden", "atrás"]
_BEFORE = ["vor", "hace", "há"]
_KINDS: dict[str, Kind] = {
    **dict.fromkeys(_MONTHS.split(), Kind.MONTH),
    **dict.fromkeys(_WEEKDAYS.split(), Kind.WEEKDAY),
    **dict.fromkeys(_UNITS.split(), Kind.UNIT),
    **dict.fromkeys(_COUNTED.split(), Kind.COUNTED),
    **dict.fromkeys(_NUMBERED.split(), Kind.NUMBERED),
    **dict.fromkeys(_AGO, Kind.AGO),
    **dict.fromkeys(_BEFORE, Kind.BEFORE),
    **dict.fromkeys(
        ["am", "pm", "a.m", "p.m", "utc", "gmt", "uhr", "cet", "cest", "est", "edt", "pst"], Kind.ZONE
    ),
    **dict.fromkeys(["of", "de", "at", "um", "à"], Kind.LINK),
    **dict.fromkeys(["a", "an", "one", "eine", "einer", "une", "una"], Kind.ONE),
}

_CLOCK = r"\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:[ap]\.?m\.?|z|[+-]\d\d:?\d\d)?"
_DATE = r"(?:(?:19|20)\d\d[-/.]\d\d?[-/.]\d\d?|\d\d?[-/.]\d\d?[-/.](?:(?:19|20)\d\d|\d\d))"
_STAMP = re.compile(
    rf"{_DATE}(?:[t_]{_CLOCK})?|{_CLOCK}"
    r"|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|(?=[a-f]*[0-9])[0-9a-f]{16,}"
)
_DATE_ONLY = re.compile(_DATE)
_DIGIT = re.compile(r"\d")
_NUMBER = re.compile(r"\d[\d.,'\u00a0\u202f]*(?:st|nd|rd|th|er|º|k|m)?")
_YEAR = re.compile(r"(?:19|20)\d\d")
_TOKEN = re.compile(r"(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])(?=[^0-9]*[0-9])[\w+/=-]{20,}", re.ASCII)
_GLUED_COUNTER = re.compile(r"([^\W\d_]+)[:(]\d[\d.,]*\)?")
_CJK_DATE = re.compile(r"\d{4}年\d{1,2}月\d{1,2}日|\d{1,2}:\d\d")
_ANNOUNCEMENT = re.compile(rf"^[ \t]*(?:{'|'.join(_ADS)})[ \t:]*$", re.IGNORECASE | re.MULTILINE)
_EDGES = "()[]{}<>,.;:|·•*\"'«»“”"
_INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
# One of these is in every age that has no number: "an hour ago.", "Vor einer Stunde", "il y a une heure".
_AGES = frozenset(
    spelt + edge
    for word in [*_AGO, *_BEFORE, "y"]
    for spelt in (word, word.capitalize(), word.upper())
    for edge in ("", *_EDGES)
)
_AVAILABLE, _CONNECTING = frozenset(_AVAILABILITY.split()), frozenset(_CONNECTORS.split())
MAX_CONNECTORS = 4  # pieces between a word of availability and its date, with the word itself
_NEITHER = bytes(set(range(256)) - set(b" 0123456789"))  # space nor digit
MAX_CACHED_CHARS = 48  # longer pieces are addresses and code, which hardly ever repeat
MAX_CACHED_PIECES = 4096  # numbers and their neighbours repeat within a page and between pages

Pieces = list[str]


def stable_text(text: str) -> str:
    """Return the text in a normal spelling, without the parts that change by themselves."""
    folded = text.casefold()
    if any(ad in folded for ad in _ADS):  # a quick check before a slow one
        text = _ANNOUNCEMENT.sub("", text)
    if not text.isascii():
        for sign in _INVISIBLE:
            text = text.replace(sign, "")
        text = unicodedata.normalize("NFKC", text)
    pieces = text.split()
    places = _numbers(pieces)
    if not _AGES.isdisjoint(pieces):
        places += _beside_ages(pieces)
    for i in places:
        if not pieces[i].isascii():
            pieces[i] = _CJK_DATE.sub("", pieces[i])
    moving = _moving(pieces, places)
    kept = [piece for i, piece in enumerate(pieces) if i not in moving] if moving else pieces
    return " ".join(kept).casefold()


def _numbers(pieces: Pieces) -> list[int]:
    """Return the places of all pieces with a digit; one search in all bytes, because few pieces have one."""
    digits = " ".join(pieces).encode("utf-8", "replace").translate(None, _NEITHER).split(b" ")
    return [i for i, found in enumerate(digits) if found]


def _beside_ages(pieces: Pieces) -> list[int]:
    """Return where an age without a number may begin: before its "ago", or after its "vor" or "y a"."""
    ages = [i for i, piece in enumerate(pieces) if piece in _AGES]
    return [near for i in ages for near in (i - 2, i + 1, i + 2) if 0 <= near < len(pieces)]


def _moving(pieces: Pieces, places: list[int]) -> set[int]:
    """Return the places of all pieces that belong to a date, a time, an age, a counter or a token."""
    found: set[int] = set()
    for i in places:
        kind = _kind(pieces, i)
        if kind == Kind.STAMP:
            stamp = _around_stamp(pieces, i)
            if not (_is_date(pieces[i]) and _is_of_availability(pieces, stamp)):
                found.update(stamp)
        elif _STARTS_RULE[kind] and (_kind(pieces, i + 1) or _kind(pieces, i - 1)):
            # Between two plain words a number stays; elsewhere it may belong to its neighbours.
            if date := _date(pieces, i):
                found.update(() if _is_of_availability(pieces, date) else date)
            else:
                found.update(_age(pieces, i) or _counter(pieces, i))
    return found


def _is_date(piece: str) -> bool:
    return _DATE_ONLY.fullmatch(piece.strip(_EDGES)) is not None


def _is_of_availability(pieces: Pieces, date: list[int]) -> bool:
    """Return whether a date says from when or until when something can be had."""
    first, last = date[0], date[-1]
    for i in range(first - 1, max(-1, first - 1 - MAX_CONNECTORS), -1):
        word = pieces[i].strip(_EDGES).casefold()
        if word in _AVAILABLE:
            return True
        if word not in _CONNECTING:
            break
    is_from = first > 0 and pieces[first - 1].strip(_EDGES).casefold() in _CONNECTING
    after = [piece.strip(_EDGES).casefold() for piece in pieces[last + 1 : last + 3]]
    return (
        is_from
        and bool(after)
        and (after[0] in _AVAILABLE or (after[0] == "wieder" and after[-1] in _AVAILABLE))
    )


_STARTS_RULE = [kind in (Kind.NUMBER, Kind.YEAR, Kind.ONE) for kind in Kind]


def _kind(pieces: Pieces, i: int) -> Kind:
    if not 0 <= i < len(pieces):
        return Kind.WORD
    return _kind_of(pieces[i]) if len(pieces[i]) <= MAX_CACHED_CHARS else _classify(pieces[i])


def _around_stamp(pieces: Pieces, i: int) -> list[int]:
    """Return a stamp, the weekday before it, and up to two pieces of its zone: "pm UTC"."""
    first = i - 1 if _kind(pieces, i - 1) == Kind.WEEKDAY else i
    last = i
    while last < i + 2 and _kind(pieces, last + 1) == Kind.ZONE:
        last += 1
    return list(range(first, last + 1))


def _date(pieces: Pieces, i: int) -> list[int]:
    """Return a day beside the name of a month, with the weekday and year around them."""
    if _kind(pieces, i) != Kind.NUMBER:
        return []
    after = i + 2 if _kind(pieces, i + 1) == Kind.LINK else i + 1
    if _kind(pieces, after) == Kind.MONTH:
        first, last = i, after
    elif _kind(pieces, i - 1) == Kind.MONTH:
        first, last = i - 1, i
    else:
        return []
    if _kind(pieces, first - 1) == Kind.WEEKDAY:
        first -= 1
    year = last + 2 if _kind(pieces, last + 1) == Kind.LINK else last + 1
    if _kind(pieces, year) == Kind.YEAR:
        last = year
    return list(range(first, last + 1))


def _age(pieces: Pieces, i: int) -> list[int]:
    """Return an age: a number of units ago."""
    if _kind(pieces, i + 1) != Kind.UNIT:
        return []
    if _kind(pieces, i + 2) == Kind.AGO:
        return [i, i + 1, i + 2]
    before = _kind(pieces, i - 1) in (Kind.BEFORE, Kind.ONE)  # the "a" of "il y a" is also an article
    return [i - 1, i, i + 1] if before else []


def _counter(pieces: Pieces, i: int) -> list[int]:
    """Return a counter: a number beside a word for what is counted."""
    if _kind(pieces, i) == Kind.ONE:
        return []
    number, before = pieces[i], pieces[i - 1] if i else ""
    if _kind(pieces, i + 1) == Kind.COUNTED and not number.endswith(_OPENING):
        return [i, i + 1]
    if _kind(pieces, i - 1) == Kind.COUNTED:
        if i + 1 < len(pieces) and pieces[i + 1].strip(_EDGES).casefold() in _TIMES:
            return [i - 1, i, i + 1]  # "read 1,387 times"
        return [i - 1, i] if before.endswith(_OPENING) or number.startswith(("(", "[")) else []
    is_numbered = _kind(pieces, i - 1) == Kind.NUMBERED and _kind(pieces, i - 2) == Kind.COUNTED
    return [i - 2, i - 1, i] if is_numbered else []  # "visitor number 204,750"


_OPENING = (":", "(")  # at the end of a piece: a number after it belongs to it


def _classify(piece: str) -> Kind:
    core = piece.strip(_EDGES)
    folded = core.casefold()
    if kind := _KINDS.get(folded):
        return kind
    if not piece:  # what is left of a date without spaces
        return Kind.STAMP
    if folded.isalpha() or not _DIGIT.search(folded):
        return Kind.WORD
    if _STAMP.fullmatch(folded) or _TOKEN.fullmatch(core):
        return Kind.STAMP
    if _YEAR.fullmatch(folded):
        return Kind.YEAR
    if _NUMBER.fullmatch(folded):
        return Kind.NUMBER
    glued = _GLUED_COUNTER.match(folded + ")" if "(" in folded else folded)
    return Kind.STAMP if glued and _KINDS.get(glued[1]) == Kind.COUNTED else Kind.WORD


_kind_of = lru_cache(maxsize=MAX_CACHED_PIECES)(_classify)
