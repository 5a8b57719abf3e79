"""Bookmark files that browsers export (Netscape's HTML).

<DT><H3>folder</H3> is followed by a <DL> with the content of the folder; <A HREF> is a bookmark. Browsers do not close
<DT>, so in a tree each would be inside the one before it, and the parser refuses deep trees. So the file is parsed by
events, without a tree.
"""

from typing import Any

from lxml import etree

from watchd.errors import Unreadable
from watchd.model.listing import EntryKind, Listing, ListingEntry
from watchd.web.extract.charset import as_utf8
from watchd.web.listings.feeds import MAX_TITLE_CHARS, plain_text
from watchd.web.urls.references import canonical_or_none

MAX_ENTRIES = 50_000


class NotBookmarks(Unreadable):
    """Raised for a document that is not a bookmark file."""


def parse_bookmarks(body: bytes) -> Listing:
    """Parse a bookmark file; raise NotBookmarks."""
    handler = _BookmarkHandler()
    target: Any = handler  # the stubs require methods that the parser does not need
    try:
        etree.fromstring(as_utf8(body), etree.HTMLParser(encoding="utf-8", target=target))
    except (etree.ParserError, etree.XMLSyntaxError) as cause:
        raise NotBookmarks("Not a bookmark file.") from cause
    if not handler.is_list:
        raise NotBookmarks("Not a bookmark file.")
    return Listing(handler.title, tuple(handler.entries), handler.unusable, handler.left_off)


class _BookmarkHandler:
    """Handler of the parser's events."""

    def __init__(self) -> None:
        self.is_list = False
        self.title = ""
        self.entries: list[ListingEntry] = []
        self.unusable = self.left_off = 0
        self._folders: list[str] = []
        self._heading = ""
        self._link: dict[str, str] = {}
        self._texts: list[str] = []

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        match tag:
            case "dl":
                self.is_list = True
                self._folders.append(self._heading)
                self._heading = ""
            case "title" | "h3":
                self._texts.clear()
            case "a":
                self._texts.clear()
                self._link = dict(attributes)

    def data(self, text: str) -> None:
        self._texts.append(text)

    def end(self, tag: str) -> None:
        match tag:
            case "dl":
                self._folders.pop()
            case "title":
                self.title = self.title or self._collected_text(MAX_TITLE_CHARS)
            case "h3":
                self._heading = self._collected_text(100)
            case "a":
                self._add("feed", self._link.get("feedurl", ""))
                self._add("page", self._link.get("href", ""))

    def close(self) -> None:
        """Do nothing; the parser calls it at the end."""

    def _collected_text(self, max_chars: int) -> str:
        return plain_text("".join(self._texts), max_chars)

    def _add(self, kind: EntryKind, address: str) -> None:
        if not address.strip():
            return
        url = canonical_or_none(address)
        if url is None:
            self.unusable += 1
        elif len(self.entries) >= MAX_ENTRIES:
            self.left_off += 1
        else:
            folder = "/".join(name for name in self._folders if name)
            self.entries.append(
                ListingEntry(url, self._collected_text(MAX_TITLE_CHARS), kind=kind, folder=folder)
            )
