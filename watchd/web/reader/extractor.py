"""Extractor: reads fetched documents in sandboxed child processes.

It sends a document to a child, decodes the result, and puts documents that end their child into quarantine. A document that
cannot be read is a value, never an exception.
"""

import os
import time
from collections.abc import Callable
from typing import TypeVar

import msgspec

from watchd.model.listing import Listing
from watchd.model.outcome import Fetched
from watchd.model.page import Page, Unparseable
from watchd.sandbox.pool import SandboxPool
from watchd.sandbox.protocol import ChildFailure
from watchd.web.extract.document import document_of
from watchd.web.extract.settings import ExtractBounds
from watchd.web.listings.changedetection import WatchList
from watchd.web.listings.opensearch import SearchDescription
from watchd.web.listings.toml_file import TomlFile
from watchd.web.reader.quarantine import Quarantine
from watchd.web.reader.request import ReadLimits, ReadRequest, Task

MODULE = "watchd.web.reader.worker"
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
