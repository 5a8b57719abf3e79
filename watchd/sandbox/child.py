"""Child side of the sandbox: the connection to the daemon, and the limits of the process.

The kernel enforces the limits, also inside C code: SIGPROF, SIGXCPU and SIGALRM end a process by default.
"""

import contextlib
import ctypes
import math
import resource
import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, TypeVar, cast

import msgspec
from msgspec import Struct

from watchd.sandbox.frames import LENGTH_BYTES, framed

PR_SET_PDEATHSIG = 1  # option of prctl: the signal that the kernel sends us when our parent dies
T = TypeVar("T", bound=Struct)


class ParentConnection:
    """Child's end of the socket to the daemon."""

    def __init__(self, descriptor: int) -> None:
        self._socket = socket.socket(fileno=descriptor)
        self._incoming = cast(BinaryIO, self._socket.makefile("rb", buffering=1 << 18))

    def requests(self, kind: type[T]) -> Iterator[T]:
        """Yield the requests of the daemon until it closes the connection."""
        decode = msgspec.msgpack.Decoder(kind).decode
        while length := self._incoming.read(LENGTH_BYTES):
            yield decode(self._incoming.read(int.from_bytes(length, "big")))

    def send(self, payload: bytes) -> None:
        self._socket.sendall(framed(payload))


def start(limits: type[T]) -> tuple[ParentConnection, T]:
    """Return the connection and the limits that the daemon passed as the arguments of this process."""
    die_with_parent()
    # Ctrl-C is for the daemon; this process ends when the daemon closes the connection.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return ParentConnection(int(sys.argv[1])), msgspec.json.decode(sys.argv[2], type=limits)


def die_with_parent() -> None:
    with contextlib.suppress(OSError, AttributeError):  # without prctl, a child lives until its work is done
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


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


def memory_in_use() -> tuple[int, int]:
    """Return the address space and the resident memory in bytes. (ru_maxrss includes the parent's memory.)"""
    pages = Path("/proc/self/statm").read_text().split()
    page_bytes = resource.getpagesize()
    return int(pages[0]) * page_bytes, int(pages[1]) * page_bytes
