"""Contact that the robot names to servers: the configured one, or the one set through the API, which wins."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Literal

import structlog

from watchd.errors import Fault, FieldErrors
from watchd.ports import Clock
from watchd.store.database import Store
from watchd.store.tables import Tables
from watchd.web.settings import contact_of

ContactSource = Literal["none", "config", "api"]

log = structlog.get_logger()


class Contact:
    """Current contact. `changed` is called with each new value."""

    def __init__(self, configured: str, store: Store, clock: Clock, changed: Callable[[str], None]) -> None:
        self._configured = configured
        self._stored: str | None = None
        self._store = store
        self._clock = clock
        self._changed = changed
        self._one_at_a_time = asyncio.Lock()

    async def start(self) -> None:
        """Use the stored contact, if there is one."""
        self._apply(await self._store.read(lambda tables: tables.settings.contact()))

    def value(self) -> str:
        return self._configured if self._stored is None else self._stored

    def source(self) -> ContactSource:
        if self._stored is not None:
            return "api"
        return "config" if self._configured else "none"

    async def set(self, text: str) -> None:
        """Store a contact and send it from the next request on; raise FieldErrors for text that is none."""
        try:
            contact = contact_of(text)
        except ValueError as mistake:
            raise FieldErrors([Fault("contact", str(mistake))]) from None

        async def store(tables: Tables) -> str | None:
            await tables.settings.put_contact(contact, self._clock.now())
            return contact

        await self._change(store)
        log.info("contact changed", contact=contact)

    async def clear(self) -> None:
        """Use the configured contact again."""

        async def store(tables: Tables) -> str | None:
            await tables.settings.delete_contact()
            return None

        await self._change(store)
        log.info("contact changed", contact=self.value())

    async def _change(self, store: Callable[[Tables], Awaitable[str | None]]) -> None:
        """Store a change, then apply it. A caller that goes away does not stop it in between."""

        async def change() -> None:
            async with self._one_at_a_time:
                self._apply(await self._store.write(store))

        await asyncio.shield(asyncio.ensure_future(change()))

    def _apply(self, stored: str | None) -> None:
        self._stored = stored
        self._changed(self.value())
