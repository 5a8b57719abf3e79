"""Inverse document frequency of words, from a background table and from the pages that a profile has read.

The table says which words are common in general. The pages of a profile say which words are common where the profile
looks: in a manual of Python, "package" says little. Both count. A few dozen pages are enough to show which words a site has
everywhere; without them, these words would make large parts of the site look relevant. The table always keeps half of the
weight, however many pages there are: the profile's pages lie near the topic, and by their counts alone the topic's own
words would seem common.
"""

import math
from collections.abc import Mapping
from functools import cache
from importlib import resources
from weakref import WeakSet

from msgspec import Struct

OWN_WEIGHT = 0.5  # the weight of a profile's own pages beside the background, when there are many
HALF_WEIGHT_PAGES = 40  # number of own pages that have half of that weight
MAX_CACHED_TERMS = 20_000  # about 2 MB; a page of unusual words has a thousand
LANGUAGES = ("de", "en", "es", "fr", "it", "nl", "pt", "ru", "sv")  # with a table in core/relevance/data/


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
def background(language: str | None) -> TermCounts:
    """Read the shipped table of a language. Without a table every word counts as rare until pages show otherwise."""
    if language not in LANGUAGES:
        return NO_COUNTS
    file = resources.files(__package__) / "data" / f"{language}.txt"
    documents, *entries = file.read_text("utf-8").split()
    pairs = (entry.rpartition(":") for entry in entries)
    return TermCounts(documents=int(documents), terms={term: int(count) for term, _, count in pairs})


class Rarity:
    """Cached inverse document frequency of the terms of one language.

    The cache is emptied when it is full: pages may contain any number of different words, and a run may last for hours.
    """

    def __init__(self, language: str | None = None, own: TermCounts = NO_COUNTS) -> None:
        self._background = background(language)
        self._own = own
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
        table = self._background
        usual = (table.terms.get(term, 0) + 0.5) / (table.documents + 1.0) if table.documents else 0.001
        own = self._own
        if own.documents == 0:
            return usual
        weight = OWN_WEIGHT * own.documents / (own.documents + HALF_WEIGHT_PAGES)
        return (1.0 - weight) * usual + weight * own.terms.get(key or term, 0) / own.documents


@cache
def _shared_rarity(language: str | None) -> Rarity:
    return Rarity(language)


def rarity_of(language: str | None, own: TermCounts) -> Rarity:
    """Return the rarity of terms; all profiles without own counts share one cache per language."""
    if own.documents == 0:
        return _shared_rarity(language if language in LANGUAGES else None)
    return Rarity(language, own)


def cached_terms() -> int:
    """Return the number of terms in all caches, for metrics."""
    return sum(rarity.cached for rarity in list(_CACHES))


def unit_vector(terms: Mapping[str, float]) -> dict[str, float]:
    """Scale weights to a vector of length 1."""
    length = math.sqrt(sum(weight * weight for weight in terms.values()))
    return {term: weight / length for term, weight in terms.items()} if length > 0 else dict(terms)
