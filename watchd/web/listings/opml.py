"""Parser for OPML subscription lists: feeds and pages, with their folders."""

from collections.abc import Iterator

from lxml.etree import _Element

from watchd.errors import Unreadable
from watchd.model.listing import EntryKind, Listing, ListingEntry
from watchd.web.listings import xml
from watchd.web.listings.feeds import MAX_TITLE_CHARS, plain_text
from watchd.web.urls.references import canonical_or_none

MAX_ENTRIES = 20_000
MAX_CATEGORIES = 20
MAX_FOLDER_CHARS = 100


class NotOpml(Unreadable):
    """Raised for a document that is not OPML."""


def parse_opml(body: bytes) -> Listing:
    """Parse an OPML file; the outlines around an entry are its folders. Raise NotOpml."""
    root = xml.parse_xml(body)
    if root is None or xml.name(root) != "opml":
        raise NotOpml("Not an OPML file.")
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
    """Yield the feed of a subscription and, if named, the page of its site; None for an invalid URL."""
    attributes = {name.lower(): value.strip() for name, value in outline.items()}
    title = plain_text(attributes.get("title") or attributes.get("text") or "", MAX_TITLE_CHARS)
    kinds: dict[str, EntryKind] = {"xmlurl": "feed", "htmlurl": "page", "url": "page"}
    for attribute, kind in kinds.items():
        if address := attributes.get(attribute):
            url = canonical_or_none(address)
            folder, categories = _folder(outline), _categories(outline)
            yield ListingEntry(url, title, kind=kind, folder=folder, categories=categories) if url else None


def _folder(outline: _Element) -> str:
    names = []
    for parent in outline.iterancestors("{*}*"):
        if xml.name(parent) == "outline":
            names.append(plain_text(parent.get("text") or parent.get("title") or "", MAX_FOLDER_CHARS))
    return "/".join(name for name in reversed(names) if name)


def _categories(outline: _Element) -> tuple[str, ...]:
    """Return the categories of an outline and of its folders: words with commas, with slashes between their levels."""
    found = []
    for element in (outline, *outline.iterancestors("{*}outline")):
        for category in (element.get("category") or "").split(",")[:MAX_CATEGORIES]:
            found.append(plain_text(category, MAX_FOLDER_CHARS).strip("/ "))
    return tuple(dict.fromkeys(filter(None, found)))[:MAX_CATEGORIES]
