"""Inverted index of profiles by their terms: finds the profiles that a page is relevant to.

A page is not compared with every profile. For each language of pages, the index has the facets that contain a term, with
their weights. The terms of a page lead to these facets, and only profiles with a facet of which the page mentions at least
`MIN_SHARE` are compared in full. So the cost grows with the number of profiles that match, not with the number of profiles.

`MIN_SHARE` is a share of a facet's squared weights. The closeness of a page to a facet is a cosine, so it is at most the
square root of that share: a page that mentions less never reaches a score of 0.2.
"""

from collections import defaultdict
from collections.abc import Mapping

from msgspec import Struct

from watchd.core.relevance.document import Document
from watchd.core.relevance.topic import Score, Topic

MIN_SHARE = 0.1


class Interest(Struct, frozen=True):
    """Topic, threshold and languages of a profile."""

    topic: Topic
    min_score: float
    languages: tuple[str, ...] = ()  # empty: any

    def reads(self, language: str | None) -> bool:
        return not self.languages or language is None or language in self.languages


class Percolator:
    """Index of profiles by the terms that would make a page relevant to them."""

    def __init__(self) -> None:
        self._interests: dict[str, Interest] = {}
        self._indexes: dict[str | None, _LanguageIndex] = {}  # by the language of pages

    def __len__(self) -> int:
        return len(self._interests)

    def put(self, profile_id: str, interest: Interest) -> None:
        """Add a profile, or replace it."""
        self.drop(profile_id)
        self._interests[profile_id] = interest
        for language, index in self._indexes.items():
            index.add(profile_id, interest, language)

    def drop(self, profile_id: str) -> None:
        """Remove a profile."""
        if self._interests.pop(profile_id, None) is not None:
            for index in self._indexes.values():
                index.drop(profile_id)

    def candidates(self, document: Document) -> list[str]:
        """Return the profiles of which the page mentions enough to be compared with them."""
        shares: defaultdict[tuple[str, int], float] = defaultdict(float)
        facets_with = self._index(document.language).facets_with
        terms = document.counts.keys() | document.heading | document.around
        for term in terms & facets_with.keys():
            for facet, weight in facets_with[term].items():
                shares[facet] += weight
        return sorted({profile_id for (profile_id, _), share in shares.items() if share >= MIN_SHARE})

    def relevant_to(self, document: Document, *, besides: str = "") -> dict[str, Score]:
        """Return the profiles that the page is relevant to, with its score for each."""
        found: dict[str, Score] = {}
        for profile_id in self.candidates(document):
            interest = self._interests[profile_id]
            if profile_id != besides and interest.reads(document.language):
                score = interest.topic.score(document)
                if score.value >= interest.min_score and score.value > 0.0:
                    found[profile_id] = score
        return found

    def _index(self, language: str | None) -> "_LanguageIndex":
        if language not in self._indexes:
            index = self._indexes[language] = _LanguageIndex()
            for profile_id, interest in self._interests.items():
                index.add(profile_id, interest, language)
        return self._indexes[language]


class _LanguageIndex:
    """Facets of all profiles in one language, by term."""

    def __init__(self) -> None:
        self.facets_with: dict[str, dict[tuple[str, int], float]] = {}  # term to facet to squared weight
        self._entries: dict[str, list[tuple[str, int]]] = {}  # term and facet by profile, to remove them again

    def add(self, profile_id: str, interest: Interest, language: str | None) -> None:
        if not interest.reads(language):
            return
        entries = self._entries[profile_id] = []
        for number, facet in enumerate(interest.topic.facets(language)):
            for term, weight in _single_terms(facet.weights).items():
                self.facets_with.setdefault(term, {})[profile_id, number] = weight * weight
                entries.append((term, number))

    def drop(self, profile_id: str) -> None:
        for term, number in self._entries.pop(profile_id, ()):
            del self.facets_with[term][profile_id, number]
            if not self.facets_with[term]:
                del self.facets_with[term]


def _single_terms(weights: Mapping[str, float]) -> dict[str, float]:
    """Return the positive weights by single terms: each word of a phrase has the weight of the phrase."""
    single: dict[str, float] = {}
    for term, weight in weights.items():
        for part in term.split():
            single[part] = max(weight, single.get(part, 0.0)) if weight > 0 else single.get(part, 0.0)
    return {term: weight for term, weight in single.items() if weight > 0}
