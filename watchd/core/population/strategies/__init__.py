"""Which ways to search are there? The registry: a name, the strategy, and its documented parameters.

A new strategy is one file in this folder and one line in `STRATEGIES` (docs/how-to/add-a-strategy.md).
"""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from watchd import validation
from watchd.core.population.strategies import best_first, breadth_first, energy, genetic, infospiders, myspiders
from watchd.core.population.strategies.protocol import Memory, Strategy
from watchd.errors import Fault, FieldErrors


class Entry(Struct, frozen=True):
    """One strategy: how to make it, and the struct of its parameters."""

    make: Callable[[Any, Memory], Strategy]
    params: type[Struct]


STRATEGIES: dict[str, Entry] = {
    "energy": Entry(energy.EnergyColony, energy.Params),
    "best_first": Entry(best_first.BestFirst, best_first.Params),
    "infospiders": Entry(infospiders.InfoSpiders, infospiders.Params),
    "myspiders": Entry(myspiders.MySpiders, myspiders.Params),
    "genetic": Entry(genetic.Genetic, genetic.Params),
    "breadth_first": Entry(breadth_first.BreadthFirst, breadth_first.Params),
}


def check_params(name: str, params: dict[str, Any]) -> Struct:
    """The parameters as their struct; FieldErrors names everything that is wrong."""
    if name not in STRATEGIES:
        known = ", ".join(sorted(STRATEGIES))
        raise FieldErrors([Fault("strategy.name", f"There is no strategy {name!r}; known are {known}.")])
    try:
        return validation.read(STRATEGIES[name].params, params)
    except FieldErrors as mistakes:
        raise FieldErrors(
            [Fault(f"strategy.params.{f.field}", f.message) for f in mistakes.faults]
        ) from mistakes


def make(name: str, params: dict[str, Any] | None = None, memory: Memory | None = None) -> Strategy:
    """A strategy by name, with parameters that were checked when they were stored, and what earlier runs taught it."""
    entry = STRATEGIES[name]
    return entry.make(msgspec.convert(params or {}, entry.params), memory or Memory())
