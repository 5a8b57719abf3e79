"""What a page means to one profile: its relevance and the energy that is left on it."""

from datetime import datetime

from msgspec import Struct


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
