"""What does watchd let go of? Old things by rules once an hour, and more of them when the database gets too large.

Every batch is a transaction of its own, so that runs and the API write in between.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Protocol, TypeVar

import structlog
from msgspec import Struct

from watchd import metrics
from watchd.errors import Fault
from watchd.model.duration import Duration, seconds
from watchd.ports import Clock

T = TypeVar("T")
EVERY = timedelta(hours=1)
BATCH = 200  # rows: some 10 ms of the writer's time
RUNS = 5  # of one batch: each may have thousands of rows
MOST_BATCHES = 100  # of one rule at a time; the rest waits for the next look
FULL = 0.9  # the last tenth is room for what is written between two looks
SHORTEST_AGE_SECONDS = 3600.0

log = structlog.get_logger()


class RetentionSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """[retention]"""

    # Besides the newest text of a page and those that a profile knows.
    version_age: Duration = "365d"
    # A page that nobody visited for half a year is read anew when somebody does.
    snapshot_age: Duration = "180d"
    # The journal replays a run; nobody replays last month's.
    run_details_age: Duration = "30d"
    # Long enough for a page to come back, and for a consumer on holiday to hear that it is gone.
    dead_age: Duration = "90d"
    max_database_mib: int = 4096

    def faults(self) -> Iterator[Fault]:
        if self.max_database_mib < 16:
            yield Fault("max_database_mib", "needs to be at least 16; an empty database takes one")
        for name in ("version_age", "snapshot_age", "run_details_age", "dead_age"):
            if seconds(getattr(self, name)) < SHORTEST_AGE_SECONDS:
                yield Fault(name, "needs to be at least 1h")


class Trimming(Protocol):
    """What the store can drop; each answers with the number of rows that went."""

    async def old_versions(self, before: datetime, limit: int) -> int: ...
    async def old_snapshots(self, before: datetime, limit: int) -> int: ...
    async def run_details(self, before: datetime, limit: int) -> int: ...
    async def dead_pages(self, before: datetime, limit: int) -> int: ...
    async def orphaned_documents(self, limit: int) -> list[str]: ...
    async def longest_unseen_documents(self, limit: int) -> list[str]: ...
    async def tidy_index(self) -> None: ...
    async def used_bytes(self) -> int: ...


class Portal(Protocol):
    """The part of the portal that forgets."""

    async def remove(self, ids: Sequence[str], now: datetime) -> int: ...
    async def purge_marks(self, before: datetime, limit: int) -> int: ...


class Tables(Protocol):
    """What the retention may touch."""

    @property
    def retention(self) -> Trimming: ...
    @property
    def portal(self) -> Portal: ...


class Store(Protocol):
    """Transactions over it."""

    async def read(self, work: Callable[[Tables], Awaitable[T]]) -> T: ...
    async def write(self, work: Callable[[Tables], Awaitable[T]]) -> T: ...


class Retention:
    """Trims when it is time, or when room is short."""

    def __init__(self, settings: RetentionSettings, store: Store, clock: Clock) -> None:
        self._settings = settings
        self._store = store
        self._clock = clock
        self._due = clock.now()

    async def trim(self) -> Counter[str]:
        """Drop what may go now; what that was."""
        dropped: Counter[str] = Counter()
        if self._clock.now() >= self._due:
            self._due = self._clock.now() + EVERY
            await self._by_age(dropped)
        await self._by_size(dropped)
        for what, count in dropped.items():
            metrics.RETENTION_DROPPED.labels(what).inc(count)
        if dropped.total():
            log.info("retention dropped", **{what: count for what, count in dropped.items() if count})
        return dropped

    async def _by_age(self, dropped: Counter[str]) -> None:
        settings = self._settings
        versions, details = self._before(settings.version_age), self._before(settings.run_details_age)
        snapshots, dead = self._before(settings.snapshot_age), self._before(settings.dead_age)
        dropped["versions"] += await self._repeat(lambda t: t.retention.old_versions(versions, BATCH))
        dropped["snapshots"] += await self._repeat(lambda t: t.retention.old_snapshots(snapshots, BATCH))
        dropped["run_details"] += await self._repeat(lambda t: t.retention.run_details(details, RUNS))
        dropped["documents"] += await self._repeat(self._orphans)
        dropped["marks"] += await self._repeat(lambda t: t.portal.purge_marks(dead, BATCH))
        dropped["pages"] += await self._repeat(lambda t: t.retention.dead_pages(dead, BATCH))

    async def _by_size(self, dropped: Counter[str]) -> None:
        """The oldest of each kind, the most dispensable kind first, until there is room."""
        now = self._clock.now()
        steps: tuple[tuple[str, Callable[[Tables], Awaitable[int]]], ...] = (
            ("versions", lambda t: t.retention.old_versions(now, BATCH)),
            ("run_details", lambda t: t.retention.run_details(now, RUNS)),
            ("snapshots", lambda t: t.retention.old_snapshots(now, BATCH)),
            ("documents", self._unseen),
        )
        for what, step in steps:
            for _ in range(MOST_BATCHES):
                if not await self._is_full():
                    return
                count = await self._store.write(step)
                dropped[what] += count
                if not count:
                    break
        if await self._is_full():
            log.warning(
                "database is nearly full and nothing more may go; raise retention.max_database_mib",
                max_database_mib=self._settings.max_database_mib,
            )

    async def _is_full(self) -> bool:
        used = await self._store.read(lambda tables: tables.retention.used_bytes())
        return used > FULL * self._settings.max_database_mib * 2**20

    async def _orphans(self, tables: Tables) -> int:
        return await tables.portal.remove(await tables.retention.orphaned_documents(BATCH), self._clock.now())

    async def _unseen(self, tables: Tables) -> int:
        ids = await tables.retention.longest_unseen_documents(BATCH)
        count = await tables.portal.remove(ids, self._clock.now())
        await tables.retention.tidy_index()
        return count

    async def _repeat(self, step: Callable[[Tables], Awaitable[int]]) -> int:
        total = 0
        for _ in range(MOST_BATCHES):
            count = await self._store.write(step)
            total += count
            if not count:
                break
        return total

    def _before(self, age: Duration) -> datetime:
        return self._clock.now() - timedelta(seconds=seconds(age))
