"""Which links are known and not yet followed? The shared frontier, in columns so that scoring is fast.

Rows are never removed: a followed link stays as a closed row, so that it is not followed again.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np
from msgspec import Struct

from watchd.core.population.links.scorer import COLUMN, WIDTH
from watchd.core.relevance.link_features import SLOTS, folder_of, site_of

# Columns that no score looks at: sums over the pages with a link (their relevances, their number) and over its
# neighbours (what they brought, their weights).
SUMS = {"linked": WIDTH, "links": WIDTH + 1, "near": WIDTH + 2, "nears": WIDTH + 3}
_ANCHOR, _CONTEXT, _WORDS = COLUMN["anchor"], COLUMN["context"], COLUMN["words"]
_NEAR, _NEAR_SUM, _NEAR_WEIGHT = COLUMN["near"], SUMS["near"], SUMS["nears"]
_NO_WORDS = (0,) * SLOTS
NEWS = 2.0  # a link that has just appeared is worth so many that have always been there


class SiteYields:
    """What pages of a kind (a site, a folder, a place in a page) have brought, on average so far."""

    CAUTION = 2.0  # so many pages of average relevance are assumed at the start
    NONE = 0  # the kind of what has none: always as usual

    def __init__(self) -> None:
        self._totals = [0.0]
        self._counts = [0]
        self._brought = np.zeros(64)  # what is known, and the share that is still guessed
        self._doubt = np.ones(64)

    def new(self) -> int:
        """The number of a new kind."""
        number = len(self._totals)
        self._totals.append(0.0)
        self._counts.append(0)
        if number == len(self._doubt):
            self._brought = _doubled(self._brought, 0.0)
            self._doubt = _doubled(self._doubt, 1.0)
        return number

    def add(self, number: int, relevance: float) -> None:
        """One more page of this kind was read."""
        self._totals[number] = total = self._totals[number] + relevance
        self._counts[number] = count = self._counts[number] + 1
        self._brought[number] = total / (count + self.CAUTION)
        self._doubt[number] = self.CAUTION / (count + self.CAUTION)

    def count(self, number: int) -> int:
        """How many pages of this kind were read."""
        return self._counts[number]

    def at(self, numbers: np.ndarray, usual: float) -> np.ndarray:
        """The expected relevance of pages of these kinds."""
        expected = self._doubt.take(numbers)
        expected *= usual
        expected += self._brought.take(numbers)
        return expected


class NewLink(Struct, frozen=True):
    """What is known of a link when it is seen for the first time."""

    url: str
    arm: str  # where in the page it stands
    match: float = 0.0  # how well its address matches
    buckets: Sequence[int] = ()  # its hashed words


class Frontier:
    """Links in columns: one row per URL."""

    def __init__(self, capacity: int = 1024) -> None:
        self.urls: list[str] = []
        self.row_of: dict[str, int] = {}
        self.open = np.zeros(capacity, dtype=bool)
        self.scores = np.full(capacity, -np.inf, dtype=np.float32)
        self._bar = np.full(capacity, -np.inf, dtype=np.float32)  # what a score is lowered by: 0 while open
        self._table = _blank(capacity)
        self._buckets = np.zeros((capacity, SLOTS), dtype=np.int32)
        self._kinds = np.zeros((capacity, 4), dtype=np.intp)  # arm, site, folder, best parent
        self._yields = SiteYields()  # of all four: in one, since they are always asked for together
        self._arms: dict[str, int] = {}
        self._sites: dict[str, int] = {}
        self._folders: dict[tuple[int, str], int] = {}
        self._closed_sites: set[int] = set()
        self._worth = np.ones(capacity, dtype=np.float32)  # what a score is multiplied with
        self.news: set[int] = set()  # links that appeared since their page was read last
        self.taken: dict[int, int] = {}  # pages asked for, by site
        self.openings = 0
        self._swept = 0

    def __len__(self) -> int:
        return len(self.urls)

    def add(self, url: str, *, arm: str, depth: int) -> int:
        """The row of a link; a new one is opened unless its site is closed."""
        if url not in self.row_of:
            self.extend([NewLink(url, arm)], depth=depth)
        return self.row_of[url]

    def extend(self, links: Sequence[NewLink], *, depth: int) -> None:
        """Take in links that are not known yet, each once. All at once: rows one by one are slow."""
        first, kinds, words = len(self.urls), [], []
        for link in links:
            self.row_of[link.url] = len(self.urls)
            self.urls.append(link.url)
            kinds.append(self._kinds_of(link))
            words.append([*link.buckets, *_NO_WORDS[len(link.buckets) :]])
        while len(self.urls) > len(self.open):
            self._grow()
        rows = slice(first, len(self.urls))
        self._kinds[rows] = kinds
        self._buckets[rows] = words
        self._table[rows, COLUMN["depth"]] = 1.0 / (1.0 + depth)
        self._table[rows, COLUMN["url"]] = [link.match for link in links]
        self.open[rows] = True
        self._bar[rows] = 0.0
        self.openings += len(links)
        for row in range(first, len(self.urls)) if self._closed_sites else ():
            if self.site(row) in self._closed_sites:
                self.close(row)

    def new_kind(self) -> int:
        """The number of a page that was read, to count what its links bring."""
        return self._yields.new()

    def _kinds_of(self, link: NewLink) -> tuple[int, int, int, int]:
        new = self._yields.new
        host, folder = site_of(link.url), folder_of(link.url)
        arm, site = self._arms.get(link.arm), self._sites.get(host)
        if arm is None:
            arm = self._arms[link.arm] = new()
        if site is None:
            site = self._sites[host] = new()
        number = self._folders.get((site, folder))
        if number is None:
            number = self._folders[site, folder] = new()
        return arm, site, number, SiteYields.NONE

    def mention(self, said: Mapping[int, tuple[float, float]]) -> None:
        """Take in how well the words at links match (anchor, context); of several mentions the best counts."""
        for row, (anchor, context) in said.items():
            cells = self._table[row]
            cells[_ANCHOR] = max(anchor, float(cells[_ANCHOR]))
            cells[_CONTEXT] = max(context, float(cells[_CONTEXT]))
            cells[_WORDS] = max(cells[_ANCHOR], cells[_CONTEXT])

    def linked_from(self, rows: np.ndarray, page: int, relevance: float) -> None:
        """A page of this relevance has these links (rows are unique)."""
        table = self._table.take(rows, axis=0)  # once out and once in: columns of scattered rows are slow
        columns = table.T
        best, total, count = columns[COLUMN["parent_best"]], columns[SUMS["linked"]], columns[SUMS["links"]]
        better = (relevance > best) | (count == 0.0)
        self._kinds[rows[better], 3] = page
        total += relevance
        count += 1.0
        np.maximum(best, relevance, out=best)
        columns[COLUMN["parent_sum"]] = total / (1.0 + total)
        columns[COLUMN["parents"]] = np.log1p(count) / 5.0
        columns[COLUMN["parent_mean"]] = total / count
        self._table[rows] = table

    def announce(self, rows: Iterable[int]) -> None:
        """These links are new on a page that was read before: what they lead to has probably just been published."""
        for row in rows:
            self.news.add(row)
            self._worth[row] = NEWS

    def neighbour_read(self, row: int, distance: int, relevance: float) -> None:
        """A link that stands this far from this one was followed and brought this much."""
        cells = self._table[row]
        cells[_NEAR_SUM] = total = float(cells[_NEAR_SUM]) + relevance / distance
        cells[_NEAR_WEIGHT] = weight = float(cells[_NEAR_WEIGHT]) + 1.0 / distance
        cells[_NEAR] = total / (weight + 0.5)

    def close(self, row: int) -> None:
        """The link is being followed or must not be."""
        if self.open[row]:
            self.open[row] = False
            self.openings -= 1
        self.scores[row] = self._bar[row] = -np.inf

    def close_site(self, site: int) -> None:
        """No further page of this site in this run."""
        self._closed_sites.add(site)
        n = len(self.urls)
        rows = np.flatnonzero((self._kinds[:n, 1] == site) & self.open[:n])
        self.open[rows] = False
        self.scores[rows] = self._bar[rows] = -np.inf
        self.openings -= len(rows)

    def site(self, row: int) -> int:
        """The number of the row's site."""
        return int(self._kinds[row, 1])

    def brought(self, row: int, relevance: float) -> None:
        """The link was followed: count what it brought for its site, folder, arm and siblings."""
        *kinds, parent = self._kinds[row].tolist()
        for kind in kinds:
            self._yields.add(kind, relevance)
        if parent != SiteYields.NONE:
            self._yields.add(parent, relevance)

    def features(self, rows: np.ndarray, usual: float) -> np.ndarray:
        """The feature matrix of some rows; `usual` is the mean relevance so far."""
        table = self._table.take(rows, axis=0)
        table[:, COLUMN["arm"] : WIDTH] = self._yields.at(self._kinds.take(rows, axis=0), usual)
        return table[:, :WIDTH]

    def buckets(self, rows: np.ndarray) -> np.ndarray:
        """The hashed words of some rows."""
        return self._buckets.take(rows, axis=0)

    def column(self, name: str, rows: np.ndarray | slice) -> np.ndarray:
        """One stored column of some rows."""
        return self._table[rows, COLUMN[name]]

    def put_scores(self, rows: np.ndarray, scores: np.ndarray) -> None:
        """New scores for rows; closed rows stay out."""
        if self.news:
            scores = np.where(scores > 0.0, scores * self._worth.take(rows), scores)
        self.scores[rows] = scores + self._bar.take(rows)

    def best(self) -> int | None:
        """The open row with the highest score; of equals the one seen first."""
        if self.openings == 0:
            return None
        return int(np.argmax(self.scores[: len(self.urls)]))

    def sweep(self, most: int) -> np.ndarray:
        """The next rows in turn, so that every row comes round."""
        start = self._swept if self._swept < len(self.urls) else 0
        self._swept = min(start + most, len(self.urls))
        return np.arange(start, self._swept)

    def every_open(self) -> np.ndarray:
        """All open rows, as seen."""
        return np.flatnonzero(self.open[: len(self.urls)])

    def __iter__(self) -> Iterator[str]:
        return (self.urls[row] for row in self.every_open())

    def _grow(self) -> None:
        self.open = _doubled(self.open, False)
        self.scores = _doubled(self.scores, -np.inf)
        self._bar = _doubled(self._bar, -np.inf)
        self._worth = _doubled(self._worth, 1.0)
        self._table = np.concatenate((self._table, _blank(len(self._table))))
        self._buckets = _doubled(self._buckets, 0)
        self._kinds = _doubled(self._kinds, 0)


def _blank(rows: int) -> np.ndarray:
    """Rows of features of which nothing is known yet."""
    table = np.zeros((rows, WIDTH + len(SUMS)), dtype=np.float32)
    table[:, COLUMN["one"]] = 1.0
    return table


def _doubled(column: np.ndarray, filler: float) -> np.ndarray:
    return np.concatenate([column, np.full_like(column, filler)])
