"""A page as it was read on the web, and the links on it.

The agents look at a page as a stream of terms with coordinates: 2j inside the anchor of link j, 2j+1 in the gap
after link j, and -1 before the first link. Distances between terms and links follow from these numbers alone.
"""

from datetime import datetime
from typing import Literal

from msgspec import Struct

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
