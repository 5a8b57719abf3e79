"""Crawl graph of one run: the pages that were read and the links that were seen on them."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
from msgspec import Struct

from watchd.core.population.frontier import Frontier, NewLink
from watchd.core.relevance.link_features import Matcher, Surroundings, hashed
from watchd.core.relevance.topic import Topic
from watchd.model.page import Page
from watchd.model.visit import Route

MAX_NEIGHBOUR_DISTANCE = 3  # links this far from a followed link of the same page learn from what it led to
MAX_LINKS_KEPT = 250_000  # 2 MB: which link is on which page, for the pages that were read last
MAX_PATH_PAGES = 100
NO_ROWS = np.empty(0, dtype=np.intp)


class ReadPage(Struct):
    """A page read in this run. Its text is not kept: memory grows with the frontier, not with the number of pages."""

    url: str
    relevance: float
    depth: int
    group: int  # its number in the frontier, which counts what its links lead to
    rows: np.ndarray  # its links in the frontier, in the order of the page; empty for pages read long ago
    parent: str | None = None  # the page whose link led here
    row: int | None = None  # that link


class Hop(Struct, frozen=True):
    """One step of the path to a page."""

    url: str
    anchor: str
    relevance: float


class CrawlGraph:
    """Everything that the agents of a run share."""

    def __init__(self, topic: Topic, allowed: Callable[[str], bool] = lambda _: True) -> None:
        self.topic = topic
        self.frontier = Frontier()
        self.pages: dict[str, ReadPage] = {}
        self._allowed = allowed
        self._matchers: dict[str | None, Matcher] = {}
        # By row: the page on which the link was seen first, and its anchor there.
        self._first_seen: list[tuple[str | None, str]] = []
        self._recent: deque[ReadPage] = deque()
        self._links_kept = 0  # on the recent pages
        self._total_relevance = 0.0
        self._pages_read = 0

    @property
    def mean_relevance(self) -> float:
        """The mean relevance of the pages read so far."""
        return self._total_relevance / self._pages_read if self._pages_read else 0.0

    def seed(self, url: str) -> int:
        """Add a start page; its depth is 0."""
        row = self.frontier.add(url, arm="seed", depth=0)
        if row == len(self._first_seen):
            self._first_seen.append((None, ""))
        return row

    def read(
        self, page: Page, relevance: float, *, row: int | None, asked: str, news: Sequence[str] = ()
    ) -> tuple[ReadPage, np.ndarray]:
        """Add a page that was read; return it as the graph keeps it, and the rows whose features changed."""
        parent = None if row is None else self._first_seen[row][0]
        depth = self.pages[parent].depth + 1 if parent in self.pages else 0
        known = ReadPage(page.url, relevance, depth, self.frontier.new_group(), NO_ROWS, parent, row)
        self._total_relevance += relevance
        self._pages_read += 1
        near = self._update_neighbours(row, parent, relevance)
        self.pages[page.url] = known
        if asked != page.url:
            self.pages.setdefault(asked, known)
        if page.url in self.frontier.row_of:
            self.frontier.close(self.frontier.row_of[page.url])  # a redirect led to a page with its own link
        known.rows = self._add_links(page, known)
        self.frontier.mark_new(self._first_seen_on(page.url, news))
        self._forget_old_links(known)
        return known, np.concatenate((np.array(near, dtype=np.intp), known.rows))

    def _first_seen_on(self, page: str, urls: Iterable[str]) -> list[int]:
        """Return the rows of links that no other page had before: only these have just been published."""
        rows = [row for url in urls if (row := self.frontier.row_of.get(url)) is not None]
        return [row for row in rows if self._first_seen[row][0] == page]

    def _forget_old_links(self, known: ReadPage) -> None:
        """Delete the link lists of the oldest pages: memory grows with the frontier, not with the number of pages."""
        self._recent.append(known)
        self._links_kept += len(known.rows)
        while self._links_kept > MAX_LINKS_KEPT:
            oldest = self._recent.popleft()
            self._links_kept -= len(oldest.rows)
            oldest.rows = NO_ROWS

    def parent_of(self, url: str) -> str | None:
        """Return the page whose link led to this page."""
        page = self.pages.get(url)
        return page.parent if page else None

    def is_news(self, url: str) -> bool:
        """Return whether the link to this page appeared after the page with the link was read last."""
        page = self.pages.get(url)
        return page is not None and page.row is not None and page.row in self.frontier.news

    def page_with_link(self, row: int) -> str | None:
        """Return the page on which a link was seen first; None for a start page."""
        return self._first_seen[row][0]

    def route_to(self, row: int, source: str = "") -> Route:
        """Return how the run came to know a link, which `source` may have named."""
        carrier, anchor = self._first_seen[row]
        return Route(source) if carrier is None else Route(source, carrier, anchor, self.frontier.arm(row))

    def path(self, url: str) -> tuple[Hop, ...]:
        """Return the path from a start page to this page."""
        hops: list[Hop] = []
        at: str | None = url
        while at is not None and len(hops) < MAX_PATH_PAGES:
            page = self.pages[at]
            anchor = "" if page.row is None else self._first_seen[page.row][1]
            hops.append(Hop(page.url, anchor, page.relevance))
            at = page.parent
        return tuple(reversed(hops))

    def _update_neighbours(self, row: int | None, parent: str | None, relevance: float) -> list[int]:
        """Record what a followed link led to, for the link and for its neighbours on the page; return the neighbours."""
        if row is None:
            return []
        self.frontier.add_yield(row, relevance)
        rows = self.pages[parent].rows if parent in self.pages else NO_ROWS
        if not len(rows):
            return []
        here = int((rows == row).argmax())
        first = max(0, here - MAX_NEIGHBOUR_DISTANCE)
        neighbours: list[int] = rows[first : here + 1 + MAX_NEIGHBOUR_DISTANCE].tolist()
        del neighbours[here - first]
        for place, neighbour in enumerate(neighbours, first):
            distance = here - place if place < here else place + 1 - here
            self.frontier.add_neighbour_yield(neighbour, distance, relevance)
        return neighbours

    def _add_links(self, page: Page, known: ReadPage) -> np.ndarray:
        """Add the links of a page; return their rows, each once, in the order of the page."""
        if page.nofollow:
            return NO_ROWS
        matcher = self._matcher(page.language)
        around = matcher.surroundings(page)
        urls = [link.url for link in page.links]
        row_of = self.frontier.row_of
        rows = list(map(row_of.get, urls))
        unknown = [i for i, row in enumerate(rows) if row is None]
        if unknown:
            self._add_new_links(page, unknown, known, around, matcher)
            for i in unknown:
                rows[i] = row_of.get(urls[i])
        taken = dict.fromkeys(rows)
        for unwanted in (None, row_of.get(known.url)):  # links that must not be followed, and the page itself
            taken.pop(unwanted, None)
        self._add_matches(taken, rows, around.matches)
        ordered = np.fromiter(taken, dtype=np.intp, count=len(taken))
        self.frontier.add_parent(ordered, known.group, known.relevance)
        return ordered

    def _add_matches(
        self,
        taken: Mapping[int | None, None],
        rows: Sequence[int | None],
        matches: Mapping[int, tuple[float, float]],
    ) -> None:
        """Add how well the words at links match; of several occurrences on the page the best counts."""
        best: dict[int, tuple[float, float]] = {}
        for link, (anchor, context) in matches.items():
            row = rows[link]
            if row is not None and row in taken:
                before = best.get(row, (0.0, 0.0))
                best[row] = max(before[0], anchor), max(before[1], context)
        if best:
            self.frontier.add_matches(best)

    def _add_new_links(
        self, page: Page, unknown: Iterable[int], known: ReadPage, around: Surroundings, matcher: Matcher
    ) -> None:
        """Add the unknown links that may be followed; of several occurrences the first counts."""
        new: dict[str, NewLink] = {}
        for i in unknown:
            link = page.links[i]
            url = link.url
            if url in new or url in self.pages or not self._allowed(url):
                continue
            address = matcher.address(url)
            buckets = hashed(*around.words(i), address)
            new[url] = NewLink(url, link.tag_path, matcher.match(address), buckets)
            self._first_seen.append((known.url, link.anchor))
        if new:
            self.frontier.extend(list(new.values()), depth=known.depth + 1)

    def _matcher(self, language: str | None) -> Matcher:
        if language not in self._matchers:
            weights = [facet.weights for facet in self.topic.facets(language)]
            self._matchers[language] = Matcher(weights, language)
        return self._matchers[language]
