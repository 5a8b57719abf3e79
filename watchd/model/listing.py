"""A list of addresses that somebody publishes: a feed, a sitemap, an outline of subscriptions, bookmarks."""

from datetime import datetime
from typing import Literal

from msgspec import Struct

EntryKind = Literal["page", "feed", "sitemap"]


class ListingEntry(Struct, frozen=True):
    """One address in a list."""

    url: str  # canonical
    title: str = ""
    summary: str = ""  # plain text
    published: datetime | None = None
    modified: datetime | None = None
    kind: EntryKind = "page"
    folder: str = ""  # where its owner keeps it, such as "News/Science"


class Listing(Struct, frozen=True):
    """The whole list, in its own order."""

    title: str = ""
    entries: tuple[ListingEntry, ...] = ()
    unusable: int = 0  # addresses in a file of somebody's own that are none of the web
    left_off: int = 0  # addresses beyond the most that are taken
