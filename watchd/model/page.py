"""Pages: as extracted from a document, as stored with versions of their text, and their state for one profile.

Agents read a page as a stream of terms with coordinates: 2j inside the anchor of link j, 2j+1 in the gap after link j, and
-1 before the first link. These numbers alone give the distances between terms and links.
"""

from datetime import datetime
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from watchd.model.outcome import Validators

# The limit that was exceeded, or the error. "quarantined": this happened within the last day; "unavailable": no reader was
# available.
UnparseableKind = Literal["cpu", "memory", "wall", "crash", "garbage", "error", "quarantined", "unavailable"]


class Link(Struct, frozen=True):
    """Link of a page."""

    url: str  # canonical
    anchor: str = ""
    context: str = ""  # the words around the link, without its anchor
    tag_path: str = ""  # place in the page, such as "main/ul/li"
    rel: tuple[str, ...] = ()


class Page(Struct, frozen=True):
    """Page as extracted from one document."""

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
    coordinates: tuple[int, ...] = ()  # one per term, see the module
    feeds: tuple[str, ...] = ()
    sitemaps: tuple[str, ...] = ()
    noindex: bool = False  # must not be shown in the portal
    nofollow: bool = False  # its links must not be followed
    content_hash: str = ""  # of the main text; timestamps, counters, ads and tokens do not change it
    signature: int = 0  # 64-bit simhash of the main text, for near-duplicates
    # Of a feed or sitemap: when it says that its entries were published. Not stored where it is unset, as in journals.
    entry_dates: dict[str, datetime] | UnsetType = UNSET


class Unparseable(Struct, frozen=True, tag="unparseable"):
    """Document that could not be read: its parser failed or was stopped."""

    url: str
    kind: UnparseableKind
    detail: str


PageKind = Literal["page", "feed", "sitemap"]


class StoredPage(Struct, frozen=True, kw_only=True):
    """Row of the pages table: address, validators and content of a page."""

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
    """Main text of a page at one time."""

    content_hash: str
    seen_at: datetime
    text: str


class PageState(Struct, frozen=True, kw_only=True):
    """State of a page for one profile: relevance, remaining energy, history of visits and changes."""

    profile_id: str
    page_id: str
    relevance: float
    unspent: float  # 0..1: the share of its energy that no agent has taken yet
    energy: float  # as of the last run; for ranking only
    visits: int = 0
    visited_at: datetime | None = None
    ripe_at: datetime | None = None
    content_hash: str | None = None  # the text that this profile knows; None: never read
    # The newest relevant text, if the known text is not relevant (a login page).
    followed_hash: str | None = None
    hub_yield: float = 0.0  # new relevant pages that it led to
    hub_time: float = 0.0  # days in which it led to them
    hub_prior: float = 0.5
    changed_days: tuple[float, ...] = ()
    still_days: tuple[float, ...] = ()
    change_rate: float | None = None
    promise: float = 0.0  # the best link on it that no run has followed yet
    missed: int = 0
    source: str = ""
    score_scale: int = 1  # of its relevance; 0: as earlier versions scored (core/relevance/score_scale.py)


class KnownState(Struct, frozen=True):
    """Page state with the address of its page."""

    url: str
    kind: PageKind
    state: PageState
    is_unread: bool = False  # another profile has read a text of it that this profile does not know
    fetched_at: datetime | None = None  # the last look at it, for any profile


class RelevantPage(Struct, frozen=True):
    """Page that a run has read and found relevant for a profile, as input of the portal."""

    page_id: str
    page: Page
    profile_id: str
    score: float
    source: str  # an agent's name, or the name of a seed's source
    parent_url: str | None  # the page whose link led here
    now: datetime
