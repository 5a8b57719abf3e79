"""Inverse document frequency of words, from word frequencies of the language and from the pages that a profile has read.

The frequencies say which words are common in general (core/relevance/word_shares.py). The pages of a profile say which
words are common where the profile looks: in a manual of Python, "package" says little. Both count. A few dozen pages are
enough to show which words a site has everywhere; without them, these words would make large parts of the site look
relevant. The general frequencies always keep half of the weight, however many pages there are: the profile's pages lie
near the topic, and by their counts alone the topic's own words would seem common.

Numbers say nothing about a topic unless the query names them.

Journals of earlier versions were written with other tables (`former_data`). Only replays of such journals use them:
agents must choose the same links again.
"""

import math
from collections.abc import Collection, Mapping
from functools import cache
from importlib import resources
from weakref import WeakSet

from msgspec import Struct

from watchd.core.relevance.word_shares import WordShares, has_table, word_shares

OWN_WEIGHT = 0.5  # the weight of a profile's own pages beside the background, when there are many
HALF_WEIGHT_PAGES = 40  # number of own pages that have half of that weight
MAX_CACHED_TERMS = 20_000  # about 2 MB; a page of unusual words has a thousand
FORMER_LANGUAGES = (
    "de",
    "en",
    "es",
    "fr",
    "it",
    "nl",
    "pt",
    "ru",
    "sv",
)  # with a table in core/relevance/former_data/
FORMER_UNKNOWN_SHARE = 0.001  # of every word of another language
UNTOLD_SHARE = 0.5  # of documents with a term without a letter: a number says nothing about a topic

_CACHES: WeakSet["Rarity"] = WeakSet()


class TermCounts(Struct, frozen=True):
    """Number of documents, and for each term the number of documents that contain it."""

    documents: int = 0
    terms: dict[str, int] = {}


NO_COUNTS = TermCounts()


def surrounding_key(term: str) -> str:
    """Return the key in `TermCounts` of a term around the text of a page: in its navigation, title or address."""
    return f"@{term}"  # no term begins with this character


def is_surrounding_key(key: str) -> bool:
    return key.startswith("@")


@cache
def former_shares(language: str | None) -> WordShares:
    """Read the table that earlier versions used for a language."""
    if language not in FORMER_LANGUAGES:
        return WordShares(unlisted=FORMER_UNKNOWN_SHARE)
    file = resources.files(__package__) / "former_data" / f"{language}.txt"
    documents, *entries = file.read_text("utf-8").split()
    pairs = (entry.rpartition(":") for entry in entries)
    share = {term: (int(count) + 0.5) / (int(documents) + 1.0) for term, _, count in pairs}
    return WordShares(share, 0.5 / (int(documents) + 1.0))


def has_letter(term: str) -> bool:
    """Return whether a term is a word: clocks, dates and counters (05, 2026) are not."""
    return any(character.isalpha() for character in term)


class Rarity:
    """Cached inverse document frequency of the terms of one language.

    The cache is emptied when it is full: pages may contain any number of different words, and a run may last for hours.
    """

    def __init__(
        self,
        language: str | None = None,
        own: TermCounts = NO_COUNTS,
        asked: frozenset[str] = frozenset(),
        *,
        is_former: bool = False,
    ) -> None:
        self._usual = former_shares(language) if is_former else word_shares(language)
        self._is_former = is_former
        self._own = own
        self._asked = asked  # numbers that the query names
        self._known: dict[str, float] = {}
        _CACHES.add(self)

    def __call__(self, term: str) -> float:
        known = self._known.get(term)
        if known is None:
            if len(self._known) >= MAX_CACHED_TERMS:
                self._known.clear()
            known = self._known[term] = math.log(1.0 / self.share(term))
        return known

    @property
    def cached(self) -> int:
        """Number of cached terms."""
        return len(self._known)

    def in_surroundings(self, term: str) -> float:
        """Return the rarity of a term around the texts of a site."""
        return math.log(1.0 / self.share(term, surrounding_key(term)))

    def share(self, term: str, key: str | None = None) -> float:
        """Return the expected share of documents with the term, never 0 or 1; `key` is its key in the own counts."""
        if not self._is_former and term not in self._asked and not has_letter(term):
            return UNTOLD_SHARE
        usual = self._usual.of(term)
        own = self._own
        if own.documents == 0:
            return usual
        weight = OWN_WEIGHT * own.documents / (own.documents + HALF_WEIGHT_PAGES)
        return (1.0 - weight) * usual + weight * own.terms.get(key or term, 0) / own.documents


@cache
def _shared_rarity(language: str | None) -> Rarity:
    return Rarity(language)


def rarity_of(
    language: str | None,
    own: TermCounts,
    asked: Collection[str] = (),
    *,
    is_former: bool = False,
) -> Rarity:
    """Return the rarity of terms; profiles without own counts share one cache per language."""
    numbers = frozenset(term for term in asked if not has_letter(term))
    if own.documents == 0 and not numbers and not is_former:
        return _shared_rarity(language if has_table(language) else None)
    return Rarity(language, own, numbers, is_former=is_former)


def cached_terms() -> int:
    """Return the number of terms in all caches, for metrics."""
    return sum(rarity.cached for rarity in list(_CACHES))


def unit_vector(terms: Mapping[str, float]) -> dict[str, float]:
    """Scale weights to a vector of length 1."""
    length = math.sqrt(sum(weight * weight for weight in terms.values()))
    return {term: weight / length for term, weight in terms.items()} if length > 0 else dict(terms)
