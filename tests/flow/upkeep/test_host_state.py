"""Promises to hosts are on the disk while they matter, and only what differs is written."""

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
from watchd.store.database import Database
from watchd.web.fetch.politeness import Politeness
from watchd.web.reader.quarantine import Quarantine

HOUR = 3600.0


class CountingStore:
    """A database that counts transactions and can be out of order."""

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


class Door:
    """One life of the daemon, as far as promises are concerned."""

    def __init__(self, store: CountingStore, now: Callable[[], float] = time.time) -> None:
        self.politeness = Politeness(settings(min_delay="2s"))
        self.quarantine = Quarantine(24 * HOUR, now)
        self.promises = HostStateKeeper(self.politeness, self.quarantine, store, HandWoundClock())

    async def ask(self, host: str, retry_after: float | None = None) -> None:
        async with self.politeness.visit(host, host) as visit:
            visit.has_failed = retry_after is not None
            visit.retry_after = retry_after


@pytest.fixture
async def door(counting: CountingStore, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Door]:
    monkeypatch.setattr("watchd.flow.upkeep.host_state.GATHER_SECONDS", 0.01)
    door = Door(counting)
    await door.promises.start()
    yield door
    await door.promises.stop()


async def hosts(store: Database) -> dict[str, HostPace]:
    return {pace.host: pace for pace in await store.read(lambda tables: tables.hosts.all())}


async def until_written(store: Database, count: int) -> None:
    async with asyncio.timeout(10):
        while len(await hosts(store)) != count:
            await asyncio.sleep(0.01)


async def test_a_host_that_asks_to_be_left_alone_is_written_within_moments_and_others_are_not(
    door: Door, store: Database
) -> None:
    await door.ask("usual.example")
    await door.ask("busy.example", HOUR)
    await until_written(store, 1)
    [pace] = (await hosts(store)).values()
    assert (pace.host, pace.failures) == ("busy.example", 1)
    assert HOUR - 60 < pace.free_at - time.time() <= HOUR + 1


async def test_hosts_that_ask_at_the_same_time_are_one_transaction_and_the_same_is_not_written_twice(
    door: Door, store: Database, counting: CountingStore
) -> None:
    for number in range(50):
        await door.ask(f"h{number}.example", HOUR)
    await until_written(store, 50)
    assert counting.writes <= 2
    before = counting.writes
    await door.promises._write(only_lasting=True)
    assert counting.writes == before


async def test_at_the_stop_the_usual_pauses_are_written_too_and_what_is_over_is_forgotten(
    door: Door, store: Database, counting: CountingStore
) -> None:
    await door.ask("usual.example")
    await door.promises.stop()
    assert list(await hosts(store)) == ["usual.example"]
    again = Door(counting)
    await again.promises.start()
    assert again.politeness.paces() != []
    again.politeness._hosts.clear()
    await again.promises.stop()
    assert await hosts(store) == {}


async def test_a_disk_that_is_full_delays_the_writing_only(
    door: Door, store: Database, counting: CountingStore
) -> None:
    counting.is_full = True
    await door.ask("busy.example", HOUR)
    await door.promises._try_to_write(only_lasting=True)
    counting.is_full = False
    await door.promises._try_to_write(only_lasting=True)
    assert list(await hosts(store)) == ["busy.example"]


async def test_poison_is_kept_for_its_time_and_no_longer(door: Door, counting: CountingStore) -> None:
    door.quarantine.add(b"poison", "cpu")
    await door.promises.stop()
    for away, is_known in ((0.0, True), (23 * HOUR, True), (-3650 * 24 * HOUR, False), (25 * HOUR, False)):
        later = Door(counting, now=lambda away=away: time.time() + away)  # type: ignore[misc]
        later.quarantine.restore(await counting.read(lambda tables: tables.quarantine.all()))
        assert (later.quarantine.find(b"poison") is not None) == is_known, away


async def test_failures_that_are_older_than_the_longest_rest_are_forgotten() -> None:
    politeness = Politeness(settings())
    politeness.restore([HostPace("old.example", time.time() - 25 * HOUR, failures=3)])
    politeness.restore([HostPace("new.example", time.time() - HOUR, failures=3)])
    assert [pace.host for pace in politeness.paces()] == ["new.example"]
