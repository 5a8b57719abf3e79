"""What does watchd let go of? Old things by rules once an hour, and more of them when the database gets too large.

Every batch is a transaction of its own, so that runs and the API write in between.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import TypeVar

import structlog
from msgspec import Struct

from watchd import metrics
from watchd.errors import Fault
from watchd.model.times import Duration, duration_seconds
from watchd.ports import Clock
from watchd.store.database import Store
from watchd.store.tables import Tables

T = TypeVar("T")
K = TypeVar("K")
Condition = Callable[[], Awaitable[bool]]
EVERY = timedelta(hours=1)
BATCH = 200  # rows: some 10 ms of the writer's time
RUNS = 5  # of one batch: each may have thousands of rows
NEWEST_RUNS = 100  # of each profile stay, whether they found something or not
MOST = 20_000  # rows of one rule at a time; the rest waits for the next look
FULL = 0.9  # the last tenth is room for what is written between two looks
MIN_AGE_SECONDS = 3600.0

log = structlog.get_logger()


class RetentionSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """[retention]"""

    # Besides the newest text of a page and those that a profile knows.
    version_age: Duration = "365d"
    # A page that nobody visited for half a year is read anew when somebody does.
    snapshot_age: Duration = "180d"
    # The journal replays a run; nobody replays last month's. Runs that found nothing go as a whole.
    run_details_age: Duration = "30d"
    # Long enough for a page to come back, and for a consumer on holiday to hear that it is gone.
    dead_age: Duration = "90d"
    max_database_mib: int = 4096

    def faults(self) -> Iterator[Fault]:
        if self.max_database_mib < 16:
            yield Fault("max_database_mib", "needs to be at least 16; an empty database takes one")
        for name in ("version_age", "snapshot_age", "run_details_age", "dead_age"):
            if duration_seconds(getattr(self, name)) < MIN_AGE_SECONDS:
                yield Fault(name, "needs to be at least 1h")


async def always() -> bool:
    return True


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
        await self._drop_versions(self._before(settings.version_age), dropped)
        await self._drop_snapshots(self._before(settings.snapshot_age), dropped)
        await self._drop_details(self._before(settings.run_details_age), dropped)
        await self._drop_empty_runs(self._before(settings.run_details_age), dropped)
        orphans = await self._store.read(lambda t: t.retention.orphaned_documents(MOST))
        await self._drop("documents", orphans, self._remove, dropped)
        dead = self._before(settings.dead_age)
        while count := await self._store.write(lambda t: t.portal.purge_marks(dead, BATCH)):
            dropped["marks"] += count
        pages = await self._store.read(lambda t: t.retention.dead_pages(dead, MOST))
        await self._drop("pages", pages, lambda t, keys: t.retention.drop_pages(keys), dropped)

    async def _by_size(self, dropped: Counter[str]) -> None:
        """The oldest of each kind, the most dispensable kind first, until there is room."""
        if not await self._is_full():
            return
        now = self._clock.now()
        await self._drop_versions(now, dropped, self._is_full)
        await self._drop_details(now, dropped, self._is_full)
        await self._drop_snapshots(now, dropped, self._is_full)
        unseen = await self._store.read(lambda t: t.retention.least_recently_seen(MOST))
        await self._drop("documents", unseen, self._remove, dropped, self._is_full)
        if await self._is_full():
            log.warning(
                "database is nearly full and nothing more may go; raise retention.max_database_mib",
                max_database_mib=self._settings.max_database_mib,
            )

    async def _drop_versions(self, before: datetime, dropped: Counter[str], go_on: Condition = always) -> None:
        keys = await self._store.read(lambda t: t.retention.old_versions(before, MOST))
        await self._drop("versions", keys, lambda t, some: t.retention.drop_versions(some), dropped, go_on)

    async def _drop_snapshots(self, before: datetime, dropped: Counter[str], go_on: Condition = always) -> None:
        keys = await self._store.read(lambda t: t.retention.old_snapshots(before, MOST))
        await self._drop("snapshots", keys, lambda t, some: t.retention.drop_snapshots(some), dropped, go_on)

    async def _drop_details(self, before: datetime, dropped: Counter[str], go_on: Condition = always) -> None:
        while await go_on():
            count = await self._store.write(lambda t: t.retention.drop_run_details(before, RUNS))
            if not count:
                return
            dropped["run_details"] += count

    async def _drop_empty_runs(self, before: datetime, dropped: Counter[str]) -> None:
        """A profile that looks every minute has half a million runs a year, and most find nothing."""
        keys = await self._store.read(lambda t: t.retention.old_empty_runs(before, NEWEST_RUNS, MOST))
        await self._drop("runs", keys, lambda t, some: t.retention.drop_runs(some), dropped)

    async def _drop(
        self,
        what: str,
        keys: Sequence[K],
        drop: Callable[[Tables, Sequence[K]], Awaitable[int]],
        dropped: Counter[str],
        go_on: Condition = always,
    ) -> None:
        """Batch by batch, as long as there is a reason to."""
        for begin in range(0, len(keys), BATCH):
            if not await go_on():
                return

            async def work(tables: Tables, some: Sequence[K] = keys[begin : begin + BATCH]) -> int:
                return await drop(tables, some)

            dropped[what] += await self._store.write(work)

    async def _remove(self, tables: Tables, ids: Sequence[str]) -> int:
        count = await tables.portal.remove(ids, self._clock.now())
        await tables.retention.tidy_index()
        return count

    async def _is_full(self) -> bool:
        used = await self._store.read(lambda tables: tables.retention.used_bytes())
        return used > FULL * self._settings.max_database_mib * 2**20

    def _before(self, age: Duration) -> datetime:
        return self._clock.now() - timedelta(seconds=duration_seconds(age))
