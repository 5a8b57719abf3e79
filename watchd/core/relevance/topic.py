"""How relevant is a page to a profile, and why? A score from 0 to 1 that means the same for every profile.

A profile is one or more facets: what its query says and what its example pages say. Each is a vector of terms
that are worth more the rarer they are. A page is compared with every facet in four ways, and the best facet
counts:

- *closeness*: the cosine of the two tf-idf vectors. What is the page about?
- *coverage*: the share of the facet's weight that the page mentions. Is everything there that was asked for?
- *heading*: the share that its title and address name. A page that mentions a word in passing has no such title.
- *around*: the share that stands around the main text: where the site itself puts the page, in its breadcrumbs and
  in the lists that lead to its neighbours. What stands around every page of a site counts for little, since the
  profile's own counts know it.

The four add up to a total. How much a page needs depends on the topic: one that is said in many words is never said
in full by a page, and how well pages can match at all differs between sites, so the best pages that search engines
named or that earlier runs read (*hints*) count too. The chance of being relevant follows from how often the total
holds what is needed, by a curve fitted once over many topics. A text without surroundings (a paragraph, a plain
file) has a curve of its own.
"""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from operator import itemgetter

from msgspec import Struct, structs

from watchd.core.relevance.curve import CURVE, Curve, Evidence
from watchd.core.relevance.document import Document
from watchd.core.relevance.query import Facet, ParsedQuery, exclusions, in_language, parse
from watchd.core.relevance.term_rarity import (
    NO_COUNTS,
    Rarity,
    TermCounts,
    around,
    importance_vector,
    is_around,
)
from watchd.core.relevance.word_list import WordList
from watchd.core.relevance.words import terms_of, words

PHRASE = 1.5  # a phrase counts as a term of its own, worth this much of its rarest word
LEARNED = 0.8  # what learned words may add to a facet of length 1, where there is only a text to judge
SURROUNDED = 0.1  # and where a page has surroundings: where a site puts a page says more than its text
EXAMPLE_TERMS = 24  # an example page is known by its most telling terms
ENOUGH = 20.0  # what a topic tells by its words at least: three rare ones, or five that a site often has
BEST = 3  # hints that say how well pages can match: enough that one odd page does not
CLEARLY = 0.6  # engines also name pages off the topic: a hint with a lower score does not show what is wanted
USUAL = 9.0  # their mean total over the development topics, for a topic without hints
ALIKE = 0.35  # example pages with at least this cosine are one facet


class TermMatch(Struct, frozen=True):
    """One term that spoke for the page; the weights of a score add up to 1."""

    term: str
    weight: float


class Score(Struct, frozen=True):
    """The answer: how relevant, and why."""

    value: float
    matched: tuple[TermMatch, ...] = ()
    facet: int | None = None
    excluded_by: str | None = None
    closeness: float = 0.0  # to the best facet
    coverage: float = 0.0
    total: float = 0.0  # all evidence as one number, when the page has surroundings
    company: float | None = None  # the mean score of its neighbours, where it was judged beside them


IRRELEVANT = Score(0.0)


class _Facet(Struct, frozen=True):
    """Weights are of length 1; phrases are keyed by their joined terms."""

    weights: dict[str, float]  # with what verdicts have taught
    phrases: tuple[tuple[str, ...], ...]
    surrounded: dict[str, float]  # the same for pages with surroundings
    asked: dict[str, float]  # without: a title need not name what was learned
    telling: float  # how much what was asked tells as a whole


class _Learned(Struct, frozen=True):
    """What verdicts have taught, as two vectors of length 1."""

    words: dict[str, float] = {}  # of texts
    places: dict[str, float] = {}  # of titles, addresses and what stands around texts

    @classmethod
    def of(cls, words: WordList) -> "_Learned":
        placed = {term: weight for term, weight in words.importance.items() if is_around(term)}
        said = {term: weight for term, weight in words.importance.items() if term not in placed}
        return cls(importance_vector(said), importance_vector(placed))

    def added_to(self, asked: dict[str, float], share: float) -> dict[str, float]:
        """These weights with the learned words; without any they are the same, bit for bit."""
        if not self.words:
            return asked
        weights = dict(asked)
        for term, importance in self.words.items():
            weights[term] = weights.get(term, 0.0) + share * importance
        return importance_vector(weights)

    def place(self, document: Document) -> float:
        """What is known of the place where the site puts the page."""
        if not document.around or not self.places:
            return 0.0
        said = set(map(around, document.around | document.heading))
        return sum(weight for term, weight in self.places.items() if term in said)


