"""Topic of a profile, and the relevance score of a page: from 0 to 1, with the same meaning for every profile.

A profile has one or more facets: one for each alternative of its query, and one for each group of similar example pages. A
facet is a vector of terms; rarer terms weigh more. A page is compared with every facet in five ways, and the best facet
counts:

- *closeness*: the cosine of the two tf-idf vectors. It shows what the page is about as a whole.
- *coverage*: the share of the facet's weight that the page mentions. It shows whether the page says all that was asked for.
- *heading*: the share that its title and address name. A page that only mentions a word does not have it in its title.
- *around*: the share that stands around the main text, in breadcrumbs and in lists of neighbouring pages. There the site
  itself shows where the page belongs. What stands around every page of a site counts little, by the profile's own counts.
- *likeness*: the cosine with the pages that match best (core/relevance/likeness.py).

The curve in core/relevance/curve.py turns this evidence into a score.
"""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from operator import itemgetter

from msgspec import UNSET, Struct, UnsetType, structs

from watchd.core.relevance.curve import CURVE, Curve, Evidence
from watchd.core.relevance.document import Document
from watchd.core.relevance.likeness import BestPage, best_page, likeness_of
from watchd.core.relevance.prior import Route
from watchd.core.relevance.query import Facet, ParsedQuery, exclusions, in_language, parse
from watchd.core.relevance.score_shift import AppliedShift, ScoreShift, place_rarities
from watchd.core.relevance.term_rarity import (
    NO_COUNTS,
    Rarity,
    TermCounts,
    is_surrounding_key,
    rarity_of,
    unit_vector,
)
from watchd.core.relevance.word_list import WordList
from watchd.core.relevance.words import terms_of, words

PHRASE_WEIGHT = 1.5  # a phrase counts as a term of its own, with this multiple of the rarity of its rarest word
LEARNED_SHARE = 0.8  # weight of learned words beside a facet of length 1, for the choice of links
MAX_EXAMPLE_TERMS = 24  # an example page is represented by its heaviest terms
MIN_COVERED_RARITY = 9.0  # the same for what the text covers: one rare word, or two that a site often has
MIN_TOPIC_RARITY = 20.0  # sum of rarities: three rare words, or five that a site often has
MAX_LIKE_EXAMPLES = 10  # that pages are compared with
BEST_HINTS = 3  # number of hints that show how well pages can match: so one unusual page does not decide
# Providers also name pages off the topic: a hint with a lower score does not show what is wanted.
MIN_SHOWN_SCORE = 0.5
USUAL_BEST_TOTAL = 4.7  # for a topic without hints: its pages cannot show that they are like the best ones
MIN_CLUSTER_COSINE = 0.35  # example pages with at least this cosine become one facet
MAX_MATCHED_TERMS = 8  # terms that explain a score


class TermMatch(Struct, frozen=True):
    """A term that contributed to a score; the weights of a score add up to 1."""

    term: str
    weight: float


class Score(Struct, frozen=True):
    """Relevance of a page, with its explanation."""

    value: float
    matched: tuple[TermMatch, ...] = ()
    facet: int | None = None
    excluded_by: str | None = None
    closeness: float = 0.0  # to the best facet
    coverage: float = 0.0
    total: float = 0.0  # all evidence as one number
    neighbours: float | None = None  # the mean score of its neighbours, if it was scored beside them
    route: Route | UnsetType = UNSET  # on which a run met the page, if that is part of the score


IRRELEVANT = Score(0.0)


class FacetWeights(Struct, frozen=True):
    """Weights of a facet in one language. All vectors have length 1; the key of a phrase is its joined terms."""

    weights: dict[str, float]  # with the words that verdicts have taught: for the choice of links
    phrases: tuple[tuple[str, ...], ...]
    asked: dict[str, float]  # without them: for the score of a page


def _of_texts(learned: WordList) -> dict[str, float]:
    """Return the learned words of texts as a vector of length 1."""
    return unit_vector({t: weight for t, weight in learned.importance.items() if not is_surrounding_key(t)})


