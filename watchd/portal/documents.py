"""How does text become part of XML or HTML without becoming markup?

A document as plain values, for everybody who takes JSON.
"""

import re
from collections.abc import Iterable
from html import escape
from typing import Any

import msgspec

from watchd.core.portal.snippet import Piece
from watchd.model.portal import WholeDocument
from watchd.model.times import rfc3339

# Characters that XML 1.0 cannot hold in any spelling.
_IMPOSSIBLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def xml_text(text: str) -> str:
    """For elements and attributes; a reader gets back what went in, but for characters that XML cannot hold (U+FFFD)."""
    # Readers turn a bare carriage return into a line feed, and line feeds of attributes into blanks.
    return escape(_IMPOSSIBLE.sub("\ufffd", text)).replace("\r", "&#13;").replace("\n", "&#10;")


def html_text(text: str) -> str:
    return escape(_IMPOSSIBLE.sub("\ufffd", text))


def html_pieces(pieces: Iterable[Piece]) -> str:
    """A snippet with its hits marked; the only markup in it is ours."""
    return "".join(
        f"<mark>{html_text(piece.text)}</mark>" if piece.hit else html_text(piece.text) for piece in pieces
    )


def cursor(serial: int) -> str:
    """A place in the order of change, opaque to those who follow."""
    return f"s{serial}"


def serial_of(text: str) -> int | None:
    """The place that a cursor means; None when it is no cursor."""
    digits = text[1:]
    is_cursor = text.startswith("s") and digits.isascii() and digits.isdigit() and len(digits) < 19
    return int(digits) if is_cursor else None


def plain_document(whole: WholeDocument) -> dict[str, Any]:
    """Every field, times as text; of a removed document only what names it."""
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
