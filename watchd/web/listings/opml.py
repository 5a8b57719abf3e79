"""To which feeds and pages is somebody subscribed, by an OPML file?"""

from collections.abc import Iterator

from lxml.etree import _Element

from watchd.errors import Unreadable
from watchd.model.listing import EntryKind, Listing, ListingEntry
from watchd.web.listings import xml
from watchd.web.listings.feeds import MAX_TITLE_CHARS, plain_text
from watchd.web.urls.references import canonical_or_none

MAX_ENTRIES = 20_000


class NotOpml(Unreadable):
    """Raised for a document that is no OPML."""


def parse_opml(body: bytes) -> Listing:
    """Read an outline; folders are the outlines around an entry. Raises NoOutline."""
    root = xml.parse_xml(body)
    if root is None or xml.name(root) != "opml":
        raise NotOpml("It is no OPML.")
    head = next(xml.children(root, "head"), None)
    title = "" if head is None else plain_text(xml.text_of(head, "title"), MAX_TITLE_CHARS)
    found = [entry for outline in xml.descendants(root, "outline") for entry in _entries(outline)]
    usable = [entry for entry in found if entry is not None]
    return Listing(
        title,
        tuple(usable[:MAX_ENTRIES]),
        unusable=len(found) - len(usable),
        left_off=max(0, len(usable) - MAX_ENTRIES),
    )


def _entries(outline: _Element) -> Iterator[ListingEntry | None]:
    """A subscription names its feed and, often, the site that the feed belongs to. None: an address that is none."""
    said = {name.lower(): value.strip() for name, value in outline.items()}
    title = plain_text(said.get("title") or said.get("text") or "", MAX_TITLE_CHARS)
    kinds: dict[str, EntryKind] = {"xmlurl": "feed", "htmlurl": "page", "url": "page"}
    for attribute, kind in kinds.items():
        if address := said.get(attribute):
            url = canonical_or_none(address)
            yield ListingEntry(url, title, kind=kind, folder=_folder(outline)) if url else None


def _folder(outline: _Element) -> str:
    names = []
    for above in outline.iterancestors("{*}*"):
        if xml.name(above) == "outline":
            names.append(plain_text(above.get("text") or above.get("title") or "", 100))
    return "/".join(name for name in reversed(names) if name)
