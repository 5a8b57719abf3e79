"""Protocol of a crawl strategy: the energy rules, the link that each agent takes, and what it learns.

The population (core/population/population.py) manages energy, budgets, births and deaths; a strategy only decides. It
reads the crawl graph that all agents share and never changes it.
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


def bound_faults(least: int, most: int, *, default: int) -> Iterator[Fault]:
    """Yield a fault if `least` is above `most`. The default of `least` is allowed: a lower `most` replaces it."""
    if least > most and least != default:
        yield Fault(
            "least", f"must be at most {most}, the value of most; got {least}; lower least or raise most"
        )


class View(Struct):
    """Links of a page as the net of an agent sees them."""

    url: str
    rows: np.ndarray  # the page's links in the frontier
    inputs: np.ndarray  # of its net, one row per link
    estimates: np.ndarray  # of its net
    taken: int | None = None  # the link that the agent followed


class Agent(Struct):
    """An agent: its place and its genome. Its energy is in the ledger, under its name."""

    name: str  # its lineage: "3.1.2" is the second child of the first child of founder 3
    random: Random  # its own random stream, from the run's entropy and its lineage
    genome: Genome | None = None
    parent: str | None = None
    at: str | None = None  # its current page
    before: str | None = None  # the page before, for one step back
    born_at: int = 0  # pages settled when it was born
    visited: int = 0
    findings: int = 0
    children: int = 0
    gained: float = 0.0  # energy from pages since its birth
    view: View | None = None


class Choice(Struct, frozen=True):
    """The next page of an agent: a link of the frontier, or a page already read (then nothing is fetched)."""

    url: str
    how: How
    row: int | None = None


class PageVisit(Struct, frozen=True):
    """A page as it was settled, for learning."""

    page: Page
    known: ReadPage
    gain: float  # net change of the agent's energy
    first: bool  # no agent had read the page in this run
    seconds: float


class Memory(Struct, frozen=True):
    """Learned state that a strategy keeps for the next run of its profile."""

    genomes: tuple[Genome, ...] = ()
    scorer: ScorerState | None = None


class CrawlStrategy(Protocol):
    """Decisions of one strategy."""

    economy: Economy
    learns_scores: bool  # scores change by learning too, not only with the features of a link
    finished: bool  # the strategy has reached its goal

    def adjust(self, params: dict[str, Any]) -> None:
        """Continue with other parameters; raise FieldErrors if they are wrong."""

    def founder(self, number: int, graph: CrawlGraph, random: Random) -> Genome | None:
        """Return the genome of a first agent."""

    def scores(self, graph: CrawlGraph, rows: np.ndarray) -> np.ndarray:
        """Return a score for each of these links of the frontier."""

    def choose(self, agent: Agent, graph: CrawlGraph) -> Choice | None:
        """Return the next page of this agent; None if it has to wait."""

    def learn(self, agent: Agent, visit: PageVisit, graph: CrawlGraph) -> None:
        """Learn from a page that arrived."""

    def child_genome(
        self, parent: Agent, visit: PageVisit | None, graph: CrawlGraph, random: Random
    ) -> Genome | None:
        """Return the genome of a child."""

    def memory(self, agents: list[Agent]) -> Memory:
        """Return what the next run starts from."""
