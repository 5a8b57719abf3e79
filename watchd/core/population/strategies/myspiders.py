"""MySpiders strategy (S000): InfoSpiders for the search of one person. Time is the cost, and a page is read once.

    fitness = similarity - c_t x t/tmax,  c_t = INIT x THETA / MAX

So a search of MAX pages without a result spends exactly the energy that INIT agents with the threshold THETA can
have.
"""

from typing import Annotated, Any

import msgspec
import numpy as np
from msgspec import Meta, Struct

from watchd.core.population.crawl_graph import CrawlGraph
from watchd.core.population.energy_ledger import Economy
from watchd.core.population.strategies import infospiders
from watchd.core.population.strategies.protocol import Memory, View

Positive = Annotated[float, Meta(gt=0, le=1000)]


class MySpidersParams(Struct, frozen=True, forbid_unknown_fields=True):
    """Constants of S000."""

    agents: Annotated[int, Meta(ge=1, le=500)] = 10  # INIT
    theta: Positive = 2.0  # THETA
    pages: Annotated[int, Meta(ge=1, le=100_000)] = 200  # MAX
    slowest: Positive = 10.0  # tmax, seconds
    cost: Positive = 0.01  # of a request with an immediate answer; with 0 loops would never end
    most: Annotated[int, Meta(ge=1, le=2000)] = 40


class MySpiders(infospiders.InfoSpiders):
    """Agents that walk and pay for waiting."""

    def __init__(self, params: MySpidersParams, memory: Memory) -> None:
        super().__init__(infospiders.InfoSpidersParams(cost=params.cost, least=1, most=params.most), memory)
        self.economy = _economy(params)

    def adjust(self, params: dict[str, Any]) -> None:
        self.economy = _economy(msgspec.convert(params, MySpidersParams))

    def _usable(self, view: View, graph: CrawlGraph) -> np.ndarray:
        """Return the open links only."""
        return np.flatnonzero(graph.frontier.may_follow(view.rows))


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
