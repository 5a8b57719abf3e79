"""Link graph of the pages that a profile has read, with their scores.

A page is scored when it is read, beside the pages that are known then. Others are read later, and may show that it has good
neighbours. So the pages that may matter are scored again periodically, all at once and from memory.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from zlib import crc32

from msgspec import UNSET, Struct, UnsetType, structs

from watchd.core.relevance.link_features import site_of
from watchd.core.relevance.neighbours import (
    NAVIGATION_SHARE,
    NEIGHBOUR_CURVE,
    ROUNDS,
    FolderScores,
    NeighbourLinks,
    PageEvidence,
    neighbour_links,
    neighbour_weights,
)
from watchd.core.relevance.news_evidence import Whereabouts
from watchd.core.relevance.score_scale import SCALE, former_words

MAX_PAGES = 2_000
# Links of one page that are kept; only an index page has more, which is not a neighbour.
MAX_LINKS_PER_PAGE = 100
# Neighbours cannot make a page relevant whose words have lower log-odds, so it is not scored again.
MIN_RESCORED_WORDS = -3.5
MIN_PAGES = 30  # number of pages that must be read before a link can count as navigation
MIN_SITE_PAGES = 4  # the same for the pages of one site
SITE_NAVIGATION_SHARE = 0.7  # a link that more than this share of the pages of its site have is navigation
# Links on a smaller share of the pages are not kept: they will not become navigation soon.
MIN_KEPT_SHARE = 0.02


class GraphPage(Struct, frozen=True, array_like=True):
    """A page that was read."""

    words: float  # log-odds by its words
    ties: NeighbourLinks
    links: tuple[int, ...]  # keys of the pages of the same site that it links to


class StoredLinkGraph(Struct, frozen=True):
    """The link graph as it is stored between two runs."""

    members: dict[str, GraphPage] = {}
    pages: int = 0  # whose links were counted
    links: dict[int, int] = {}  # number of these pages with each link
    scale: int | UnsetType = UNSET  # of the numbers of its members; earlier versions stored none


def key_of(url: str) -> int:
    """Return a short hash of a URL; that two URLs share one is rare and does little harm."""
    return crc32(url.encode())


class LinkGraph:
    """Pages, links and scores during a run."""

    def __init__(self, before: StoredLinkGraph, known: Mapping[str, float]) -> None:
        self._pages = _on_this_scale(before)
        self._links_of = {key_of(url): frozenset(page.links) for url, page in before.members.items()}
        self._on_topic = {url for url, page in self._pages.items() if page.words > MIN_RESCORED_WORDS}
        self._scores_when_read = dict(known)
        self._scores = {key_of(url): score for url, score in known.items()}  # beside the pages known by now
        self._folders = FolderScores(known)
        self._counted = before.pages
        self._link_counts: Counter[int] = Counter(before.links)
        self._site_pages = Counter(site_of(url) for url in before.members)

    def neighbours(self, url: str, links: Iterable[str]) -> NeighbourLinks:
        """Return what is known of the neighbours of a page."""
        return self._neighbours(url, self._weights(url, map(key_of, _same_site(url, links))))

    def whereabouts(self, url: str, links: Iterable[str]) -> Whereabouts:
        """Return the scores around a page: of the pages that it links to, of its folder and of its site."""
        own, site, before = key_of(url), site_of(url), self._score_of(url)
        keys = (key for key in map(key_of, _same_site(url, links)) if not self._is_navigation(key, site))
        weights = neighbour_weights(keys, lambda key: own in self._links_of.get(key, ()))
        return Whereabouts(
            neighbour_links(weights, self._scores),
            self._folders.others(url, before),
            self._folders.others(url, before, on_site=True),
        )

    def add(self, url: str, links: Iterable[str], score: float, page: PageEvidence, *, is_new: bool) -> None:
        """Add a page with its score, or replace it."""
        own, keys = key_of(url), tuple(map(key_of, _same_site(url, links)))
        if is_new:
            self._counted += 1
            self._site_pages[site_of(url)] += 1
            self._link_counts.update(keys)
        self._folders.change(url, self._score_of(url), score)
        self._scores[own] = self._scores_when_read[url] = score
        self._pages[url] = GraphPage(page.words, page.neighbours, keys[:MAX_LINKS_PER_PAGE])
        self._links_of[own] = frozenset(keys)
        if page.words > MIN_RESCORED_WORDS:
            self._on_topic.add(url)
        else:
            self._on_topic.discard(url)

    def rescore(self) -> None:
        """Score all pages that may matter again, beside each other."""
        on_topic = sorted(self._on_topic)
        weights = {url: self._weights(url, self._pages[url].links) for url in on_topic}
        for _ in range(ROUNDS):
            neighbours = {url: self._neighbours(url, weights[url]) for url in on_topic}
            for url, links in neighbours.items():
                self._pages[url] = structs.replace(self._pages[url], ties=links)
                self._set_score(url, NEIGHBOUR_CURVE(_evidence(self._pages[url])))

    def became_relevant(self, min_score: float) -> list[str]:
        """Return the pages that were not relevant when they were read, and are now because of their neighbours."""
        return sorted(
            url
            for url in self._on_topic.intersection(self._scores_when_read)
            if self._scores_when_read[url] < min_score <= self._scores[key_of(url)]
        )

    @property
    def pages_read(self) -> int:
        """Number of pages that the profile has read."""
        return self._counted

    def is_common(self, url: str) -> bool:
        """Return whether links to this page are navigation."""
        return self._is_navigation(key_of(url), site_of(url))

    def relevant_links(self, min_score: float) -> dict[str, tuple[int, int]]:
        """Return for each page how many of its links lead to relevant pages of its site, and how many links it has.

        Navigation does not count: every page of a site has it, so it says nothing about what a page will show.
        """
        counts = {}
        for url in self._pages:
            site = site_of(url)
            keys = [k for k in self._links_of[key_of(url)] if not self._is_navigation(k, site)]
            counts[url] = sum(self._scores.get(k, 0.0) >= min_score for k in keys), len(keys)
        return counts

    def scores_when_read(self) -> Mapping[str, float]:
        """Return the scores that pages had when they were read."""
        return self._scores_when_read

    def stored(self) -> StoredLinkGraph:
        """Return what the next run starts from: the strongest pages, and the links that are not rare."""
        strongest = sorted(self._pages, key=lambda url: (-self._pages[url].words, url))[:MAX_PAGES]
        min_count = max(2.0, MIN_KEPT_SHARE * self._counted)
        return StoredLinkGraph(
            {url: self._pages[url] for url in strongest},
            self._counted,
            {key: count for key, count in self._link_counts.items() if count >= min_count},
            SCALE,
        )

    def _weights(self, url: str, keys: Iterable[int]) -> dict[int, float]:
        own, site = key_of(url), site_of(url)
        return neighbour_weights(
            (key for key in keys if not self._is_navigation(key, site)),
            lambda key: own in self._links_of.get(key, ()),
        )

    def _neighbours(self, url: str, weights: Mapping[int, float]) -> NeighbourLinks:
        return self._folders.added_to(neighbour_links(weights, self._scores), url, self._score_of(url))

    def _score_of(self, url: str) -> float | None:
        """Return the score beside the pages that are known by now; None for a page without a score."""
        return self._scores[key_of(url)] if url in self._scores_when_read else None

    def _set_score(self, url: str, score: float) -> None:
        if url in self._scores_when_read:  # the graph may keep a page longer than the profile does
            self._folders.change(url, self._score_of(url), score)
        self._scores[key_of(url)] = score

    def _is_navigation(self, key: int, site: str) -> bool:
        """Return whether many of all pages link there, or most pages of the site, which may be a small one."""
        count = self._link_counts[key]
        if self._counted >= MIN_PAGES and count > NAVIGATION_SHARE * self._counted:
            return True
        pages = self._site_pages[site]
        return pages >= MIN_SITE_PAGES and count > SITE_NAVIGATION_SHARE * pages


def _evidence(page: GraphPage) -> PageEvidence:
    return PageEvidence(page.words, page.ties)


def _on_this_scale(before: StoredLinkGraph) -> dict[str, GraphPage]:
    """Return the pages of a stored graph with log-odds by their words, also those that an earlier version stored."""
    if before.scale == SCALE:
        return dict(before.members)
    return {url: structs.replace(page, words=former_words(page.words)) for url, page in before.members.items()}


def _same_site(url: str, links: Iterable[str]) -> list[str]:
    """Return the links that lead to other pages of the same site."""
    site = site_of(url)
    return [other for other in dict.fromkeys(links) if other != url and site_of(other) == site]
