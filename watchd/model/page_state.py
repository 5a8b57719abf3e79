"""What a page means to one profile: its relevance, the energy that is left on it, and when a visit pays again."""

from datetime import datetime

from msgspec import Struct

from watchd.model.stored_page import PageKind


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
