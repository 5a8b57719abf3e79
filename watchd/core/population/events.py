"""What goes into the population and what comes out: moves, arrivals, events. All can be stored."""

from typing import Any, Literal

from msgspec import Struct

from watchd.core.population.crawl_graph import Hop
from watchd.model.page import Page


class RunBudget(Struct, frozen=True, kw_only=True):
    """What a run may spend; none of it is ever exceeded."""

    pages: int = 500  # every request counts, also those that bring nothing, and every page that stands for one
    bytes: int = 200_000_000
    seconds: float = 900.0
    page_bytes: int = 5_000_000  # as much as a page can take: set aside for each that is under way
    site_share: float = 1.0  # of the pages: no single site may take more


class Seed(Struct, frozen=True):
    """A start page."""

    url: str
    source: str = "seed"  # who named it: a provider, a feed, an example, a remnant
    unspent: float = 1.0  # u: the share of its energy that earlier runs left on it


class Move(Struct, frozen=True):
    """A page that an agent wants to read."""

    number: int
    agent: str
    url: str
    how: str
    row: int | None = None  # the link of the frontier that leads there
    unspent: float = 1.0
    room: int = 0  # bytes that are set aside for it, and that it may take


class Arrival(Struct, frozen=True):
    """The answer to a move. No page: nothing readable came."""

    move: int
    page: Page | None = None
    relevance: float = 0.0
    seconds: float = 0.0
    bytes: int = 0
    unspent: float | None = None  # u of a page that earlier runs knew; None: as the move says
    unasked: bool = False  # no request: a remembered page to start from, or an address that we do not visit
    news: tuple[str, ...] = ()  # its links that were not there when it was read last
    trouble: str | None = None  # in a word, why no page came


class Visited(Struct, frozen=True, tag="visit"):
    """An agent read a page, or came to one that was read before."""

    agent: str
    url: str
    how: str
    relevance: float
    gain: float  # net change of its energy
    energy: float  # after it
    first: bool
    readable: bool = True
    trouble: str | None = None  # in a word, why it could not be had


class Born(Struct, frozen=True, tag="born"):
    """An agent had enough to split."""

    agent: str
    parent: str
    url: str | None
    energy: float


class Starved(Struct, frozen=True, tag="starved"):
    """An agent ran out of energy."""

    agent: str
    url: str | None
    energy: float


class Teleported(Struct, frozen=True, tag="teleport"):
    """An agent that would have starved was sent elsewhere, to keep the population alive."""

    agent: str
    to: Literal["remnant", "frontier", "seed"]
    url: str | None


class Found(Struct, frozen=True, tag="finding"):
    """A page relevant enough to report."""

    agent: str
    url: str
    relevance: float
    path: tuple[Hop, ...]


Event = Visited | Born | Starved | Teleported | Found


class Asked(Struct, frozen=True, tag="asked"):
    """Journal: moves were asked for."""

    room: int
    elapsed: float


class Settled(Struct, frozen=True, tag="settled"):
    """Journal: these arrivals were settled together."""

    arrivals: tuple[Arrival, ...]


class Seeded(Struct, frozen=True, tag="seeded"):
    """Journal: start pages were added while the run went on."""

    seeds: tuple[Seed, ...]


class Adjusted(Struct, frozen=True, tag="adjusted"):
    """Journal: somebody changed the budget or the strategy's parameters."""

    budget: RunBudget
    params: dict[str, Any]


Entry = Asked | Settled | Seeded | Adjusted
