"""Best first: agents follow the link on the most relevant page first.

With `context` the words at the link count as much as the page: the mix. Both are baselines: a learning
strategy has to find more than they do.
"""

from typing import Annotated, Any

import msgspec
import numpy as np
from msgspec import Meta, Struct

from watchd.core.population.crawl_graph import CrawlGraph
from watchd.core.population.strategies import breadth_first
from watchd.core.population.strategies.protocol import Memory

Share = Annotated[float, Meta(ge=0, le=1)]


class BestFirstParams(Struct, frozen=True, forbid_unknown_fields=True):
    """Parameters: what counts for a link."""

    context: bool = False  # use the words at the link too, not only the page with the link
    mix: Share = 0.5  # the weight of these words


class BestFirst(breadth_first.BreadthFirst):
    """A priority queue of links."""

    def __init__(self, params: BestFirstParams, memory: Memory) -> None:
        super().__init__(breadth_first.BreadthFirstParams(), memory)
        self._params = params

    def adjust(self, params: dict[str, Any]) -> None:
        self._params = msgspec.convert(params, BestFirstParams)

    def scores(self, graph: CrawlGraph, rows: np.ndarray) -> np.ndarray:
        """Return the relevance of the best page with each link, mixed with how well its anchor or context matches."""
        column = graph.frontier.column
        parent = column("parent_best", rows)
        if not self._params.context:
            return parent
        words = np.maximum(column("anchor", rows), column("context", rows))
        return np.asarray((1.0 - self._params.mix) * parent + self._params.mix * words)
