"""MySpiders (S000): InfoSpiders for one person's search. Time is the cost, and a page is read once.

    fitness = similarity - c_t x t/tmax,  c_t = INIT x THETA / MAX

A search of MAX pages that finds nothing then spends just the energy that INIT agents of threshold THETA could
have.
"""

from typing import Annotated, Any

import msgspec
import numpy as np
from msgspec import Meta, Struct

from watchd.core.population.crawl_graph import CrawlGraph
from watchd.core.population.energy_ledger import Economy
from watchd.core.population.strategies import infospiders, walking
from watchd.core.population.strategies.protocol import Memory, View

Positive = Annotated[float, Meta(gt=0, le=1000)]


class MySpidersParams(Struct, frozen=True, forbid_unknown_fields=True):
    """S000's constants."""

    agents: Annotated[int, Meta(ge=1, le=500)] = 10  # INIT
    theta: Positive = 2.0  # THETA
    pages: Annotated[int, Meta(ge=1, le=100_000)] = 200  # MAX
    slowest: Positive = 10.0  # tmax, seconds
    cost: Positive = 0.01  # a request that answers at once still costs a little: else loops never end
    most: Annotated[int, Meta(ge=1, le=2000)] = 40


class MySpiders(infospiders.InfoSpiders):
    """Walking agents that pay for waiting."""

    def __init__(self, params: MySpidersParams, memory: Memory) -> None:
        super().__init__(infospiders.InfoSpidersParams(cost=params.cost, least=1, most=params.most), memory)
        self.economy = _economy(params)

    def adjust(self, params: dict[str, Any]) -> None:
        self.economy = _economy(msgspec.convert(params, MySpidersParams))

    def _usable(self, view: View, graph: CrawlGraph) -> np.ndarray:
        """Only links that nobody has followed."""
        return walking.open_links(view, graph)


def _economy(params: MySpidersParams) -> Economy:
    return Economy(
        payoff="fixed",
        gain=1.0,
        cost=params.cost,
        least=min(params.agents, params.most),
        most=params.most,
        theta=params.theta,
        latency=params.agents * params.theta / params.pages,
        slowest=params.slowest,
    )
