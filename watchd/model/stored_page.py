"""A page as the store knows it: where it is, how to ask for it again, what its text was."""

from datetime import datetime
from typing import Literal

from msgspec import Struct

from watchd.model.outcome import Validators

PageKind = Literal["page", "feed", "sitemap"]


class StoredPage(Struct, frozen=True, kw_only=True):
    """One row of the pages table."""

    id: str
    url: str
    host: str
    kind: PageKind = "page"
    status: int | None = None
    validators: Validators = Validators()
    title: str = ""
    language: str | None = None
    content_hash: str | None = None
    signature: int = 0
    published_at: datetime | None = None
    fetched_at: datetime | None = None
    changed_at: datetime | None = None
    noindex: bool = False
