"""Sandboxed child process that reads documents: `python -m watchd.web.reader.read_worker DESCRIPTOR LIMITS`.

It has a memory limit and, per document, a CPU limit; the kernel ends it beyond them. It loads all it needs, confines
itself and only then looks at its first document. So it can open no file and no socket, and start no program. Only the
daemon starts it.
"""

import gc
import resource
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from importlib import import_module
from typing import Any

import msgspec
from msgspec import Struct

from watchd.errors import Unreadable
from watchd.sandbox import child
from watchd.sandbox.confinement import confine
from watchd.sandbox.frames import DONE, FAILED, READY, REPLACE_ME, ChildFailure, FailureKind
from watchd.sandbox.network_fence import NetworkFence
from watchd.sandbox.permissions import READER
from watchd.web.extract import pdf
from watchd.web.extract.charset import load_codecs
from watchd.web.extract.extract import extract
from watchd.web.extract.source_document import SourceDocument
from watchd.web.listings.bookmarks import parse_bookmarks
from watchd.web.listings.feeds import parse_feed
from watchd.web.listings.opensearch import parse_description
from watchd.web.listings.opml import parse_opml
from watchd.web.listings.sitemaps import parse_sitemap
from watchd.web.reader.read_request import ReadLimits, ReadRequest, Task

MAX_DESCRIPTORS = 32
MAX_MEMORY_SHARE = 0.6  # of the memory limit; beyond it a child asks for its replacement, between two documents


def _page(request: ReadRequest, limits: ReadLimits) -> Struct:
    document = SourceDocument(request.url, request.body, request.content_type, request.charset, request.headers)
    return extract(document, robot=limits.robot, max_links=limits.max_links, now=datetime.now(UTC))


TASKS: dict[Task, Callable[[ReadRequest, ReadLimits], Struct]] = {
    "page": _page,
    "feed": lambda request, limits: parse_feed(request.body, request.url, request.charset),
    "sitemap": lambda request, limits: parse_sitemap(request.body, request.url, request.charset),
    "outline": lambda request, limits: parse_opml(request.body),
    "bookmarks": lambda request, limits: parse_bookmarks(request.body),
    "toml": lambda request, limits: _rare_part(request).parse_toml(request.body),
    "opensearch": lambda request, limits: parse_description(request.body, request.url, request.charset),
    "watches": lambda request, limits: _rare_part(request).parse_backup(request.body),
}
# Parts that few children need: the readers of files that a user imports. A PDF is the other rare document.
RARE_PARTS: dict[Task, str] = {
    "toml": "watchd.web.listings.toml_file",
    "watches": "watchd.web.listings.changedetection",
}


def main() -> int:
    connection, limits = child.start(ReadLimits)
    max_bytes = limits.memory_mib * 1024 * 1024
    child.limit_memory(max_bytes)
    resource.setrlimit(resource.RLIMIT_NOFILE, (MAX_DESCRIPTORS, MAX_DESCRIPTORS))
    meter = child.MemoryMeter()
    child.load()
    load_codecs()
    gc.set_threshold(50_000)  # reference counts free the trees; a full collection per page would find nothing
    connection.send(DONE + READY)
    is_confined = False
    for request in connection.requests(ReadRequest):
        if not is_confined:
            _prepare_for(request)
            is_confined = True
        elif not _is_prepared_for(request):
            connection.discard_rest()
            return REPLACE_ME  # its replacement gets the same request, as its first
        child.limit_time(cpu_seconds=limits.cpu_seconds)
        connection.send(_reply(request, limits))
        if meter.in_use()[1] > MAX_MEMORY_SHARE * max_bytes:
            connection.discard_rest()
            return REPLACE_ME
    return 0


def _prepare_for(request: ReadRequest) -> None:
    """Load the rare part that the first document needs (22 MiB for a PDF), and confine this process."""
    if _is_pdf(request):
        pdf.load()
    elif request.task in RARE_PARTS:
        _rare_part(request)
    gc.freeze()  # imported modules stay
    confine(READER)
    NetworkFence().close()


def _is_prepared_for(request: ReadRequest) -> bool:
    if _is_pdf(request):
        return pdf.is_loaded()
    return request.task not in RARE_PARTS or RARE_PARTS[request.task] in sys.modules


def _is_pdf(request: ReadRequest) -> bool:
    return pdf.IS_AVAILABLE and request.task == "page" and request.content_type == pdf.MEDIA_TYPE


def _rare_part(request: ReadRequest) -> Any:
    return import_module(RARE_PARTS[request.task])


def _reply(request: ReadRequest, limits: ReadLimits) -> bytes:
    try:
        return DONE + msgspec.msgpack.encode(TASKS[request.task](request, limits))
    except MemoryError:
        return _failed("memory", f"It needs more than {limits.memory_mib} MiB.")
    except Unreadable as error:
        return _failed("error", str(error))
    except Exception as error:  # a page that breaks a parser must not affect the next page
        return _failed("error", f"{type(error).__name__}: {error}")


def _failed(kind: FailureKind, detail: str) -> bytes:
    detail = detail[:300].encode("utf-8", "replace").decode()
    return FAILED + msgspec.msgpack.encode(ChildFailure(kind, detail))


if __name__ == "__main__":
    sys.exit(main())
