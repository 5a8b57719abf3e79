"""A finding: something on a page that a profile's owner may want to know."""

from datetime import datetime
from typing import Literal

from msgspec import Struct

from watchd.model.profile import FindingKind


class Finding(Struct, frozen=True, kw_only=True):
    """A stored finding."""

    id: str
    profile_id: str
    run_id: str | None
    page_id: str
    kind: FindingKind
    url: str
    title: str
    language: str | None
    score: float
    found_at: datetime
    content_hash: str
    published_at: datetime | None = None
    summary: str = ""
    state: Literal["unread", "read"] = "unread"
