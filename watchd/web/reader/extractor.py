"""How does the daemon get from a fetched body to a page, whatever the body does?

The door to the children: asks, decodes the answer, and keeps poison in quarantine. A page that cannot be read
is a value, never an exception.
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
_POISON = frozenset(["cpu", "memory", "wall", "crash", "garbage"])  # what ends a child; an "error" ends nobody


class Extractor:
    """Reads pages in child processes. Use as `async with Extractor(settings) as extractor`."""

    def __init__(
        self, settings: ExtractBounds, *, robot: str = "watchd", now: Callable[[], float] = time.time
    ) -> None:
        self._longest = settings.input_kib * 1024
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
        """What a fetched document says."""
        document = document_of(fetched, self._longest)
        ask = ReadRequest(
            "page", document.url, document.body, document.content_type, document.charset, document.headers
        )
        return await self._run(ask, _PAGE.decode)

    async def read_feed(self, fetched: Fetched) -> Listing | Unparseable:
        """What a feed announces."""
        return await self._list("feed", fetched)

    async def read_sitemap(self, fetched: Fetched) -> Listing | Unparseable:
        """Which pages, or further sitemaps, a sitemap names."""
        return await self._list("sitemap", fetched)

    async def read_description(self, fetched: Fetched) -> SearchDescription | Unparseable:
        """How a site can be searched, by its OpenSearch description."""
        ask = ReadRequest("opensearch", fetched.url, fetched.body[: self._longest], charset=fetched.charset)
        return await self._run(ask, _DESCRIPTION.decode)

    async def read_opml(self, body: bytes) -> Listing | Unparseable:
        """The subscriptions in an OPML file that somebody handed in, however long it is."""
        return await self._run(ReadRequest("outline", "", body), _LISTING.decode)

    async def read_bookmarks(self, body: bytes) -> Listing | Unparseable:
        """The bookmarks in a browser's export that somebody handed in, however long it is: the icons are in it."""
        return await self._run(ReadRequest("bookmarks", "", body), _LISTING.decode)

    async def read_toml(self, body: bytes) -> TomlFile | Unparseable:
        """The table in a TOML file that somebody handed in, however long it is."""
        return await self._run(ReadRequest("toml", "", body), _TOML.decode)

    async def read_watches(self, body: bytes) -> WatchList | Unparseable:
        """The watches in a backup of changedetection.io that somebody handed in."""
        return await self._run(ReadRequest("watches", "", body), _WATCHES.decode)

    async def _list(self, task: Task, fetched: Fetched) -> Listing | Unparseable:
        ask = ReadRequest(task, fetched.url, fetched.body[: self._longest], charset=fetched.charset)
        return await self._run(ask, _LISTING.decode)

    async def _run(self, ask: ReadRequest, decode: Callable[[bytes], T]) -> T | Unparseable:
        if known := self.quarantine.find(ask.body):
            return Unparseable(ask.url, "quarantined", f"It ended its reader before ({known.kind}).")
        told = await self.pool.run(ask, decode)
        if not isinstance(told, ChildFailure):
            return told
        if told.kind in _POISON:
            self.quarantine.add(ask.body, told.kind)
        return Unparseable(ask.url, told.kind, told.detail)


_PAGE = msgspec.msgpack.Decoder(Page)
_LISTING = msgspec.msgpack.Decoder(Listing)
_TOML = msgspec.msgpack.Decoder(TomlFile)
_DESCRIPTION = msgspec.msgpack.Decoder(SearchDescription)
_WATCHES = msgspec.msgpack.Decoder(WatchList)
