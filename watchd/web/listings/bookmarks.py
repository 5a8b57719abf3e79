"""Which pages has somebody kept, by the bookmark file that browsers export (Netscape's HTML)?

<DT><H3>folder</H3> is followed by the <DL> of what is inside; <A HREF> is a bookmark. Nobody closes a <DT>, so that in a
tree each would be inside the one before it, and a parser gives up trees that are deep. Hence no tree: we listen.
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
    """Raised for a document that is no bookmark file."""


def parse_bookmarks(body: bytes) -> Listing:
    """Read a bookmark file; raises NoBookmarks."""
    listener = _Listener()
    target: Any = listener  # the stubs ask for methods that the parser does without
    try:
        etree.fromstring(as_utf8(body), etree.HTMLParser(encoding="utf-8", target=target))
    except (etree.ParserError, etree.XMLSyntaxError) as cause:
        raise NotBookmarks("It is no bookmark file.") from cause
    if not listener.is_list:
        raise NotBookmarks("It is no bookmark file.")
    return Listing(listener.title, tuple(listener.entries), listener.unusable, listener.left_off)


class _Listener:
    """What the parser tells, as it reads on."""

    def __init__(self) -> None:
        self.is_list = False
        self.title = ""
        self.entries: list[ListingEntry] = []
        self.unusable = self.left_off = 0
        self._folders: list[str] = []
        self._heading = ""
        self._link: dict[str, str] = {}
        self._words: list[str] = []

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        match tag:
            case "dl":
                self.is_list = True
                self._folders.append(self._heading)
                self._heading = ""
            case "title" | "h3":
                self._words.clear()
            case "a":
                self._words.clear()
                self._link = dict(attributes)

    def data(self, text: str) -> None:
        self._words.append(text)

    def end(self, tag: str) -> None:
        match tag:
            case "dl":
                self._folders.pop()
            case "title":
                self.title = self.title or self._said(MAX_TITLE_CHARS)
            case "h3":
                self._heading = self._said(100)
            case "a":
                self._add("feed", self._link.get("feedurl", ""))
                self._add("page", self._link.get("href", ""))

    def close(self) -> None:
        """The parser asks for this at the end."""

    def _said(self, most: int) -> str:
        return plain_text("".join(self._words), most)

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
            self.entries.append(ListingEntry(url, self._said(MAX_TITLE_CHARS), kind=kind, folder=folder))
