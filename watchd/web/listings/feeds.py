"""Feed parser: RSS 0.9x, 1.0 and 2.0, Atom, JSON Feed.

It accepts dates in every usual form, links in every usual place, and markup in titles. To add a format, write a
function from bytes to a Listing and call it in `parse_feed` (docs/how-to/add-a-feed-format.md).
"""

import json
import re
from html import unescape
from typing import Any

from lxml.etree import _Element

from watchd.errors import Unreadable
from watchd.model.listing import Listing, ListingEntry
from watchd.web.extract.charset import decode
from watchd.web.extract.dates import parse_date
from watchd.web.listings import xml
from watchd.web.urls.references import References

MAX_ENTRIES = 2000
MAX_TITLE_CHARS = 300
MAX_SUMMARY_CHARS = 500
_MARKUP = re.compile(r"<[^<>]{0,2000}>")
_BASE = "{http://www.w3.org/XML/1998/namespace}base"


class NotAFeed(Unreadable):
    """Raised for a document that is not a feed."""


def parse_feed(body: bytes, url: str, charset: str | None = None) -> Listing:
    """Parse a feed of any format; raise NotAFeed."""
    if body.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{":
        return _json_feed(decode(body, charset), url)
    root = xml.parse_xml(body, charset)
    match xml.name(root) if root is not None else "":
        case "rss" | "rdf" | "feed":
            assert root is not None
            return _xml_feed(root, url)
    raise NotAFeed("Not a feed: neither RSS, Atom nor JSON Feed.")


def plain_text(text: str, max_chars: int) -> str:
    """Return the text on one line without markup, escaped or not."""
    text = text[: 20 * max_chars]
    for _ in range(2):  # titles are escaped once or twice
        text = unescape(_MARKUP.sub(" ", text))
    return " ".join(text.translate(_CONTROLS).split())[:max_chars].encode("utf-8", "replace").decode()


_CONTROLS = dict.fromkeys([*range(9), 11, 12, *range(14, 32), 127])


def _xml_feed(root: _Element, url: str) -> Listing:
    channel = next(xml.children(root, "channel"), root)
    references = References(url, root.get(_BASE) or channel.get(_BASE))
    items = [
        *xml.children(channel, "item", "entry"),
        *(xml.children(root, "item") if channel is not root else ()),
    ]
    entries = (_xml_entry(item, references) for item in items[:MAX_ENTRIES])
    return Listing(plain_text(xml.text_of(channel, "title"), MAX_TITLE_CHARS), tuple(e for e in entries if e))


def _xml_entry(item: _Element, references: References) -> ListingEntry | None:
    url = _link(item, references)
    if url is None:
        return None
    return ListingEntry(
        url=url,
        title=plain_text(xml.text_of(item, "title"), MAX_TITLE_CHARS),
        summary=plain_text(
            xml.text_of(item, "description", "summary", "encoded", "content"), MAX_SUMMARY_CHARS
        ),
        published=parse_date(xml.text_of(item, "pubdate", "published", "issued", "date", "created")),
        modified=parse_date(xml.text_of(item, "updated", "modified")),
    )


def _link(item: _Element, references: References) -> str | None:
    """Return Atom's alternate link, RSS's link, or an identifier that is a URL."""
    for link in xml.children(item, "link"):
        href = link.get("href") or (link.text or "").strip()
        if href and link.get("rel", "alternate") == "alternate" and (url := references.url(href)):
            return url
    for guid in xml.children(item, "guid", "id"):
        text = (guid.text or "").strip()
        if guid.get("isPermaLink", "true") == "true" and text.startswith(("http://", "https://")):
            return references.url(text)
    return None


def _json_feed(text: str, url: str) -> Listing:
    try:
        feed = json.loads(text)  # accepts more than msgspec: lone surrogates, NaN
    except (ValueError, RecursionError) as error:
        raise NotAFeed("Not a feed: invalid JSON.") from error
    if not isinstance(feed, dict) or not isinstance(feed.get("items"), list):
        raise NotAFeed("Not a feed: the JSON has no list of items.")
    references = References(url)
    entries = (_json_entry(item, references) for item in feed["items"][:MAX_ENTRIES] if isinstance(item, dict))
    return Listing(plain_text(_string(feed, "title"), MAX_TITLE_CHARS), tuple(e for e in entries if e))


def _json_entry(item: dict[str, Any], references: References) -> ListingEntry | None:
    href = _string(item, "url", "external_url", "id")
    url = references.url(href) if href else None
    if url is None:
        return None
    return ListingEntry(
        url=url,
        title=plain_text(_string(item, "title"), MAX_TITLE_CHARS),
        summary=plain_text(_string(item, "summary", "content_text", "content_html"), MAX_SUMMARY_CHARS),
        published=parse_date(_string(item, "date_published")),
        modified=parse_date(_string(item, "date_modified")),
    )


def _string(values: dict[str, Any], *names: str) -> str:
    return next((value for key in names if isinstance(value := values.get(key), str) and value), "")
