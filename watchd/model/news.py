"""News: addresses that appeared on a page or in a list after it had been read before."""

from typing import Literal

from msgspec import Struct

NewsKind = Literal["link", "feed", "sitemap"]


class Sighting(Struct, frozen=True):
    """First look at an address: when it was, and the date that a list gave the address last."""

    seen_at: float  # timestamp
    dated: float | None = None  # timestamp


class NewsItem(Struct, frozen=True):
    """An address that has appeared, and the page or list that showed it first."""

    url: str
    carrier: str
    kind: NewsKind
    anchor: str = ""
    seen_at: float = 0.0  # timestamp


class NewsRecord(Struct, frozen=True):
    """Number of news of one source that were followed, and of those that were worth it."""

    followed: int = 0
    found: int = 0
