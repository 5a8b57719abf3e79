"""Bookmarks and OPML: files in which people keep addresses. They give links and feeds; nothing is fetched here.

Both come from outside, so entities, networks and huge trees are off, and a broken file is a clear sentence.
"""

from lxml import etree, html
from msgspec import Struct


class Addresses(Struct, frozen=True):
    """What such a file holds."""

    title: str
    urls: list[str]
    feeds: list[str]


def from_bookmarks(body: bytes) -> Addresses:
    """A bookmarks file, as browsers export it: every link in it, in order."""
    parser = html.HTMLParser(no_network=True, remove_comments=True, huge_tree=False)
    try:
        tree = html.document_fromstring(body, parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError) as cause:
        raise ValueError("is not a bookmarks file; export one from the browser as HTML") from cause
    links = [anchor.get("href", "") for anchor in tree.iter("a")]
    title = (tree.findtext(".//title") or "").strip()
    return Addresses(title, _web_only(links), [])


def from_opml(body: bytes) -> Addresses:
    """An OPML file, as feed readers export it: xmlUrl is a feed, htmlUrl and url are pages."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(body, parser=parser)
    except (etree.XMLSyntaxError, ValueError) as cause:
        raise ValueError(f"is not an OPML file: {cause}") from cause
    if root.tag != "opml":
        raise ValueError("is not an OPML file; its root element is not <opml>")
    outlines = list(root.iter("outline"))
    feeds = [outline.get("xmlUrl", "") for outline in outlines]
    pages = [outline.get("htmlUrl") or outline.get("url") or "" for outline in outlines]
    return Addresses((root.findtext("head/title") or "").strip(), _web_only(pages), _web_only(feeds))


def _web_only(links: list[str]) -> list[str]:
    """Each http or https address once, in order; bookmarklets and folders fall out."""
    wanted = (link.strip() for link in links)
    return list(dict.fromkeys(link for link in wanted if link.lower().startswith(("http://", "https://"))))
