"""How telling is a word? Inverse document frequency, from a background table and from what a profile has read.

The table knows which words are common in general, the pages of a profile which are common where it looks: on a manual of
Python, "package" tells little. Both count; a few dozen pages are enough to say what a site says everywhere, and until then
its common words would make whole corners of it look relevant. However many pages there are, the table keeps its half: they
were gathered near the topic, and on their word alone the topic's own words would come to be common.
"""

import math
from collections.abc import Mapping
from functools import cache
from importlib import resources

from msgspec import Struct

OWN = 0.5  # the weight of a profile's own pages beside the background, when there are many
FEW = 40  # own pages that have half of that weight
LANGUAGES = ("de", "en", "es", "fr", "it", "nl", "pt", "ru", "sv")  # with a table in core/relevance/data/


class TermCounts(Struct, frozen=True):
    """In how many of so many documents each term occurs."""

    documents: int = 0
    terms: dict[str, int] = {}


NO_COUNTS = TermCounts()


def around(term: str) -> str:
    """The key in `Counts` of a term that stands around the text of a page, in its navigation or its title."""
    return f"@{term}"  # no term begins so


def is_around(key: str) -> bool:
    """Whether it is the key of such a term."""
    return key.startswith("@")


@cache
def background(language: str | None) -> TermCounts:
    """The shipped table of a language; an unknown language has none, and then every unseen word is rare."""
    if language not in LANGUAGES:
        return NO_COUNTS
    file = resources.files(__package__) / "data" / f"{language}.txt"
    documents, *entries = file.read_text("utf-8").split()
    pairs = (entry.rpartition(":") for entry in entries)
    return TermCounts(documents=int(documents), terms={term: int(count) for term, _, count in pairs})


class Rarity:
    """The idf of terms in one language, remembered."""

    def __init__(self, language: str | None = None, own: TermCounts = NO_COUNTS) -> None:
        self._background = background(language)
        self._own = own
        self._known: dict[str, float] = {}

    def __call__(self, term: str) -> float:
        known = self._known.get(term)
        if known is None:
            known = self._known[term] = math.log(1.0 / self.share(term))
        return known

    def around(self, term: str) -> float:
        """How telling the term is where a site puts it around a text."""
        return math.log(1.0 / self.share(term, around(term)))

    def share(self, term: str, key: str | None = None) -> float:
        """The share of documents that are expected to have the term, never 0 or 1; own ones are counted by the key."""
        table = self._background
        usual = (table.terms.get(term, 0) + 0.5) / (table.documents + 1.0) if table.documents else 0.001
        own = self._own
        if own.documents == 0:
            return usual
        weight = OWN * own.documents / (own.documents + FEW)
        return (1.0 - weight) * usual + weight * own.terms.get(key or term, 0) / own.documents


def importance_vector(terms: Mapping[str, float]) -> dict[str, float]:
    """The same weights with length 1."""
    length = math.sqrt(sum(weight * weight for weight in terms.values()))
    return {term: weight / length for term, weight in terms.items()} if length > 0 else dict(terms)
