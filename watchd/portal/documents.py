"""Portal documents as JSON values, cursors of the order of change, and escaping of text for XML and HTML."""

import re
from collections.abc import Iterable
from html import escape
from typing import Any

import msgspec

from watchd.core.portal.snippet import Piece
from watchd.model.portal import WholeDocument
from watchd.model.values import rfc3339

# Characters that XML 1.0 cannot hold in any spelling.
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def xml_text(text: str) -> str:
    """Escape text for elements and attributes of XML; replace characters that XML cannot hold by U+FFFD."""
    # XML readers turn a carriage return into a line feed, and line feeds in attributes into blanks.
    return escape(_NOT_IN_XML.sub("\ufffd", text)).replace("\r", "&#13;").replace("\n", "&#10;")


def html_text(text: str) -> str:
    return escape(_NOT_IN_XML.sub("\ufffd", text))


def html_pieces(pieces: Iterable[Piece]) -> str:
    """Return a snippet with <mark> around its hits; all other markup is escaped."""
    return "".join(
        f"<mark>{html_text(piece.text)}</mark>" if piece.hit else html_text(piece.text) for piece in pieces
    )


def cursor(serial: int) -> str:
    """Return the cursor of a place in the order of change; clients must not interpret it."""
    return f"s{serial}"


def serial_of(text: str) -> int | None:
    """Return the place that a cursor names; None if the text is not a cursor."""
    digits = text[1:]
    is_cursor = text.startswith("s") and digits.isascii() and digits.isdigit() and len(digits) < 19
    return int(digits) if is_cursor else None


def plain_document(whole: WholeDocument) -> dict[str, Any]:
    """Return all fields of a document, times as text; of a removed document only those that identify it."""
    document = whole.document
    if document.removed:
        return {
            "id": document.id,
            "url": document.url,
            "removed": True,
            "changed_at": rfc3339(document.changed_at),
        }
    return {
        "id": document.id,
        "url": document.url,
        "title": document.title,
        "description": document.description,
        "keywords": list(document.keywords),
        "text": document.text,
        "indexed": msgspec.to_builtins(whole.indexed),
        "language": document.language,
        "published_at": rfc3339(document.published_at) if document.published_at else None,
        "first_seen": rfc3339(document.first_seen),
        "last_seen": rfc3339(document.last_seen),
        "changed_at": rfc3339(document.changed_at),
        "profiles": [{"profile_id": score.profile_id, "score": score.score} for score in whole.profiles],
        "sources": list(document.sources),
        "links": list(document.links),
    }
