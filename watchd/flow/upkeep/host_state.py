"""What was promised to hosts holds over a restart: it is written down while it still matters, and taken up at the start.

A host that asked to be left alone, or that failed so often that it is, is written within moments, so that not even a crash
breaks the promise. The rest is written now and then, and all of it when the daemon stops. Only what differs from the last
time is written, in one transaction. Documents that ended their reader are kept in the same way.
"""

import asyncio
import contextlib

import structlog

from watchd.errors import Unavailable
from watchd.model.host_state import HostPace, Quarantined
from watchd.ports import Clock, Pacing, PoisonList
from watchd.store.database import Store
from watchd.store.tables import Tables

# How often it is written what nobody has to hear of at once.
EVERY_SECONDS = 30.0
# Promises that are made within this time are one transaction.
GATHER_SECONDS = 1.0

log = structlog.get_logger()


class HostStateKeeper:
    """Keeps the promises of one door."""

    def __init__(self, pacing: Pacing, poisons: PoisonList, store: Store, clock: Clock) -> None:
        self._pacing = pacing
        self._poisons = poisons
        self._store = store
        self._clock = clock
        self._hosts: dict[str, HostPace] = {}  # as they are on the disk
        self._quarantined: dict[str, Quarantined] = {}
        self._bell = asyncio.Event()
        self._writing: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Take up what an earlier process has promised; to be called before anybody fetches."""
        hosts = await self._store.read(lambda tables: tables.hosts.all())
        quarantined = await self._store.read(lambda tables: tables.quarantine.all())
        self._hosts = {pace.host: pace for pace in hosts}
        self._quarantined = {entry.digest: entry for entry in quarantined}
        self._pacing.restore(hosts)
        self._poisons.restore(quarantined)
        self._pacing.when_promised(self._bell.set)
        self._writing = asyncio.create_task(self._write_now_and_then(), name="promises")

    async def stop(self) -> None:
        """Write down everything, also the short pauses: the next process may be there in a second."""
        if self._writing is not None:
            self._writing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._writing
            self._writing = None
        await self._try_to_write(only_lasting=False)

    async def _write_now_and_then(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(EVERY_SECONDS):
                    await self._bell.wait()
                    await asyncio.sleep(GATHER_SECONDS)
            self._bell.clear()
            await self._try_to_write(only_lasting=True)

    async def _try_to_write(self, *, only_lasting: bool) -> None:
        try:
            await self._write(only_lasting=only_lasting)
        except (
            Exception
        ) as cause:  # whatever it is: the promises are still known here, and written the next time
            log.warning(
                "promises to hosts have to wait", reason=str(cause), exc_info=not isinstance(cause, Unavailable)
            )

    async def _write(self, *, only_lasting: bool) -> None:
        hosts = {pace.host: pace for pace in self._pacing.paces(only_lasting=only_lasting)}
        quarantined = {entry.digest: entry for entry in self._poisons.export()}
        new_paces = [pace for name, pace in hosts.items() if self._hosts.get(name) != pace]
        new_poisons = [entry for key, entry in quarantined.items() if self._quarantined.get(key) != entry]
        history = [name for name in self._hosts if name not in hosts]
        over = [key for key in self._quarantined if key not in quarantined]
        if not (new_paces or new_poisons or history or over):
            return

        async def write(tables: Tables) -> None:
            await tables.hosts.put(new_paces, self._clock.now())
            await tables.hosts.delete(history)
            await tables.quarantine.put(new_poisons)
            await tables.quarantine.delete(over)

        await self._store.write(write)
        self._hosts, self._quarantined = hosts, quarantined
