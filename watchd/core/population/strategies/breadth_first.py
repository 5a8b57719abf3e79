"""Breadth first: agents follow links in the order in which they were seen. The baseline without any knowledge."""

from random import Random
from typing import Any

import numpy as np
from msgspec import Struct

from watchd.core.population.crawl_graph import CrawlGraph
from watchd.core.population.energy_ledger import Economy
from watchd.core.population.genome import Genome
from watchd.core.population.strategies.protocol import Agent, Choice, Memory, PageVisit


class BreadthFirstParams(Struct, frozen=True, forbid_unknown_fields=True):
    """No parameters."""


class BreadthFirst:
    """A queue of links."""

    learns_scores = False
    finished = False

    def __init__(self, params: BreadthFirstParams, memory: Memory) -> None:
        self.economy = Economy(payoff="off")

    def adjust(self, params: dict[str, Any]) -> None:
        """Do nothing: there are no parameters."""

    def founder(self, number: int, graph: CrawlGraph, random: Random) -> Genome | None:
        """Return None: agents on a queue have no genome."""
        return None

    def scores(self, graph: CrawlGraph, rows: np.ndarray) -> np.ndarray:
        """Return lower scores for later rows: rows are numbered in the order in which they were seen."""
        return -rows.astype(np.float32)

    def choose(self, agent: Agent, graph: CrawlGraph) -> Choice | None:
        """Return the link that was seen first."""
        row = graph.frontier.best()
        return None if row is None else Choice(graph.frontier.urls[row], "jump", row)

    def learn(self, agent: Agent, visit: PageVisit, graph: CrawlGraph) -> None:
        """Do nothing."""

    def child_genome(
        self, parent: Agent, visit: PageVisit | None, graph: CrawlGraph, random: Random
    ) -> Genome | None:
        """Return None: without energy no agent splits."""
        return None

    def memory(self, agents: list[Agent]) -> Memory:
        """Return an empty memory."""
        return Memory()
