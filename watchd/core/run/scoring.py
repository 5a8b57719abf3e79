"""Relevance of pages to the profile of a run: by their words, then by their neighbours among the pages read so far.

A site has its own common words: in a manual of Python, "python" says nothing. So a run counts the terms of the pages that
the profile has read, and periodically makes the topic again. Only pages that are not relevant count: agents gather where
the topic is, and if a profile counted its own findings, its own words would seem common.

The evidence that a page needs depends on how well pages match at all where the profile looks. At first only pages that
search providers named can show it; later the best pages that were read join them.

A replay does not need any of this, because an arrival contains its score.
"""

from collections import Counter
from collections.abc import Mapping

from msgspec import structs

from watchd.core.population.origin import Origin, topic_of
from watchd.core.relevance.curve import chance_of, log_odds_of
from watchd.core.relevance.document import Document, document_of
from watchd.core.relevance.link_graph import LinkGraph
from watchd.core.relevance.neighbours import NEIGHBOUR_CURVE, PageEvidence, words_of
from watchd.core.relevance.news_evidence import NEWS_CURVE, ClearPages, share_named
from watchd.core.relevance.prior import Route, prior_log_odds
from watchd.core.relevance.site_wording import SiteWording
from watchd.core.relevance.term_rarity import TermCounts
from watchd.core.relevance.topic import IRRELEVANT, Score, Topic
from watchd.model.page import Page

SETTLING_ROUNDS = 3  # scores depend on each other: after this number of rounds they hardly change
PAGES_PER_TOPIC = 20  # new pages until the topic is made again
MAX_HINTS = 10  # best pages that are kept
MAX_UNCLEAR_HINTS = 3  # that show the topic where no page is clear
MAX_TERMS = 20_000  # kept between runs: the most common ones; a word without a count is rare anyway
MAX_DOCUMENTS = 5_000  # beyond this number the counts are scaled down, so that new pages still change them


