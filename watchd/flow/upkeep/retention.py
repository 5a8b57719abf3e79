"""Retention: deletion of old rows, and of more rows when the database becomes too large.

Every batch is a transaction of its own, so that runs and the API can write in between.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import TypeVar

import structlog
from msgspec import Struct

from watchd import metrics
from watchd.errors import Fault
from watchd.model.values import Duration, duration_seconds
from watchd.ports import Clock
from watchd.store.database import Store
from watchd.store.tables import Tables

K = TypeVar("K")
Condition = Callable[[], Awaitable[bool]]
BATCH_ROWS = 200  # about 10 ms of the writer's time
BATCH_RUNS = 5  # each may have thousands of rows
KEPT_RUNS = 100  # the newest of each profile stay, also those without a finding
MAX_ROWS_PER_RULE = 20_000  # the next trim deletes the rest
MAX_FULL_SHARE = 0.9  # the last tenth is for writes between two trims
MIN_AGE_SECONDS = 3600.0
NEWS_AGE: Duration = "30d"  # what appeared before is not news for any profile
MAX_LINKS = 2_000_000  # that pages have shown: about 80 MB
LINK_AGE: Duration = "7d"  # a link that a page has shown since stays in any case: it would count as news again
MAX_LINKS_PER_TRIM = 200_000
BATCH_LINKS = 2000  # they are small, and next to each other
MAX_SOURCES = 100_000  # of news, with their records
SOURCE_AGE: Duration = "90d"  # habits of sites change

log = structlog.get_logger()


class RetentionSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """[retention]"""

    # Does not apply to the newest text of a page and to texts that a profile knows.
    version_age: Duration = "365d"
    # A page without a visit for half a year is fetched again at the next visit.
    snapshot_age: Duration = "180d"
    # Events, agents, pages and journal of a run, and the notes that explain visits. Runs without a finding are deleted as
    # a whole.
    run_details_age: Duration = "30d"
    # Long enough for a page to come back, and for a consumer of the portal to learn that it was removed.
    dead_age: Duration = "90d"
    max_database_mib: int = 4096

    def faults(self) -> Iterator[Fault]:
        if self.max_database_mib < 16:
            yield Fault(
                "max_database_mib",
                f"must be at least 16; got {self.max_database_mib}; an empty database needs one",
            )
        for name in ("version_age", "snapshot_age", "run_details_age", "dead_age"):
            if duration_seconds(getattr(self, name)) < MIN_AGE_SECONDS:
                yield Fault(name, f"must be at least 1h; got {getattr(self, name)}")


async def always() -> bool:
    return True


class Retention:
    """Deletion of old rows by age and by size of the database."""

    def __init__(
        self, settings: RetentionSettings, store: Store, clock: Clock, *, age_clock: Clock | None = None
    ) -> None:
        """Rows are old by `age_clock`, which may be behind a clock that went ahead."""
        self._settings = settings
        self._store = store
        self._clock = clock
        self._age_clock = age_clock or clock

    async def trim_old(self) -> Counter[str]:
        """Delete all rows that are too old; return the number of deleted rows by kind."""
        dropped: Counter[str] = Counter()
        await self._by_age(dropped)
        return _counted(dropped)

    async def trim_to_size(self) -> Counter[str]:
        """Delete rows while the database is too large; return the number of deleted rows by kind."""
        dropped: Counter[str] = Counter()
        await self._by_size(dropped)
        return _counted(dropped)

    async def _by_age(self, dropped: Counter[str]) -> None:
        settings = self._settings
        await self._drop_versions(self._before(settings.version_age), dropped)
        await self._drop_snapshots(self._before(settings.snapshot_age), dropped)
        await self._drop_details(self._before(settings.run_details_age), dropped)
        await self._drop_visits(self._before(settings.run_details_age), dropped)
        await self._drop_empty_runs(self._before(settings.run_details_age), dropped)
        orphans = await self._store.read(lambda t: t.retention.orphaned_documents(MAX_ROWS_PER_RULE))
        await self._drop("documents", orphans, self._remove, dropped)
        dead = self._before(settings.dead_age)
        while count := await self._store.write(lambda t: t.portal.purge_marks(dead, BATCH_ROWS)):
            dropped["marks"] += count
        pages = await self._store.read(lambda t: t.retention.dead_pages(dead, MAX_ROWS_PER_RULE))
        await self._drop("pages", pages, lambda t, keys: t.retention.drop_pages(keys), dropped)
        await self._drop_news(dropped)
        number = await self._store.read(lambda t: t.retention.count_links())
        await self._drop_links(number - MAX_LINKS, self._before(LINK_AGE), dropped)

    async def _by_size(self, dropped: Counter[str]) -> None:
        """Delete the oldest rows of each kind, the least important kind first, until the database is small enough."""
        if not await self._is_full():
            return
        now = self._clock.now()
        await self._drop_versions(now, dropped, self._is_full)
        await self._drop_details(now, dropped, self._is_full)
        await self._drop_visits(now, dropped, self._is_full)
        await self._drop_links(MAX_LINKS_PER_TRIM, now, dropped, self._is_full)
        await self._drop_snapshots(now, dropped, self._is_full)
        unseen = await self._store.read(lambda t: t.retention.least_recently_seen(MAX_ROWS_PER_RULE))
        await self._drop("documents", unseen, self._remove, dropped, self._is_full)
        if await self._is_full():
            log.warning(
                "database is nearly full and no more rows may be deleted; raise retention.max_database_mib",
                max_database_mib=self._settings.max_database_mib,
            )

    async def _drop_versions(self, before: datetime, dropped: Counter[str], go_on: Condition = always) -> None:
        keys = await self._store.read(lambda t: t.retention.old_versions(before, MAX_ROWS_PER_RULE))
        await self._drop("versions", keys, lambda t, some: t.retention.drop_versions(some), dropped, go_on)

    async def _drop_snapshots(self, before: datetime, dropped: Counter[str], go_on: Condition = always) -> None:
        keys = await self._store.read(lambda t: t.retention.old_snapshots(before, MAX_ROWS_PER_RULE))
        await self._drop("snapshots", keys, lambda t, some: t.retention.drop_snapshots(some), dropped, go_on)

    async def _drop_visits(self, before: datetime, dropped: Counter[str], go_on: Condition = always) -> None:
        """Delete what explains old visits; the pages themselves stay."""
        keys = await self._store.read(lambda t: t.retention.old_visits(before, MAX_ROWS_PER_RULE))
        await self._drop("visits", keys, lambda t, some: t.retention.drop_visits(some), dropped, go_on)
        keys = await self._store.read(lambda t: t.retention.old_waiting_links(before, MAX_ROWS_PER_RULE))
        await self._drop(
            "waiting_links", keys, lambda t, some: t.retention.drop_waiting_links(some), dropped, go_on
        )

    async def _drop_details(self, before: datetime, dropped: Counter[str], go_on: Condition = always) -> None:
        while await go_on():
            count = await self._store.write(lambda t: t.retention.drop_run_details(before, BATCH_RUNS))
            if not count:
                return
            dropped["run_details"] += count

    async def _drop_empty_runs(self, before: datetime, dropped: Counter[str]) -> None:
        """Delete old runs without findings. A profile with a run per minute has half a million runs a year."""
        keys = await self._store.read(
            lambda t: t.retention.old_empty_runs(before, KEPT_RUNS, MAX_ROWS_PER_RULE)
        )
        await self._drop("runs", keys, lambda t, some: t.retention.drop_runs(some), dropped)

    async def _drop_news(self, dropped: Counter[str]) -> None:
        before = self._before(NEWS_AGE)
        keys = await self._store.read(lambda t: t.retention.old_news(before, MAX_ROWS_PER_RULE))
        await self._drop("news", keys, lambda t, some: t.retention.drop_news(some), dropped)
        before = self._before(SOURCE_AGE)
        keys = await self._store.read(lambda t: t.retention.old_sources(before, MAX_SOURCES, MAX_ROWS_PER_RULE))
        await self._drop("news_sources", keys, lambda t, some: t.retention.drop_sources(some), dropped)

    async def _drop_links(
        self, count: int, before: datetime, dropped: Counter[str], go_on: Condition = always
    ) -> None:
        """Delete this number of links that no page has shown since a moment, those shown longest ago first."""
        if count <= 0:
            return
        limit = min(count, MAX_LINKS_PER_TRIM)
        keys = sorted(await self._store.read(lambda t: t.retention.least_recently_shown(before, limit)))
        await self._drop(
            "links", keys, lambda t, some: t.retention.drop_links(some), dropped, go_on, batch=BATCH_LINKS
        )

    async def _drop(
        self,
        what: str,
        keys: Sequence[K],
        drop: Callable[[Tables, Sequence[K]], Awaitable[int]],
        dropped: Counter[str],
        go_on: Condition = always,
        *,
        batch: int = BATCH_ROWS,
    ) -> None:
        """Delete rows by key, batch by batch, while `go_on` returns True."""
        for begin in range(0, len(keys), batch):
            if not await go_on():
                return

            async def work(tables: Tables, some: Sequence[K] = keys[begin : begin + batch]) -> int:
                return await drop(tables, some)

            dropped[what] += await self._store.write(work)

    async def _remove(self, tables: Tables, ids: Sequence[str]) -> int:
        count = await tables.portal.remove(ids, self._clock.now())
        await tables.retention.tidy_index()
        return count

    async def _is_full(self) -> bool:
        used = await self._store.read(lambda tables: tables.retention.used_bytes())
        return used > MAX_FULL_SHARE * self._settings.max_database_mib * 2**20

    def _before(self, age: Duration) -> datetime:
        return self._age_clock.now() - timedelta(seconds=duration_seconds(age))


def _counted(dropped: Counter[str]) -> Counter[str]:
    for what, count in dropped.items():
        metrics.RETENTION_DROPPED.labels(what).inc(count)
    if dropped.total():
        log.info("retention dropped", **{what: count for what, count in dropped.items() if count})
    return dropped
