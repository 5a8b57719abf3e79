"""Shift of a score by what a person taught: judged pages, and words that the person accepted.

The topic of a profile (core/relevance/topic.py) gives a page a score. What a person taught is added to it in log-odds:

- *words*: pages with the words of relevant pages gain, pages with the words of irrelevant pages lose;
- *places*: the same for words around a text, in titles and addresses, and for the site and the folders of its address;
- *related words*: pages with words that the person accepted for the profile gain, pages without any of them lose a little.

The shift is bounded, so a page keeps what its own words say about the query. A page without a word of the query stays
irrelevant, whatever was taught; and without anything taught a score stays the same, bit for bit.
"""

import math
from collections.abc import Mapping

from msgspec import Struct, structs

from watchd.core.relevance.curve import chance_of, log_odds_of
from watchd.core.relevance.document import Document
from watchd.core.relevance.term_rarity import Rarity, surrounding_key, unit_vector
from watchd.core.relevance.words import words

MAX_SHIFT = 4.0  # log-odds, by judged pages
MAX_RELATED_SHIFT = (
    5.0  # log-odds between a page with all related words and one with none, for very many of them
)
HALF_RELATED_WORDS = 2.0  # this number of related words has half of that effect
USUAL_RELATED_SHARE = 0.4  # of the weight of the related words: a page with more gains, one with less loses


class ScoreShift(Struct, frozen=True):
    """Weights in log-odds that a person taught."""

    words: dict[str, float] = {}  # for a text that consists of this word alone
    places: dict[str, float] = {}  # by the keys of terms around a text
    folders: dict[str, float] = {}  # of addresses, such as example.org/news
    related: tuple[str, ...] = ()  # as written


NO_SHIFT = ScoreShift()


class AppliedShift:
    """A shift with its related words in the terms of each language."""

    def __init__(self, shift: ScoreShift = NO_SHIFT) -> None:
        self._shift = shift
        self._is_empty = shift == NO_SHIFT
        self._related: dict[str | None, frozenset[str]] = {}

    def __call__(self, score: float, document: Document, rarity: Rarity, length: float) -> float:
        """Return the shifted score of a page; `length` is that of its text as a tf-idf vector."""
        if self._is_empty or score <= 0.0:
            return score
        shift = self.of(document, rarity, length)
        return chance_of(log_odds_of(score) + shift) if shift else score

    def of(self, document: Document, rarity: Rarity, length: float) -> float:
        """Return the shift of a page in log-odds."""
        shift = self._shift
        judged = sum(
            weight * (1.0 + math.log(document.counts[term])) * rarity(term) / length
            for term, weight in shift.words.items()
            if term in document.counts
        )
        if shift.places:
            judged += dot(shift.places, unit_vector(place_rarities(document, rarity)))
        judged += dot(shift.folders, folder_shares(document.url))
        return min(MAX_SHIFT, max(-MAX_SHIFT, judged)) + self._by_related_words(document, rarity)

    def _by_related_words(self, document: Document, rarity: Rarity) -> float:
        if not self._shift.related:
            return 0.0
        language = document.language
        if language not in self._related:
            self._related[language] = frozenset(words(" ".join(self._shift.related), language))
        wanted = self._related[language]
        total = sum(map(rarity, wanted))
        if total <= 0.0:
            return 0.0
        # Sorted, because sums of floats depend on the order.
        found = sum(
            rarity(term) * document.counts[term] / (document.counts[term] + 1.0)
            for term in sorted(wanted)
            if term in document.counts
        )
        strength = MAX_RELATED_SHIFT * len(wanted) / (len(wanted) + HALF_RELATED_WORDS)
        return strength * (found / total - USUAL_RELATED_SHARE)


def place_rarities(document: Document, rarity: Rarity) -> dict[str, float]:
    """Return the terms around a text with their rarities, as keys of `TermCounts`; empty for a bare text."""
    placed = document.around | document.heading if document.around else frozenset()
    return {surrounding_key(term): rarity.in_surroundings(term) for term in sorted(placed)}


def folder_shares(url: str) -> dict[str, float]:
    """Return the site and the folders of an address, each with its share of the page's place."""
    return dict.fromkeys(folders, 1.0 / len(folders)) if (folders := folders_of(url)) else {}


def folders_of(url: str) -> tuple[str, ...]:
    """Return the site and the folders that contain a page, the outermost first."""
    place = url.partition("?")[0].partition("://")[2]
    if not place:
        return ()
    parts = place.split("/")[:-1] or [place]
    return tuple("/".join(parts[:length]) for length in range(1, len(parts) + 1))


def dot(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    """Return the sum of the products of two vectors' weights."""
    if len(other) < len(one):
        one, other = other, one
    return sum(weight * other[term] for term, weight in one.items() if term in other)


def with_related(shift: ScoreShift, related: tuple[str, ...]) -> ScoreShift:
    """Return the shift with the related words of a profile."""
    return structs.replace(shift, related=related) if related != shift.related else shift
