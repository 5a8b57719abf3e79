"""Child side of the sandbox: the connection to the daemon, and the limits of the process.

The kernel enforces the limits, also inside C code: SIGPROF, SIGXCPU and SIGALRM end a process by default.
"""

import contextlib
import math
import os
import resource
import signal
import socket
import sys
import time
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import BinaryIO, TypeVar, cast

import msgspec
from msgspec import Struct

from watchd.sandbox import libc
from watchd.sandbox.frames import LENGTH_BYTES, framed

# Loaded by Python at the first use: by Counter.most_common, strptime, copies and host names.
LOADED_ON_DEMAND = ("heapq", "_strptime", "copy", "unicodedata")
SECONDS_BEFORE_END = 0.2  # of a process that is replaced
T = TypeVar("T", bound=Struct)


class ParentConnection:
    """Child's end of the socket to the daemon."""

    def __init__(self, descriptor: int) -> None:
        self._socket = socket.socket(fileno=descriptor)
        self._incoming = cast(BinaryIO, self._socket.makefile("rb", buffering=1 << 18))

    @property
    def descriptor(self) -> int:
        return self._socket.fileno()

    def requests(self, kind: type[T]) -> Iterator[T]:
        """Yield the requests of the daemon until it closes the connection."""
        decode = msgspec.msgpack.Decoder(kind).decode
        while length := self._incoming.read(LENGTH_BYTES):
            yield decode(self._incoming.read(int.from_bytes(length, "big")))

    def next_request(self, kind: type[T]) -> T | None:
        """Return the next request, and leave all that follows it in the connection; None if the daemon has closed it."""
        length = self._read_exactly(LENGTH_BYTES)
        if not length:
            return None
        return msgspec.msgpack.decode(self._read_exactly(int.from_bytes(length, "big")), type=kind)

    def _read_exactly(self, size: int) -> bytes:
        parts = []
        while size and (part := self._socket.recv(size)):
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def discard_rest(self) -> None:
        """Read what the daemon sends in advance, before this process ends for its replacement.

        The daemon would lose a reply that it has not read yet if it wrote to a closed socket, or if this socket were closed
        with unread data. So the daemon gets a moment to read the reply first.
        """
        time.sleep(SECONDS_BEFORE_END)
        with contextlib.suppress(OSError):
            while self._socket.recv(1 << 16, socket.MSG_DONTWAIT):
                pass

    def close(self) -> None:
        self._incoming.close()
        self._socket.close()

    def send(self, payload: bytes) -> None:
        self._socket.sendall(framed(payload))


def start(limits: type[T]) -> tuple[ParentConnection, T]:
    """Return the connection and the limits that the daemon passed as the arguments of this process."""
    die_with_parent()
    # Ctrl-C is for the daemon; this process ends when the daemon closes the connection.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return ParentConnection(int(sys.argv[1])), msgspec.json.decode(sys.argv[2], type=limits)


def load(modules: Iterable[str] = (), *, packages: Iterable[ModuleType] = ()) -> None:
    """Load modules, and packages with all their parts: a confined process can load nothing at the first use."""
    parts = (name for package in packages for name in _parts_of(package))
    for name in (*LOADED_ON_DEMAND, *modules, *parts):
        with contextlib.suppress(ImportError):  # parts for optional packages or other systems
            import_module(name)


def _parts_of(package: ModuleType) -> Iterator[str]:
    folder = Path(package.__path__[0])
    for file in folder.rglob("*.py"):
        path = file.relative_to(folder).with_suffix("")
        yield ".".join((package.__name__, *path.parts)).removesuffix(".__init__")


def die_with_parent() -> None:
    with contextlib.suppress(libc.KernelRefusal):
        libc.prctl(libc.PR_SET_PDEATHSIG, signal.SIGKILL)


def limit_memory(max_bytes: int) -> None:
    """Limit the address space, and permit no core dump and no growing file."""
    resource.setrlimit(resource.RLIMIT_AS, (max_bytes, max_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def limit_time(*, cpu_seconds: float, wall_seconds: float = 0, is_final: bool = False) -> None:
    """Limit the CPU and wall time of the next piece of work (0: no limit). A final limit cannot be raised again."""
    signal.setitimer(signal.ITIMER_REAL, wall_seconds)
    signal.setitimer(signal.ITIMER_PROF, cpu_seconds)
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = math.ceil(used.ru_utime + used.ru_stime + cpu_seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds if is_final else resource.RLIM_INFINITY))


class MemoryMeter:
    """Meter of the memory of this process, which works on after files can no longer be opened."""

    def __init__(self) -> None:
        self._file = os.open("/proc/self/statm", os.O_RDONLY | os.O_CLOEXEC)

    def in_use(self) -> tuple[int, int]:
        """Return the address space and the resident memory in bytes. (ru_maxrss includes the parent's memory.)"""
        pages = os.pread(self._file, 200, 0).split()
        page_bytes = resource.getpagesize()
        return int(pages[0]) * page_bytes, int(pages[1]) * page_bytes

    def close(self) -> None:
        os.close(self._file)