class Scoring:
    """Scores of the pages of one run, and what the run learns from them."""

    def __init__(
        self,
        origin: Origin,
        own: TermCounts,
        languages: list[str],
        link_graph: LinkGraph,
        sites: SiteWording | None = None,
    ) -> None:
        self._origin = origin
        self._languages = languages
        self._documents = own.documents
        self._terms: Counter[str] = Counter(own.terms)
        self._hints = list(origin.hints)
        self._pages_read = 0
        self.link_graph = link_graph
        self.sites = sites or SiteWording()
        self.topic: Topic = topic_of(origin, own)
        link_graph.rescore()
        self._clear_pages = self._measure_clear_pages()

    def read(self, page: Page, *, is_fresh: bool) -> Document:
        """Return a page as relevance sees it, without the wording that its site shares; learn it from a fresh page."""
        document = document_of(page)
        terms = self.topic.terms(page.language)
        if is_fresh:
            self.sites.add(page, document)
        return self.sites.without_shared(page, document, terms)

    def score(self, document: Document, page: Page, *, is_new: bool, route: Route = "named") -> Score:
        """Score a page and learn from it. A page in another language is irrelevant; agents may still follow its links."""
        if self._is_foreign(document):
            return IRRELEVANT
        words = self.topic.score(document)
        links = [link.url for link in page.links]
        evidence = PageEvidence(words_of(words.value), self.link_graph.neighbours(page.url, links))
        beside = _with_neighbours(words, evidence)
        self.link_graph.add(page.url, links, beside.value, evidence, is_new=is_new)
        score = self._with_prior(beside, route)
        if route == "news":
            score = self._as_news(document, page, words, score)
        if is_new:
            self._learn(document, score)
        return score

    def score_words(self, document: Document) -> Score:
        """Score a page by its words alone."""
        return IRRELEVANT if self._is_foreign(document) else self.topic.score(document)

    def settle(self, documents: Mapping[str, Document]) -> dict[str, Score]:
        """Score the pages of a first run by their words, with what is known at its end.

        The first pages were scored before the wording of their sites was known, and then served as the measure for others.
        So the measure is made again from the pages that are relevant now.
        """
        rounds = SETTLING_ROUNDS if self._pages_read >= PAGES_PER_TOPIC else 0  # few pages are not a measure
        self._hints = list(self._origin.hints)
        for _ in range(rounds):
            self._make_topic()
            scores = [(document, self.score_words(document).value) for document in documents.values()]
            best = (document for document, value in scores if value >= self._origin.min_score)
            self._hints = [*self._origin.hints, *best]
        return {url: self.score_words(document) for url, document in documents.items()}

    def score_with_neighbours(
        self, pages: Mapping[str, tuple[Score, PageEvidence]], routes: Mapping[str, Route]
    ) -> dict[str, Score]:
        """Return the scores of pages that were scored together."""
        return {
            url: self._with_prior(_with_neighbours(words, evidence), routes[url])
            for url, (words, evidence) in pages.items()
        }

    def became_relevant(self) -> list[str]:
        """Return the pages that were not relevant when they were read, and are now because of their neighbours."""
        self.link_graph.rescore()
        # The graph has scores by words and neighbours; such a page is an old one.
        prior = prior_log_odds("explored", self.link_graph.pages_read)
        return self.link_graph.became_relevant(chance_of(log_odds_of(self._origin.min_score) - prior))

    def counts(self) -> TermCounts:
        """Return the number of pages with each term, as far as the next run needs it."""
        if self._documents > MAX_DOCUMENTS:
            share = MAX_DOCUMENTS / self._documents
            self._documents = MAX_DOCUMENTS
            self._terms = Counter({t: kept for t, n in self._terms.items() if (kept := int(n * share)) > 0})
        return TermCounts(self._documents, dict(self._terms.most_common(MAX_TERMS)))

    def hints(self) -> tuple[Document, ...]:
        """Return the best pages that providers named or that were read."""
        return tuple(sorted(self._hints, key=lambda hint: -self.topic.score(hint).total)[:MAX_HINTS])

    def _learn(self, document: Document, score: Score) -> None:
        if score.value >= self._origin.min_score:
            self._hints.append(document)
        else:
            self._count(document)
        self._pages_read += 1
        if self._pages_read % PAGES_PER_TOPIC == 0:
            self._make_topic()
            self.link_graph.rescore()

    def _count(self, document: Document) -> None:
        self._documents += 1
        self._terms.update(document.counted_terms())

    def _make_topic(self) -> None:
        """Make the topic again from the best pages and the counts so far."""
        self._hints = list(self.hints())
        # All terms, because choosing the most common takes a while; a copy, because the topic must not change.
        counts = TermCounts(self._documents, dict(self._terms))
        self.topic = topic_of(structs.replace(self._origin, hints=tuple(self._hints)), counts)
        self._clear_pages = self._measure_clear_pages()

    def _measure_clear_pages(self) -> ClearPages:
        """Return the pages that show the topic: examples, and hints that are clear; else the best hints there are."""
        topic = self.topic
        scored = [(topic.score(hint), hint) for hint in self._hints]
        best = sorted(scored, key=lambda pair: -pair[0].total)[:MAX_UNCLEAR_HINTS]
        vectors = topic.shown_vectors() or [topic.vector(hint) for _, hint in best]
        return ClearPages.of(vectors, [score.closeness for score, _ in scored])

    def _as_news(self, document: Document, page: Page, words: Score, score: Score) -> Score:
        """Return the better of the score of a page that has just appeared and its evidence as news."""
        clear = self._clear_pages
        if score.excluded_by is not None or not clear.centre:
            return score
        value = NEWS_CURVE(
            words=words.value,
            likeness=clear.likeness_of(self.topic.vector(document)),
            closeness=clear.closeness_of(words.closeness),
            place=share_named(self.topic, document),
            around=self.link_graph.whereabouts(page.url, [link.url for link in page.links]),
        )
        return score if value <= score.value else structs.replace(score, value=value, route="news")

    def _with_prior(self, score: Score, route: Route) -> Score:
        """Add to a score what is known before the content of the page."""
        if score.value <= 0.0:
            return structs.replace(score, route=route)
        prior = prior_log_odds(route, self.link_graph.pages_read)
        return structs.replace(score, value=chance_of(log_odds_of(score.value) + prior), route=route)

    def _is_foreign(self, document: Document) -> bool:
        return bool(self._languages and document.language and document.language not in self._languages)


def _with_neighbours(words: Score, evidence: PageEvidence) -> Score:
    """Add the neighbours to a score; a page that says nothing of the topic stays irrelevant."""
    if words.value <= 0.0:
        return words
    neighbours = evidence.neighbours.mean_score if evidence.neighbours.weight > 0.0 else None
    return structs.replace(words, value=NEIGHBOUR_CURVE(evidence), neighbours=neighbours)
