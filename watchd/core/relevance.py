"""How relevant is a page to a profile, and why? A score from 0 to 1 that means the same for every profile.

A profile is one or more facets: what its query says and what its example pages say. Each is a vector of terms
that are worth more the rarer they are. A page is compared with every facet in two ways, and the best facet
counts:

- *closeness*: the cosine of the two tf-idf vectors. What is the page about?
- *coverage*: the share of the facet's weight that the page mentions. Is everything there that was asked for?

Raw cosines of a two-word query and of a long example page cannot be compared. A logistic curve, fitted once
over many topics (see `watchd lab calibrate`), turns both into the chance that such a page is relevant.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct, structs

from watchd.core.query import Facet, Query, exclusions, in_language, parse
from watchd.core.rarity import NOTHING, Counts, Rarity, importance_vector
from watchd.core.wordlist import WordList
from watchd.core.words import words
from watchd.model.page import Page

PHRASE = 1.5  # a phrase counts as a term of its own, worth this much of its rarest word
LEARNED = 0.5  # what the word list may add to a facet of length 1
EXAMPLE_TERMS = 24  # an example page is known by its most telling terms
TITLE = 3  # a word of the title counts as so many words of the text
ALIKE = 0.35  # example pages with at least this cosine are one facet


class Curve(Struct, frozen=True):
    """The logistic curve from closeness and coverage to the chance of being relevant."""

    base: float = -5.0
    closeness: float = 7.0
    coverage: float = 3.3

    def __call__(self, closeness: float, coverage: float) -> float:
        at_nothing = 1.0 / (1.0 + math.exp(-self.base))
        chance = 1.0 / (1.0 + math.exp(-(self.base + self.closeness * closeness + self.coverage * coverage)))
        return (chance - at_nothing) / (1.0 - at_nothing)  # a page without any match scores exactly 0


CURVE = Curve()


class Document(Struct, frozen=True):
    """A page as relevance sees it: counted once, compared with many profiles."""

    language: str | None
    terms: tuple[str, ...]
    counts: dict[str, int]

    def has(self, sequence: tuple[str, ...]) -> int:
        """How often the sequence of terms occurs."""
        if any(term not in self.counts for term in sequence):
            return 0
        n = len(sequence)
        return sum(self.terms[i : i + n] == sequence for i, t in enumerate(self.terms) if t == sequence[0])


class Match(Struct, frozen=True):
    """One term that spoke for the page; the weights of a score add up to 1."""

    term: str
    weight: float


class Score(Struct, frozen=True):
    """The answer: how relevant, and why."""

    value: float
    matched: tuple[Match, ...] = ()
    facet: int | None = None
    excluded_by: str | None = None
    closeness: float = 0.0  # to the best facet
    coverage: float = 0.0


IRRELEVANT = Score(0.0)


def read(page: Page) -> Document:
    """Count the words of a page's title and main text."""
    text = page.text or page.full_text
    terms = tuple(words(text, page.language))
    counts = Counter(terms)
    for term in words(page.title, page.language):
        counts[term] += TITLE
    return Document(language=page.language, terms=terms, counts=dict(counts))


class _Facet(Struct, frozen=True):
    weights: dict[str, float]  # of length 1; phrases are keyed by their joined terms
    phrases: tuple[tuple[str, ...], ...] = ()


