"""Sitemap parser: URL lists, sitemap indexes, news and plain text, also gzipped."""

import zlib

from lxml.etree import _Element

from watchd.errors import Unreadable
from watchd.model.listing import EntryKind, Listing, ListingEntry
from watchd.web.extract.charset import decode
from watchd.web.extract.dates import parse_date
from watchd.web.listings import xml
from watchd.web.listings.feeds import MAX_TITLE_CHARS, NotAFeed, parse_feed, plain_text
from watchd.web.urls.references import References

MAX_ENTRIES = 50_000  # the maximum of the protocol for one file
MAX_UNPACKED_BYTES = 8 * 1024 * 1024  # the rest of a larger list is not read
_GZIP = b"\x1f\x8b"


class NotASitemap(Unreadable):
    """Raised for a document that is not a sitemap."""


def parse_sitemap(body: bytes, url: str, charset: str | None = None) -> Listing:
    """Parse a sitemap of any form, also a feed that serves as one; raise NotASitemap."""
    if body.startswith(_GZIP):
        body = _unpacked(body)
    if not body.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return _text_sitemap(decode(body, charset), url)
    root = xml.parse_xml(body, charset)
    match xml.name(root) if root is not None else "":
        case "urlset":
            assert root is not None
            return _listing(root, "url", "page", url)
        case "sitemapindex":
            assert root is not None
            return _listing(root, "sitemap", "sitemap", url)
    try:
        return parse_feed(body, url, charset)  # the protocol allows RSS and Atom as sitemaps
    except NotAFeed as error:
        raise NotASitemap("Not a sitemap.") from error


def _unpacked(body: bytes) -> bytes:
    """Return the first member of a gzip file, up to the limit."""
    try:
        return zlib.decompressobj(wbits=31).decompress(body, MAX_UNPACKED_BYTES)
    except zlib.error as error:
        raise NotASitemap("Not a sitemap: invalid gzip.") from error


def _listing(root: _Element, each: str, kind: EntryKind, url: str) -> Listing:
    references = References(url)
    entries = []
    for element in xml.children(root, each):
        location = xml.text_of(element, "loc")
        target = references.url(location) if location.startswith(("http://", "https://")) else None
        if target:
            entries.append(_entry(element, target, kind))
        if len(entries) >= MAX_ENTRIES:
            break
    return Listing(entries=tuple(entries))


def _entry(element: _Element, url: str, kind: EntryKind) -> ListingEntry:
    news = next(xml.children(element, "news"), None)
    return ListingEntry(
        url=url,
        title="" if news is None else plain_text(xml.text_of(news, "title"), MAX_TITLE_CHARS),
        published=None if news is None else parse_date(xml.text_of(news, "publication_date")),
        modified=parse_date(xml.text_of(element, "lastmod")),
        kind=kind,
    )


def _text_sitemap(text: str, url: str) -> Listing:
    references = References(url)
    lines = (line.strip() for line in text.splitlines()[:MAX_ENTRIES])
    urls = [
        target
        for line in lines
        if line.startswith(("http://", "https://")) and (target := references.url(line))
    ]
    if not urls:
        raise NotASitemap("Not a sitemap: it contains no URL.")
    return Listing(entries=tuple(ListingEntry(target) for target in urls))