class Topic:
    """Query, examples and learned words of a profile, ready for comparison with pages of any language."""

    def __init__(
        self,
        text: str = "",
        *,
        languages: Sequence[str] = (),
        examples: Sequence[Document] = (),
        learned: WordList | None = None,
        own: TermCounts = NO_COUNTS,
        hints: Sequence[Document] = (),
        curve: Curve = CURVE,
    ) -> None:
        self.query: ParsedQuery = parse(text)
        self._languages = tuple(languages)
        self._examples = tuple(examples)
        self._learned = _of_texts(learned or WordList())
        self._shifted = AppliedShift()
        self._own = own
        self._curve = curve
        self._is_former = False
        self._rarity: dict[str | None, Rarity] = {}
        self._facets: dict[str | None, list[FacetWeights]] = {}
        self._excluded: dict[str | None, tuple[tuple[str, ...], ...]] = {}
        self._best_total = USUAL_BEST_TOTAL
        self._best_pages: tuple[BestPage, ...] = ()
        self._clear_hints: tuple[Document, ...] = ()
        self._shown: list[dict[str, float]] | None = None
        self._measure(hints)

    def with_hints(self, hints: Sequence[Document]) -> "Topic":
        """Return the same topic, measured by pages that search providers named for it."""
        topic = copy(self)
        topic._measure(hints)
        return topic

    def with_former_words(self) -> "Topic":
        """Return the same topic without hints, with the word tables of earlier versions, to replay their journals."""
        topic = copy(self)
        topic._is_former = True
        topic._rarity, topic._facets = {}, {}
        topic._measure(())
        return topic

    def with_shift(self, shift: ScoreShift) -> "Topic":
        """Return the same topic with scores shifted by what a person taught."""
        topic = copy(self)
        topic._shifted = AppliedShift(shift)
        return topic

    def rarity(self, language: str | None) -> Rarity:
        if language not in self._rarity:
            asked = {term for facet in self.query.facets for term in in_language(facet, language).terms}
            self._rarity[language] = rarity_of(language, self._own, asked, is_former=self._is_former)
        return self._rarity[language]

    def weights(self, language: str | None = None) -> dict[str, float]:
        """Return the single terms of all facets with their weights, the heaviest first."""
        merged: dict[str, float] = {}
        for facet in self.facets(language):
            for term, weight in facet.weights.items():
                if " " not in term and weight > merged.get(term, 0.0):
                    merged[term] = weight
        return dict(sorted(merged.items(), key=lambda item: (-item[1], item[0])))

    def score(self, document: Document) -> Score:
        """Score a page against its best facet; an excluded word makes the score 0."""
        document = self._stemmed(document)
        language = document.language
        for sequence in self._exclusions(language):
            if document.count_of(sequence):
                return Score(0.0, excluded_by=" ".join(sequence))
        rarity = self.rarity(language)
        weights = _tf_idf(document, rarity)
        length = _length(weights)
        if length == 0.0:
            return IRRELEVANT
        best, likeness = IRRELEVANT, likeness_of(self._best_pages, weights, length, language)
        for number, facet in enumerate(self.facets(language)):
            score = self._compare(facet, document, rarity, length, likeness)
            if score.value > best.value:
                best = structs.replace(score, facet=number)
        shifted = self._shifted(best.value, document, rarity, length)
        return best if shifted == best.value else structs.replace(best, value=shifted)

    def shift_by(self, shift: ScoreShift, document: Document) -> float:
        """Return by how much this shift moves the score of a page, in log-odds."""
        document = self._stemmed(document)
        rarity = self.rarity(document.language)
        length = _length(_tf_idf(document, rarity))
        return AppliedShift(shift).of(document, rarity, length) if length > 0.0 else 0.0

    def vector(self, document: Document) -> dict[str, float]:
        """Return the text as a tf-idf vector of length 1."""
        document = self._stemmed(document)
        return unit_vector(_tf_idf(document, self.rarity(document.language)))

    def surroundings(self, document: Document) -> dict[str, float]:
        """Return the terms around a text with their rarities, as keys of `TermCounts`; empty for a bare text."""
        document = self._stemmed(document)
        return place_rarities(document, self.rarity(document.language))

    def shown_vectors(self) -> list[dict[str, float]]:
        """Return the pages that show what is wanted, as vectors: the examples and the clearest hints."""
        if self._shown is None:
            self._shown = [self.vector(document) for document in (*self._examples, *self._clear_hints)]
        return self._shown

    def facets(self, language: str | None) -> list[FacetWeights]:
        """Return the facets in the terms of a language: those of the query, then those of the examples."""
        language = self.language_of(language)
        if language not in self._facets:
            rarity = self.rarity(language)
            asked = [self._query_facet(facet, language, rarity) for facet in self.query.facets]
            shown = [self._facet(weights) for weights in _clusters(self._examples, rarity)]
            self._facets[language] = [f for f in [*asked, *shown] if f.weights]
        return self._facets[language]

    def terms(self, language: str | None) -> frozenset[str]:
        """Return the single words that the query and the examples ask for."""
        return frozenset(
            word for facet in self.facets(language) for term in facet.asked for word in term.split()
        )

    def language_of(self, language: str | None) -> str | None:
        """Return the language of a page; a page that does not state one gets the profile's first language."""
        return language or (self._languages[0] if self._languages else None)

    def _stemmed(self, document: Document) -> Document:
        """Stem a document without language, which has whole words, as the profile's words are stemmed."""
        language = self.language_of(document.language)
        if document.language is not None or language is None:
            return document
        counts: Counter[str] = Counter()
        for word, count in document.counts.items():
            for term in words(word, language):
                counts[term] += count
        return Document(
            language=language,
            terms=tuple(terms_of(document.terms, language)),
            counts=dict(counts),
            heading=frozenset(terms_of(document.heading, language)),
            around=frozenset(terms_of(document.around, language)),
            address=document.address,
        )

    def _measure(self, hints: Sequence[Document]) -> None:
        """Measure by the best hints how much evidence there can be, and choose the hints that show the topic."""
        self._shown = None
        self._best_pages = tuple(
            self._best_page(d, is_example=True) for d in self._examples[:MAX_LIKE_EXAMPLES]
        )
        scored = sorted(((self.score(hint).total, hint) for hint in hints), key=itemgetter(0), reverse=True)
        best = [hint for total, hint in scored[:BEST_HINTS] if total > 0.0]
        self._best_pages += tuple(self._best_page(hint, is_example=False) for hint in best)
        totals = [self.score(hint).total for hint in best]
        self._best_total = sum(totals) / len(totals) if totals else USUAL_BEST_TOTAL
        self._clear_hints = tuple(hint for _, hint in scored if self.score(hint).value >= MIN_SHOWN_SCORE)

    def _best_page(self, document: Document, *, is_example: bool) -> BestPage:
        return best_page(self.vector(document), self.language_of(document.language), is_example=is_example)

    def _exclusions(self, language: str | None) -> tuple[tuple[str, ...], ...]:
        if language not in self._excluded:
            self._excluded[language] = exclusions(self.query, language)
        return self._excluded[language]

    def _query_facet(self, facet: Facet, language: str | None, rarity: Rarity) -> FacetWeights:
        terms = in_language(facet, language)
        weights = {term: rarity(term) for term in terms.terms}
        for phrase in terms.phrases:
            weights[" ".join(phrase)] = PHRASE_WEIGHT * max(rarity(term) for term in phrase)
        return self._facet(unit_vector(weights), terms.phrases)

    def _facet(self, asked: dict[str, float], phrases: tuple[tuple[str, ...], ...] = ()) -> FacetWeights:
        return FacetWeights(_with_learned(asked, self._learned), phrases, asked)

    def _compare(
        self, facet: FacetWeights, document: Document, rarity: Rarity, length: float, likeness: float
    ) -> Score:
        weights = facet.asked
        found = {t: (w, document.counts[t]) for t, w in weights.items() if t in document.counts}
        for phrase in facet.phrases:
            count = document.count_of(phrase)
            if count:
                found[" ".join(phrase)] = (weights[" ".join(phrase)], count)
        heading = _share_named(facet.asked, document.heading, rarity)
        around = _share_named(facet.asked, document.around, rarity.in_surroundings) if document.around else 0.0
        if not found and not heading and not around:
            return IRRELEVANT
        parts = {t: w * _damped(tf) * _idf(t, rarity) / length for t, (w, tf) in found.items()}
        wanted = sum(w for w in weights.values() if w > 0)
        covered = sum(w * _present(tf) for w, tf in found.values()) / wanted if wanted else 0.0
        # One common word is not a topic, so a page cannot cover it in full.
        covered *= min(1.0, sum(_rarities(facet.asked, rarity).values()) / MIN_COVERED_RARITY)
        evidence = Evidence(max(0.0, sum(parts.values())), max(0.0, covered), heading, around, likeness)
        total = self._curve.total(evidence)
        return Score(
            self._curve(total, self._curve.needed(self._best_total)),
            _term_matches(parts or _named_terms(facet.asked, document, rarity)),
            closeness=evidence.closeness,
            coverage=evidence.coverage,
            total=total,
        )


