"""Where in texts of one language are the words that somebody asked for?

All texts that a search has found are looked through for the same words, and most of their pieces are alike. So a piece
between blanks is judged once, whichever text it comes from, and only those that promise something are looked into.
"""

import re
from collections.abc import Iterable, Iterator

from watchd.core.search import Wanted
from watchd.core.words import Word, terms_by_piece, words_with_spans

MOST_HITS = 100  # are weighed; a table of constants may have thousands
FEW = 8  # pieces that are looked for one by one; beyond, going through all of the text is cheaper
_PIECE = re.compile(r"\S+")


class Seeker:
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
        places = sorted(_places(text, promising))[:MOST_HITS] if promising else []
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
