"""A document as plain values, for everybody who takes JSON."""

from typing import Any

import msgspec

from watchd.model.document import WholeDocument
from watchd.model.times import rfc3339


def cursor(serial: int) -> str:
    """A place in the order of change, opaque to those who follow."""
    return f"s{serial}"


def serial_of(text: str) -> int | None:
    """The place that a cursor means; None when it is no cursor."""
    digits = text[1:]
    is_cursor = text.startswith("s") and digits.isascii() and digits.isdigit() and len(digits) < 19
    return int(digits) if is_cursor else None


def plain(whole: WholeDocument) -> dict[str, Any]:
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
