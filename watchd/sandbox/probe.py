"""Probe of the sandbox: a child process that confines itself like a real one and reports which layers are in force.

`python -m watchd.sandbox.probe DESCRIPTOR KIND`. Only `probe` starts it.
"""

import sys
from typing import Literal

import msgspec
from msgspec import Struct

from watchd.sandbox import child
from watchd.sandbox.confinement import LANDLOCK, SECCOMP, Layer, confine
from watchd.sandbox.frames import DONE, READY
from watchd.sandbox.permissions import READER, sender
from watchd.sandbox.process import ChildDidNotStart, SandboxProcess
from watchd.sandbox.readable import readable_paths

Kind = Literal["reader", "sender"]
KINDS: tuple[Kind, ...] = ("reader", "sender")
MAX_REPLY_BYTES = 1 << 16
TIMEOUT_SECONDS = 10.0
# Layers without which hostile code could do more than the documentation says. A sender may read files, so it needs both.
_ESSENTIAL: dict[Kind, tuple[str, ...]] = {"reader": (SECCOMP,), "sender": (SECCOMP, LANDLOCK)}


class ProbeRequest(Struct, frozen=True):
    """Kind of child process to be."""

    kind: Kind


class SandboxReport(Struct, frozen=True):
    """Layers that confine one kind of child process."""

    kind: Kind
    layers: list[Layer]

    @property
    def in_force(self) -> list[str]:
        names = [(layer.name, layer.detail) for layer in self.layers if not layer.problem]
        return [f"{name} ({detail})" if detail else name for name, detail in names]

    @property
    def missing(self) -> list[str]:
        return [f"{layer.name} ({layer.problem})" for layer in self.layers if layer.problem]

    @property
    def is_complete(self) -> bool:
        """Return whether all essential layers are in force."""
        return not any(layer.problem and layer.name in _ESSENTIAL[self.kind] for layer in self.layers)


async def probe(kind: Kind) -> SandboxReport:
    """Start a child process of this kind and return its report; raise ChildDidNotStart."""
    process = await SandboxProcess.start(
        "watchd.sandbox.probe", ProbeRequest(kind), max_reply_bytes=MAX_REPLY_BYTES
    )
    try:
        reply = await process.receive(TIMEOUT_SECONDS)
    finally:
        await process.end()
    if not isinstance(reply, bytes):
        raise ChildDidNotStart(f"The child process could not be confined: {reply!r}")
    return SandboxReport(kind, msgspec.msgpack.decode(reply, type=list[Layer]))


def main() -> int:
    connection, request = child.start(ProbeRequest)
    connection.send(DONE + READY)
    permissions = READER if request.kind == "reader" else sender(frozenset(), readable_paths())
    connection.send(DONE + msgspec.msgpack.encode(confine(permissions)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
