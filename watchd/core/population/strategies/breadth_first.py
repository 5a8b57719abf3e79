"""Breadth first: links are followed in the order in which they were seen. The control that knows nothing."""

from random import Random
from typing import Any

import numpy as np
from msgspec import Struct

from watchd.core.population.crawl_graph import CrawlGraph
from watchd.core.population.energy_ledger import Economy
from watchd.core.population.genome import Genome
from watchd.core.population.strategies.protocol import Agent, Choice, Memory, PageVisit


class BreadthFirstParams(Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing to set."""


class BreadthFirst:
    """A queue."""

    restless = False
    finished = False

    def __init__(self, params: BreadthFirstParams, memory: Memory) -> None:
        self.economy = Economy(payoff="off")

    def adjust(self, params: dict[str, Any]) -> None:
        """There is nothing to adjust."""

    def founder(self, number: int, graph: CrawlGraph, random: Random) -> Genome | None:
        """Walkers of a queue have no genome."""
        return None

    def scores(self, graph: CrawlGraph, rows: np.ndarray) -> np.ndarray:
        """Rows are numbered as they were seen."""
        return -rows.astype(np.float32)

    def choose(self, agent: Agent, graph: CrawlGraph) -> Choice | None:
        """The link seen first."""
        row = graph.frontier.best()
        return None if row is None else Choice(graph.frontier.urls[row], "jump", row)

    def learn(self, agent: Agent, visit: PageVisit, graph: CrawlGraph) -> None:
        """Nothing is learned."""

    def heir(self, parent: Agent, visit: PageVisit | None, graph: CrawlGraph, random: Random) -> Genome | None:
        """Nobody is born."""
        return None

    def memory(self, agents: list[Agent]) -> Memory:
        """Nothing is kept."""
        return Memory()
