"""A portal document: a relevant page as the topical index keeps it."""

from datetime import datetime

from msgspec import Struct


class Document(Struct, frozen=True, kw_only=True):
    """A stored document. A removed one stays as a mark, so that those who follow the portal hear of it."""

    id: str
    page_id: str
    title: str
    text: str
    language: str | None
    first_seen: datetime
    last_seen: datetime
    changed_at: datetime
    removed: bool = False
