"""What of a text counts when asking whether it changed?

Clocks, counters and tokens move by themselves; a change is when somebody edited. `stable_text` leaves out
exactly:

- spelling without meaning: white space, letter case, compatibility forms (NFKC), invisible characters;
- dates: 2026-11-16, 2026-11-16T04:00:00Z, 16/11/2026, 16.11.2026, 2026年11月16日, and a day beside the name
  of a month with its weekday and year (Mon, 16 November 2026; Nov. 16, 2026; 16 de noviembre de 2026), in the
  languages of the tables below;
- times of day with their zone: 04:00, 4:00:15 pm UTC;
- ages: "3 hours ago", "an hour ago", "vor 3 Stunden", "il y a 3 heures", "hace 3 horas", "3 ore fa";
- counters, that is a number beside a word for what is counted: "1,234 views", "Comments (12)", "Likes: 7";
- tokens: UUIDs, 16 and more hexadecimal digits, 20 and more characters that mix both cases and digits;
- lines that only announce an advertisement.

All other numbers stay: a price, a version or a score that changes is a change.

The text is cut at its spaces and each piece is put into a kind, which is remembered; only around the few pieces
with a number do the rules look at neighbours. So the cost is that of cutting, and no input can make it grow
faster.
"""

import re
import unicodedata
from enum import IntEnum
from typing import NamedTuple

Kind = IntEnum(
    "Kind", "WORD EMPTY STAMP NUMBER YEAR MONTH WEEKDAY UNIT AGO BEFORE COUNTED ZONE LINK ONE AD", start=0
)  # a WORD is false: nothing to look at

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
    commenti risposte visualizações comentários weergaven reacties
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
_KINDS: dict[str, Kind] = {
    **dict.fromkeys(_ADS, Kind.AD),
    **dict.fromkeys(_MONTHS.split(), Kind.MONTH),
    **dict.fromkeys(_WEEKDAYS.split(), Kind.WEEKDAY),
    **dict.fromkeys(_UNITS.split(), Kind.UNIT),
    **dict.fromkeys(_COUNTED.split(), Kind.COUNTED),
    **dict.fromkeys(["ago", "fa", "geleden", "atrás"], Kind.AGO),
    **dict.fromkeys(["vor", "hace", "há"], Kind.BEFORE),
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
_DIGIT = re.compile(r"\d")
_NUMBER = re.compile(r"\d[\d.,'\u00a0\u202f]*(?:st|nd|rd|th|er|º|k|m)?")
_YEAR = re.compile(r"(?:19|20)\d\d")
_TOKEN = re.compile(r"(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])(?=[^0-9]*[0-9])[\w+/=-]{20,}", re.ASCII)
_GLUED_COUNTER = re.compile(r"([^\W\d_]+)[:(]\d[\d.,]*\)?")
_CJK_DATE = re.compile(r"\d{4}年\d{1,2}月\d{1,2}日|\d{1,2}:\d\d")
_ANNOUNCEMENT = re.compile(rf"^[ \t]*(?:{'|'.join(_ADS)})[ \t:]*$", re.IGNORECASE | re.MULTILINE)
_EDGES = "()[]{}<>,.;:|·•*\"'«»“”"
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))
LONGEST_REMEMBERED = 48
REMEMBERED = 50_000


class Piece(NamedTuple):
    """What stands between two spaces and may belong to something that moves by itself."""

    kind: Kind
    plain: str  # how it is written when all writings are made alike
    opens: bool  # ends with a colon or a bracket, so that a number after it belongs to it
    in_brackets: bool


Pieces = list[str | Piece]  # most are plain words, and those are kept as they are


