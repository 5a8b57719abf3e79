"""One crawl of a topic: a strategy, a budget, and the relevant pages found after each request."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from msgspec import Struct

from watchd.core.population import strategies
from watchd.core.population.crawl_graph import CrawlGraph
from watchd.core.population.events import Arrival, RunBudget, Seed
from watchd.core.population.population import Population
from watchd.core.population.strategies.protocol import Memory
from watchd.lab.corpus import TopicTask


class Crawl(Struct, frozen=True):
    """Result of a crawl."""

    recall: list[float]  # after 1, 2, ... requests
    population: list[int]

    @property
    def auc(self) -> float:
        """The mean of the recall curve: high when relevant pages come early."""
        return float(np.mean(self.recall))

    def at(self, requests: int) -> float:
        """Return the recall after this number of requests."""
        return self.recall[min(requests, len(self.recall)) - 1]


def populate(
    task: TopicTask,
    strategy: str,
    params: dict[str, Any] | None = None,
    *,
    budget: int,
    entropy: int,
    memory: Memory | None = None,
    seeds: Sequence[Seed] | None = None,
) -> Population:
    """Return a population for the topic; links to hidden pages do not exist."""
    return Population(
        strategies.make(strategy, params, memory),
        [Seed(url) for url in task.seeds] if seeds is None else seeds,
        CrawlGraph(task.topic, lambda url: url not in task.subject.hidden),
        entropy=entropy,
        budget=RunBudget(pages=budget),
    )


def walk(population: Population, task: TopicTask) -> Iterator[str]:
    """Yield the pages in the order of the requests, one at a time."""
    while moves := population.moves(1):
        url = moves[0].url
        page = task.page(url)
        relevance = task.relevance(url) if page is not None else 0.0
        population.settle(Arrival(moves[0].number, page, relevance))
        yield url


def crawl(
    task: TopicTask, strategy: str, params: dict[str, Any] | None = None, *, budget: int, entropy: int
) -> Crawl:
    """Run one strategy; every request counts, also those for start pages."""
    population = populate(task, strategy, params, budget=budget, entropy=entropy)
    wanted = max(1, len(task.reachable))
    found, recall, alive = 0, [], []
    for url in walk(population, task):
        found += url in task.reachable
        recall.append(found / wanted)
        alive.append(len(population.agents))
    recall += [recall[-1] if recall else 0.0] * (budget - len(recall))
    return Crawl(recall, alive)