def _with_learned(asked: dict[str, float], learned: Mapping[str, float]) -> dict[str, float]:
    """Add the learned words to weights. Without learned words the weights stay the same, bit for bit."""
    if not learned:
        return asked
    weights = dict(asked)
    for term, importance in learned.items():
        weights[term] = weights.get(term, 0.0) + LEARNED_SHARE * importance
    return unit_vector(weights)


def _share_named(weights: Mapping[str, float], named: frozenset[str], rarity: Callable[[str], float]) -> float:
    """Return the share of a facet that these terms name; a phrase is named when all of its words are.

    Each word weighs as much as its rarity here: words around every page of a site say little. One common word is not a
    topic, so a facet whose rarities add up to too little cannot be named in full.
    """
    rarities = _rarities(weights, rarity)
    wanted = max(sum(rarities.values()), MIN_TOPIC_RARITY)
    return sum(weight for term, weight in rarities.items() if named.issuperset(term.split())) / wanted


def _named_terms(weights: Mapping[str, float], document: Document, rarity: Rarity) -> dict[str, float]:
    """Return the terms that title, address and surroundings name, for a text that has none of them."""
    named = document.heading | document.around
    return {t: r for t, r in _rarities(weights, rarity).items() if named.issuperset(t.split())}


def _rarities(weights: Mapping[str, float], rarity: Callable[[str], float]) -> dict[str, float]:
    return {term: min(map(rarity, term.split())) for term, weight in weights.items() if weight > 0}