def stable_text(text: str) -> str:
    """The text without what moves by itself, in one spelling."""
    pieces: Pieces = list(map(_PIECES.__getitem__, text.split()))
    places = [i for i, piece in enumerate(pieces) if piece.__class__ is Piece]
    if any(_kind(pieces, i) == Kind.AD for i in places):
        without = _ANNOUNCEMENT.sub("", text)
        if without != text:
            return stable_text(without)
    moving = _moving(pieces, places)
    for i in places:
        pieces[i] = pieces[i].plain  # type: ignore[union-attr]
    kept = [piece for i, piece in enumerate(pieces) if i not in moving] if moving else pieces
    return " ".join(kept)  # type: ignore[arg-type]


def _moving(pieces: Pieces, places: list[int]) -> set[int]:
    """The places of all pieces that belong to a date, a time, an age, a counter or a token."""
    found: set[int] = set()
    for i in places:
        kind = _kind(pieces, i)
        if kind in _ALWAYS:
            found.update(_around_stamp(pieces, i))
        elif _STARTS_RULE[kind] and (_kind(pieces, i + 1) or _kind(pieces, i - 1)):
            # Between two plain words a number means itself; elsewhere it may belong to its neighbours.
            found.update(_date(pieces, i) or _age(pieces, i) or _counter(pieces, i))
    return found


_ALWAYS = frozenset([Kind.STAMP, Kind.EMPTY])
_STARTS_RULE = [kind in (Kind.NUMBER, Kind.YEAR, Kind.ONE) for kind in Kind]


def _kind(pieces: Pieces, i: int) -> Kind:
    piece = pieces[i] if 0 <= i < len(pieces) else ""
    return Kind.WORD if isinstance(piece, str) else piece.kind


def _around_stamp(pieces: Pieces, i: int) -> list[int]:
    """The stamp, the weekday before it, and up to two pieces of its zone: "pm UTC"."""
    first = i - 1 if _kind(pieces, i - 1) == Kind.WEEKDAY else i
    last = i
    while last < i + 2 and _kind(pieces, last + 1) == Kind.ZONE:
        last += 1
    return list(range(first, last + 1))


def _date(pieces: Pieces, i: int) -> list[int]:
    """A day beside the name of a month, and the weekday and year around them."""
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
    """So many units ago."""
    if _kind(pieces, i + 1) != Kind.UNIT:
        return []
    if _kind(pieces, i + 2) == Kind.AGO:
        return [i, i + 1, i + 2]
    before = _kind(pieces, i - 1) in (Kind.BEFORE, Kind.ONE)  # the "a" of "il y a" is also an article
    return [i - 1, i, i + 1] if before else []


def _counter(pieces: Pieces, i: int) -> list[int]:
    """A number beside a word for what is counted."""
    if _kind(pieces, i) == Kind.ONE:
        return []
    number, before = pieces[i], pieces[i - 1] if i else ""
    assert isinstance(number, Piece)
    if _kind(pieces, i + 1) == Kind.COUNTED and not number.opens:
        return [i, i + 1]
    if isinstance(before, Piece) and before.kind == Kind.COUNTED and (before.opens or number.in_brackets):
        return [i - 1, i]
    return []


class _Pieces(dict[str, str | Piece]):
    """From a piece as it is written to what it is; remembered, because few pieces of a page are new."""

    def __missing__(self, written: str) -> str | Piece:
        piece = _understood(written)
        if len(written) <= LONGEST_REMEMBERED:
            if len(self) >= REMEMBERED:
                self.clear()
            self[written] = piece
        return piece


_PIECES = _Pieces()


def _understood(written: str) -> str | Piece:
    plain = written
    if not written.isascii():
        plain = _CJK_DATE.sub("", unicodedata.normalize("NFKC", written.translate(_INVISIBLE)))
    core = plain.strip(_EDGES)
    kind = _kind_of(core, core.casefold()) if plain else Kind.EMPTY
    folded = plain.casefold()
    if kind == Kind.WORD:
        return folded
    return Piece(kind, folded, opens=plain.endswith((":", "(")), in_brackets=plain.startswith(("(", "[")))


def _kind_of(core: str, folded: str) -> Kind:
    if kind := _KINDS.get(folded):
        return kind
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
