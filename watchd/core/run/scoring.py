"""How relevant is a page to the profile of a run? By its words, then by the company it keeps among the pages read so far.

A site has its own common words: on a manual of Python, "python" tells nothing. So the terms of the pages that a profile
has read are counted, and the topic is made anew now and then. Only pages that are not relevant count: agents gather where
the topic is, and a profile that counts its own finds would take its own words for common ones and go blind.

How much a page needs to be relevant depends on how well pages match at all where the profile looks. At first only pages
that search engines named can tell; later the best pages that were read join them.

Replays do not depend on it: an arrival carries its score.
"""

from collections import Counter
from collections.abc import Mapping

from msgspec import structs

from watchd.core.population.origin import Origin, topic_of
from watchd.core.relevance.document import Document
from watchd.core.relevance.link_graph import LinkGraph
from watchd.core.relevance.neighbours import NEIGHBOUR_CURVE, Benchmark, PageEvidence, strength_of
from watchd.core.relevance.term_rarity import TermCounts
from watchd.core.relevance.topic import IRRELEVANT, Score, Topic
from watchd.model.page import Page

EVERY = 20  # new pages between two topics
MAX_HINTS = 10  # best pages that are kept
MAX_TERMS = 20_000  # kept between runs: the most common ones; a rare word needs no count to be rare
MAX_DOCUMENTS = 5_000  # beyond, old pages fade, so that a profile's web may change


class Scoring:
    """Scores pages for one run."""

    def __init__(self, origin: Origin, own: TermCounts, languages: list[str], link_graph: LinkGraph) -> None:
        self._origin = origin
        self._languages = languages
        self._documents = own.documents
        self._terms: Counter[str] = Counter(own.terms)
        self._hints = list(origin.hints)
        self._read = 0
        self.link_graph = link_graph
        self.topic: Topic = topic_of(origin, own)
        self._standing = link_graph.settle()

    def score(self, document: Document, page: Page, *, is_new: bool) -> Score:
        """A page in another language pays nothing; its links may still lead somewhere."""
        if self._is_foreign(document):
            return IRRELEVANT
        words = self.topic.score(document)
        links = [link.url for link in page.links]
        peer = PageEvidence(strength_of(words.value), self.link_graph.ties(page.url, links))
        score = self._beside(words, peer, self._standing)
        self.link_graph.meet(page.url, links, score.value, peer, is_new=is_new)
        if is_new:
            self._learn(document, score)
        return score

    def by_words(self, document: Document) -> Score:
        """What the page says, whoever is around it."""
        return IRRELEVANT if self._is_foreign(document) else self.topic.score(document)

    def settle(self, peers: Mapping[str, tuple[Score, PageEvidence]], standing: Benchmark) -> dict[str, Score]:
        """Take up pages that were judged beside each other; their scores."""
        self._standing = standing
        return {url: self._beside(words, peer, standing) for url, (words, peer) in peers.items()}

    def belated(self) -> list[str]:
        """Pages that were not worth telling when they were read, and that are by the company they keep by now."""
        self._standing = self.link_graph.settle()
        return self.link_graph.risen(self._origin.min_score)

    def counts(self) -> TermCounts:
        """In how many pages each term occurs, as far as it is worth remembering."""
        if self._documents > MAX_DOCUMENTS:
            share = MAX_DOCUMENTS / self._documents
            self._documents = MAX_DOCUMENTS
            self._terms = Counter({t: faded for t, n in self._terms.items() if (faded := int(n * share)) > 0})
        return TermCounts(self._documents, dict(self._terms.most_common(MAX_TERMS)))

    def _all_counts(self) -> TermCounts:
        """The same without choosing, which takes a while; a copy, since a topic is not to change while it is in use."""
        return TermCounts(self._documents, dict(self._terms))

    def hints(self) -> tuple[Document, ...]:
        """The best pages that engines named or that were read."""
        return tuple(sorted(self._hints, key=lambda hint: -self.topic.score(hint).total)[:MAX_HINTS])

    def _learn(self, document: Document, score: Score) -> None:
        if score.value >= self._origin.min_score:
            self._hints.append(document)
        else:
            self._documents += 1
            self._terms.update(document.seen())
        self._read += 1
        if self._read % EVERY == 0:
            self._hints = list(self.hints())
            self.topic = topic_of(structs.replace(self._origin, hints=tuple(self._hints)), self._all_counts())
            self._standing = self.link_graph.settle()

    def _is_foreign(self, document: Document) -> bool:
        return bool(self._languages and document.language and document.language not in self._languages)

    @staticmethod
    def _beside(words: Score, peer: PageEvidence, standing: Benchmark) -> Score:
        """The same score among neighbours; whoever says nothing of the topic is not relevant in any company."""
        if words.value <= 0.0:
            return words
        company = peer.ties.company if peer.ties.weight > 0.0 else None
        return structs.replace(words, value=NEIGHBOUR_CURVE(peer, standing), company=company)
