"""InfoSpiders strategy as published (S002), with the corrections: agents that only walk.

    while there are agents:
        estimate every link of the page with the agent's net; draw one with the odds of exp(beta x estimate)
        read it; energy += energy of the page - cost; pages read before pay nothing
        learn: the estimate moves towards the energy gained (Q-learning)
        energy >= theta: split; offspring cross over with an agent on the same page and mutate
        energy <= 0: die

A page without links is a dead end: one step back, then a page with energy left, then the frontier (S000).
"""

from collections.abc import Iterator
from random import Random
from typing import Annotated, Any

import msgspec
import numpy as np
from msgspec import Meta, Struct

from watchd.core.population.crawl_graph import CrawlGraph
from watchd.core.population.energy_ledger import Economy
from watchd.core.population.genome import Genome, crossover, founder, offspring
from watchd.core.population.links.net import draw_link, odds
from watchd.core.population.strategies import walking
from watchd.core.population.strategies.protocol import Agent, Choice, Memory, PageVisit, View, bound_faults
from watchd.errors import Fault

Positive = Annotated[float, Meta(gt=0, le=100)]
Count = Annotated[int, Meta(ge=1, le=2000)]
Share = Annotated[float, Meta(ge=0, le=1)]

MAX_GENOMES_KEPT = 12  # for the next run
DEFAULT_LEAST = 6  # agents; fewer if `most` is lower
MAX_PAGES_KEPT = 1000  # agents seldom go back further


class InfoSpidersParams(Struct, frozen=True, forbid_unknown_fields=True):
    """Constants of S002, if it states them; the cost is such that populations survive on typical topics."""

    gain: Positive = 1.0
    cost: Positive = 0.05
    least: Count = DEFAULT_LEAST
    most: Count = 24
    keywords: Annotated[int, Meta(ge=1, le=64)] = 8
    learning: bool = True  # Q-learning; False: evolution only
    rate: Share = 0.05  # eta
    discount: Share = 0.5  # mu

    def faults(self) -> Iterator[Fault]:
        yield from bound_faults(self.least, self.most, default=DEFAULT_LEAST)


class InfoSpiders:
    """Agents that walk from page to page."""

    learns_scores = False
    finished = False

    def __init__(self, params: InfoSpidersParams, memory: Memory) -> None:
        self._params = params
        self._ancestors = memory.genomes
        self._layouts: dict[str, walking.Layout] = {}  # for agents that come back to a page
        self._views = walking.ViewCache()
        self._on_page: dict[str, Genome] = {}  # the agent that read each page last, for crossover
        self.economy = _economy(params)

    def adjust(self, params: dict[str, Any]) -> None:
        """Apply other parameters."""
        self._params = msgspec.convert(params, InfoSpidersParams)
        self.economy = _economy(self._params)

    def founder(self, number: int, graph: CrawlGraph, random: Random) -> Genome:
        """Return a genome that an earlier run kept, while there are some, else a new one."""
        if number < len(self._ancestors):
            return self._ancestors[number]
        return founder(walking.keywords_of(graph, self._params.keywords), random)

    def scores(self, graph: CrawlGraph, rows: np.ndarray) -> np.ndarray:
        """Return the relevance of the best page with each link, for agents without a page."""
        return graph.frontier.column("parent_best", rows)

    def choose(self, agent: Agent, graph: CrawlGraph) -> Choice | None:
        """Draw one of the links of the page; from a dead end go one step back, then to the frontier."""
        assert agent.genome is not None
        view = self._view(agent)
        usable = self._usable(view, graph) if view is not None else ()
        if view is not None and len(usable):
            pick = int(usable[draw_link(odds(view.estimates[usable], agent.genome.beta), agent.random)])
            view.taken = pick
            row = int(view.rows[pick])
            return Choice(graph.frontier.urls[row], "link", row)
        return self._from_dead_end(agent, graph)

    def learn(self, agent: Agent, visit: PageVisit, graph: CrawlGraph) -> None:
        """View the page; reinforce the link that led here with the energy gained."""
        assert agent.genome is not None
        page = self._layouts[visit.known.url] = walking.layout(visit, graph)
        seen = walking.view_page(agent.genome, page)
        if self._params.learning:
            reward = visit.gain / self.economy.gain
            walking.reinforce(agent, reward, seen, rate=self._params.rate, discount=self._params.discount)
        agent.view = seen
        self._on_page[visit.known.url] = agent.genome
        self._forget()

    def child_genome(self, parent: Agent, visit: PageVisit | None, graph: CrawlGraph, random: Random) -> Genome:
        """Cross the parent with the agent that read the page last, then mutate with the words of the page."""
        assert parent.genome is not None
        mate = self._on_page.get(parent.at or "")
        genome = parent.genome if mate is None else crossover(parent.genome, mate, random)
        terms = visit.page.terms if visit is not None else ()
        return offspring(genome, terms, graph.topic.weights(), random)

    def memory(self, agents: list[Agent]) -> Memory:
        """Return the genomes that gained the most energy."""
        ranked = sorted(agents, key=lambda a: (-a.gained, a.name))
        return Memory(genomes=tuple(a.genome for a in ranked[:MAX_GENOMES_KEPT] if a.genome is not None))

    def _forget(self) -> None:
        """Delete the oldest page: memory grows with the frontier, not with the number of pages."""
        for kept in (self._layouts, self._on_page):
            if len(kept) > MAX_PAGES_KEPT:
                del kept[next(iter(kept))]

    def _view(self, agent: Agent) -> View | None:
        """Return what the agent sees on its page; a page it came back to is viewed again."""
        page = self._layouts.get(agent.at or "")
        if page is None:
            agent.view = None
        elif agent.view is None or agent.view.url != page.url:
            assert agent.genome is not None
            agent.view = self._views.view(agent.genome, page)
        return agent.view

    def _usable(self, view: View, graph: CrawlGraph) -> np.ndarray:
        """Return the links that the agent may take: open ones, and those to pages read before (they only cost)."""
        urls, pages = graph.frontier.urls, graph.pages
        read = np.array([urls[row] in pages for row in view.rows.tolist()], dtype=bool)
        return np.flatnonzero(graph.frontier.may_follow(view.rows) | read)

    def _from_dead_end(self, agent: Agent, graph: CrawlGraph) -> Choice | None:
        if agent.before is not None and agent.before in graph.pages and agent.before != agent.at:
            return Choice(agent.before, "back")
        row = graph.frontier.best()
        return None if row is None else Choice(graph.frontier.urls[row], "jump", row)


def _economy(params: InfoSpidersParams) -> Economy:
    return Economy(
        payoff="fixed",
        gain=params.gain,
        cost=params.cost,
        least=min(params.least, params.most),
        most=params.most,
    )
