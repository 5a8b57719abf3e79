"""Population of one run: the agents propose pages to read, and settle what arrived. No I/O.

    population = Population(strategy, seeds, graph, entropy=7)
    while moves := population.moves(8):
        ...                                   # the flow fetches
        events = population.settle(*arrivals)

`moves` proposes pages to read; `settle` takes what arrived and returns what happened. Arrivals that are settled together
are taken in the order of their moves, so the order in which servers answer does not matter. All chance comes from one
number, the entropy: every agent has its own random stream, derived from the entropy and its lineage. Hence the entropy
and the journal (what was asked, what arrived) replay a run exactly.

The flow asks about pages, links, agents and energy with the methods at the end of the class, not the parts themselves.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from msgspec import UNSET, structs

from watchd.core.population.budget_use import BudgetUse, StopReason
from watchd.core.population.crawl_graph import CrawlGraph, Hop
from watchd.core.population.energy_ledger import Economy, Payoffs, latency_cost
from watchd.core.population.events import (
    Adjusted,
    Arrival,
    Asked,
    Entry,
    Event,
    Found,
    Move,
    RunBudget,
    Seed,
    Seeded,
    Settled,
    Visited,
)
from watchd.core.population.lifecycle import Lifecycle
from watchd.core.population.strategies.protocol import Agent, Choice, CrawlStrategy, Memory, PageVisit
from watchd.core.population.visit_queue import VisitQueue
from watchd.core.population.waiting_links import waiting_links
from watchd.model.page import Page
from watchd.model.run import Books
from watchd.model.visit import Route, WaitingLink, WaitingReason

MAX_RESCORED_LINKS = 250  # per page, where scores change by learning: in turn, all of the frontier
MAX_PAGES_PASSED = 20  # pages already read that an agent may pass before it has to wait for its next turn


class Population:
    """The agents of one run, what they know, and what they spend."""

    def __init__(
        self,
        strategy: CrawlStrategy,
        seeds: Sequence[Seed],
        graph: CrawlGraph,
        *,
        entropy: int,
        budget: RunBudget | None = None,
        min_score: float = 0.3,
        journal: list[Entry] | None = None,
    ) -> None:
        self.strategy = strategy
        self.graph = graph
        self.budget_use = BudgetUse(budget or RunBudget())
        self.payoffs = Payoffs(strategy.economy)
        self._min_score = min_score
        self._journal = journal
        self.queue = VisitQueue(seeds, graph, self.budget_use)
        self._first_energy: dict[str, float] = {}  # of a page when it was new, to express remnants as shares
        if self.queue.waiting_rows:
            self._rescore(np.array(self.queue.waiting_rows, dtype=np.intp))
        self._lifecycle = Lifecycle(strategy, graph, self.queue.seeds, entropy)
        self.agents = self._lifecycle.agents
        self.ledger = self._lifecycle.ledger

    @property
    def economy(self) -> Economy:
        """The energy rules of the strategy."""
        return self.strategy.economy

    @property
    def budget(self) -> RunBudget:
        """The limits of the run."""
        return self.budget_use.budget

    @property
    def settled(self) -> int:
        """The number of arrivals that were settled."""
        return self.budget_use.settled

    @property
    def under_way(self) -> list[Move]:
        """Moves that wait for their arrival."""
        return list(self.budget_use.under_way.values())

    @property
    def stop_reason(self) -> StopReason | None:
        """The reason why the run is over; None while something is under way or left to do."""
        if self.budget_use.under_way:
            return None
        if not self.agents:
            return "extinct"
        reason = self.budget_use.stop_reason
        has_nothing_left = not self.queue and not self.queue.may_explore()
        if reason is None and (self.strategy.finished or has_nothing_left):
            return "budget_bytes" if self.budget_use.was_short else "exhausted"
        return reason

    @property
    def next_end_of_rest(self) -> float | None:
        """The second of the run when a site that rests may get requests again; None if no site rests."""
        return self.queue.next_end_of_rest

    # --- asking

    def moves(self, limit: int = 1, *, elapsed: float = 0.0) -> list[Move]:
        """Return up to `limit` pages to read next; none while all agents wait for arrivals, or when the run is over."""
        return [move for move in self.turns(limit, elapsed=elapsed) if move is not None]

    def turns(self, limit: int = 1, *, elapsed: float = 0.0) -> Iterator[Move | None]:
        """Yield the same moves, agent by agent: a turn may take a millisecond, and the caller may work in between."""
        if self._journal is not None:
            self._journal.append(Asked(limit, elapsed))
        self.budget_use.elapsed_seconds = elapsed
        self.queue.end_rests(elapsed)
        moves, idle = 0, self._lifecycle.idle
        for _ in range(len(idle)):
            if moves >= limit or self.budget_use.stop_reason is not None:
                break
            agent = self.agents.get(idle.popleft())
            if agent is None:
                continue  # it starved while it waited for its turn
            move = self._next(agent)
            if move is not None:
                moves += 1
            elif agent.name in self.agents:
                idle.append(agent.name)
            yield move

    def add_seeds(self, *seeds: Seed, is_urgent: bool = False) -> None:
        """Add start pages that were found during the run, for example the feed of a site; urgent ones come first."""
        if self._journal is not None:
            self._journal.append(Seeded(seeds, is_urgent or UNSET))
        self.queue.add_seeds(seeds, is_urgent=is_urgent)

    def adjust(self, budget: RunBudget, params: dict[str, Any]) -> None:
        """Continue with another budget or other parameters of the strategy."""
        if self._journal is not None:
            self._journal.append(Adjusted(budget, params))
        self.strategy.adjust(params)
        # A person who changes a running run has no opinion on the moves to one site, and may let it explore more.
        self.budget_use.budget = structs.replace(budget, per_site=budget.per_site or self.budget.per_site)
        self.payoffs.adjust(self.economy)

    def _next(self, agent: Agent) -> Move | None:
        """Choose a page: news first, then start pages, then the strategy decides. A page already read needs no request."""
        if (waiting := self.queue.next()) is not None:
            return self._propose(agent, *waiting)
        for _ in range(MAX_PAGES_PASSED if self.queue.may_explore() else 0):
            choice = self.strategy.choose(agent, self.graph)
            if choice is None:
                return None
            if choice.row is not None and self.graph.frontier.open[choice.row]:
                return self._propose(agent, choice, 1.0) if self.queue.explore(choice.row) else None
            if choice.url not in self.graph.pages:
                return None  # another agent is fetching it
            self._revisit(agent, choice)
            if agent.name not in self.agents:
                return None
        return None

    def _propose(self, agent: Agent, choice: Choice, unspent: float) -> Move:
        assert choice.row is not None
        use, frontier = self.budget_use, self.graph.frontier
        frontier.close(choice.row)
        move = Move(
            use.asked, agent.name, choice.url, choice.how, choice.row, unspent, room=use.next_page_bytes
        )
        use.start(move)
        self.queue.start(move)
        site, share = frontier.site(choice.row), use.budget.site_share
        if frontier.count_request(site) >= share * use.budget.pages and share < 1.0:
            frontier.close_site(site)
        return move

    # --- settling

    def settle(self, *arrivals: Arrival) -> list[Event]:
        """Settle pages that arrived and return what happened. Arrivals are taken in the order of their moves."""
        ordered = tuple(sorted(arrivals, key=lambda a: a.move))
        if self._journal is not None:
            self._journal.append(Settled(ordered))
        for arrival in ordered:
            self._settle(self.budget_use.finish(arrival), arrival)
        return self._lifecycle.take_events()

    def _settle(self, move: Move, arrival: Arrival) -> None:
        self.queue.finish(move)
        agent, economy = self.agents[move.agent], self.economy
        if arrival.rest and move.row is not None:
            self.budget_use.unasked += 1
            self.queue.rest(move, self.budget_use.elapsed_seconds + arrival.rest)
            self._rescore(np.array([move.row]))
            self._lifecycle.idle.append(agent.name)
            return
        page = arrival.page
        cost = economy.cost * (economy.revisit if self.budget_use.is_free(arrival) else 1.0)
        before = self.ledger.agents[agent.name]
        visit = None
        if page is None:
            self._charge(agent, cost, arrival.seconds)
            energy = self.ledger.agents[agent.name]
            self._lifecycle.emit(
                Visited(
                    agent.name, move.url, move.how, 0.0, energy - before, energy, True, False, arrival.trouble
                )
            )
        elif page.url in self.graph.pages:
            self._charge(agent, economy.cost * economy.revisit, arrival.seconds)
            self._arrive(agent, page.url, move.how)
            self._emit_visit(agent, page.url, move.how, arrival.relevance, before, first=False)
        else:
            visit = self._settle_new_page(agent, move, arrival, page, cost)
        self._lifecycle.idle.append(agent.name)
        self._lifecycle.update(agent, visit, settled=self.settled)

    def _settle_new_page(
        self, agent: Agent, move: Move, arrival: Arrival, page: Page, cost: float
    ) -> PageVisit:
        before, relevance = self.ledger.agents[agent.name], arrival.relevance
        known, changed = self.graph.read(page, relevance, row=move.row, asked=move.url, news=arrival.news)
        self.payoffs.observe(relevance, arrival.seconds, is_seed=move.how == "seed")
        self._pay(agent, page.url, relevance, move.unspent if arrival.unspent is None else arrival.unspent)
        self._charge(agent, cost, arrival.seconds)
        self._arrive(agent, page.url, move.how)
        visit = PageVisit(page, known, self.ledger.agents[agent.name] - before, True, arrival.seconds)
        self.strategy.learn(agent, visit, self.graph)
        self._rescore(changed)
        self.queue.add_news(arrival.urgent or ())
        self._emit_visit(agent, page.url, move.how, relevance, before, first=True)
        if relevance >= self._min_score:
            agent.findings += 1
            self._lifecycle.emit(Found(agent.name, page.url, relevance, self.graph.path(page.url)))
        return visit

    def _revisit(self, agent: Agent, choice: Choice) -> None:
        """Pass a page that was read before: no request, and no energy except what other agents left."""
        before = self.ledger.agents[agent.name]
        agent.gained += self.ledger.collect(agent.name, choice.url)
        self._charge(agent, self.economy.cost * self.economy.revisit, 0.0)
        self._arrive(agent, choice.url, choice.how)
        relevance = self.graph.pages[choice.url].relevance
        self._emit_visit(agent, choice.url, choice.how, relevance, before, first=False)
        self._lifecycle.update(agent, None, settled=self.settled)

    def _pay(self, agent: Agent, url: str, relevance: float, unspent: float) -> None:
        """Pay the page's energy, before the cost, to the agent. Beyond UB agents the energy stays on the page."""
        energy = self._first_energy[url] = self.payoffs.page_energy(relevance)
        self.ledger.put_on_page(url, energy * unspent)
        if len(self.agents) <= self.economy.most:
            agent.gained += self.ledger.collect(agent.name, url)

    def _charge(self, agent: Agent, amount: float, seconds: float) -> None:
        if self.economy.payoff != "off":
            self.ledger.pay(agent.name, amount + latency_cost(seconds, self.economy))

    def _rescore(self, rows: np.ndarray) -> None:
        """Score the links whose features changed; where a strategy learns, other links in turn too."""
        frontier = self.graph.frontier
        if self.strategy.learns_scores:
            rows = np.concatenate([rows, frontier.next_in_turn(MAX_RESCORED_LINKS)])
        if len(rows):
            frontier.put_scores(rows, self.strategy.scores(self.graph, rows))

    def _arrive(self, agent: Agent, url: str, how: str) -> None:
        agent.before = None if how == "back" else agent.at  # an agent can go back one step only
        agent.at = url
        agent.visited += 1

    def _emit_visit(
        self, agent: Agent, url: str, how: str, relevance: float, before: float, *, first: bool
    ) -> None:
        energy = self.ledger.agents[agent.name]
        self._lifecycle.emit(Visited(agent.name, url, how, relevance, energy - before, energy, first))

    # --- questions about pages and links

    def has_read(self, url: str) -> bool:
        """Return whether the run has read the page."""
        return url in self.graph.pages

    def page_relevance(self, url: str) -> float | None:
        """Return the relevance of a page; None if the run has not read it."""
        page = self.graph.pages.get(url)
        return page.relevance if page else None

    def relevances(self) -> dict[str, float]:
        """Return the relevance of every page that the run has read; a page counts once, without its redirects."""
        return {page.url: page.relevance for page in self.graph.pages.values()}

    def path_to(self, url: str) -> tuple[Hop, ...]:
        """Return the path from a start page to this page; empty if the run has not read it."""
        return self.graph.path(url) if url in self.graph.pages else ()

    def parent_of(self, url: str) -> str | None:
        """Return the page whose link led to this page."""
        return self.graph.parent_of(url)

    def is_news(self, url: str) -> bool:
        """Return whether the link to this page appeared after the page with the link was read last."""
        return self.graph.is_news(url)

    def is_new_link(self, move: Move) -> bool:
        """Return whether the link of a move appeared after the page with the link was read last."""
        return move.row is not None and move.row in self.graph.frontier.news

    def page_with_link(self, move: Move) -> str | None:
        """Return the page on which the link of a move was seen first; None for a start page."""
        return None if move.row is None else self.graph.page_with_link(move.row)

    def score_of_link(self, url: str) -> float | None:
        """Return the score of a link; None if the run has not seen it, minus infinity if it is closed."""
        row = self.graph.frontier.row_of.get(url)
        return None if row is None else float(self.graph.frontier.scores[row])

    def links_on(self, urls: Iterable[str]) -> set[str]:
        """Return the links on these pages, as far as the crawl graph still has them."""
        pages = [page for url in urls if (page := self.graph.pages.get(url)) is not None]
        rows = {row for page in pages for row in page.rows.tolist()}
        return {self.graph.frontier.urls[row] for row in rows}

    def promises(self, limit: int) -> dict[str, float]:
        """Return the pages with the best open links, and the score of the best link of each."""
        frontier, best = self.graph.frontier, dict[str, float]()
        rows = frontier.open_rows()
        ranked = rows[np.argsort(-frontier.scores[rows], kind="stable")]
        for row in ranked.tolist():
            page = self.graph.page_with_link(row)
            if page is not None and page not in best:
                best[page] = float(frontier.scores[row])
                if len(best) == limit:
                    break
        return best

    def route_to(self, move: Move, source: str = "") -> Route:
        """Return how the run came to know the page of a move, which `source` may have named."""
        return Route(source) if move.row is None else self.graph.route_to(move.row, source)

    def waiting(
        self, limit: int, reason: WaitingReason, source_of: Callable[[str], str | None]
    ) -> list[WaitingLink]:
        """Return the first pages that wait in each queue of a run that has ended for this reason."""
        return waiting_links(self.graph, self.queue, limit, reason, source_of)

    # --- questions about agents and energy

    def memory(self) -> Memory:
        """Return what the strategy keeps for the next run of the profile."""
        return self.strategy.memory(list(self.agents.values()))

    def energy_of(self, agent: str) -> float:
        """Return the energy of an agent; 0 if it is dead."""
        return self.ledger.agents.get(agent, 0.0)

    def energy_left(self, url: str) -> tuple[float, float]:
        """Return the energy left on a page, and its share of the energy that the page had when it was new."""
        energy = self.ledger.remnants.get(url, 0.0)
        first = self._first_energy.get(url, 0.0)
        return energy, min(1.0, energy / first) if first > 0.0 else 0.0

    def remnants(self) -> dict[str, float]:
        """Return the energy left on pages, by URL."""
        return dict(self.ledger.remnants)

    def books(self) -> Books:
        """Return where the energy of the run is."""
        ledger = self.ledger
        held = sum(ledger.agents.values()), sum(ledger.remnants.values())
        return Books(ledger.injected, ledger.dissipated, *held)


def replay(population: Population, journal: Iterable[Entry]) -> list[Event]:
    """Repeat a run from its journal: the same strategy, seeds and entropy give the same events."""
    events: list[Event] = []
    for entry in journal:
        match entry:
            case Asked(room, elapsed):
                population.moves(room, elapsed=elapsed)
            case Settled(arrivals):
                events += population.settle(*arrivals)
            case Seeded(seeds, is_urgent):
                population.add_seeds(*seeds, is_urgent=bool(is_urgent))
            case _:
                population.adjust(entry.budget, entry.params)
    return events
