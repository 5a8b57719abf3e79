"""Extractor: reads fetched documents in sandboxed child processes; documents that end a child go into quarantine.

A document in quarantine is not read again for a while. It is identified by the digest of its bytes, not by its
address. So the same document under a thousand addresses ends one child, and a repaired page is read at once.
flow/upkeep/host_state.py exports the entries before a restart and restores them after it. A clock that was ahead does
not make a quarantine longer.

A document that cannot be read is a value, never an exception.
"""

import hashlib
import os
import time
from collections.abc import Callable
from typing import TypeVar

import msgspec

from watchd.core.policy.clock_skew import CLOCK_SLACK
from watchd.model.host_state import Quarantined
from watchd.model.listing import Listing
from watchd.model.outcome import Fetched
from watchd.model.page import Page, Unparseable
from watchd.sandbox.frames import ChildFailure
from watchd.sandbox.process_pool import SandboxPool
from watchd.web.extract.settings import ExtractBounds
from watchd.web.extract.source_document import document_of
from watchd.web.listings.changedetection import WatchList
from watchd.web.listings.opensearch import SearchDescription
from watchd.web.listings.toml_file import TomlFile
from watchd.web.reader.read_request import ReadLimits, ReadRequest, Task

MAX_DIGESTS = 10_000  # the oldest are dropped first


class Quarantine:
    """Digests of documents that must not be read now."""

    def __init__(self, seconds: float, now: Callable[[], float]) -> None:
        self._seconds = seconds
        self._now = now
        self._known: dict[str, Quarantined] = {}  # oldest first

    def add(self, body: bytes, kind: str) -> None:
        digest = _digest(body)
        self._known.pop(digest, None)
        self._known[digest] = Quarantined(digest, kind, self._now() + self._seconds)
        while len(self._known) > MAX_DIGESTS:
            del self._known[next(iter(self._known))]

    def find(self, body: bytes) -> Quarantined | None:
        """Return the entry of a document that must not be read now."""
        if not self._known:  # the usual case: no digest needed
            return None
        entry = self._known.get(_digest(body))
        return entry if entry and self._holds(entry) else None

    def export(self) -> list[Quarantined]:
        self._release()
        return list(self._known.values())

    def restore(self, entries: list[Quarantined]) -> None:
        self._known |= {entry.digest: entry for entry in entries}
        self._release()

    def _release(self) -> None:
        self._known = {digest: entry for digest, entry in self._known.items() if self._holds(entry)}

    def _holds(self, entry: Quarantined) -> bool:
        """Return whether an entry is still valid: not expired, and not longer than any entry can be."""
        return 0 < entry.until - self._now() <= self._seconds + CLOCK_SLACK.total_seconds()


def _digest(body: bytes) -> str:
    return hashlib.blake2b(body, digest_size=16).hexdigest()


MODULE = "watchd.web.reader.read_worker"
T = TypeVar("T")
_POISON = frozenset(["cpu", "memory", "wall", "crash", "garbage"])  # these end the child; an "error" does not


class Extractor:
    """Reader of documents. Use as `async with Extractor(settings) as extractor`."""

    def __init__(
        self, settings: ExtractBounds, *, robot: str = "watchd", now: Callable[[], float] = time.time
    ) -> None:
        self._max_input_bytes = settings.input_kib * 1024
        limits = ReadLimits(settings.cpu_seconds, settings.memory_mib, settings.links, robot)
        size = settings.children or max(2, os.cpu_count() or 1)
        self.pool = SandboxPool(MODULE, limits, size=size, wall_seconds=settings.wall_seconds)
        self.quarantine = Quarantine(settings.quarantine_hours * 3600, now)

    async def __aenter__(self) -> "Extractor":
        await self.pool.__aenter__()
        return self

    async def __aexit__(self, *failure: object) -> None:
        await self.pool.close()

    async def extract(self, fetched: Fetched) -> Page | Unparseable:
        """Read a page."""
        document = document_of(fetched, self._max_input_bytes)
        request = ReadRequest(
            "page", document.url, document.body, document.content_type, document.charset, document.headers
        )
        return await self._run(request, _PAGE.decode)

    async def read_feed(self, fetched: Fetched) -> Listing | Unparseable:
        """Read the entries of a feed."""
        return await self._read_listing("feed", fetched)

    async def read_sitemap(self, fetched: Fetched) -> Listing | Unparseable:
        """Read the pages, or further sitemaps, that a sitemap names."""
        return await self._read_listing("sitemap", fetched)

    async def read_description(self, fetched: Fetched) -> SearchDescription | Unparseable:
        """Read how a site can be searched, from its OpenSearch description."""
        request = ReadRequest(
            "opensearch", fetched.url, fetched.body[: self._max_input_bytes], charset=fetched.charset
        )
        return await self._run(request, _DESCRIPTION.decode)

    async def read_opml(self, body: bytes) -> Listing | Unparseable:
        """Read the subscriptions in a user's OPML file, without a length limit."""
        return await self._run(ReadRequest("outline", "", body), _LISTING.decode)

    async def read_bookmarks(self, body: bytes) -> Listing | Unparseable:
        """Read the bookmarks in a user's browser export, without a length limit: the file contains icons."""
        return await self._run(ReadRequest("bookmarks", "", body), _LISTING.decode)

    async def read_toml(self, body: bytes) -> TomlFile | Unparseable:
        """Read the table in a user's TOML file, without a length limit."""
        return await self._run(ReadRequest("toml", "", body), _TOML.decode)

    async def read_watches(self, body: bytes) -> WatchList | Unparseable:
        """Read the watches in a user's backup of changedetection.io."""
        return await self._run(ReadRequest("watches", "", body), _WATCHES.decode)

    async def _read_listing(self, task: Task, fetched: Fetched) -> Listing | Unparseable:
        request = ReadRequest(task, fetched.url, fetched.body[: self._max_input_bytes], charset=fetched.charset)
        return await self._run(request, _LISTING.decode)

    async def _run(self, request: ReadRequest, decode: Callable[[bytes], T]) -> T | Unparseable:
        if known := self.quarantine.find(request.body):
            return Unparseable(
                request.url, "quarantined", f"It ended its reader process before ({known.kind})."
            )
        result = await self.pool.run(request, decode)
        if not isinstance(result, ChildFailure):
            return result
        if result.kind in _POISON:
            self.quarantine.add(request.body, result.kind)
        return Unparseable(request.url, result.kind, result.detail)


_PAGE = msgspec.msgpack.Decoder(Page)
_LISTING = msgspec.msgpack.Decoder(Listing)
_TOML = msgspec.msgpack.Decoder(TomlFile)
_DESCRIPTION = msgspec.msgpack.Decoder(SearchDescription)
_WATCHES = msgspec.msgpack.Decoder(WatchList)
