"""Queue of pages that a run visits before agents choose links: news first, then start pages.

A site is asked one request at a time. Moves to a busy site would only wait there and keep agents from visiting other sites,
so pages of a site with enough moves under way keep their places, and the next page of another site is taken. Stored pages
need no request, so they never wait.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from watchd.core.population.budget_use import BudgetUse
from watchd.core.population.crawl_graph import CrawlGraph
from watchd.core.population.events import Move, Seed
from watchd.core.population.strategies.protocol import Choice

T = TypeVar("T")
STORED = "remnant"  # source of start pages that are read from the store
MIN_PROMISE = (
    0.1  # of a link's score, which predicts the square root of the relevance; links below it are guesses
)


class VisitQueue:
    """News and start pages of one run, and the moves that are under way at each site."""

    def __init__(self, seeds: Iterable[Seed], graph: CrawlGraph, use: BudgetUse) -> None:
        unique = list({seed.url: seed for seed in seeds}.values())
        self.seeds = deque(seed for seed in unique if not seed.waits)
        self._stored = {seed.url for seed in unique if seed.source == STORED}
        self._news: deque[Choice] = deque()  # pages that have just appeared
        self._graph = graph
        self._use = use
        self._under_way_at: Counter[int] = Counter()  # moves by site
        self._explored = 0  # pages by links that are neither news nor start pages
        self._rests: dict[
            int, float
        ] = {}  # sites that get no requests now, and the second of the run when they do again
        self._news_rows: set[int] = set()
        self._guesses: set[int] = set()  # of these, links that promise little
        rows = {seed.url: graph.seed(seed.url) for seed in unique}
        self.waiting_rows = [rows[seed.url] for seed in unique if seed.waits]  # they are links among others

    def __len__(self) -> int:
        return len(self._news) + len(self.seeds)

    def add_seeds(self, seeds: Sequence[Seed], *, is_urgent: bool) -> None:
        """Add start pages; urgent ones come before all others."""
        for seed in seeds:
            row = self._graph.seed(seed.url)
            if is_urgent:
                self._news_rows.add(row)
                self._news.append(Choice(seed.url, "seed", row))
            else:
                self.seeds.append(seed)  # `next` checks whether it is still open

    def add_news(self, urls: Sequence[str]) -> None:
        """Add links that have just appeared, the best first."""
        frontier = self._graph.frontier
        rows = [row for url in urls if (row := frontier.row_of.get(url)) is not None and frontier.open[row]]
        ranked = sorted(rows, key=lambda row: -float(frontier.scores[row]))
        self._news_rows.update(ranked)
        self._news.extend(Choice(frontier.urls[row], "link", row) for row in ranked)

    def next(self) -> tuple[Choice, float] | None:
        """Take the next page, with the share of its energy that is left; None if all that wait are at busy sites."""
        if (news := self._first_open(self._news, lambda choice: choice.row)) is not None:
            return news, 1.0
        row_of = self._graph.frontier.row_of
        if (seed := self._first_open(self.seeds, lambda seed: row_of[seed.url])) is not None:
            return Choice(seed.url, "seed", row_of[seed.url]), seed.unspent
        return None

    def waiting(self) -> tuple[list[int], list[int]]:
        """Return the rows of news and of start pages that wait, in their order."""
        frontier = self._graph.frontier
        news = [choice.row for choice in self._news if choice.row is not None and frontier.open[choice.row]]
        seeds = [frontier.row_of[seed.url] for seed in self.seeds]
        return news, [row for row in seeds if frontier.open[row]]

    def may_explore(self) -> bool:
        """Return whether agents may follow links that are neither news nor start pages."""
        return self._graph.frontier.open_count > 0 and not self.has_used_its_share

    @property
    def has_used_its_share(self) -> bool:
        """True if agents have followed as many links as the run may explore."""
        limit = self._use.budget.explored
        return isinstance(limit, int) and 0 < limit <= self._explored

    def explore(self, row: int) -> bool:
        """Count a link that an agent has chosen; return False if it promises little and enough such links were followed."""
        is_guess = self._graph.frontier.scores[row] < MIN_PROMISE
        limit = self._use.budget.guessed
        if is_guess and isinstance(limit, int) and len(self._guesses) >= limit:
            return False
        self._explored += 1
        if is_guess:
            self._guesses.add(row)
        return True

    def start(self, move: Move) -> None:
        """Count a move that starts at its site."""
        self._count(move, 1)

    def finish(self, move: Move) -> None:
        """Count a move that has ended."""
        self._count(move, -1)

    def rest(self, move: Move, until: float) -> None:
        """Let the site of a page rest until this second of the run; the page keeps its place."""
        assert move.row is not None
        frontier = self._graph.frontier
        site = frontier.site(move.row)
        self._rests[site] = max(until, self._rests.get(site, until))
        frontier.hold_site(site, is_short=False)
        frontier.reopen(move.row)
        if move.row in self._news_rows:
            self._news.appendleft(Choice(move.url, "seed" if move.how == "seed" else "link", move.row))
        elif move.how == "seed":
            self.seeds.appendleft(Seed(move.url, "", move.unspent))
        else:
            self._explored -= 1
            self._guesses.discard(move.row)

    def end_rests(self, elapsed: float) -> None:
        """Let sites whose rest is over get requests again."""
        for site in [site for site, until in self._rests.items() if until <= elapsed]:
            del self._rests[site]
            self._hold(site)

    @property
    def next_end_of_rest(self) -> float | None:
        """The second of the run when the next site may get requests again; None if no site rests."""
        return min(self._rests.values(), default=None)

    def _first_open(self, waiting: deque[T], row_of: Callable[[T], int | None]) -> T | None:
        """Take the first page whose link is open and whose site has room; pages of busy sites keep their places."""
        frontier, busy = self._graph.frontier, list[T]()
        found: T | None = None
        while waiting and found is None:
            candidate = waiting.popleft()
            row = row_of(candidate)
            if row is None or not frontier.open[row]:
                continue
            if self._is_busy(frontier.site(row)) and frontier.urls[row] not in self._stored:
                busy.append(candidate)
            else:
                found = candidate
        waiting.extendleft(reversed(busy))
        return found

    def _count(self, move: Move, change: int) -> None:
        if move.row is None or move.url in self._stored or not self._use.budget.per_site:
            return
        site = self._graph.frontier.site(move.row)
        self._under_way_at[site] += change
        self._hold(site)

    def _hold(self, site: int) -> None:
        """Let the links of a site wait as long as it is busy or rests."""
        if self._is_busy(site):
            self._graph.frontier.hold_site(site, is_short=site not in self._rests)
        else:
            self._graph.frontier.free_site(site)

    def _is_busy(self, site: int) -> bool:
        if site in self._rests:
            return True
        limit = self._use.budget.per_site
        return isinstance(limit, int) and 0 < limit <= self._under_way_at[site]
