"""Who lives, who moves, who starves? The engine of a run, without I/O.

    population = Population(strategy, seeds, ground, entropy=7)
    while moves := population.moves(room=8):
        ...                                   # the flow fetches
        events = population.settle(*arrivals)

`moves` proposes pages to read; `settle` takes what arrived and says what came of it. Arrivals that are
settled together are taken in the order of their moves, so which server answered first does not matter. All
chance comes from one number, the entropy: every agent has its own stream, derived from it and from its
lineage. Hence the entropy and the journal (what was asked, what arrived) replay a run exactly.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, Literal

import numpy as np
from msgspec import Struct

from watchd.core.population.crawl_graph import CrawlGraph
from watchd.core.population.energy_ledger import Ledger, Payoffs, latency_cost, split
from watchd.core.population.events import (
    Adjusted,
    Arrival,
    Asked,
    Born,
    Entry,
    Event,
    Found,
    Move,
    RunBudget,
    Seed,
    Seeded,
    Settled,
    Starved,
    Teleported,
    Visited,
)
from watchd.core.population.strategies.protocol import Agent, Choice, CrawlStrategy, PageVisit
from watchd.model.page import Page

StopReason = Literal["budget_pages", "budget_bytes", "budget_seconds", "extinct", "exhausted"]
SWEEP = 250  # links scored anew after every page where scores move by learning: in turn, all of the frontier
TURNED_AWAY = 4  # addresses that we do not visit, per page of the budget, before each counts as a page
NO_ROOM = "budget"  # the trouble with a page that is larger than its room
HOPS = 20  # pages already read that an agent may pass before it has to wait for its next turn


class Remnant(Struct, frozen=True):
    """A page's worth to the next run: not absolute energy, since what pages pay moves between runs."""

    url: str
    relevance: float
    unspent: float  # u in 0..1


