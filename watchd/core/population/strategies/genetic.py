"""Genetic strategy (S003): generations of pages instead of agents that walk.

    generation = the start pages
    repeat: read as many candidates as the generation holds:
                half crossover: the open links that the largest number of pages of the generation share
                half mutation:  open links from anywhere, drawn by how well their words match
            the next generation is drawn by roulette from old and new pages; the elite always survives
    until total fitness improves by less than a threshold

Fitness is the relevance of a page to the profile; for a profile of examples that is its similarity to
them. S003 draws mutations from a category of a search provider; here the frontier replaces it, since start
pages are read first.
"""

from random import Random
from typing import Annotated, Any

import msgspec
import numpy as np
from msgspec import Meta, Struct

from watchd.core.population.crawl_graph import CrawlGraph
from watchd.core.population.links.net import draw_link
from watchd.core.population.strategies import breadth_first
from watchd.core.population.strategies.protocol import Agent, Choice, Memory, PageVisit

Share = Annotated[float, Meta(ge=0, le=1)]


class GeneticParams(Struct, frozen=True, forbid_unknown_fields=True):
    """Constants of S003; the paper does not state the threshold."""

    outputs: Annotated[int, Meta(ge=1, le=500)] = 10  # pages wanted; the generation is twice as large
    mutation: Share = 0.5  # share of candidates by mutation
    elite: Share = 0.25  # share of the generation that always survives
    improvement: Share = 0.0  # stop when a generation adds less than this share; 0: only the budget stops it


class Genetic(breadth_first.BreadthFirst):
    """Generations of pages."""

    def __init__(self, params: GeneticParams, memory: Memory) -> None:
        super().__init__(breadth_first.BreadthFirstParams(), memory)
        self._params = params
        self._size = 2 * params.outputs
        self._generation: dict[str, float] = {}  # URL and fitness
        self._read: dict[str, float] = {}  # candidates of this turn

    def adjust(self, params: dict[str, Any]) -> None:
        """Apply other parameters from the next generation on."""
        self._params = msgspec.convert(params, GeneticParams)
        self._size = 2 * self._params.outputs

    def choose(self, agent: Agent, graph: CrawlGraph) -> Choice | None:
        """Return the next candidate, from crossover or from mutation."""
        open_rows = graph.frontier.open_rows()
        open_rows = open_rows[graph.frontier.may_follow(open_rows)]
        if self.finished or len(open_rows) == 0:
            return None
        mutates = agent.random.random() < self._params.mutation
        shared = None if mutates else self._most_shared(graph)
        if shared is not None:
            return Choice(graph.frontier.urls[shared], "link", shared)
        row = self._draw_open(open_rows, graph, agent.random)
        return Choice(graph.frontier.urls[row], "mutation", row)

    def learn(self, agent: Agent, visit: PageVisit, graph: CrawlGraph) -> None:
        """Collect candidates; if there are enough, form the next generation."""
        self._read[visit.known.url] = visit.known.relevance
        if len(self._read) >= self._size:
            self._next_generation(agent.random)

    def _most_shared(self, graph: CrawlGraph) -> int | None:
        """Return the open link that the pages of the generation share; fitter pages count more."""
        votes: dict[int, float] = {}
        for url, fitness in self._generation.items():
            rows = graph.pages[url].rows
            for row in rows[graph.frontier.may_follow(rows)].tolist():
                votes[row] = votes.get(row, 0.0) + 1e-3 + fitness
        return min(votes, key=lambda row: (-votes[row], row)) if votes else None

    def _draw_open(self, rows: np.ndarray, graph: CrawlGraph, random: Random) -> int:
        column = graph.frontier.column
        chances = 1e-3 + np.maximum(column("anchor", rows), column("context", rows)).astype(float)
        return int(rows[draw_link(chances, random)])

    def _next_generation(self, random: Random) -> None:
        pool = {**self._generation, **self._read}
        before = sum(self._generation.values())
        ranked = sorted(pool, key=lambda url: (-pool[url], url))
        elite = ranked[: round(self._params.elite * self._size)]
        rest = ranked[len(elite) :]
        while rest and len(elite) < self._size:
            pick = draw_link(np.array([1e-3 + pool[url] for url in rest]), random)  # roulette
            elite.append(rest.pop(pick))
        self._generation = {url: pool[url] for url in elite}
        self._read = {}
        improved = sum(self._generation.values()) - before
        wanted = self._params.improvement * before
        self.finished = self._params.improvement > 0.0 and improved < wanted
