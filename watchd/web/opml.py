"""To which feeds and pages is somebody subscribed, by an OPML file?"""

from lxml.etree import _Element

from watchd.model.listing import Entry, Listing
from watchd.web import xml
from watchd.web.feeds import LONGEST_TITLE, plain
from watchd.web.references import References

MOST_ENTRIES = 20_000
_NOWHERE = "http://invalid./"  # an outline has no address of its own, so only absolute addresses count


class NoOutline(ValueError):
    """Raised for a document that is no OPML."""


def parse_opml(body: bytes) -> Listing:
    """Read an outline; folders are the outlines around an entry. Raises NoOutline."""
    root = xml.parse_xml(body)
    if root is None or xml.name(root) != "opml":
        raise NoOutline("It is no OPML.")
    head = next(xml.children(root, "head"), None)
    title = "" if head is None else plain(xml.text_of(head, "title"), LONGEST_TITLE)
    references = References(_NOWHERE)
    found = (_entry(outline, references) for outline in xml.descendants(root, "outline"))
    return Listing(title, tuple(entry for entry in found if entry)[:MOST_ENTRIES])


def _entry(outline: _Element, references: References) -> Entry | None:
    said = {name.lower(): value.strip() for name, value in outline.items()}
    for attribute, kind in (("xmlurl", "feed"), ("htmlurl", "page"), ("url", "page")):
        href = said.get(attribute, "")
        url = references.url(href) if href.startswith(("http://", "https://")) else None
        if url:
            title = plain(said.get("title") or said.get("text") or "", LONGEST_TITLE)
            return Entry(url, title, kind=kind, folder=_folder(outline))  # type: ignore[arg-type]
    return None


def _folder(outline: _Element) -> str:
    names = []
    for above in outline.iterancestors("{*}*"):
        if xml.name(above) == "outline":
            names.append(plain(above.get("text") or above.get("title") or "", 100))
    return "/".join(name for name in reversed(names) if name)
