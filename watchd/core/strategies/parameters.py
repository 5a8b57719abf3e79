"""The documented parameters of each strategy, and what is wrong with given ones."""

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta, Struct

from watchd import intake
from watchd.errors import Fault, FieldErrors

Positive = Annotated[float, Meta(gt=0, le=1000)]
Agents = Annotated[int, Meta(ge=1, le=1000)]


class EnergyParameters(Struct, frozen=True, forbid_unknown_fields=True):
    """`energy`: the colony on a shared frontier."""

    gain: Positive = 8.0  # G, the most a page pays
    cost: Positive = 0.1  # C, what a visit costs
    window: Annotated[int, Meta(ge=10, le=1000)] = 60  # W, pages over which the balance is kept
    agents_min: Agents = 6  # LB
    agents_max: Agents = 24  # UB
    economy: bool = True  # false: a control without energy

    def faults(self) -> list[Fault]:
        if self.agents_min > self.agents_max:
            return [
                Fault("agents_min", f"is {self.agents_min}, more than agents_max, which is {self.agents_max}")
            ]
        return []


class InfospidersParameters(Struct, frozen=True, forbid_unknown_fields=True):
    """`infospiders`: agents that walk and learn, as published."""

    agents: Agents = 10
    threshold: Positive = 2.0
    cost: Positive = 0.1


class MyspidersParameters(Struct, frozen=True, forbid_unknown_fields=True):
    """`myspiders`: the interactive variant with a latency cost."""

    agents: Agents = 10
    threshold: Positive = 2.0
    cost: Positive = 0.1


class BestFirstParameters(Struct, frozen=True, forbid_unknown_fields=True):
    """`best_first`: the best link of one queue."""

    context: bool = False  # judge a link by its surrounding words too


class GeneticParameters(Struct, frozen=True, forbid_unknown_fields=True):
    """`genetic`: search by example with crossover and mutation."""

    outputs: Annotated[int, Meta(ge=1, le=1000)] = 20
    mutation: Annotated[float, Meta(ge=0, le=1)] = 0.5


class BreadthFirstParameters(Struct, frozen=True, forbid_unknown_fields=True):
    """`breadth_first`: in the order of discovery."""


PARAMETERS: dict[str, type[Struct]] = {
    "energy": EnergyParameters,
    "infospiders": InfospidersParameters,
    "myspiders": MyspidersParameters,
    "best_first": BestFirstParameters,
    "genetic": GeneticParameters,
    "breadth_first": BreadthFirstParameters,
}


def faults_in(name: str, params: Mapping[str, Any]) -> list[Fault]:
    """Every parameter that this strategy cannot take."""
    try:
        intake.read(PARAMETERS[name], params)
    except FieldErrors as mistakes:
        return mistakes.faults
    return []
