"""A version: the main text of a page as it was at some time."""

from datetime import datetime

from msgspec import Struct


class PageVersion(Struct, frozen=True):
    """A stored version."""

    content_hash: str
    seen_at: datetime
    text: str