class Topic:
    """What a profile is about, ready to be compared with pages of any language."""

    def __init__(
        self,
        text: str = "",
        *,
        languages: Sequence[str] = (),
        examples: Sequence[Document] = (),
        learned: WordList | None = None,
        own: Counts = NOTHING,
        curve: Curve = CURVE,
    ) -> None:
        self.query: Query = parse(text)
        self._languages = tuple(languages)
        self._examples = tuple(examples)
        self._learned = (learned or WordList()).importance
        self._own = own
        self._curve = curve
        self._rarity: dict[str | None, Rarity] = {}
        self._facets: dict[str | None, list[_Facet]] = {}
        self._excluded: dict[str | None, tuple[tuple[str, ...], ...]] = {}

    def rarity(self, language: str | None) -> Rarity:
        """How telling the words of this language are."""
        if language not in self._rarity:
            self._rarity[language] = Rarity(language, self._own)
        return self._rarity[language]

    def weights(self, language: str | None = None) -> dict[str, float]:
        """The single terms of all facets with their weights, heaviest first."""
        merged: dict[str, float] = {}
        for facet in self.facets(language):
            for term, weight in facet.weights.items():
                if " " not in term and weight > merged.get(term, 0.0):
                    merged[term] = weight
        return dict(sorted(merged.items(), key=lambda item: (-item[1], item[0])))

    def score(self, document: Document) -> Score:
        """How relevant the page is: the best facet counts, and an excluded word ends it."""
        language = self._language(document.language)
        for sequence in self._exclusions(language):
            if document.has(sequence):
                return Score(0.0, excluded_by=" ".join(sequence))
        rarity = self.rarity(language)
        length = math.sqrt(sum((_damped(tf) * rarity(term)) ** 2 for term, tf in document.counts.items()))
        if length == 0.0:
            return IRRELEVANT
        best = IRRELEVANT
        for number, facet in enumerate(self.facets(language)):
            score = self._against(facet, document, rarity, length)
            if score.value > best.value:
                best = structs.replace(score, facet=number)
        return best

    def vector(self, document: Document) -> dict[str, float]:
        """The text as a vector of length 1, in which rare words weigh more."""
        return importance_vector(_weighted(document, self.rarity(self._language(document.language))))

    def facets(self, language: str | None) -> list[_Facet]:
        """The facets in the terms of a language: those of the query, then those of the examples."""
        language = self._language(language)
        if language not in self._facets:
            rarity = self.rarity(language)
            asked = [self._asked(facet, language, rarity) for facet in self.query.facets]
            shown = [self._taught(_Facet(weights)) for weights in _clusters(self._examples, rarity)]
            self._facets[language] = [f for f in [*asked, *shown] if f.weights]
        return self._facets[language]

    def _language(self, language: str | None) -> str | None:
        """A page that does not say its language is taken to be in the profile's first."""
        return language or (self._languages[0] if self._languages else None)

    def _exclusions(self, language: str | None) -> tuple[tuple[str, ...], ...]:
        if language not in self._excluded:
            self._excluded[language] = exclusions(self.query, language)
        return self._excluded[language]

    def _asked(self, facet: Facet, language: str | None, rarity: Rarity) -> _Facet:
        terms = in_language(facet, language)
        weights = {term: rarity(term) for term in terms.terms}
        for phrase in terms.phrases:
            weights[" ".join(phrase)] = PHRASE * max(rarity(term) for term in phrase)
        return self._taught(_Facet(importance_vector(weights), terms.phrases))

    def _taught(self, facet: _Facet) -> _Facet:
        """The facet with what feedback has taught added to it."""
        if not self._learned:
            return facet
        weights = dict(facet.weights)
        for term, importance in self._learned.items():
            weights[term] = weights.get(term, 0.0) + LEARNED * importance
        return _Facet(importance_vector(weights), facet.phrases)

    def _against(self, facet: _Facet, document: Document, rarity: Rarity, length: float) -> Score:
        found = {t: (w, document.counts[t]) for t, w in facet.weights.items() if t in document.counts}
        for phrase in facet.phrases:
            count = document.has(phrase)
            if count:
                found[" ".join(phrase)] = (facet.weights[" ".join(phrase)], count)
        if not found:
            return IRRELEVANT
        parts = {t: w * _damped(tf) * _idf(t, rarity) / length for t, (w, tf) in found.items()}
        wanted = sum(w for w in facet.weights.values() if w > 0)
        covered = sum(w * _present(tf) for w, tf in found.values()) / wanted if wanted else 0.0
        closeness, coverage = max(0.0, sum(parts.values())), max(0.0, covered)
        value = min(1.0, max(0.0, self._curve(closeness, coverage)))
        return Score(value, _explained(parts), closeness=closeness, coverage=coverage)


def _idf(term: str, rarity: Rarity) -> float:
    return PHRASE * max(map(rarity, term.split())) if " " in term else rarity(term)


def _damped(count: int) -> float:
    return 1.0 + math.log(count)


def _present(count: int) -> float:
    """One mention in passing is half a match; three make it a subject."""
    return count / (count + 1.0)


def _explained(parts: dict[str, float], most: int = 8) -> tuple[Match, ...]:
    total = sum(abs(p) for p in parts.values())
    ranked = sorted(parts.items(), key=lambda item: (-item[1], item[0]))[:most]
    return tuple(Match(term, part / total) for term, part in ranked) if total > 0 else ()


def example_terms(document: Document, rarity: Rarity, most: int = EXAMPLE_TERMS) -> dict[str, float]:
    """The most telling terms of an example page, as a vector of length 1."""
    ranked = sorted(_weighted(document, rarity).items(), key=lambda item: (-item[1], item[0]))[:most]
    return importance_vector(dict(ranked))


def _weighted(document: Document, rarity: Rarity) -> dict[str, float]:
    return {t: _damped(tf) * rarity(t) for t, tf in document.counts.items()}


def _clusters(examples: Sequence[Document], rarity: Rarity) -> list[dict[str, float]]:
    """Example pages that are alike become one facet (their mean), the others one each."""
    clusters: list[list[dict[str, float]]] = []
    for document in examples:
        vector = example_terms(document, rarity)
        for cluster in clusters:
            if max(cosine(vector, other) for other in cluster) >= ALIKE:
                cluster.append(vector)
                break
        else:
            clusters.append([vector])
    return [_mean(cluster) for cluster in clusters]


def cosine(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    """How alike two vectors of length 1 are."""
    return sum(weight * other.get(term, 0.0) for term, weight in one.items())


def _mean(vectors: list[dict[str, float]]) -> dict[str, float]:
    total: dict[str, float] = {}
    for vector in vectors:
        for term, weight in vector.items():
            total[term] = total.get(term, 0.0) + weight
    ranked = sorted(total.items(), key=lambda item: (-item[1], item[0]))[:EXAMPLE_TERMS]
    return importance_vector(dict(ranked))
