"""One crawl of a stage: a strategy, a budget, and how many relevant pages it had after each request."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from msgspec import Struct

from watchd.core.population import strategies
from watchd.core.population.crawl_graph import CrawlGraph
from watchd.core.population.events import Arrival, RunBudget, Seed
from watchd.core.population.population import Population
from watchd.core.population.strategies.protocol import Memory
from watchd.lab.corpus import Stage


class Crawl(Struct, frozen=True):
    """What a crawl brought."""

    recall: list[float]  # after 1, 2, ... requests
    population: list[int]

    @property
    def auc(self) -> float:
        """The mean of the recall curve: high when relevant pages come early."""
        return float(np.mean(self.recall))

    def at(self, requests: int) -> float:
        """Recall after so many requests."""
        return self.recall[min(requests, len(self.recall)) - 1]


def populate(
    stage: Stage,
    strategy: str,
    params: dict[str, Any] | None = None,
    *,
    budget: int,
    entropy: int,
    memory: Memory | None = None,
    seeds: Sequence[Seed] | None = None,
) -> Population:
    """A population on the stage; links to hidden pages do not exist there."""
    return Population(
        strategies.make(strategy, params, memory),
        [Seed(url) for url in stage.seeds] if seeds is None else seeds,
        CrawlGraph(stage.topic, lambda url: url not in stage.subject.hidden),
        entropy=entropy,
        budget=RunBudget(pages=budget),
    )


def walk(population: Population, stage: Stage) -> Iterator[str]:
    """The pages in the order of the requests, one under way at a time."""
    while moves := population.moves(1):
        url = moves[0].url
        page = stage.page(url)
        relevance = stage.relevance(url) if page is not None else 0.0
        population.settle(Arrival(moves[0].number, page, relevance))
        yield url


def crawl(
    stage: Stage, strategy: str, params: dict[str, Any] | None = None, *, budget: int, entropy: int
) -> Crawl:
    """Run one strategy; every request counts, the start pages too."""
    population = populate(stage, strategy, params, budget=budget, entropy=entropy)
    wanted = max(1, len(stage.reachable))
    found, recall, alive = 0, [], []
    for url in walk(population, stage):
        found += url in stage.reachable
        recall.append(found / wanted)
        alive.append(len(population.agents))
    recall += [recall[-1] if recall else 0.0] * (budget - len(recall))
    return Crawl(recall, alive)
