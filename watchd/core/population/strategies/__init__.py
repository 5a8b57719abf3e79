"""Registry of crawl strategies: a name, the strategy, and its documented parameters.

A new strategy is one file in this folder and one line in `STRATEGIES` (docs/how-to/add-a-strategy.md).
"""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from watchd import validation
from watchd.core.population.strategies import best_first, breadth_first, energy, genetic, infospiders, myspiders
from watchd.core.population.strategies.protocol import CrawlStrategy, Memory
from watchd.errors import Fault, FieldErrors


class StrategyEntry(Struct, frozen=True):
    """One strategy: its class, and the struct of its parameters."""

    make: Callable[[Any, Memory], CrawlStrategy]
    params: type[Struct]


STRATEGIES: dict[str, StrategyEntry] = {
    "energy": StrategyEntry(energy.EnergyColony, energy.EnergyParams),
    "best_first": StrategyEntry(best_first.BestFirst, best_first.BestFirstParams),
    "infospiders": StrategyEntry(infospiders.InfoSpiders, infospiders.InfoSpidersParams),
    "myspiders": StrategyEntry(myspiders.MySpiders, myspiders.MySpidersParams),
    "genetic": StrategyEntry(genetic.Genetic, genetic.GeneticParams),
    "breadth_first": StrategyEntry(breadth_first.BreadthFirst, breadth_first.BreadthFirstParams),
}


def check_params(name: str, params: dict[str, Any]) -> Struct:
    """Return the parameters as their struct; raise FieldErrors with everything that is wrong."""
    if name not in STRATEGIES:
        known = ", ".join(sorted(STRATEGIES))
        raise FieldErrors(
            [Fault("strategy.name", f"must be the name of a strategy; got {name!r}; use one of {known}")]
        )
    try:
        return validation.read(STRATEGIES[name].params, params)
    except FieldErrors as wrong:
        raise FieldErrors([Fault(f"strategy.params.{f.field}", f.message) for f in wrong.faults]) from wrong


def make(name: str, params: dict[str, Any] | None = None, memory: Memory | None = None) -> CrawlStrategy:
    """Return a strategy by name, with parameters that were checked when they were stored, and what earlier runs learned."""
    entry = STRATEGIES[name]
    return entry.make(msgspec.convert(params or {}, entry.params), memory or Memory())
