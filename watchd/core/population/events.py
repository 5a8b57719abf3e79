"""Input and output of a population: moves, arrivals, events, journal entries. All can be stored.

Fields that earlier versions did not have are unset in their journals, and unset fields are not stored: so a journal of an
earlier version replays as it was, and is written again to the same bytes.
"""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from watchd.core.population.crawl_graph import Hop
from watchd.model.page import Page


class RunBudget(Struct, frozen=True, kw_only=True):
    """Limits of a run; a run never exceeds them."""

    pages: int = 500  # every request counts, also one without a result, and every page that replaces a request
    bytes: int = 200_000_000
    seconds: float = 900.0
    page_bytes: int = 5_000_000  # the largest page: this number of bytes is set aside for each page under way
    site_share: float = 1.0  # of the pages: a single site may not take more
    # Moves to one site at a time: others would only wait there, while agents could visit other sites.
    per_site: int | UnsetType = UNSET
    explored: int | UnsetType = UNSET  # pages by links that are neither news nor start pages
    guessed: int | UnsetType = UNSET  # of these, pages by links that promise little


class Seed(Struct, frozen=True):
    """A start page."""

    url: str
    source: str = "seed"  # its origin: a provider, a feed, an example, a remnant
    unspent: float = 1.0  # u: the share of its energy that earlier runs left on it
    waits: bool | UnsetType = UNSET  # it is one of the links that agents choose from, and does not come first


class Move(Struct, frozen=True):
    """A page that an agent wants to read."""

    number: int
    agent: str
    url: str
    how: str
    row: int | None = None  # the link of the frontier that leads there
    unspent: float = 1.0
    room: int = 0  # bytes that are set aside for it: it may not be larger


class Arrival(Struct, frozen=True):
    """The answer to a move. It has no page when nothing readable came."""

    move: int
    page: Page | None = None
    relevance: float = 0.0
    seconds: float = 0.0
    bytes: int = 0
    unspent: float | None = None  # u of a page that earlier runs knew; None: as the move says
    unasked: bool = False  # without a request: a remembered start page, or an address that we do not visit
    news: tuple[str, ...] = ()  # links that were not on the page when it was read last
    urgent: tuple[str, ...] | UnsetType = (
        UNSET  # of these, links that no page had shown before: they are followed at once
    )
    trouble: str | None = None  # in one word, why no page came
    rest: float | UnsetType = (
        UNSET  # seconds for which the page's site gets no requests; the page was not asked for
    )


class Visited(Struct, frozen=True, tag="visit"):
    """An agent read a page, or came to a page that was read before."""

    agent: str
    url: str
    how: str
    relevance: float
    gain: float  # net change of its energy
    energy: float  # after it
    first: bool
    readable: bool = True
    trouble: str | None = None  # in one word, why it could not be read


class Born(Struct, frozen=True, tag="born"):
    """An agent had enough energy to split."""

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
    """An agent that would have starved was moved to another place, to keep the population alive."""

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
    """Journal: start pages were added during the run."""

    seeds: tuple[Seed, ...]
    is_urgent: bool | UnsetType = UNSET  # they come before the other start pages


class Adjusted(Struct, frozen=True, tag="adjusted"):
    """Journal: a client changed the budget or the strategy's parameters."""

    budget: RunBudget
    params: dict[str, Any]


Entry = Asked | Settled | Seeded | Adjusted