def _idf(term: str, rarity: Rarity) -> float:
    return PHRASE_WEIGHT * max(map(rarity, term.split())) if " " in term else rarity(term)


def _length(weights: Mapping[str, float]) -> float:
    return math.sqrt(sum(weight * weight for weight in weights.values()))


def _damped(count: int) -> float:
    return 1.0 + math.log(count)


def _present(count: int) -> float:
    """Return how far a word counts as present: one mention is half a match, three are three quarters."""
    return count / (count + 1.0)


def _term_matches(parts: dict[str, float]) -> tuple[TermMatch, ...]:
    total = sum(abs(p) for p in parts.values())
    ranked = sorted(parts.items(), key=lambda item: (-item[1], item[0]))[:MAX_MATCHED_TERMS]
    return tuple(TermMatch(term, part / total) for term, part in ranked) if total > 0 else ()


def example_terms(document: Document, rarity: Rarity, max_terms: int = MAX_EXAMPLE_TERMS) -> dict[str, float]:
    """Return the heaviest terms of an example page, as a vector of length 1."""
    ranked = sorted(_tf_idf(document, rarity).items(), key=lambda item: (-item[1], item[0]))[:max_terms]
    return unit_vector(dict(ranked))


def _tf_idf(document: Document, rarity: Rarity) -> dict[str, float]:
    return {t: _damped(tf) * rarity(t) for t, tf in document.counts.items()}


def _clusters(examples: Sequence[Document], rarity: Rarity) -> list[dict[str, float]]:
    """Join similar example pages to one facet each, their mean."""
    clusters: list[list[dict[str, float]]] = []
    for document in examples:
        vector = example_terms(document, rarity)
        for cluster in clusters:
            if max(cosine(vector, other) for other in cluster) >= MIN_CLUSTER_COSINE:
                cluster.append(vector)
                break
        else:
            clusters.append([vector])
    return [_mean(cluster) for cluster in clusters]


def cosine(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    """Return the cosine of two vectors of length 1."""
    return sum(weight * other.get(term, 0.0) for term, weight in one.items())


def _mean(vectors: list[dict[str, float]]) -> dict[str, float]:
    total: dict[str, float] = {}
    for vector in vectors:
        for term, weight in vector.items():
            total[term] = total.get(term, 0.0) + weight
    ranked = sorted(total.items(), key=lambda item: (-item[1], item[0]))[:MAX_EXAMPLE_TERMS]
    return unit_vector(dict(ranked))
