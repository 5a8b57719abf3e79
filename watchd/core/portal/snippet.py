"""Snippets of search results: the part of a text with as many of the wanted words as possible.

A search examines all its texts for the same words, and most pieces between blanks repeat. So each piece is examined once,
whatever text it comes from, and only pieces with a wanted word are examined further.

A snippet is a list of pieces, each marked as hit or not. The caller escapes the pieces and adds its own marks, so text from
a page cannot imitate a mark.
"""

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

from watchd.core.portal.search_query import Wanted
from watchd.core.relevance.words import Word, terms_by_piece, words_with_spans

MAX_HITS = 100  # of one text that count; a table of constants may have thousands
MAX_SEARCHED_PIECES = 8  # that are searched one by one; with more of them, one pass over the text is cheaper
_PIECE = re.compile(r"\S+")


class TermFinder:
    """Finder of wanted words in texts of one language, with a cache of pieces; for one search only."""

    def __init__(self, language: str | None, wanted: Wanted) -> None:
        self.wanted = wanted
        self._language = language
        self._seen: set[str] = set()
        self._matching: dict[str, list[Word]] = {}  # pieces with the wanted words in them

    def hits(self, text: str) -> list[Word]:
        """Return the wanted words in a text, with their places."""
        different = set(text.split())
        self._examine(different - self._seen)
        matching = different & self._matching.keys()
        places = sorted(_places(text, matching))[:MAX_HITS] if matching else []
        return [
            Word(word.term, start + word.start, start + word.end)
            for start, piece in places
            for word in self._matching[piece]
        ]

    def _examine(self, pieces: set[str]) -> None:
        self._seen |= pieces
        in_order = list(pieces)
        for piece, terms in zip(in_order, terms_by_piece(in_order, self._language), strict=True):
            if terms and self.wanted.has_any(terms):
                words = words_with_spans(piece, self._language)
                self._matching[piece] = [word for word in words if self.wanted.has(word.term)]


def _places(text: str, pieces: set[str]) -> Iterable[tuple[int, str]]:
    """Return where these pieces between blanks begin."""
    if len(pieces) > MAX_SEARCHED_PIECES:
        return [(found.start(), found.group()) for found in _PIECE.finditer(text) if found.group() in pieces]
    return (place for piece in pieces for place in _places_of(text, piece))


def _places_of(text: str, piece: str) -> Iterator[tuple[int, str]]:
    start = text.find(piece)
    while start >= 0:
        end = start + len(piece)
        if (start == 0 or text[start - 1].isspace()) and (end == len(text) or text[end].isspace()):
            yield start, piece
        start = text.find(piece, end)


SNIPPET_CHARS = 240  # three lines of a result
MAX_EXAMINED_CHARS = 20_000  # of a text; a hit beyond is not shown
MAX_CHARS_AFTER_HIT = 2_000  # after the first hit: a better part seldom follows later
SECTION_CHARS = 300  # that are examined before each check whether to continue


class Piece(Struct, frozen=True):
    """Piece of text, and whether it is one of the wanted words."""

    text: str
    hit: bool = False


def snippet(text: str, finder: TermFinder, width: int = SNIPPET_CHARS) -> tuple[Piece, ...]:
    """Return the best part of a text, or its beginning when it has no wanted word."""
    examined = text[:MAX_EXAMINED_CHARS]
    hits = _first_hits(examined, finder, width)
    start, end = _window(examined, hits, width)
    lead = "… " if start > 0 else ""
    tail = " …" if end < len(text) else ""
    return _pieces(
        examined, start, end, [word for word in hits if start <= word.start and word.end <= end], lead, tail
    )


def marked(text: str, finder: TermFinder) -> tuple[Piece, ...]:
    """Return all pieces of a short text, such as a title."""
    return _pieces(text, 0, len(text), finder.hits(text), "", "")


def _first_hits(text: str, finder: TermFinder, width: int) -> list[Word]:
    """Return the hits up to where a better part is unlikely: most texts have their best part early."""
    hits = list[Word]()
    for begin, end in _sections(text):
        found = finder.hits(text[begin:end])
        hits += [Word(hit.term, begin + hit.start, begin + hit.end) for hit in found]
        if len(hits) >= MAX_HITS or (hits and end > hits[0].start + MAX_CHARS_AFTER_HIT):
            break
        # Another word with a wanted prefix may always follow.
        if hits and not finder.wanted.prefixes:
            variety, start = _best(hits, width)
            if variety == len(finder.wanted.terms) and end >= start + width:
                break
    return hits


def _sections(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of sections of a text, cut at blanks."""
    begin = 0
    while begin < len(text):
        blank = text.find(" ", begin + SECTION_CHARS)
        end = blank if blank >= 0 else len(text)
        yield begin, end
        begin = end


def _best(hits: list[Word], width: int) -> tuple[int, int]:
    """Return the largest number of different wanted words within the width, and where the first such part begins."""
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
    """Return start and end of the part with the most different wanted words, with some text before the first."""
    if len(text) <= width:
        return 0, len(text)
    best, best_start = _best(hits, width)
    start = _after_blank(text, max(0, best_start - width // 6)) if best else 0
    return start, _before_blank(text, min(len(text), start + width))


def _after_blank(text: str, place: int) -> int:
    """Return the beginning of the next word, if it is near."""
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
        if hit.start < at:  # pairs of characters overlap: continue where the last one ended
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
    """Replace line breaks by blanks; blanks at the edges stay, because words follow."""
    return " ".join(text.replace("\t", " ").splitlines()) + (" " if text.endswith(("\n", "\r")) else "")
