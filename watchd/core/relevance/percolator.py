"""To whom is a page relevant? All profiles at once, through an inverted index of their terms.

A page is not compared with every profile: only with those of which it says enough. For each language that pages come in,
the index knows which facets hold a term and with what weight. A page's own terms lead to these facets, and only those of
which it mentions at least `ENOUGH` are compared in full. So the cost grows with the profiles that match, not with all.

`ENOUGH` is a share of a facet's squared weights. The closeness of a page to a facet is a cosine, so it is at most the root
of that share: a page that says less is as good as irrelevant, and never reaches a score of 0.2.
"""

from collections import defaultdict
from collections.abc import Mapping

from msgspec import Struct

from watchd.core.relevance.document import Document
from watchd.core.relevance.topic import Score, Topic

ENOUGH = 0.1


class Interest(Struct, frozen=True):
    """A profile as other profiles' pages see it."""

    topic: Topic
    min_score: float
    languages: tuple[str, ...] = ()  # empty: any

    def reads(self, language: str | None) -> bool:
        return not self.languages or language is None or language in self.languages


class Percolator:
    """Profiles by the terms that would make a page relevant to them."""

    def __init__(self) -> None:
        self._interests: dict[str, Interest] = {}
        self._shelves: dict[str | None, _Bucket] = {}  # by the language of pages

    def __len__(self) -> int:
        return len(self._interests)

    def put(self, profile_id: str, interest: Interest) -> None:
        """Take up a profile, or what it has become."""
        self.drop(profile_id)
        self._interests[profile_id] = interest
        for language, shelf in self._shelves.items():
            shelf.add(profile_id, interest, language)

    def drop(self, profile_id: str) -> None:
        """Forget a profile."""
        if self._interests.pop(profile_id, None) is not None:
            for shelf in self._shelves.values():
                shelf.drop(profile_id)

    def candidates(self, document: Document) -> list[str]:
        """Profiles that the page says enough about to be compared with."""
        said: defaultdict[tuple[str, int], float] = defaultdict(float)
        holders = self._shelf(document.language).holders
        terms = document.counts.keys() | document.heading | document.around
        for term in terms & holders.keys():
            for facet, weight in holders[term].items():
                said[facet] += weight
        return sorted({profile_id for (profile_id, _), share in said.items() if share >= ENOUGH})

    def relevant_to(self, document: Document, *, besides: str = "") -> dict[str, Score]:
        """The profiles that the page is relevant to, each by its own measure."""
        found: dict[str, Score] = {}
        for profile_id in self.candidates(document):
            interest = self._interests[profile_id]
            if profile_id != besides and interest.reads(document.language):
                score = interest.topic.score(document)
                if score.value >= interest.min_score and score.value > 0.0:
                    found[profile_id] = score
        return found

    def _shelf(self, language: str | None) -> "_Bucket":
        if language not in self._shelves:
            shelf = self._shelves[language] = _Bucket()
            for profile_id, interest in self._interests.items():
                shelf.add(profile_id, interest, language)
        return self._shelves[language]


class _Bucket:
    """The facets of all profiles in one language, by term."""

    def __init__(self) -> None:
        self.holders: dict[str, dict[tuple[str, int], float]] = {}  # term to facet to squared weight
        self._terms: dict[str, list[tuple[str, int]]] = {}  # what stands where, for taking it out again

    def add(self, profile_id: str, interest: Interest, language: str | None) -> None:
        if not interest.reads(language):
            return
        places = self._terms[profile_id] = []
        for number, facet in enumerate(interest.topic.facets(language)):
            for term, weight in _single(facet.weights).items():
                self.holders.setdefault(term, {})[profile_id, number] = weight * weight
                places.append((term, number))

    def drop(self, profile_id: str) -> None:
        for term, number in self._terms.pop(profile_id, ()):
            del self.holders[term][profile_id, number]
            if not self.holders[term]:
                del self.holders[term]


def _single(weights: Mapping[str, float]) -> dict[str, float]:
    """What speaks for a page, by single terms: a phrase is found through each of its words, which carry its weight."""
    single: dict[str, float] = {}
    for term, weight in weights.items():
        for part in term.split():
            single[part] = max(weight, single.get(part, 0.0)) if weight > 0 else single.get(part, 0.0)
    return {term: weight for term, weight in single.items() if weight > 0}
