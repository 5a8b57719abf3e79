"""Host delays are stored while they matter, and only differences are written."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from tests.support import HandWoundClock
from tests.web.site import settings
from watchd.errors import Unavailable
from watchd.flow.upkeep.host_state import HostStateKeeper
from watchd.model.host_state import HostPace
from watchd.model.outcome import Refused
from watchd.store.database import Database
from watchd.web.fetch.faulty_pages import FaultyPages, KnownFault
from watchd.web.fetch.politeness import Politeness
from watchd.web.reader.extractor import Quarantine

HOUR = 3600.0


class CountingStore:
    """Database that counts transactions and can fail."""

    def __init__(self, store: Database) -> None:
        self._store = store
        self.writes = 0
        self.is_full = False

    async def read(self, work: Callable[[Any], Any]) -> Any:
        return await self._store.read(work)

    async def write(self, work: Callable[[Any], Any], *, patient: bool = False) -> Any:
        if self.is_full:
            raise Unavailable("The disk is full.")
        self.writes += 1
        return await self._store.write(work, patient=patient)


@pytest.fixture
def counting(store: Database) -> CountingStore:
    return CountingStore(store)


class HostState:
    """Host delays and quarantine of one process of the daemon."""

    def __init__(self, store: CountingStore, now: Callable[[], float] = time.time) -> None:
        self.politeness = Politeness(settings(min_delay="2s"))
        self.quarantine = Quarantine(24 * HOUR, now)
        self.faulty_pages = FaultyPages(settings(), frozenset({"text/html"}), now)
        self.keeper = HostStateKeeper(
            self.politeness, self.faulty_pages, self.quarantine, store, HandWoundClock()
        )

    async def ask(self, host: str, retry_after: float | None = None) -> None:
        async with self.politeness.visit(host, host) as visit:
            visit.has_failed = retry_after is not None
            visit.retry_after = retry_after


@pytest.fixture
async def state(counting: CountingStore, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[HostState]:
    monkeypatch.setattr("watchd.flow.upkeep.host_state.GATHER_SECONDS", 0.01)
    state = HostState(counting)
    await state.keeper.start()
    yield state
    await state.keeper.stop()


async def hosts(store: Database) -> dict[str, HostPace]:
    return {pace.host: pace for pace in await store.read(lambda tables: tables.hosts.all())}


async def until_written(store: Database, count: int) -> None:
    async with asyncio.timeout(10):
        while len(await hosts(store)) != count:
            await asyncio.sleep(0.01)


async def test_a_pause_that_a_host_asks_for_is_stored_within_moments_and_others_are_not(
    state: HostState, store: Database
) -> None:
    await state.ask("usual.example")
    await state.ask("busy.example", HOUR)
    await until_written(store, 1)
    [pace] = (await hosts(store)).values()
    assert (pace.host, pace.failures) == ("busy.example", 1)
    assert HOUR - 60 < pace.free_at - time.time() <= HOUR + 1


async def test_hosts_that_ask_at_the_same_time_are_one_transaction_and_the_same_is_not_written_twice(
    state: HostState, store: Database, counting: CountingStore
) -> None:
    for number in range(50):
        await state.ask(f"h{number}.example", HOUR)
    await until_written(store, 50)
    assert counting.writes <= 2
    before = counting.writes
    await state.keeper._write(only_lasting=True)
    assert counting.writes == before


async def test_at_the_stop_short_delays_are_stored_too_and_ended_ones_are_deleted(
    state: HostState, store: Database, counting: CountingStore
) -> None:
    await state.ask("usual.example")
    await state.keeper.stop()
    assert list(await hosts(store)) == ["usual.example"]
    again = HostState(counting)
    await again.keeper.start()
    assert again.politeness.paces() != []
    again.politeness._hosts.clear()
    await again.keeper.stop()
    assert await hosts(store) == {}


async def test_a_disk_that_is_full_delays_the_writing_only(
    state: HostState, store: Database, counting: CountingStore
) -> None:
    counting.is_full = True
    await state.ask("busy.example", HOUR)
    await state.keeper._try_to_write(only_lasting=True)
    counting.is_full = False
    await state.keeper._try_to_write(only_lasting=True)
    assert list(await hosts(store)) == ["busy.example"]


async def test_quarantine_ends_at_its_time(state: HostState, counting: CountingStore) -> None:
    state.quarantine.add(b"poison", "cpu")
    await state.keeper.stop()
    for away, is_known in ((0.0, True), (23 * HOUR, True), (-3650 * 24 * HOUR, False), (25 * HOUR, False)):
        later = HostState(counting, now=lambda away=away: time.time() + away)  # type: ignore[misc]
        later.quarantine.restore(await counting.read(lambda tables: tables.quarantine.all()))
        assert (later.quarantine.find(b"poison") is not None) == is_known, away


async def test_failures_that_are_older_than_the_longest_rest_do_not_count() -> None:
    politeness = Politeness(settings())
    politeness.restore([HostPace("old.example", time.time() - 25 * HOUR, failures=3)])
    politeness.restore([HostPace("new.example", time.time() - HOUR, failures=3)])
    assert [pace.host for pace in politeness.paces()] == ["new.example"]


async def test_pages_with_a_fault_survive_a_restart_and_are_deleted_after_a_good_answer(
    state: HostState, store: Database, counting: CountingStore
) -> None:
    url = "http://site.example/large"
    state.faulty_pages.note_outcome(Refused(url, "size", "The page is too large."), [url], was_read=False)
    await state.keeper._write(only_lasting=True)
    before = counting.writes
    await state.keeper._write(only_lasting=True)
    assert counting.writes == before
    again = HostState(counting)
    await again.keeper.start()
    with pytest.raises(KnownFault):
        again.faulty_pages.check(url)
    again.faulty_pages._known.clear()
    await again.keeper.stop()
    assert await store.read(lambda tables: tables.page_faults.all()) == []
