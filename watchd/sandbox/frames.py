"""Frames between the daemon and its sandboxed child processes.

A frame is four bytes of length and then the payload. A request is MessagePack. The first byte of a reply says whether
the work is done or failed; MessagePack follows. A frame that does not have the expected form is garbage, and the daemon
ends the child that sent it.
"""

from typing import Literal

import msgspec
from msgspec import Struct

LENGTH_BYTES = 4  # big-endian

DONE = b"+"
FAILED = b"-"
READY = b"ready"  # payload of the first reply of every child, before any work

REPLACE_ME = 75  # exit status of a child that uses too much memory and asks for its replacement

FailureKind = Literal["cpu", "memory", "wall", "crash", "garbage", "error", "unavailable"]


class ChildFailure(Struct, frozen=True):
    """Reason why a child did not finish a piece of work."""

    kind: FailureKind
    detail: str


def framed(payload: bytes) -> bytes:
    return len(payload).to_bytes(LENGTH_BYTES, "big") + payload


def encoded(request: Struct) -> bytes:
    return framed(msgspec.msgpack.encode(request))
