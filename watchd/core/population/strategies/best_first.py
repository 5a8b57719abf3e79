"""Best first: the link on the most relevant page is followed first.

With `context` the words at the link count as much as the page: the mix. Both are the controls that a learning
strategy has to beat.
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
    """What counts for a link."""

    context: bool = False  # also the words at the link, not only the page it stands on
    mix: Share = 0.5  # how much they count


class BestFirst(breadth_first.BreadthFirst):
    """A priority queue."""

    def __init__(self, params: BestFirstParams, memory: Memory) -> None:
        super().__init__(breadth_first.BreadthFirstParams(), memory)
        self._params = params

    def adjust(self, params: dict[str, Any]) -> None:
        self._params = msgspec.convert(params, BestFirstParams)

    def scores(self, graph: CrawlGraph, rows: np.ndarray) -> np.ndarray:
        """The relevance of the best page with this link, and how well anchor or surroundings match."""
        column = graph.frontier.column
        parent = column("parent_best", rows)
        if not self._params.context:
            return parent
        words = np.maximum(column("anchor", rows), column("context", rows))
        return np.asarray((1.0 - self._params.mix) * parent + self._params.mix * words)
