"""How do the daemon and the children that read pages talk?

Frames over a socket pair: four bytes of length, then MessagePack. The daemon sends an Ask and gets one frame
back, in order. Both ends know the same structs, so a frame that does not fit them is garbage, and its sender is
ended.
"""

from typing import Literal

from msgspec import Struct

LENGTH = 4  # bytes, big-endian
MAX_REPLY = 64 * 1024 * 1024  # a page of 2 MiB never becomes more

Task = Literal["page", "feed", "sitemap", "outline", "bookmarks", "toml", "opensearch", "watches"]
Kind = Literal["cpu", "memory", "wall", "crash", "garbage", "error", "unavailable"]

# The first byte of a reply says what follows.
DONE = b"+"
FAILED = b"-"
READY = b"ready"  # the first reply of every child, before any work

TIRED = 75  # exit status of a child that has done its share and asks to be replaced


class ReadLimits(Struct, frozen=True, array_like=True):
    """What a child may use; sent to it as its first argument."""

    cpu_seconds: float
    memory_mib: int
    most_links: int
    robot: str


class ReadRequest(Struct, frozen=True, array_like=True):
    """One piece of work. Fields of Document, flat, so that the body is copied once."""

    task: Task
    url: str
    body: bytes
    content_type: str = ""
    charset: str | None = None
    headers: tuple[tuple[str, str], ...] = ()


class ReadFailure(Struct, frozen=True):
    """The child survived, but the work did not."""

    kind: Kind
    detail: str


def framed(payload: bytes) -> bytes:
    return len(payload).to_bytes(LENGTH, "big") + payload
