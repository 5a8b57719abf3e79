"""How does the daemon get from a fetched body to a page, whatever the body does?

The door to the children: asks, decodes the answer, and keeps poison in quarantine. A page that cannot be read
is a value, never an exception.
"""

import time
from collections.abc import Callable
from typing import TypeVar

import msgspec

from watchd.model.outcome import Fetched
from watchd.model.page import Page, Unparseable
from watchd.web.document import document_of
from watchd.web.extract_settings import ExtractSettings
from watchd.web.jail import Jail
from watchd.web.jail_wire import Ask, Failure
from watchd.web.quarantine import Quarantine

T = TypeVar("T")
_POISON = frozenset(["cpu", "memory", "wall", "crash", "garbage"])  # what ends a child; an "error" ends nobody


class Extractor:
    """Reads pages in child processes. Use as `async with Extractor(settings) as extractor`."""

    def __init__(
        self, settings: ExtractSettings, *, robot: str = "watchd", now: Callable[[], float] = time.time
    ) -> None:
        self._longest = settings.input_kib * 1024
        self.jail = Jail(settings, robot)
        self.quarantine = Quarantine(settings.quarantine_hours * 3600, now)

    async def __aenter__(self) -> "Extractor":
        await self.jail.__aenter__()
        return self

    async def __aexit__(self, *failure: object) -> None:
        await self.jail.close()

    async def extract(self, fetched: Fetched) -> Page | Unparseable:
        """What a fetched document says."""
        document = document_of(fetched, self._longest)
        ask = Ask(
            "page", document.url, document.body, document.content_type, document.charset, document.headers
        )
        return await self._run(ask, _PAGE.decode)

    async def _run(self, ask: Ask, decode: Callable[[bytes], T]) -> T | Unparseable:
        if known := self.quarantine.find(ask.body):
            return Unparseable(ask.url, "quarantined", f"It ended its reader before ({known.kind}).")
        told = await self.jail.run(ask, decode)
        if not isinstance(told, Failure):
            return told
        if told.kind in _POISON:
            self.quarantine.add(ask.body, told.kind)
        return Unparseable(ask.url, told.kind, told.detail)


_PAGE = msgspec.msgpack.Decoder(Page)
