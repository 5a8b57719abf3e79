"""Lists of addresses: feeds, sitemaps, OPML outlines, bookmarks."""

from datetime import datetime
from typing import Literal

from msgspec import Struct

EntryKind = Literal["page", "feed", "sitemap"]


class ListingEntry(Struct, frozen=True):
    """Address in a list."""

    url: str  # canonical
    title: str = ""
    summary: str = ""  # plain text
    published: datetime | None = None
    modified: datetime | None = None
    kind: EntryKind = "page"
    folder: str = ""  # folder of its owner, such as "News/Science"
    categories: tuple[str, ...] = ()  # of an OPML outline


class Listing(Struct, frozen=True):
    """List of addresses in its own order."""

    title: str = ""
    entries: tuple[ListingEntry, ...] = ()
    unusable: int = 0  # addresses in a person's file that are not http or https URLs
    left_off: int = 0  # addresses above the maximum
