"""Which links are known and not yet followed? The shared frontier, in columns so that scoring is fast.

Rows are never removed: a followed link stays as a closed row, so that it is not followed again.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from watchd.core.links.features import SLOTS, folder_of, site_of
from watchd.core.links.scorer import COLUMN, WIDTH


class Yields:
    """What pages of a kind (a site, a folder, a place in the page) have brought, on average so far."""

    CAUTION = 2.0  # so many pages of average relevance are assumed at the start

    def __init__(self) -> None:
        self.number: dict[str, int] = {}
        self._totals: dict[int, tuple[float, int]] = {}
        self._brought = np.zeros(64)  # what is known, and the share that is still guessed
        self._doubt = np.ones(64)

    def of(self, key: str) -> int:
        """The number of a kind; new kinds get one."""
        number = self.number.setdefault(key, len(self.number))
        if number >= len(self._doubt):
            self._brought = _doubled(self._brought, 0.0)
            self._doubt = _doubled(self._doubt, 1.0)
        return number

    def add(self, number: int, relevance: float) -> None:
        """One more page of this kind was read."""
        total, count = self._totals.get(number, (0.0, 0))
        self._totals[number] = total + relevance, count + 1
        self._brought[number] = (total + relevance) / (count + 1 + self.CAUTION)
        self._doubt[number] = self.CAUTION / (count + 1 + self.CAUTION)

    def count(self, number: int) -> int:
        """How many pages of this kind were read."""
        return self._totals.get(number, (0.0, 0))[1]

    def at(self, numbers: np.ndarray, usual: float) -> np.ndarray:
        """The expected relevance of pages of these kinds."""
        expected = self._doubt.take(numbers)
        expected *= usual
        expected += self._brought.take(numbers)
        return expected


class Frontier:
    """Links in columns: one row per URL."""

    def __init__(self, capacity: int = 1024) -> None:
        self.urls: list[str] = []
        self.row_of: dict[str, int] = {}
        self._yields = Yields()  # of arms, sites and folders: in one, since they are always asked for together
        self.pages = Yields()  # what the links of a page have brought: the siblings of a link
        self.open = np.zeros(capacity, dtype=bool)
        self.scores = np.full(capacity, -np.inf, dtype=np.float32)
        self._table = np.zeros((capacity, WIDTH), dtype=np.float32)
        self._buckets = np.zeros((capacity, SLOTS), dtype=np.int32)
        self._kinds = np.zeros((capacity, 4), dtype=np.intp)  # arm, site, folder, best parent
        self._linked = np.zeros((capacity, 2), dtype=np.float32)  # sum of parents' relevances, their number
        self._near = np.zeros((capacity, 2), dtype=np.float32)  # weighted sum and weight of followed neighbours
        self._closed_sites: set[int] = set()
        self.taken: dict[int, int] = {}  # pages asked for, by site
        self.openings = 0
        self._swept = 0

    def __len__(self) -> int:
        return len(self.urls)

    def add(self, url: str, *, arm: str, depth: int) -> int:
        """The row of a link; a new one is opened unless its site is closed."""
        row = self.row_of.get(url)
        if row is not None:
            return row
        row = len(self.urls)
        if row == len(self.open):
            self._grow()
        self.urls.append(url)
        self.row_of[url] = row
        kind = self._yields.of
        site = kind("site " + site_of(url))
        self._kinds[row] = (kind("arm " + arm), site, kind("folder " + folder_of(url)), -1)
        self._table[row, COLUMN["one"]] = 1.0
        self._table[row, COLUMN["depth"]] = 1.0 / (1.0 + depth)
        if site not in self._closed_sites:
            self.open[row] = True
            self.openings += 1
        return row

    def describe(self, row: int, *, url: float, buckets: Sequence[int]) -> None:
        """Take in what a new link says: how well its address matches, and its hashed words."""
        self._table[row, COLUMN["url"]] = url
        self._buckets[row, : len(buckets)] = buckets

    def mention(self, rows: np.ndarray, anchor: np.ndarray, context: np.ndarray) -> None:
        """Take in how well the words at these occurrences match; of several the best counts."""
        for name, matches in (("anchor", anchor), ("context", context)):  # as narrow as the table: far faster
            np.maximum.at(self._table[:, COLUMN[name]], rows, matches.astype(np.float32))

    def linked_from(self, rows: np.ndarray, page: int, relevance: float) -> None:
        """A page of this relevance has these links (rows are unique)."""
        table = self._table.take(rows, axis=0)  # once out and once in: columns of scattered rows are slow
        best = table[:, COLUMN["parent_best"]]
        better = (relevance > best) | (self._kinds[rows, 3] < 0)
        self._kinds[rows[better], 3] = page
        linked = self._linked.take(rows, axis=0)
        linked[:, 0] += relevance
        linked[:, 1] += 1.0
        self._linked[rows] = linked
        total, count = linked[:, 0], linked[:, 1]
        table[:, COLUMN["parent_best"]] = np.maximum(best, relevance)
        table[:, COLUMN["parent_sum"]] = total / (1.0 + total)
        table[:, COLUMN["parents"]] = np.log1p(count) / 5.0
        table[:, COLUMN["parent_mean"]] = total / count
        self._table[rows] = table

    def neighbour_read(self, rows: np.ndarray, distances: np.ndarray, relevance: float) -> None:
        """A link that stands this far from these was followed and brought this much."""
        weights = 1.0 / distances
        near = self._near.take(rows, axis=0)
        near[:, 0] += weights * relevance
        near[:, 1] += weights
        self._near[rows] = near
        self._table[rows, COLUMN["near"]] = near[:, 0] / (near[:, 1] + 0.5)

    def close(self, row: int) -> None:
        """The link is being followed or must not be."""
        if self.open[row]:
            self.open[row] = False
            self.openings -= 1
        self.scores[row] = -np.inf

    def close_site(self, site: int) -> None:
        """No further page of this site in this run."""
        self._closed_sites.add(site)
        n = len(self.urls)
        rows = np.flatnonzero((self._kinds[:n, 1] == site) & self.open[:n])
        self.open[rows] = False
        self.scores[rows] = -np.inf
        self.openings -= len(rows)

    def site(self, row: int) -> int:
        """The number of the row's site."""
        return int(self._kinds[row, 1])

    def brought(self, row: int, relevance: float) -> None:
        """The link was followed: count what it brought for its site, folder, arm and siblings."""
        *kinds, parent = self._kinds[row].tolist()
        for kind in kinds:
            self._yields.add(kind, relevance)
        if parent >= 0:
            self.pages.add(parent, relevance)

    def features(self, rows: np.ndarray, usual: float) -> np.ndarray:
        """The feature matrix of some rows; `usual` is the mean relevance so far."""
        table = self._table.take(rows, axis=0)
        kinds = self._kinds.take(rows, axis=0)
        page = kinds[:, 3]
        np.maximum(table[:, COLUMN["anchor"]], table[:, COLUMN["context"]], out=table[:, COLUMN["words"]])
        table[:, COLUMN["arm"] : COLUMN["folder"] + 1] = self._yields.at(kinds[:, :3], usual)
        table[:, COLUMN["siblings"]] = np.where(page >= 0, self.pages.at(page, usual), usual)
        return table

    def buckets(self, rows: np.ndarray) -> np.ndarray:
        """The hashed words of some rows."""
        return self._buckets.take(rows, axis=0)

    def column(self, name: str, rows: np.ndarray | slice) -> np.ndarray:
        """One stored column of some rows."""
        return self._table[rows, COLUMN[name]]

    def put_scores(self, rows: np.ndarray, scores: np.ndarray) -> None:
        """New scores for rows; closed rows stay out."""
        self.scores[rows] = np.where(self.open[rows], scores, -np.inf)

    def best(self) -> int | None:
        """The open row with the highest score; of equals the one seen first."""
        if self.openings == 0:
            return None
        return int(np.argmax(self.scores[: len(self.urls)]))

    def best_of(self, rows: np.ndarray) -> int | None:
        """The same among some rows."""
        if len(rows) == 0:
            return None
        row = int(rows[int(np.argmax(self.scores[rows]))])
        return row if self.open[row] else None

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
        self._table = _doubled(self._table, 0)
        self._buckets = _doubled(self._buckets, 0)
        self._kinds = _doubled(self._kinds, 0)
        self._linked = _doubled(self._linked, 0)
        self._near = _doubled(self._near, 0)


def _doubled(column: np.ndarray, filler: float) -> np.ndarray:
    return np.concatenate([column, np.full_like(column, filler)])
