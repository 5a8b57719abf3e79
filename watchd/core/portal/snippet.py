"""Where in texts of one language are the words that somebody asked for?

All texts that a search has found are looked through for the same words, and most of their pieces are alike. So a piece
between blanks is judged once, whichever text it comes from, and only those that promise something are looked into.

Which lines of a text show why it was found? A stretch with as many of the wanted words as possible.

The answer is a list of pieces, each marked as hit or not: whoever shows it escapes the pieces and adds its own marks, so
nothing that a page contains can pass for a mark.
"""

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

from watchd.core.portal.search_query import Wanted
from watchd.core.relevance.words import Word, terms_by_piece, words_with_spans

MAX_HITS = 100  # are weighed; a table of constants may have thousands
FEW = 8  # pieces that are looked for one by one; beyond, going through all of the text is cheaper
_PIECE = re.compile(r"\S+")


class TermFinder:
    """Looks for the wanted words; remembers what it has seen, so it should not outlive a search."""

    def __init__(self, language: str | None, wanted: Wanted) -> None:
        self.wanted = wanted
        self._language = language
        self._seen: set[str] = set()
        self._promising: dict[str, list[Word]] = {}  # with the wanted words in them

    def hits(self, text: str) -> list[Word]:
        """The wanted words and their places."""
        different = set(text.split())
        self._look_at(different - self._seen)
        promising = different & self._promising.keys()
        places = sorted(_places(text, promising))[:MAX_HITS] if promising else []
        return [
            Word(word.term, start + word.start, start + word.end)
            for start, piece in places
            for word in self._promising[piece]
        ]

    def _look_at(self, pieces: set[str]) -> None:
        self._seen |= pieces
        in_order = list(pieces)
        for piece, terms in zip(in_order, terms_by_piece(in_order, self._language), strict=True):
            if terms and self.wanted.has_any(terms):
                words = words_with_spans(piece, self._language)
                self._promising[piece] = [word for word in words if self.wanted.has(word.term)]


def _places(text: str, pieces: set[str]) -> Iterable[tuple[int, str]]:
    """Where these pieces between blanks begin."""
    if len(pieces) > FEW:
        return [(found.start(), found.group()) for found in _PIECE.finditer(text) if found.group() in pieces]
    return (place for piece in pieces for place in _places_of(text, piece))


def _places_of(text: str, piece: str) -> Iterator[tuple[int, str]]:
    start = text.find(piece)
    while start >= 0:
        end = start + len(piece)
        if (start == 0 or text[start - 1].isspace()) and (end == len(text) or text[end].isspace()):
            yield start, piece
        start = text.find(piece, end)


WIDTH = 240  # characters: three lines of a result
LOOKED_AT = 20_000  # characters of a text; a hit beyond is not shown
READ_ON = 2_000  # characters after the first hit: a better stretch seldom follows later
STRETCH = 300  # characters that are read before asking whether it is worth reading on


class Piece(Struct, frozen=True):
    """A stretch of text, and whether it is one of the words that were asked for."""

    text: str
    hit: bool = False


def snippet(text: str, seeker: TermFinder, width: int = WIDTH) -> tuple[Piece, ...]:
    """The best stretch of a text, or its beginning when no wanted word is in it."""
    looked_at = text[:LOOKED_AT]
    hits = _telling_hits(looked_at, seeker, width)
    start, end = _window(looked_at, hits, width)
    lead = "… " if start > 0 else ""
    tail = " …" if end < len(text) else ""
    return _pieces(
        looked_at, start, end, [word for word in hits if start <= word.start and word.end <= end], lead, tail
    )


def marked(text: str, seeker: TermFinder) -> tuple[Piece, ...]:
    """The whole of a short text, such as a title."""
    return _pieces(text, 0, len(text), seeker.hits(text), "", "")


def _telling_hits(text: str, seeker: TermFinder, width: int) -> list[Word]:
    """The hits up to where no better stretch can follow: most texts say early what they were found for."""
    hits = list[Word]()
    for begin, end in _stretches(text):
        found = seeker.hits(text[begin:end])
        hits += [Word(hit.term, begin + hit.start, begin + hit.end) for hit in found]
        if len(hits) >= MAX_HITS or (hits and end > hits[0].start + READ_ON):
            break
        # Of a beginning there may always be another word to come.
        if hits and not seeker.wanted.beginnings:
            variety, start = _best(hits, width)
            if variety == len(seeker.wanted.terms) and end >= start + width:
                break
    return hits


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    """Places to cut a text, always at a blank."""
    begin = 0
    while begin < len(text):
        blank = text.find(" ", begin + STRETCH)
        end = blank if blank >= 0 else len(text)
        yield begin, end
        begin = end


def _best(hits: list[Word], width: int) -> tuple[int, int]:
    """How many different wanted words stand together at most, and where the first such stretch begins."""
    best, best_start = 0, 0
    begin = 0
    for end in range(len(hits)):
        while hits[end].end - hits[begin].start > width:
            begin += 1
        variety = len({hit.term for hit in hits[begin : end + 1]})
        if variety > best:
            best, best_start = variety, hits[begin].start
    return best, best_start


def _window(text: str, hits: list[Word], width: int) -> tuple[int, int]:
    """Where most different wanted words stand together, with a little room before the first."""
    if len(text) <= width:
        return 0, len(text)
    best, best_start = _best(hits, width)
    start = _after_blank(text, max(0, best_start - width // 6)) if best else 0
    return start, _before_blank(text, min(len(text), start + width))


def _after_blank(text: str, place: int) -> int:
    """The beginning of a word, not far from here."""
    if place == 0:
        return 0
    blank = text.find(" ", place, place + 30)
    return blank + 1 if blank >= 0 else place


def _before_blank(text: str, place: int) -> int:
    if place == len(text):
        return place
    blank = text.rfind(" ", place - 30, place)
    return blank if blank >= 0 else place


def _pieces(text: str, start: int, end: int, hits: list[Word], lead: str, tail: str) -> tuple[Piece, ...]:
    pieces, at, before = list[Piece](), start, lead
    for hit in hits:
        if hit.start < at:  # pairs of characters overlap: go on from where the last one ended
            if hit.end > at:
                pieces[-1] = Piece(pieces[-1].text + text[at : hit.end], hit=True)
                at = hit.end
            continue
        if before + text[at : hit.start]:
            pieces.append(Piece(_line(before + text[at : hit.start])))
        pieces.append(Piece(text[hit.start : hit.end], hit=True))
        at, before = hit.end, ""
    rest = before + text[at:end] + tail
    return (*pieces, Piece(_line(rest))) if rest else tuple(pieces)


def _line(text: str) -> str:
    """Line breaks become blanks; blanks at the edges stay, since words follow."""
    return " ".join(text.replace("\t", " ").splitlines()) + (" " if text.endswith(("\n", "\r")) else "")
