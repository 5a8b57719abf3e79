"""Births and deaths of agents: founders, splits, starvation and teleports.

An agent with energy of at least theta splits. An agent without energy dies, unless the population would fall below LB
(`Economy.least`): then it is teleported to a place where energy or open links are left.
"""

from collections import deque
from random import Random

from watchd.core.population.crawl_graph import CrawlGraph
from watchd.core.population.energy_ledger import Ledger, split
from watchd.core.population.events import Born, Event, Seed, Starved, Teleported
from watchd.core.population.strategies.protocol import Agent, CrawlStrategy, PageVisit


class Lifecycle:
    """The living agents of one run, their energy, and the order of their turns."""

    def __init__(self, strategy: CrawlStrategy, graph: CrawlGraph, seeds: deque[Seed], entropy: int) -> None:
        self.agents: dict[str, Agent] = {}
        self.idle: deque[str] = deque()  # agents that wait for their turn
        self.ledger = Ledger()
        self._strategy = strategy
        self._graph = graph
        self._seeds = seeds  # start pages that no agent has taken yet
        self._entropy = entropy
        self._events: list[Event] = []
        self._create_founders()

    def emit(self, event: Event) -> None:
        """Add an event; the ledger must balance at every event."""
        self.ledger.check()
        self._events.append(event)

    def take_events(self) -> list[Event]:
        """Return the events since the last call."""
        events, self._events = self._events, []
        return events

    def update(self, agent: Agent, visit: PageVisit | None, *, settled: int) -> None:
        """Split the agent if it has enough energy; let it die or teleport it if it has none."""
        economy = self._strategy.economy
        if economy.payoff == "off":
            return
        energy = self.ledger.agents[agent.name]
        if energy >= economy.theta:
            self._split(agent, visit, settled)
        elif energy <= 0.0 and not self._is_rescued(agent, settled):
            del self.agents[agent.name]
            self.emit(Starved(agent.name, agent.at, self.ledger.close_account(agent.name)))

    def _create_founders(self) -> None:
        """Create one agent per start page, but at least LB and at most UB."""
        economy = self._strategy.economy
        number = min(economy.most, max(economy.least, len(self._seeds)))
        if economy.payoff == "off":
            number = economy.most
        for i in range(1, number + 1):
            random = self._random_stream(str(i))
            self._add(Agent(str(i), random, self._strategy.founder(i - 1, self._graph, random)))
            self.ledger.endow(str(i), economy.start if economy.payoff != "off" else 0.0)

    def _split(self, agent: Agent, visit: PageVisit | None, settled: int) -> None:
        economy = self._strategy.economy
        max_births = max(0, economy.most - len(self.agents))
        made = split(self.ledger.agents[agent.name], theta=economy.theta, max_births=max_births)
        if agent.at is not None:
            self.ledger.leave(agent.name, agent.at, made.remnant)
        for _ in range(made.agents - 1):
            agent.children += 1
            name = f"{agent.name}.{agent.children}"
            random = self._random_stream(name)
            genome = self._strategy.child_genome(agent, visit, self._graph, random)
            self._add(Agent(name, random, genome, agent.name, at=agent.at, born_at=settled))
            self.ledger.give(agent.name, name, made.each)
            self.emit(Born(name, agent.name, agent.at, made.each))

    def _is_rescued(self, agent: Agent, settled: int) -> bool:
        """Teleport the agent if the population would be too small without it; return whether that was possible.

        It goes to the page with the largest remnant, else to the frontier, else to a start page that is not used yet.
        """
        if len(self.agents) - 1 >= self._strategy.economy.least:
            return False
        remnants = self.ledger.remnants
        agent.before = None
        if remnants:
            best = agent.at = min(remnants, key=lambda url: (-remnants[url], url))
            agent.gained += self.ledger.collect(agent.name, best)
            self.emit(Teleported(agent.name, "remnant", best))
            if self.ledger.agents[agent.name] >= self._strategy.economy.theta:
                self._split(agent, None, settled)
            return True
        agent.at = None
        if self._graph.frontier.open_count > len(self._seeds):
            self.emit(Teleported(agent.name, "frontier", None))
            return True
        if self._seeds:
            self.emit(Teleported(agent.name, "seed", self._seeds[0].url))
            return True
        return False

    def _add(self, agent: Agent) -> None:
        self.agents[agent.name] = agent
        self.idle.append(agent.name)

    def _random_stream(self, lineage: str) -> Random:
        return Random(f"{self._entropy}/{lineage}")  # noqa: S311 - chance that must be repeatable
