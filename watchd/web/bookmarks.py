"""Which pages has somebody kept, by the bookmark file that browsers export (Netscape's HTML)?

<DT><H3>folder</H3> is followed by the <DL> of what is inside; <A HREF> is a bookmark.
"""

from lxml import etree

from watchd.model.listing import Entry, Listing
from watchd.web.document import Document
from watchd.web.extract import parse_html
from watchd.web.feeds import LONGEST_TITLE, plain
from watchd.web.references import References

MOST_ENTRIES = 50_000
_NOWHERE = "http://invalid./"


class NoBookmarks(ValueError):
    """Raised for a document that is no bookmark file."""


def parse_bookmarks(body: bytes) -> Listing:
    """Read a bookmark file; raises NoBookmarks."""
    root = parse_html(Document(_NOWHERE, body))
    if root is None or next(root.iter("dl"), None) is None:
        raise NoBookmarks("It is no bookmark file.")
    references = References(_NOWHERE)
    entries: list[Entry] = []
    folders: list[str] = []
    heading = ""
    for event, element in etree.iterwalk(root, events=("start", "end"), tag=("dl", "h3", "a")):
        if event == "end":
            if element.tag == "dl":
                folders.pop()
        elif element.tag == "dl":
            folders.append(heading)
            heading = ""
        elif element.tag == "h3":
            heading = plain("".join(element.itertext()), 100)
        elif len(entries) < MOST_ENTRIES:
            entries += _entries(element, references, "/".join(name for name in folders if name))
    return Listing(plain(root.findtext(".//title") or "", LONGEST_TITLE), tuple(entries))


def _entries(link: etree._Element, references: References, folder: str) -> list[Entry]:
    title = plain("".join(link.itertext()), LONGEST_TITLE)
    found = []
    feed, href = link.get("feedurl") or "", link.get("href") or ""
    if feed.startswith(("http://", "https://")) and (url := references.url(feed)):
        found.append(Entry(url, title, kind="feed", folder=folder))
    if href.startswith(("http://", "https://")) and (url := references.url(href)):
        found.append(Entry(url, title, folder=folder))
    return found
