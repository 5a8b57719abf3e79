"""Storage of host delays and quarantined documents, so that a restart does not lose them.

A pause that a host asked for, or that many failures caused, is stored within moments, so that it survives a crash. The
other delays are stored periodically, and all of them when the daemon stops. One transaction stores all entries that differ
from the last one. Documents that crashed or exhausted their reader are stored in the same way.
"""

import asyncio
import contextlib

import structlog

from watchd.errors import Unavailable
from watchd.model.host_state import HostPace, Quarantined
from watchd.ports import Clock, Pacing, PoisonList
from watchd.store.database import Store
from watchd.store.tables import Tables

# Between two writes, if no host asked for a pause.
WRITE_INTERVAL_SECONDS = 30.0
# Changes within this time are stored in one transaction.
GATHER_SECONDS = 1.0

log = structlog.get_logger()


class HostStateKeeper:
    """Storage of the host delays and the quarantine of a fetcher."""

    def __init__(self, pacing: Pacing, poisons: PoisonList, store: Store, clock: Clock) -> None:
        self._pacing = pacing
        self._poisons = poisons
        self._store = store
        self._clock = clock
        self._hosts: dict[str, HostPace] = {}  # as they are on the disk
        self._quarantined: dict[str, Quarantined] = {}
        self._changed = asyncio.Event()
        self._writing: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Restore the delays and the quarantine of an earlier process; call this before the first fetch."""
        hosts = await self._store.read(lambda tables: tables.hosts.all())
        quarantined = await self._store.read(lambda tables: tables.quarantine.all())
        self._hosts = {pace.host: pace for pace in hosts}
        self._quarantined = {entry.digest: entry for entry in quarantined}
        self._pacing.restore(hosts)
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
        hosts = {pace.host: pace for pace in self._pacing.paces(only_lasting=only_lasting)}
        quarantined = {entry.digest: entry for entry in self._poisons.export()}
        new_paces = [pace for name, pace in hosts.items() if self._hosts.get(name) != pace]
        new_poisons = [entry for key, entry in quarantined.items() if self._quarantined.get(key) != entry]
        ended_paces = [name for name in self._hosts if name not in hosts]
        ended_poisons = [key for key in self._quarantined if key not in quarantined]
        if not (new_paces or new_poisons or ended_paces or ended_poisons):
            return

        async def write(tables: Tables) -> None:
            await tables.hosts.put(new_paces, self._clock.now())
            await tables.hosts.delete(ended_paces)
            await tables.quarantine.put(new_poisons)
            await tables.quarantine.delete(ended_poisons)

        await self._store.write(write)
        self._hosts, self._quarantined = hosts, quarantined
