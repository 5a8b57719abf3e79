"""What must a strategy be able to do? Say how agents live, which link each takes, and what it learns.

The population (core/population/population.py) keeps the books, the budgets and the births; a strategy only decides. It
sees the ground that all agents share and never acts on it.
"""

from collections.abc import Iterator
from random import Random
from typing import Any, Literal, Protocol

import numpy as np
from msgspec import Struct

from watchd.core.population.crawl_graph import CrawlGraph, ReadPage
from watchd.core.population.energy_ledger import Economy
from watchd.core.population.genome import Genome
from watchd.core.population.links.scorer import ScorerState
from watchd.errors import Fault
from watchd.model.page import Page

How = Literal["seed", "link", "jump", "back", "mutation"]


def bad_bounds(least: int, most: int, *, usual: int) -> Iterator[Fault]:
    """What is wrong with the least and the most agents of a population. The usual least gives way to a lower most."""
    if least > most and least != usual:
        yield Fault("least", f"is {least}, more than most, which is {most}; lower least or raise most")


class View(Struct):
    """What an agent sees on the page it stands on, where its strategy lets it judge links itself."""

    url: str
    rows: np.ndarray  # the page's links in the frontier
    inputs: np.ndarray  # of its net, one row per link
    estimates: np.ndarray  # what its net says
    taken: int | None = None  # the link it followed from here


class Agent(Struct):
    """A spider: where it is, what it carries. Its energy is in the ledger, under its name."""

    name: str  # its lineage: "3.1.2" is the second child of the first child of founder 3
    random: Random  # its own stream, from the run's entropy and its lineage
    genome: Genome | None = None
    parent: str | None = None
    at: str | None = None  # the page it stands on
    before: str | None = None  # the page it came from, for one step back
    born_at: int = 0  # pages settled when it was born
    visited: int = 0
    findings: int = 0
    children: int = 0
    gained: float = 0.0  # energy from pages over its life
    view: View | None = None


class Choice(Struct, frozen=True):
    """Where an agent goes next: a link of the frontier, or a page already read (then nothing is fetched)."""

    url: str
    how: How
    row: int | None = None


class PageVisit(Struct, frozen=True):
    """A page as it was settled, for learning."""

    page: Page
    known: ReadPage
    gain: float  # net change of the agent's energy
    first: bool  # nobody had read the page in this run
    seconds: float


class Memory(Struct, frozen=True):
    """What a strategy keeps for the next run of its profile."""

    genomes: tuple[Genome, ...] = ()
    scorer: ScorerState | None = None


class CrawlStrategy(Protocol):
    """Decisions of one way to search."""

    economy: Economy
    restless: bool  # scores move by learning too, not with the features of a link only

    finished: bool  # the strategy has what it wanted

    def adjust(self, params: dict[str, Any]) -> None:
        """Go on with other parameters; FieldErrors when they are wrong."""

    def founder(self, number: int, graph: CrawlGraph, random: Random) -> Genome | None:
        """The genome of a first agent."""

    def scores(self, graph: CrawlGraph, rows: np.ndarray) -> np.ndarray:
        """How promising these links of the frontier are."""

    def choose(self, agent: Agent, graph: CrawlGraph) -> Choice | None:
        """Where this agent goes next; None: nowhere for now."""

    def learn(self, agent: Agent, visit: PageVisit, graph: CrawlGraph) -> None:
        """Learn from a page that arrived."""

    def heir(self, parent: Agent, visit: PageVisit | None, graph: CrawlGraph, random: Random) -> Genome | None:
        """The genome of a child."""

    def memory(self, agents: list[Agent]) -> Memory:
        """What the next run should start from."""
