"""What can a child be asked to do? One entry per task.

The child process that reads pages: `python -m watchd.web.reader.worker FD LIMITS`.

It may use so much memory and, per piece of work, so much CPU time; the kernel ends it otherwise, also inside C
code. It opens no sockets, starts no programs and writes no files. It is not meant to be run by hand.
"""

import gc
import math
import os
import resource
import signal
import socket
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from typing import BinaryIO, cast

import msgspec
from msgspec import Struct

from watchd.errors import Unreadable
from watchd.sandbox.protocol import (
    DONE,
    FAILED,
    LENGTH,
    READY,
    TIRED,
    Kind,
    ReadFailure,
    ReadLimits,
    ReadRequest,
    Task,
    framed,
)
from watchd.web.extract.document import SourceDocument
from watchd.web.extract.extract import extract
from watchd.web.listings.bookmarks import parse_bookmarks
from watchd.web.listings.changedetection import parse_backup
from watchd.web.listings.feeds import parse_feed
from watchd.web.listings.opensearch import parse_description
from watchd.web.listings.opml import parse_opml
from watchd.web.listings.sitemaps import parse_sitemap
from watchd.web.listings.toml_file import parse_toml


def _page(ask: ReadRequest, limits: ReadLimits) -> Struct:
    document = SourceDocument(ask.url, ask.body, ask.content_type, ask.charset, ask.headers)
    now = datetime.now(UTC)
    return extract(document, robot=limits.robot, max_links=limits.most_links, now=now)


TASKS: dict[Task, Callable[[ReadRequest, ReadLimits], Struct]] = {
    "page": _page,
    "feed": lambda ask, limits: parse_feed(ask.body, ask.url, ask.charset),
    "sitemap": lambda ask, limits: parse_sitemap(ask.body, ask.url, ask.charset),
    "outline": lambda ask, limits: parse_opml(ask.body),
    "bookmarks": lambda ask, limits: parse_bookmarks(ask.body),
    "toml": lambda ask, limits: parse_toml(ask.body),
    "opensearch": lambda ask, limits: parse_description(ask.body, ask.url, ask.charset),
    "watches": lambda ask, limits: parse_backup(ask.body),
}

TIRED_AT = 0.6  # share of the memory limit at which a child asks to be replaced, between two pages
_FORBIDDEN = (
    "socket.",
    "subprocess.",
    "os.exec",
    "os.fork",
    "os.posix_spawn",
    "os.system",
    "ctypes.",
    "shutil.",
)


def main() -> int:
    limits = msgspec.json.decode(sys.argv[2], type=ReadLimits)
    connection = socket.socket(fileno=int(sys.argv[1]))
    incoming = cast(BinaryIO, connection.makefile("rb", buffering=1 << 18))
    _confine(limits)
    return _serve(connection, incoming, limits)


def _serve(connection: socket.socket, incoming: BinaryIO, limits: ReadLimits) -> int:
    decode = msgspec.msgpack.Decoder(ReadRequest).decode
    statm = os.open("/proc/self/statm", os.O_RDONLY)
    connection.sendall(framed(DONE + READY))
    while length := incoming.read(LENGTH):
        ask = decode(incoming.read(int.from_bytes(length, "big")))
        _allow_cpu(limits.cpu_seconds)
        reply = _reply(ask, limits)
        connection.sendall(framed(reply))
        if _is_tired(statm, limits):
            return TIRED
    return 0


def _reply(ask: ReadRequest, limits: ReadLimits) -> bytes:
    try:
        return DONE + msgspec.msgpack.encode(TASKS[ask.task](ask, limits))
    except MemoryError:
        return _failed("memory", f"It needs more than {limits.memory_mib} MiB.")
    except Unreadable as error:
        return _failed("error", str(error))
    except Exception as error:  # whatever a page does to a parser, the next page must not notice
        return _failed("error", f"{type(error).__name__}: {error}")


def _failed(kind: Kind, detail: str) -> bytes:
    detail = detail[:300].encode("utf-8", "replace").decode()
    return FAILED + msgspec.msgpack.encode(ReadFailure(kind, detail))


def _confine(limits: ReadLimits) -> None:
    memory = limits.memory_mib * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (32, 32))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the daemon; we end when it hangs up
    sys.addaudithook(_refuse)
    gc.freeze()  # what is imported stays
    gc.set_threshold(50_000)  # trees are freed by counting; a full search per page would find nothing


def _refuse(event: str, arguments: tuple[object, ...]) -> None:
    """An audit hook, which cannot be removed. What C libraries may do is limited by the parsers' options."""
    writes = event == "open" and isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR)
    if writes or event.startswith(_FORBIDDEN):
        raise PermissionError(f"A child that reads pages may not do {event}.")


def _allow_cpu(seconds: float) -> None:
    """The next piece of work may use so much CPU time. SIGPROF and SIGXCPU end the process by default."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    used = resource.getrusage(resource.RUSAGE_SELF)
    hard = math.ceil(used.ru_utime + used.ru_stime + seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (hard, resource.RLIM_INFINITY))


def _is_tired(statm: int, limits: ReadLimits) -> bool:
    """Whether too much memory is in use, now that the work is done. (ru_maxrss counts our parent's as well.)"""
    resident_pages = int(os.pread(statm, 100, 0).split()[1])
    return resident_pages * resource.getpagesize() > TIRED_AT * limits.memory_mib * 1024 * 1024


if __name__ == "__main__":
    sys.exit(main())
