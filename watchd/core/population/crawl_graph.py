"""What does a run know of the web so far? The pages it has read and the links it has seen on them."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
from msgspec import Struct

from watchd.core.population.frontier import Frontier, NewLink
from watchd.core.relevance.link_features import Matcher, Surroundings, hashed
from watchd.core.relevance.topic import Topic
from watchd.model.page import Page

NEAR = 3  # links this far from a followed one in the list of a page learn from what it brought
LINKS_IN_MIND = 250_000  # 2 MB: what stood on which page, for the pages read last
NO_ROWS = np.empty(0, dtype=np.intp)


class ReadPage(Struct):
    """A page read in this run. Its text is not kept: memory grows with the frontier, not with history."""

    url: str
    relevance: float
    depth: int
    kind: int  # its number in the frontier, where its links are counted together
    rows: np.ndarray  # its links in the frontier, in the order of the page; none once it was long ago
    parent: str | None = None  # the page whose link led here
    row: int | None = None  # that link


class Hop(Struct, frozen=True):
    """One step of the way to a page."""

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
        self._seen_on: list[
            tuple[str | None, str]
        ] = []  # by row: the page and the anchor a link was seen on first
        self._recent: deque[ReadPage] = deque()
        self._in_mind = 0  # links that stand on these
        self._total = 0.0
        self._count = 0

    @property
    def usual(self) -> float:
        """The mean relevance of the pages read so far."""
        return self._total / self._count if self._count else 0.0

    def seed(self, url: str) -> int:
        """Know a start page; it stands at the root, so its depth is 0."""
        row = self.frontier.add(url, arm="seed", depth=0)
        if row == len(self._seen_on):
            self._seen_on.append((None, ""))
        return row

    def read(
        self, page: Page, relevance: float, *, row: int | None, asked: str, news: Sequence[str] = ()
    ) -> tuple[ReadPage, np.ndarray]:
        """Take in a page: (the page as remembered, the rows whose features moved)."""
        parent = None if row is None else self._seen_on[row][0]
        depth = self.pages[parent].depth + 1 if parent in self.pages else 0
        known = ReadPage(page.url, relevance, depth, self.frontier.new_kind(), NO_ROWS, parent, row)
        self._total += relevance
        self._count += 1
        near = self._spread(row, parent, relevance)
        self.pages[page.url] = known
        if asked != page.url:
            self.pages.setdefault(asked, known)
        if page.url in self.frontier.row_of:
            self.frontier.close(self.frontier.row_of[page.url])  # a redirect led to a page that others link to
        known.rows = self._links(page, known)
        self.frontier.announce(self._first_seen_on(page.url, news))
        self._keep_in_mind(known)
        return known, np.concatenate((np.array(near, dtype=np.intp), known.rows))

    def _first_seen_on(self, page: str, urls: Iterable[str]) -> list[int]:
        """Rows of links that no other page has shown before: what stands elsewhere, too, has not just been published."""
        rows = [row for url in urls if (row := self.frontier.row_of.get(url)) is not None]
        return [row for row in rows if self._seen_on[row][0] == page]

    def _keep_in_mind(self, known: ReadPage) -> None:
        """Memory grows with the frontier, not with history: which links stood on old pages is forgotten."""
        self._recent.append(known)
        self._in_mind += len(known.rows)
        while self._in_mind > LINKS_IN_MIND:
            oldest = self._recent.popleft()
            self._in_mind -= len(oldest.rows)
            oldest.rows = NO_ROWS

    def parent_of(self, url: str) -> str | None:
        """The page whose link led to this one."""
        page = self.pages.get(url)
        return page.parent if page else None

    def is_news(self, url: str) -> bool:
        """Did the page's link appear since the page that it stands on was read last?"""
        page = self.pages.get(url)
        return page is not None and page.row is not None and page.row in self.frontier.news

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

    def _spread(self, row: int | None, parent: str | None, relevance: float) -> list[int]:
        """What a followed link brought tells about its neighbours in the list it stood in."""
        if row is None:
            return []
        self.frontier.brought(row, relevance)
        rows = self.pages[parent].rows if parent in self.pages else NO_ROWS
        if not len(rows):
            return []
        here = int((rows == row).argmax())
        first = max(0, here - NEAR)
        neighbours: list[int] = rows[first : here + 1 + NEAR].tolist()
        del neighbours[here - first]
        for place, neighbour in enumerate(neighbours, first):
            distance = here - place if place < here else place + 1 - here
            self.frontier.neighbour_read(neighbour, distance, relevance)
        return neighbours

    def _links(self, page: Page, known: ReadPage) -> np.ndarray:
        """Rows of the page's links, each once, in the order of the page."""
        if page.nofollow:
            return NO_ROWS
        matcher = self._matcher(page.language)
        around = matcher.surroundings(page)
        urls = [link.url for link in page.links]
        row_of = self.frontier.row_of
        rows = list(map(row_of.get, urls))
        unknown = [i for i, row in enumerate(rows) if row is None]
        if unknown:
            self._new_links(page, unknown, known, around, matcher)
            for i in unknown:
                rows[i] = row_of.get(urls[i])
        taken = dict.fromkeys(rows)
        for unwanted in (None, row_of.get(known.url)):  # what must not be followed, and the page itself
            taken.pop(unwanted, None)
        self._mention(taken, rows, around.matches)
        ordered = np.fromiter(taken, dtype=np.intp, count=len(taken))
        self.frontier.linked_from(ordered, known.kind, known.relevance)
        return ordered

    def _mention(
        self,
        taken: Mapping[int | None, None],
        rows: Sequence[int | None],
        matches: Mapping[int, tuple[float, float]],
    ) -> None:
        """What is said at links; of several occurrences on the page the best counts."""
        said: dict[int, tuple[float, float]] = {}
        for link, (anchor, context) in matches.items():
            row = rows[link]
            if row is not None and row in taken:
                before = said.get(row, (0.0, 0.0))
                said[row] = max(before[0], anchor), max(before[1], context)
        if said:
            self.frontier.mention(said)

    def _new_links(
        self, page: Page, unknown: Iterable[int], known: ReadPage, around: Surroundings, matcher: Matcher
    ) -> None:
        """Take up those of the unknown links that may be followed; of several occurrences the first counts."""
        fresh: dict[str, NewLink] = {}
        for i in unknown:
            link = page.links[i]
            url = link.url
            if url in fresh or url in self.pages or not self._allowed(url):
                continue
            address = matcher.address(url)
            buckets = hashed(*around.words(i), address)
            fresh[url] = NewLink(url, link.tag_path, matcher.match(address), buckets)
            self._seen_on.append((known.url, link.anchor))
        if fresh:
            self.frontier.extend(list(fresh.values()), depth=known.depth + 1)

    def _matcher(self, language: str | None) -> Matcher:
        if language not in self._matchers:
            weights = [facet.weights for facet in self.topic.facets(language)]
            self._matchers[language] = Matcher(weights, language)
        return self._matchers[language]