class Topic:
    """What a profile is about, ready to be compared with pages of any language."""

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
        self._learned = _Learned.of(learned or WordList())
        self._own = own
        self._curve = curve
        self._rarity: dict[str | None, Rarity] = {}
        self._facets: dict[str | None, list[_Facet]] = {}
        self._excluded: dict[str | None, tuple[tuple[str, ...], ...]] = {}
        self._best_total = USUAL
        self._best: tuple[Document, ...] = ()
        self._shown: list[dict[str, float]] | None = None
        self._measure(hints)

    def with_hints(self, hints: Sequence[Document]) -> "Topic":
        """The same topic, measured by pages that search engines named for it."""
        topic = copy(self)
        topic._measure(hints)
        return topic

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
        document = self._understood(document)
        language = document.language
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
        document = self._understood(document)
        return importance_vector(_weighted(document, self.rarity(document.language)))

    def place(self, document: Document) -> dict[str, float]:
        """The words around the text, as keys of `Counts`, and how telling each is; none where only a text is known."""
        document = self._understood(document)
        rarity = self.rarity(document.language)
        placed = document.around | document.heading if document.around else frozenset()
        return {around(term): rarity.around(term) for term in placed}

    def shown(self) -> list[dict[str, float]]:
        """What pages on the topic look like, as vectors: the examples and the clearest hints."""
        if self._shown is None:
            self._shown = [self.vector(document) for document in (*self._examples, *self._best)]
        return self._shown

    def facets(self, language: str | None) -> list[_Facet]:
        """The facets in the terms of a language: those of the query, then those of the examples."""
        language = self.language_of(language)
        if language not in self._facets:
            rarity = self.rarity(language)
            asked = [self._asked(facet, language, rarity) for facet in self.query.facets]
            shown = [self._taught(weights, rarity) for weights in _clusters(self._examples, rarity)]
            self._facets[language] = [f for f in [*asked, *shown] if f.weights]
        return self._facets[language]

    def language_of(self, language: str | None) -> str | None:
        """A page that does not say its language is taken to be in the profile's first."""
        return language or (self._languages[0] if self._languages else None)

    def _understood(self, document: Document) -> Document:
        """A document without language holds whole words: they are stemmed as the profile's are, so that they meet."""
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
        )

    def _measure(self, hints: Sequence[Document]) -> None:
        """Let the best of the hints say how much evidence there can be, and which of them show the topic."""
        scored = sorted(((self.score(hint).total, hint) for hint in hints), key=itemgetter(0), reverse=True)
        best = scored[:BEST]
        self._best_total = sum(total for total, _ in best) / len(best) if best else USUAL
        self._best = tuple(hint for _, hint in scored if self.score(hint).value >= CLEARLY)
        self._shown = None

    def _exclusions(self, language: str | None) -> tuple[tuple[str, ...], ...]:
        if language not in self._excluded:
            self._excluded[language] = exclusions(self.query, language)
        return self._excluded[language]

    def _asked(self, facet: Facet, language: str | None, rarity: Rarity) -> _Facet:
        terms = in_language(facet, language)
        weights = {term: rarity(term) for term in terms.terms}
        for phrase in terms.phrases:
            weights[" ".join(phrase)] = PHRASE * max(rarity(term) for term in phrase)
        return self._taught(importance_vector(weights), rarity, terms.phrases)

    def _taught(
        self, asked: dict[str, float], rarity: Rarity, phrases: tuple[tuple[str, ...], ...] = ()
    ) -> _Facet:
        """A facet with what feedback has taught added to it."""
        learned = self._learned
        return _Facet(
            learned.added_to(asked, LEARNED),
            phrases,
            learned.added_to(asked, SURROUNDED),
            asked,
            sum(_telling(asked, rarity).values()),
        )

    def _against(self, facet: _Facet, document: Document, rarity: Rarity, length: float) -> Score:
        weights = facet.surrounded if document.around else facet.weights
        found = {t: (w, document.counts[t]) for t, w in weights.items() if t in document.counts}
        for phrase in facet.phrases:
            count = document.has(phrase)
            if count:
                found[" ".join(phrase)] = (weights[" ".join(phrase)], count)
        if not found:
            return IRRELEVANT
        parts = {t: w * _damped(tf) * _idf(t, rarity) / length for t, (w, tf) in found.items()}
        wanted = sum(w for w in weights.values() if w > 0)
        covered = sum(w * _present(tf) for w, tf in found.values()) / wanted if wanted else 0.0
        evidence = Evidence(
            max(0.0, sum(parts.values())),
            max(0.0, covered),
            _named(facet.asked, document.heading, rarity),
            _named(facet.asked, document.around, rarity.around) if document.around else None,
            self._learned.place(document),
        )
        return Score(
            self._curve(evidence, self._curve.needed(facet.telling, self._best_total)),
            _explained(parts),
            closeness=evidence.closeness,
            coverage=evidence.coverage,
            total=self._curve.total(evidence),
        )


def _named(weights: Mapping[str, float], said: frozenset[str], rarity: Callable[[str], float]) -> float:
    """The share of the facet that is said; a phrase is when all of its words are.

    A word weighs as much as it tells here: what a site has around every page tells little. One common word is no
    topic, so a facet that tells too little as a whole cannot be said in full.
    """
    telling = _telling(weights, rarity)
    wanted = max(sum(telling.values()), ENOUGH)
    return sum(tells for term, tells in telling.items() if said.issuperset(term.split())) / wanted


def _telling(weights: Mapping[str, float], rarity: Callable[[str], float]) -> dict[str, float]:
    return {term: min(map(rarity, term.split())) for term, weight in weights.items() if weight > 0}


def _idf(term: str, rarity: Rarity) -> float:
    return PHRASE * max(map(rarity, term.split())) if " " in term else rarity(term)


def _damped(count: int) -> float:
    return 1.0 + math.log(count)


def _present(count: int) -> float:
    """One mention in passing is half a match; three make it a subject."""
    return count / (count + 1.0)


def _explained(parts: dict[str, float], most: int = 8) -> tuple[TermMatch, ...]:
    total = sum(abs(p) for p in parts.values())
    ranked = sorted(parts.items(), key=lambda item: (-item[1], item[0]))[:most]
    return tuple(TermMatch(term, part / total) for term, part in ranked) if total > 0 else ()


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
