"""Requests to the child processes that read documents."""

from typing import Literal

from msgspec import Struct

Task = Literal["page", "feed", "sitemap", "outline", "bookmarks", "toml", "opensearch", "watches"]


class ReadLimits(Struct, frozen=True, array_like=True):
    """Limits of a child that reads documents."""

    cpu_seconds: float
    memory_mib: int
    max_links: int
    robot: str


class ReadRequest(Struct, frozen=True, array_like=True):
    """Document to read. The fields of SourceDocument are flat, so that the body is copied once."""

    task: Task
    url: str
    body: bytes
    content_type: str = ""
    charset: str | None = None
    headers: tuple[tuple[str, str], ...] = ()
