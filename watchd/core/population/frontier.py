"""Frontier: the known links of a run, in columns so that scoring is fast.

Rows are never removed: a followed link stays as a closed row, so that no agent follows it again.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from msgspec import Struct

from watchd.core.population.links.scorer import COLUMN, WIDTH
from watchd.core.relevance.link_features import SLOTS, folder_of, site_of

# Columns that the scorer does not use: sums over the pages with a link (their relevances, their number) and over its
# neighbours (what they led to, their weights).
SUMS = {"linked": WIDTH, "links": WIDTH + 1, "near": WIDTH + 2, "nears": WIDTH + 3}
_ANCHOR, _CONTEXT, _WORDS = COLUMN["anchor"], COLUMN["context"], COLUMN["words"]
_NEAR, _NEAR_SUM, _NEAR_WEIGHT = COLUMN["near"], SUMS["near"], SUMS["nears"]
_NO_WORDS = (0,) * SLOTS
MIN_SHARE_OF_WAITING = (
    0.3  # of the score of a link that waits for a short time, so that another one is worth a request
)
NEW_LINK_FACTOR = 2.0  # multiplies the score of a link that has just appeared on a page


class SiteYields:
    """Mean relevance of the pages that links of a group led to. A group is a site, a folder, a page or a place in it."""

    PRIOR_PAGES = 2.0  # this number of pages of average relevance is assumed at the start
    NO_GROUP = 0  # for links without a group: its yield is always the average

    def __init__(self) -> None:
        self._totals = [0.0]
        self._counts = [0]
        # The expected yield is known + share of prior x mean relevance.
        self._known = np.zeros(64)
        self._prior_share = np.ones(64)

    def new(self) -> int:
        """Add a group and return its number."""
        number = len(self._totals)
        self._totals.append(0.0)
        self._counts.append(0)
        if number == len(self._prior_share):
            self._known = _doubled(self._known, 0.0)
            self._prior_share = _doubled(self._prior_share, 1.0)
        return number

    def add(self, number: int, relevance: float) -> None:
        """Count a page that a link of this group led to."""
        self._totals[number] = total = self._totals[number] + relevance
        self._counts[number] = count = self._counts[number] + 1
        self._known[number] = total / (count + self.PRIOR_PAGES)
        self._prior_share[number] = self.PRIOR_PAGES / (count + self.PRIOR_PAGES)

    def expected(self, numbers: np.ndarray, mean_relevance: float) -> np.ndarray:
        """Return the expected relevance of the pages that links of these groups lead to."""
        expected = self._prior_share.take(numbers)
        expected *= mean_relevance
        expected += self._known.take(numbers)
        return expected


class NewLink(Struct, frozen=True):
    """A link that is seen for the first time."""

    url: str
    arm: str  # its place in the page
    match: float = 0.0  # how well its address matches
    buckets: Sequence[int] = ()  # its hashed words


class Frontier:
    """Links in columns: one row per URL."""

    def __init__(self, capacity: int = 1024) -> None:
        self.urls: list[str] = []
        self.row_of: dict[str, int] = {}
        self.open = np.zeros(capacity, dtype=bool)
        self.scores = np.full(capacity, -np.inf, dtype=np.float32)
        self._penalty = np.full(capacity, -np.inf, dtype=np.float32)  # added to a score: 0 while open
        self._table = _empty_table(capacity)
        self._buckets = np.zeros((capacity, SLOTS), dtype=np.int32)
        self._groups = np.zeros((capacity, 4), dtype=np.intp)  # arm, site, folder, best parent
        self._yields = SiteYields()  # of all four in one, since they are always used together
        self._arms: dict[str, int] = {}
        self._arm_names: dict[int, str] = {}
        self._sites: dict[str, int] = {}
        self._folders: dict[tuple[int, str], int] = {}
        self._closed_sites: set[int] = set()
        self._held_sites: dict[int, bool] = {}  # their links wait; True if that will not take long
        self._score_factor = np.ones(capacity, dtype=np.float32)
        self._requests: dict[int, int] = {}  # by site
        self.news: set[int] = set()  # links that appeared after their page was read last
        self.open_count = 0
        self._next_turn = 0  # the row with which `next_in_turn` goes on

    def __len__(self) -> int:
        return len(self.urls)

    def add(self, url: str, *, arm: str, depth: int) -> int:
        """Return the row of a link; a new link gets an open row unless its site is closed."""
        if url not in self.row_of:
            self.extend([NewLink(url, arm)], depth=depth)
        return self.row_of[url]

    def extend(self, links: Sequence[NewLink], *, depth: int) -> None:
        """Add links that are not known yet, each once. All together, because single rows are slow."""
        first, groups, words = len(self.urls), [], []
        for link in links:
            self.row_of[link.url] = len(self.urls)
            self.urls.append(link.url)
            groups.append(self._groups_of(link))
            words.append([*link.buckets, *_NO_WORDS[len(link.buckets) :]])
        while len(self.urls) > len(self.open):
            self._grow()
        rows = slice(first, len(self.urls))
        self._groups[rows] = groups
        self._buckets[rows] = words
        self._table[rows, COLUMN["depth"]] = 1.0 / (1.0 + depth)
        self._table[rows, COLUMN["url"]] = [link.match for link in links]
        self.open[rows] = True
        self._penalty[rows] = 0.0
        self.open_count += len(links)
        for row in range(first, len(self.urls)) if self._closed_sites else ():
            if self.site(row) in self._closed_sites:
                self.close(row)

    def new_group(self) -> int:
        """Return the number of a group for a page that was read, to count what its links lead to."""
        return self._yields.new()

    def _groups_of(self, link: NewLink) -> tuple[int, int, int, int]:
        new = self._yields.new
        host, folder = site_of(link.url), folder_of(link.url)
        arm, site = self._arms.get(link.arm), self._sites.get(host)
        if arm is None:
            arm = self._arms[link.arm] = new()
            self._arm_names[arm] = link.arm
        if site is None:
            site = self._sites[host] = new()
        number = self._folders.get((site, folder))
        if number is None:
            number = self._folders[site, folder] = new()
        return arm, site, number, SiteYields.NO_GROUP

    def add_matches(self, matches: Mapping[int, tuple[float, float]]) -> None:
        """Record how well the words at links match (anchor, context); of several matches the best counts."""
        for row, (anchor, context) in matches.items():
            cells = self._table[row]
            cells[_ANCHOR] = max(anchor, float(cells[_ANCHOR]))
            cells[_CONTEXT] = max(context, float(cells[_CONTEXT]))
            cells[_WORDS] = max(cells[_ANCHOR], cells[_CONTEXT])

    def add_parent(self, rows: np.ndarray, group: int, relevance: float) -> None:
        """Record that a page of this relevance, with this group, has these links (rows are unique)."""
        table = self._table.take(rows, axis=0)  # taken once and put once: columns of scattered rows are slow
        columns = table.T
        best, total, count = columns[COLUMN["parent_best"]], columns[SUMS["linked"]], columns[SUMS["links"]]
        better = (relevance > best) | (count == 0.0)
        self._groups[rows[better], 3] = group
        total += relevance
        count += 1.0
        np.maximum(best, relevance, out=best)
        columns[COLUMN["parent_sum"]] = total / (1.0 + total)
        columns[COLUMN["parents"]] = np.log1p(count) / 5.0
        columns[COLUMN["parent_mean"]] = total / count
        self._table[rows] = table

    def mark_new(self, rows: Iterable[int]) -> None:
        """Mark links that are new on a page that was read before: their pages have probably just been published."""
        for row in rows:
            self.news.add(row)
            self._score_factor[row] = NEW_LINK_FACTOR

    def add_yield(self, row: int, relevance: float) -> None:
        """Count what a followed link led to, for its site, its folder, its arm and the links of its best parent."""
        *groups, parent = self._groups[row].tolist()
        for group in groups:
            self._yields.add(group, relevance)
        if parent != SiteYields.NO_GROUP:
            self._yields.add(parent, relevance)

    def add_neighbour_yield(self, row: int, distance: int, relevance: float) -> None:
        """Count what a followed link led to, for a link at this distance from it on the page."""
        cells = self._table[row]
        cells[_NEAR_SUM] = total = float(cells[_NEAR_SUM]) + relevance / distance
        cells[_NEAR_WEIGHT] = weight = float(cells[_NEAR_WEIGHT]) + 1.0 / distance
        cells[_NEAR] = total / (weight + 0.5)

    def close(self, row: int) -> None:
        """Close a link that an agent follows or that must not be followed."""
        if self.open[row]:
            self.open[row] = False
            self.open_count -= 1
        self.scores[row] = self._penalty[row] = -np.inf

    def reopen(self, row: int) -> None:
        """Open a link again that was closed although its page was not asked for; it has no score yet."""
        if not self.open[row] and self.site(row) not in self._closed_sites:
            self.open[row] = True
            self._penalty[row] = 0.0
            self.open_count += 1

    def close_site(self, site: int) -> None:
        """Close all links of a site for the rest of the run."""
        self._closed_sites.add(site)
        n = len(self.urls)
        rows = np.flatnonzero((self._groups[:n, 1] == site) & self.open[:n])
        self.open[rows] = False
        self.scores[rows] = self._penalty[rows] = -np.inf
        self.open_count -= len(rows)

    def hold_site(self, site: int, *, is_short: bool) -> None:
        """Let the links of a site wait; they stay open. After a short wait, their turn comes in this run."""
        self._held_sites[site] = is_short

    def free_site(self, site: int) -> None:
        """Let links of a site be followed again."""
        self._held_sites.pop(site, None)

    def is_held(self, row: int) -> bool:
        """Return whether the row waits because its site is busy."""
        return self.site(row) in self._held_sites

    def may_follow(self, rows: np.ndarray) -> np.ndarray:
        """Return for each row whether it is open and its site is not held."""
        is_open: np.ndarray = self.open[rows]
        return (
            is_open & ~np.isin(self._groups[rows, 1], list(self._held_sites)) if self._held_sites else is_open
        )

    def site(self, row: int) -> int:
        """Return the number of the row's site."""
        return int(self._groups[row, 1])

    def arm(self, row: int) -> str:
        """Return the place in its page where the link was seen first."""
        return self._arm_names[int(self._groups[row, 0])]

    def count_request(self, site: int) -> int:
        """Count a page that is asked for; return the number of such pages of the site."""
        self._requests[site] = number = self._requests.get(site, 0) + 1
        return number

    def features(self, rows: np.ndarray, mean_relevance: float) -> np.ndarray:
        """Return the feature matrix of some rows, given the mean relevance of the pages read so far."""
        table = self._table.take(rows, axis=0)
        table[:, COLUMN["arm"] : WIDTH] = self._yields.expected(self._groups.take(rows, axis=0), mean_relevance)
        return table[:, :WIDTH]

    def buckets(self, rows: np.ndarray) -> np.ndarray:
        """Return the hashed words of some rows."""
        return self._buckets.take(rows, axis=0)

    def column(self, name: str, rows: np.ndarray | slice) -> np.ndarray:
        """Return one stored column of some rows."""
        return self._table[rows, COLUMN[name]]

    def put_scores(self, rows: np.ndarray, scores: np.ndarray) -> None:
        """Set the scores of rows; closed rows keep minus infinity."""
        if self.news:
            scores = np.where(scores > 0.0, scores * self._score_factor.take(rows), scores)
        self.scores[rows] = scores + self._penalty.take(rows)

    def best(self) -> int | None:
        """Return the open row with the highest score; of equal rows the one seen first. None if it is better to wait.

        Links of sites that are held wait. A link of another site is not worth a request if it promises far less than a link
        whose turn comes soon: sites without relevant pages would get the most requests, because they are never busy.
        """
        if self.open_count == 0:
            return None
        n = len(self.urls)
        if not self._held_sites:
            return int(np.argmax(self.scores[:n]))
        sites = self._groups[:n, 1]
        held = np.isin(sites, list(self._held_sites))
        best = int(np.argmax(np.where(held, -np.inf, self.scores[:n])))
        if held[best] or not self.open[best]:
            return None
        soon = np.isin(sites, [site for site, is_short in self._held_sites.items() if is_short])
        waiting = float(np.max(np.where(soon, self.scores[:n], -np.inf)))
        return best if self.scores[best] >= MIN_SHARE_OF_WAITING * waiting else None

    def next_in_turn(self, limit: int) -> np.ndarray:
        """Return the next rows in turn, so that every row is returned after some calls."""
        start = self._next_turn if self._next_turn < len(self.urls) else 0
        self._next_turn = min(start + limit, len(self.urls))
        return np.arange(start, self._next_turn)

    def open_rows(self) -> np.ndarray:
        """Return all open rows in the order in which they were seen."""
        return np.flatnonzero(self.open[: len(self.urls)])

    def _grow(self) -> None:
        self.open = _doubled(self.open, False)
        self.scores = _doubled(self.scores, -np.inf)
        self._penalty = _doubled(self._penalty, -np.inf)
        self._score_factor = _doubled(self._score_factor, 1.0)
        self._table = np.concatenate((self._table, _empty_table(len(self._table))))
        self._buckets = _doubled(self._buckets, 0)
        self._groups = _doubled(self._groups, 0)


def _empty_table(rows: int) -> np.ndarray:
    """Return a table of features for links of which nothing is known yet."""
    table = np.zeros((rows, WIDTH + len(SUMS)), dtype=np.float32)
    table[:, COLUMN["one"]] = 1.0
    return table


def _doubled(column: np.ndarray, filler: float) -> np.ndarray:
    return np.concatenate([column, np.full_like(column, filler)])
