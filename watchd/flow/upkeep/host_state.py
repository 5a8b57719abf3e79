"""Storage of host delays, pages with a fault and quarantined documents, so that a restart does not lose them.

A pause that a host asked for, or that many failures caused, is stored within moments, so that it survives a crash. The
other delays are stored periodically, and all of them when the daemon stops. One transaction stores all entries that differ
from the last one. Pages that could not be fetched for a reason of their own, and documents that crashed or exhausted their
reader, are stored in the same way.
"""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Generic, TypeVar

import structlog

from watchd.errors import Unavailable
from watchd.model.host_state import HostPace, PageFault, Quarantined
from watchd.ports import Clock, FaultList, Pacing, PoisonList
from watchd.store.database import Store
from watchd.store.tables import Tables

# Between two writes, if no host asked for a pause.
WRITE_INTERVAL_SECONDS = 30.0
# Changes within this time are stored in one transaction.
GATHER_SECONDS = 1.0

T = TypeVar("T")
log = structlog.get_logger()


class _OnDisk(Generic[T]):
    """Entries of one table as they were stored last, to write only differences."""

    def __init__(self, key: Callable[[T], str]) -> None:
        self._key = key
        self._entries: dict[str, T] = {}

    def set(self, entries: list[T]) -> None:
        self._entries = {self._key(entry): entry for entry in entries}

    def difference(self, entries: list[T]) -> tuple[list[T], list[str]]:
        """Return the entries that are new or differ, and the keys of those that are gone."""
        keys = {self._key(entry) for entry in entries}
        changed = [entry for entry in entries if self._entries.get(self._key(entry)) != entry]
        return changed, [key for key in self._entries if key not in keys]


class HostStateKeeper:
    """Storage of the host delays and the page faults of a fetcher, and of the quarantine of a reader."""

    def __init__(
        self, pacing: Pacing, faults: FaultList, poisons: PoisonList, store: Store, clock: Clock
    ) -> None:
        self._pacing = pacing
        self._faults = faults
        self._poisons = poisons
        self._store = store
        self._clock = clock
        self._hosts_on_disk = _OnDisk[HostPace](lambda pace: pace.host)
        self._faults_on_disk = _OnDisk[PageFault](lambda fault: fault.url)
        self._poisons_on_disk = _OnDisk[Quarantined](lambda entry: entry.digest)
        self._changed = asyncio.Event()
        self._writing: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Restore what an earlier process stored; call this before the first fetch."""
        hosts = await self._store.read(lambda tables: tables.hosts.all())
        faults = await self._store.read(lambda tables: tables.page_faults.all())
        quarantined = await self._store.read(lambda tables: tables.quarantine.all())
        self._hosts_on_disk.set(hosts)
        self._faults_on_disk.set(faults)
        self._poisons_on_disk.set(quarantined)
        self._pacing.restore(hosts)
        self._faults.restore(faults)
        self._poisons.restore(quarantined)
        self._pacing.on_long_pause(self._changed.set)
        self._writing = asyncio.create_task(self._write_periodically(), name="host state")

    async def stop(self) -> None:
        """Store everything, also short delays: the next process may start within a second."""
        if self._writing is not None:
            self._writing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._writing
            self._writing = None
        await self._try_to_write(only_lasting=False)

    async def _write_periodically(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(WRITE_INTERVAL_SECONDS):
                    await self._changed.wait()
                    await asyncio.sleep(GATHER_SECONDS)
            self._changed.clear()
            await self._try_to_write(only_lasting=True)

    async def _try_to_write(self, *, only_lasting: bool) -> None:
        try:
            await self._write(only_lasting=only_lasting)
        except Exception as cause:
            # After any error: the delays are still in memory, and the next write stores them.
            log.warning(
                "host delays not stored; trying again later",
                reason=str(cause),
                exc_info=not isinstance(cause, Unavailable),
            )

    async def _write(self, *, only_lasting: bool) -> None:
        hosts = self._pacing.paces(only_lasting=only_lasting)
        faults, quarantined = self._faults.export(), self._poisons.export()
        new_paces, ended_paces = self._hosts_on_disk.difference(hosts)
        new_faults, ended_faults = self._faults_on_disk.difference(faults)
        new_poisons, ended_poisons = self._poisons_on_disk.difference(quarantined)
        if not (new_paces or new_faults or new_poisons or ended_paces or ended_faults or ended_poisons):
            return

        async def write(tables: Tables) -> None:
            await tables.hosts.put(new_paces, self._clock.now())
            await tables.hosts.delete(ended_paces)
            await tables.page_faults.put(new_faults)
            await tables.page_faults.delete(ended_faults)
            await tables.quarantine.put(new_poisons)
            await tables.quarantine.delete(ended_poisons)

        await self._store.write(write)
        self._hosts_on_disk.set(hosts)
        self._faults_on_disk.set(faults)
        self._poisons_on_disk.set(quarantined)
