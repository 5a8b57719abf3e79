"""Whom does a profile know? The pages that it has read, what they are worth, and which of them link to each other.

A page is judged when it is read, among those that are known then. Others are read later, and it may turn out to have been
in good company all the time: so the pages that may matter are judged again now and then, all at once and from memory.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from zlib import crc32

from msgspec import Struct, structs

from watchd.core.relevance.link_features import site_of
from watchd.core.relevance.neighbours import (
    COMMON,
    MATTERS,
    NEIGHBOUR_CURVE,
    ROUNDS,
    Benchmark,
    Families,
    Folders,
    NeighbourLinks,
    PageEvidence,
    benchmark_of,
    ties_of,
    weights_of,
)

MAX_MEMBERS = 2_000
MAX_LINKS = 100  # of one page that are remembered; more has only an index, which is nobody's neighbour
SPEECHLESS = -1.5  # a page that says less of the topic is not lifted by any company, so nobody need ask
MIN_PAGES = 30  # before so many were read, nobody can say what is common
RARE = 0.02  # links on fewer pages need not be remembered: they are not going to be common soon


class GraphPage(Struct, frozen=True, array_like=True):
    """A page that was read."""

    strength: float
    ties: NeighbourLinks
    links: tuple[int, ...]  # keys of the pages of the same site that it links to


class StoredLinkGraph(Struct, frozen=True):
    """The circle between two runs."""

    members: dict[str, GraphPage] = {}
    pages: int = 0  # whose links were counted
    links: dict[int, int] = {}  # on how many of these each was


def key_of(url: str) -> int:
    """A short name of an address; that two share one is rare and harms little."""
    return crc32(url.encode())


class LinkGraph:
    """Who knows whom, while a run goes on."""

    def __init__(self, before: StoredLinkGraph, known: Mapping[str, float]) -> None:
        self._members = dict(before.members)
        self._answers = {key_of(url): frozenset(member.links) for url, member in before.members.items()}
        self._lively = {url for url, member in before.members.items() if member.strength > SPEECHLESS}
        self._judged = dict(known)  # the scores of pages when they were read
        self._scores = {key_of(url): score for url, score in known.items()}  # among those that are known by now
        self._families = Families(known)
        self._folders = Folders(known)
        self._pages = before.pages
        self._links: Counter[int] = Counter(before.links)

    def ties(self, url: str, links: Iterable[str]) -> NeighbourLinks:
        """What is known of the neighbours of a page."""
        return self._ties(url, self._weights(url, map(key_of, _near(url, links))))

    def meet(self, url: str, links: Iterable[str], score: float, peer: PageEvidence, *, is_new: bool) -> None:
        """Take up a page that was judged."""
        own, keys = key_of(url), tuple(map(key_of, _near(url, links)))
        if is_new:
            self._pages += 1
            self._links.update(keys)
        if url not in self._judged:
            self._families.add(url)
        self._folders.change(url, self._score_of(url), score)
        self._scores[own] = self._judged[url] = score
        self._members[url] = GraphPage(peer.strength, peer.ties, keys[:MAX_LINKS])
        self._answers[own] = frozenset(keys)
        if peer.strength > SPEECHLESS:
            self._lively.add(url)
        else:
            self._lively.discard(url)

    def settle(self) -> Benchmark:
        """Judge all pages that may matter beside each other; the standing that they have by then."""
        standing = self._standing()
        lively = sorted(self._lively)
        weights = {url: self._weights(url, self._members[url].links) for url in lively}
        for _ in range(ROUNDS):
            met = {url: self._ties(url, weights[url]) for url in lively}
            for url, ties in met.items():
                self._members[url] = structs.replace(self._members[url], ties=ties)
                self._judge_again(url, NEIGHBOUR_CURVE(_peer(self._members[url]), standing))
            standing = self._standing()
        return standing

    def risen(self, least: float) -> list[str]:
        """Pages that were not worth telling when they were read, and that are by the company they keep by now."""
        return sorted(
            url
            for url in self._lively.intersection(self._judged)
            if self._judged[url] < least <= self._scores[key_of(url)]
        )

    def is_common(self, url: str) -> bool:
        """Whether a link to this page is mere navigation."""
        return self._is_navigation(key_of(url))

    def judged(self) -> Mapping[str, float]:
        """What the pages were worth when they were read."""
        return self._judged

    def remembered(self) -> StoredLinkGraph:
        """What the next run starts from: the pages that say most, and the links that are not rare."""
        telling = sorted(self._members, key=lambda url: (-self._members[url].strength, url))[:MAX_MEMBERS]
        least = max(2.0, RARE * self._pages)
        return StoredLinkGraph(
            {url: self._members[url] for url in telling},
            self._pages,
            {key: count for key, count in self._links.items() if count >= least},
        )

    def _weights(self, url: str, keys: Iterable[int]) -> dict[int, float]:
        """The neighbours of a page, and how much each counts."""
        own = key_of(url)
        return weights_of(
            (key for key in keys if not self._is_navigation(key)),
            map(key_of, self._families.relatives(url)),
            lambda key: own in self._answers.get(key, ()),
        )

    def _ties(self, url: str, weights: Mapping[int, float]) -> NeighbourLinks:
        return self._folders.joined(ties_of(weights, self._scores), url, self._score_of(url))

    def _score_of(self, url: str) -> float | None:
        """Among those that are known by now; None when nobody has judged it."""
        return self._scores[key_of(url)] if url in self._judged else None

    def _judge_again(self, url: str, score: float) -> None:
        if url in self._judged:  # a member may be remembered longer than its page
            self._folders.change(url, self._score_of(url), score)
        self._scores[key_of(url)] = score

    def _standing(self) -> Benchmark:
        matter = sorted(url for url in self._lively if self._scores.get(key_of(url), 0.0) >= MATTERS)
        return benchmark_of([_peer(self._members[url]) for url in matter])

    def _is_navigation(self, key: int) -> bool:
        return self._pages >= MIN_PAGES and self._links[key] > COMMON * self._pages


def _peer(member: GraphPage) -> PageEvidence:
    return PageEvidence(member.strength, member.ties)


def _near(url: str, links: Iterable[str]) -> list[str]:
    """The links that lead to other pages of the same site."""
    site = site_of(url)
    return [other for other in dict.fromkeys(links) if other != url and site_of(other) == site]
