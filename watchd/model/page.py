"""A page as it was read on the web, and the links on it.

The agents look at a page as a stream of terms with coordinates: 2j inside the anchor of link j, 2j+1 in the gap
after link j, and -1 before the first link. Distances between terms and links follow from these numbers alone.

A page as the store knows it: where it is, how to ask for it again, what its text was.

A version: the main text of a page as it was at some time.

What a page means to one profile: its relevance, the energy that is left on it, and when a visit pays again.

A sighting: a page that a run has read and found relevant for a profile, on its way to the portal.
"""

from datetime import datetime
from typing import Literal

from msgspec import Struct

from watchd.model.outcome import Validators

# What was exceeded or went wrong. "quarantined": it did so within the last day; "unavailable": nobody could
# read it.
UnparseableKind = Literal["cpu", "memory", "wall", "crash", "garbage", "error", "quarantined", "unavailable"]


class Link(Struct, frozen=True):
    """One link, in the order of the page."""

    url: str  # canonical
    anchor: str = ""
    context: str = ""  # the words around the link, its own anchor left out
    tag_path: str = ""  # where in the page it stands, such as "main/ul/li"
    rel: tuple[str, ...] = ()


class Page(Struct, frozen=True):
    """What extraction understood of one document."""

    url: str  # canonical, after redirects
    title: str = ""
    text: str = ""  # the main text, without navigation and other boilerplate
    full_text: str = ""
    language: str | None = None  # ISO 639-1
    description: str = ""
    keywords: tuple[str, ...] = ()
    published: datetime | None = None
    modified: datetime | None = None
    links: tuple[Link, ...] = ()
    terms: tuple[str, ...] = ()  # stemmed words of the whole page, stop words left out
    coordinates: tuple[int, ...] = ()  # one per term, see above
    feeds: tuple[str, ...] = ()
    sitemaps: tuple[str, ...] = ()
    noindex: bool = False  # not to be shown in the portal
    nofollow: bool = False  # its links are not to be followed
    content_hash: str = ""  # of the main text; does not move with timestamps, counters, ads or tokens
    signature: int = 0  # 64-bit simhash of the main text, for near-duplicates


class Unparseable(Struct, frozen=True, tag="unparseable"):
    """A document that could not be read: a parser gave up, or had to be stopped."""

    url: str
    kind: UnparseableKind
    detail: str


PageKind = Literal["page", "feed", "sitemap"]


class StoredPage(Struct, frozen=True, kw_only=True):
    """One row of the pages table."""

    id: str
    url: str
    host: str
    kind: PageKind = "page"
    status: int | None = None
    validators: Validators = Validators()
    title: str = ""
    language: str | None = None
    content_hash: str | None = None
    signature: int = 0
    published_at: datetime | None = None
    fetched_at: datetime | None = None
    changed_at: datetime | None = None
    noindex: bool = False


class PageVersion(Struct, frozen=True):
    """A stored version."""

    content_hash: str
    seen_at: datetime
    text: str


class PageState(Struct, frozen=True, kw_only=True):
    """One row of the page-energy ledger."""

    profile_id: str
    page_id: str
    relevance: float
    unspent: float  # 0..1: the share of what the page may pay that nobody has taken yet
    energy: float  # as of the last run; for ranking only
    visits: int = 0
    visited_at: datetime | None = None
    ripe_at: datetime | None = None
    content_hash: str | None = None  # the text that this profile knows; None: never read
    followed_hash: str | None = None  # the newest text that mattered, when that one does not (a login page)
    hub_yield: float = 0.0  # evidence: new relevant pages that it led to
    hub_time: float = 0.0  # days in which it did
    hub_prior: float = 0.5
    changed_days: tuple[float, ...] = ()
    still_days: tuple[float, ...] = ()
    change_rate: float | None = None
    promise: float = 0.0  # the best link on it that no run has followed yet
    missed: int = 0
    source: str = ""


class KnownState(Struct, frozen=True):
    """A page state with the address of its page."""

    url: str
    kind: PageKind
    state: PageState
    is_unread: bool = False  # somebody has read another text of it than the profile knows


class RelevantPage(Struct, frozen=True):
    """What the portal is told about a page."""

    page_id: str
    page: Page
    profile_id: str
    score: float
    source: str  # an agent's name, or a seed source's
    parent_url: str | None  # the page whose link led here
    now: datetime