class Population:
    """The agents of one run and the books they live by."""

    def __init__(
        self,
        strategy: CrawlStrategy,
        seeds: Sequence[Seed],
        graph: CrawlGraph,
        *,
        entropy: int,
        budget: RunBudget | None = None,
        spent_bytes: int = 0,
        min_score: float = 0.3,
        journal: list[Entry] | None = None,
    ) -> None:
        self.strategy = strategy
        self.graph = graph
        self.economy = strategy.economy
        self.budget = budget or RunBudget()
        self.ledger = Ledger()
        self.agents: dict[str, Agent] = {}
        self.payoffs = Payoffs(self.economy)
        self.asked = self.asked_nothing = self.turned_away = self.settled = 0
        self.spent_bytes = spent_bytes
        self._min_score = min_score
        self._entropy = entropy
        self._journal = journal
        self._seeds = deque({seed.url: seed for seed in seeds}.values())  # each once
        self._idle: deque[str] = deque()
        self._pending: dict[int, Move] = {}
        self._worth: dict[str, float] = {}  # what a page paid when it was new, to express remnants as shares
        self._events: list[Event] = []
        self._elapsed = 0.0
        self._was_short = False  # a page was larger than what was left
        for seed in self._seeds:
            graph.seed(seed.url)
        self._found(len(self._seeds))

    # --- asking

    def moves(self, room: int = 1, *, elapsed: float = 0.0) -> list[Move]:
        """Up to `room` pages to read next; none while all wait for arrivals, or when the run is over."""
        return [move for move in self.turns(room, elapsed=elapsed) if move is not None]

    def turns(self, room: int = 1, *, elapsed: float = 0.0) -> Iterator[Move | None]:
        """The same, agent by agent: a turn may take a millisecond, and whoever has more to do can do it in between."""
        if self._journal is not None:
            self._journal.append(Asked(room, elapsed))
        self._elapsed = elapsed
        moves = 0
        for _ in range(len(self._idle)):
            if moves >= room or self._budget_reason() is not None:
                break
            agent = self.agents.get(self._idle.popleft())
            if agent is None:
                continue  # starved while it was waiting for its turn
            move = self._next(agent)
            if move is not None:
                moves += 1
            elif agent.name in self.agents:
                self._idle.append(agent.name)
            yield move

    def add_seeds(self, *seeds: Seed) -> None:
        """More start pages, found on the way: a site's feed, say."""
        if self._journal is not None:
            self._journal.append(Seeded(seeds))
        for seed in seeds:
            if seed.url not in self.graph.frontier.row_of:
                self.graph.seed(seed.url)
            self._seeds.append(seed)  # whoever takes it looks whether it is still open

    def adjust(self, budget: RunBudget, params: dict[str, Any]) -> None:
        """Go on with another budget or other parameters of the strategy."""
        if self._journal is not None:
            self._journal.append(Adjusted(budget, params))
        self.strategy.adjust(params)
        self.budget = budget
        self.economy = self.strategy.economy
        self.payoffs.adjust(self.economy)

    @property
    def under_way(self) -> list[Move]:
        """Moves that wait for their arrival."""
        return list(self._pending.values())

    @property
    def stop_reason(self) -> StopReason | None:
        """Why the run is over; None while there is something under way or to do."""
        if self._pending:
            return None
        if not self.agents:
            return "extinct"
        reason = self._budget_reason()
        if reason is None and (self.strategy.finished or self._nothing_left()):
            return "budget_bytes" if self._was_short else "exhausted"
        return reason

    @property
    def requests(self) -> int:
        """Moves that cost a page of the budget: all but start pages that are remembered, and addresses turned away."""
        return self.asked - self.asked_nothing

    def _nothing_left(self) -> bool:
        return not self._seeds and self.graph.frontier.openings == 0

    def _budget_reason(self) -> StopReason | None:
        budget, room = self.budget, self._room()
        if self.requests >= budget.pages:
            return "budget_pages"
        # The last page gets all that is left. While others are under way they may leave more of it.
        if room <= 0 or (self._pending and room < budget.page_bytes):
            return "budget_bytes"
        if self._elapsed >= budget.seconds:
            return "budget_seconds"
        return None

    def _room(self) -> int:
        """Bytes that one more page may take."""
        under_way = sum(move.room for move in self._pending.values())
        return min(self.budget.page_bytes, self.budget.bytes - self.spent_bytes - under_way)

    def _next(self, agent: Agent) -> Move | None:
        """Start pages come first; then the strategy decides. Pages read before are passed without a request."""
        while self._seeds:
            seed = self._seeds.popleft()
            row = self.graph.frontier.row_of[seed.url]
            if self.graph.frontier.open[row]:
                return self._propose(agent, Choice(seed.url, "seed", row), seed.unspent)
        for _ in range(HOPS):
            choice = self.strategy.choose(agent, self.graph)
            if choice is None:
                return None
            if choice.row is not None and self.graph.frontier.open[choice.row]:
                return self._propose(agent, choice, 1.0)
            if choice.url not in self.graph.pages:
                return None  # another agent is fetching it
            self._come_back(agent, choice)
            if agent.name not in self.agents:
                return None
        return None

    def _propose(self, agent: Agent, choice: Choice, unspent: float) -> Move:
        assert choice.row is not None
        frontier = self.graph.frontier
        frontier.close(choice.row)
        move = Move(self.asked, agent.name, choice.url, choice.how, choice.row, unspent, self._room())
        self.asked += 1
        self._pending[move.number] = move
        site = frontier.site(choice.row)
        frontier.taken[site] = frontier.taken.get(site, 0) + 1
        share = self.budget.site_share
        if share < 1.0 and frontier.taken[site] >= share * self.budget.pages:
            frontier.close_site(site)
        return move

    # --- settling

    def settle(self, *arrivals: Arrival) -> list[Event]:
        """What came of the pages that arrived. Those settled together are taken in the order of their moves."""
        ordered = tuple(sorted(arrivals, key=lambda a: a.move))
        if self._journal is not None:
            self._journal.append(Settled(ordered))
        for arrival in ordered:
            move = self._pending.pop(arrival.move, None)
            if move is None:
                raise ValueError(f"Nobody waits for an arrival of move {arrival.move}.")
            self._settle(move, arrival)
        events, self._events = self._events, []
        return events

    def _settle(self, move: Move, arrival: Arrival) -> None:
        agent = self.agents[move.agent]
        self.settled += 1
        self.spent_bytes += arrival.bytes
        self._was_short = self._was_short or arrival.trouble == NO_ROOM
        is_free = arrival.unasked and (arrival.page is not None or self._turn_away())
        self.asked_nothing += is_free
        cost = self.economy.cost * (self.economy.revisit if is_free else 1.0)
        before = self.ledger.agents[agent.name]
        visit = None
        if arrival.page is None:
            self._charge(agent, cost, arrival.seconds)
            self._not_had(agent, move, before, arrival.trouble)
        elif arrival.page.url in self.graph.pages:
            self._charge(agent, self.economy.cost * self.economy.revisit, arrival.seconds)
            self._arrive(agent, arrival.page.url, move.how)
            self._visited(agent, move, before, url=arrival.page.url, relevance=arrival.relevance, first=False)
        else:
            visit = self._new_page(agent, move, arrival, arrival.page, cost)
        self._idle.append(agent.name)
        self._live(agent, visit)

    def _turn_away(self) -> bool:
        """An address that we do not visit costs no page of the budget, unless there are too many of them."""
        self.turned_away += 1
        return self.turned_away <= TURNED_AWAY * self.budget.pages

    def _new_page(self, agent: Agent, move: Move, arrival: Arrival, page: Page, cost: float) -> PageVisit:
        before = self.ledger.agents[agent.name]
        relevance = arrival.relevance
        known, moved = self.graph.read(page, relevance, row=move.row, asked=move.url, news=arrival.news)
        unspent = move.unspent if arrival.unspent is None else arrival.unspent
        self.payoffs.saw(relevance, arrival.seconds, is_seed=move.how == "seed")
        self._pay_out(agent, page.url, relevance, unspent)
        self._charge(agent, cost, arrival.seconds)
        self._arrive(agent, page.url, move.how)
        visit = PageVisit(page, known, self.ledger.agents[agent.name] - before, True, arrival.seconds)
        self.strategy.learn(agent, visit, self.graph)
        self._rescore(moved)
        self._visited(agent, move, before, url=page.url, relevance=relevance, first=True)
        if relevance >= self._min_score:
            agent.findings += 1
            self._emit(Found(agent.name, page.url, relevance, self.graph.path(page.url)))
        return visit

    def _pay_out(self, agent: Agent, url: str, relevance: float, unspent: float) -> None:
        """The page's energy: what it pays before the cost. Beyond UB it is left for later."""
        self._worth[url] = self.payoffs.worth(relevance)
        self.ledger.reveal(url, self._worth[url] * unspent)
        if len(self.agents) <= self.economy.most:
            agent.gained += self.ledger.eat(agent.name, url)

    def _charge(self, agent: Agent, amount: float, seconds: float) -> None:
        if self.economy.payoff != "off":
            self.ledger.pay(agent.name, amount + latency_cost(seconds, self.economy))

    def _rescore(self, moved: np.ndarray) -> None:
        """Score the links whose features moved; where a strategy learns, also others in turn."""
        frontier = self.graph.frontier
        if self.strategy.restless:
            moved = np.concatenate([moved, frontier.sweep(SWEEP)])
        if len(moved):
            frontier.put_scores(moved, self.strategy.scores(self.graph, moved))

    def _come_back(self, agent: Agent, choice: Choice) -> None:
        """Pass a page that was read before: no request, and no energy but what others left."""
        before = self.ledger.agents[agent.name]
        agent.gained += self.ledger.eat(agent.name, choice.url)
        self._charge(agent, self.economy.cost * self.economy.revisit, 0.0)
        self._arrive(agent, choice.url, choice.how)
        known = self.graph.pages[choice.url]
        move = Move(-1, agent.name, choice.url, choice.how)
        self._visited(agent, move, before, url=choice.url, relevance=known.relevance, first=False)
        self._live(agent, None)

    def _arrive(self, agent: Agent, url: str, how: str) -> None:
        agent.before = None if how == "back" else agent.at  # one step back is all
        agent.at = url
        agent.visited += 1

    def _visited(
        self,
        agent: Agent,
        move: Move,
        before: float,
        *,
        url: str,
        relevance: float,
        first: bool,
    ) -> None:
        energy = self.ledger.agents[agent.name]
        self._emit(Visited(agent.name, url, move.how, relevance, energy - before, energy, first))

    def _not_had(self, agent: Agent, move: Move, before: float, trouble: str | None) -> None:
        energy, gain = self.ledger.agents[agent.name], self.ledger.agents[agent.name] - before
        self._emit(Visited(agent.name, move.url, move.how, 0.0, gain, energy, True, False, trouble))

    # --- life and death

    def _found(self, seeds: int) -> None:
        """The first agents: one per start page, but never fewer than LB or more than UB."""
        economy = self.economy
        number = economy.most if economy.payoff == "off" else min(economy.most, max(economy.least, seeds))
        for i in range(1, number + 1):
            random = self._stream(str(i))
            agent = Agent(str(i), random, self.strategy.founder(i - 1, self.graph, random))
            self._enter(agent)
            self.ledger.endow(agent.name, economy.start if economy.payoff != "off" else 0.0)

    def _stream(self, lineage: str) -> Random:
        return Random(f"{self._entropy}/{lineage}")  # noqa: S311 - chance that must be repeatable

    def _enter(self, agent: Agent) -> None:
        self.agents[agent.name] = agent
        self._idle.append(agent.name)

    def _live(self, agent: Agent, visit: PageVisit | None) -> None:
        """Split when rich, starve or be sent elsewhere when poor."""
        if self.economy.payoff == "off":
            return
        energy = self.ledger.agents[agent.name]
        if energy >= self.economy.theta:
            self._split(agent, visit)
        elif energy <= 0.0:
            self._starve(agent)

    def _split(self, agent: Agent, visit: PageVisit | None) -> None:
        energy = self.ledger.agents[agent.name]
        room = max(0, self.economy.most - len(self.agents))
        made = split(energy, theta=self.economy.theta, room=room)
        if agent.at is not None:
            self.ledger.leave(agent.name, agent.at, made.remnant)
        for _ in range(made.agents - 1):
            agent.children += 1
            name = f"{agent.name}.{agent.children}"
            random = self._stream(name)
            genome = self.strategy.heir(agent, visit, self.graph, random)
            child = Agent(name, random, genome, agent.name, at=agent.at, born_at=self.settled)
            self._enter(child)
            self.ledger.give(agent.name, name, made.each)
            self._emit(Born(name, agent.name, agent.at, made.each))

    def _starve(self, agent: Agent) -> None:
        """Die if enough others live (so that N stays at least LB); else go where energy or hope is left."""
        if len(self.agents) - 1 < self.economy.least and self._teleport(agent):
            return
        del self.agents[agent.name]
        self._emit(Starved(agent.name, agent.at, self.ledger.bury(agent.name)))

    def _teleport(self, agent: Agent) -> bool:
        """To the best remnant, else to the frontier, else to an unused start page; False: there is nothing."""
        remnants = self.ledger.remnants
        if remnants:
            best = min(remnants, key=lambda url: (-remnants[url], url))
            agent.at, agent.before = best, None
            agent.gained += self.ledger.eat(agent.name, best)
            self._emit(Teleported(agent.name, "remnant", best))
            if self.ledger.agents[agent.name] >= self.economy.theta:
                self._split(agent, None)
            return True
        agent.at = agent.before = None
        if self.graph.frontier.openings > len(self._seeds):
            self._emit(Teleported(agent.name, "frontier", None))
            return True
        if self._seeds:
            self._emit(Teleported(agent.name, "seed", self._seeds[0].url))
            return True
        return False

    def _emit(self, event: Event) -> None:
        self.ledger.check()  # at every event
        self._events.append(event)

    # --- afterwards

    def left(self, url: str) -> tuple[float, float]:
        """What is left on a page: the energy, and as the share of what it was worth when it was new."""
        energy = self.ledger.remnants.get(url, 0.0)
        worth = self._worth.get(url, 0.0)
        return energy, min(1.0, energy / worth) if worth > 0.0 else 0.0

    def promises(self, most: int) -> dict[str, float]:
        """Where the agents would go on: pages with the best links that nobody has followed, and their scores."""
        frontier, best = self.graph.frontier, dict[str, float]()
        rows = frontier.every_open()
        ranked = rows[np.argsort(-frontier.scores[rows], kind="stable")]
        for row in ranked.tolist():
            owner = self.graph.owner(row)
            if owner is not None and owner not in best:
                best[owner] = float(frontier.scores[row])
                if len(best) == most:
                    break
        return best

    def remnants(self) -> list[Remnant]:
        """What the pages of this run are worth to the next: most are consumed, some have energy left."""
        left = self.ledger.remnants
        return [
            Remnant(url, page.relevance, min(1.0, left.get(url, 0.0) / self._worth[url]))
            for url, page in self.graph.pages.items()
            if self._worth.get(url, 0.0) > 0.0
        ]


def replay(population: Population, journal: Iterable[Entry]) -> list[Event]:
    """Repeat a run from its journal: the same strategy, seeds and entropy give the same events."""
    events: list[Event] = []
    for entry in journal:
        match entry:
            case Asked(room, elapsed):
                population.moves(room, elapsed=elapsed)
            case Settled(arrivals):
                events += population.settle(*arrivals)
            case Seeded(seeds):
                population.add_seeds(*seeds)
            case _:
                population.adjust(entry.budget, entry.params)
    return events
