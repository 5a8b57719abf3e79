"""What does a run know of the web so far? The pages it has read and the links it has seen on them."""

from collections.abc import Callable
from itertools import repeat

import numpy as np
from msgspec import Struct

from watchd.core.frontier import Frontier
from watchd.core.links.features import Matcher, Words, hashed
from watchd.core.relevance import Topic
from watchd.model.page import Link, Page

NEAR = 3  # links this far from a followed one in the list of a page learn from what it brought
DISTANCES = np.array([*range(NEAR, 0, -1), *range(1, NEAR + 1)])  # of those before it, then of those after


class ReadPage(Struct):
    """A page read in this run. Its text is not kept: memory grows with the frontier, not with history."""

    url: str
    relevance: float
    depth: int
    number: int
    rows: np.ndarray  # its links in the frontier, in the order of the page
    parent: str | None = None  # the page whose link led here
    row: int | None = None  # that link


class Hop(Struct, frozen=True):
    """One step of the way to a page."""

    url: str
    anchor: str
    relevance: float


class Ground:
    """Everything that the agents of a run share."""

    def __init__(self, topic: Topic, allowed: Callable[[str], bool] = lambda _: True) -> None:
        self.topic = topic
        self.frontier = Frontier()
        self.pages: dict[str, ReadPage] = {}
        self._allowed = allowed
        self._matchers: dict[str | None, Matcher] = {}
        self._seen_on: list[
            tuple[str | None, str]
        ] = []  # by row: the page and the anchor a link was seen on first
        self._total = 0.0
        self._count = 0

    @property
    def usual(self) -> float:
        """The mean relevance of the pages read so far."""
        return self._total / self._count if self._count else 0.0

    def seed(self, url: str) -> int:
        """Know a start page; it stands at the root, so its depth is 0."""
        row = self.frontier.add(url, arm="seed", depth=0)
        self._saw(row, None, "")
        return row

    def read(self, page: Page, relevance: float, *, row: int | None, asked: str) -> tuple[ReadPage, np.ndarray]:
        """Take in a page: (the page as remembered, the rows whose features moved)."""
        parent = None if row is None else self._seen_on[row][0]
        depth = self.pages[parent].depth + 1 if parent in self.pages else 0
        number = self.frontier.pages.of(page.url)
        known = ReadPage(page.url, relevance, depth, number, np.empty(0, dtype=np.intp), parent, row)
        self._total += relevance
        self._count += 1
        near = self._spread(row, parent, relevance)
        self.pages[page.url] = known
        if asked != page.url:
            self.pages.setdefault(asked, known)
        if page.url in self.frontier.row_of:
            self.frontier.close(self.frontier.row_of[page.url])  # a redirect led to a page that others link to
        known.rows = self._links(page, known)
        return known, np.concatenate([near, known.rows]).astype(np.intp)

    def parent_of(self, url: str) -> str | None:
        """The page whose link led to this one."""
        page = self.pages.get(url)
        return page.parent if page else None

    def owner(self, row: int) -> str | None:
        """The page on which a link was seen first."""
        return self._seen_on[row][0]

    def path(self, url: str) -> tuple[Hop, ...]:
        """The way from a start page to this one."""
        hops: list[Hop] = []
        at: str | None = url
        while at is not None and len(hops) < 100:
            page = self.pages[at]
            anchor = "" if page.row is None else self._seen_on[page.row][1]
            hops.append(Hop(page.url, anchor, page.relevance))
            at = page.parent
        return tuple(reversed(hops))

    def _spread(self, row: int | None, parent: str | None, relevance: float) -> np.ndarray:
        """What a followed link brought tells about its neighbours in the list it stood in."""
        nothing = np.empty(0, dtype=np.intp)
        if row is None:
            return nothing
        self.frontier.brought(row, relevance)
        if parent not in self.pages:
            return nothing
        rows = self.pages[parent].rows
        here = int(np.flatnonzero(rows == row)[0])
        before, after = rows[max(0, here - NEAR) : here], rows[here + 1 : here + 1 + NEAR]
        neighbours = np.concatenate([before, after])
        distances = DISTANCES[NEAR - len(before) : NEAR + len(after)]
        self.frontier.neighbour_read(neighbours, distances, relevance)
        return neighbours

    def _links(self, page: Page, known: ReadPage) -> np.ndarray:
        """Rows of the page's links, each once, in the order of the page."""
        if page.nofollow:
            return np.empty(0, dtype=np.intp)
        matcher = self._matcher(page.language)
        around = matcher.surroundings(page)
        row_of = self.frontier.row_of
        urls = [link.url for link in page.links]
        rows = np.fromiter(map(row_of.get, urls, repeat(-1)), dtype=np.intp, count=len(urls))
        for i in np.flatnonzero(rows < 0).tolist():  # links seen for the first time
            rows[i] = self._new_link(page.links[i], known, around.words(i), matcher)
        usable = (rows >= 0) & (rows != row_of.get(known.url, -1))
        said = np.flatnonzero(usable & (around.anchor + around.context > 0.0))  # most links say nothing
        self.frontier.mention(rows[said], around.anchor[said], around.context[said])
        ordered = np.fromiter(dict.fromkeys(rows[usable].tolist()), dtype=np.intp)
        self.frontier.linked_from(ordered, known.number, known.relevance)
        return ordered

    def _new_link(self, link: Link, known: ReadPage, said: Words, matcher: Matcher) -> int:
        """The row of a link not in the frontier yet; -1: not to be followed."""
        if link.url in self.pages or not self._allowed(link.url):
            return -1
        row = self.frontier.add(link.url, arm=link.tag_path, depth=known.depth + 1)
        self._saw(row, known.url, link.anchor)
        address = matcher.address(link.url)
        anchor, context = said
        self.frontier.describe(row, url=matcher.match(address), buckets=hashed(anchor, context, address))
        return row

    def _saw(self, row: int, page: str | None, anchor: str) -> None:
        if row == len(self._seen_on):
            self._seen_on.append((page, anchor))

    def _matcher(self, language: str | None) -> Matcher:
        if language not in self._matchers:
            weights = [facet.weights for facet in self.topic.facets(language)]
            self._matchers[language] = Matcher(weights, language)
        return self._matchers[language]
