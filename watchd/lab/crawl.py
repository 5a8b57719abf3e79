"""One crawl of a stage: a strategy, a budget, and how many relevant pages it had after each request."""

from typing import Any

import numpy as np
from msgspec import Struct

from watchd.core import strategies
from watchd.core.events import Arrival, Seed
from watchd.core.ground import Ground
from watchd.core.population import Budget, Population
from watchd.core.strategies.protocol import Memory
from watchd.lab.corpus import Stage


class Crawl(Struct, frozen=True):
    """What a crawl brought."""

    recall: list[float]  # after 1, 2, ... requests
    population: list[int]
    energy: list[float]  # of agents and remnants
    stop: str | None

    @property
    def auc(self) -> float:
        """The mean of the recall curve: high when relevant pages come early."""
        return float(np.mean(self.recall))

    def at(self, requests: int) -> float:
        """Recall after so many requests."""
        return self.recall[min(requests, len(self.recall)) - 1]


def crawl(
    stage: Stage,
    strategy: str,
    params: dict[str, Any] | None = None,
    *,
    budget: int,
    entropy: int,
    memory: Memory | None = None,
) -> Crawl:
    """Run one strategy with one request under way at a time; every request counts, the start pages too."""
    made = strategies.make(strategy, params, memory)
    population = Population(
        made,
        [Seed(url) for url in stage.seeds],
        Ground(stage.topic, lambda url: url not in stage.subject.hidden),
        entropy=entropy,
        budget=Budget(pages=budget),
    )
    wanted = max(1, len(stage.reachable))
    found, recall, alive, energy = 0, [], [], []
    while moves := population.moves(1):
        move = moves[0]
        page = stage.page(move.url)
        found += move.url in stage.reachable
        relevance = stage.relevance(move.url) if page is not None else 0.0
        population.settle(Arrival(move.number, page, relevance))
        recall.append(found / wanted)
        alive.append(len(population.agents))
        energy.append(sum(population.ledger.agents.values()) + sum(population.ledger.remnants.values()))
    recall += [recall[-1] if recall else 0.0] * (budget - len(recall))
    return Crawl(recall, alive, energy, population.stop_reason)
