"""Small statements run on the event loop, others in the connection's thread; the first one begins the transaction."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from watchd.store import connection_pool, driver
from watchd.store.connection_pool import Pool
from watchd.store.driver import StatementTimes

INSERT = "INSERT INTO t VALUES (:n)"
SELECT = "SELECT n FROM t ORDER BY n"
# Counts to a number that is large enough to take some hundred milliseconds.
LONG = """
WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < :most) SELECT max(n) AS most FROM c"""


@pytest.fixture
def trips(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the loop asked the connection's thread for."""
    made: list[str] = []
    ask = driver.SqliteConnection._execute

    async def counted(self: driver.SqliteConnection, do: Any, *arguments: Any, **options: Any) -> Any:
        made.append(str(arguments[0]) if arguments else do.__name__)
        return await ask(self, do, *arguments, **options)  # type: ignore[no-untyped-call]

    monkeypatch.setattr(driver.SqliteConnection, "_execute", counted)
    return made


@pytest.fixture
async def file(tmp_path: Path) -> Path:
    file = tmp_path / "x.db"
    async with opened(connection_pool.writing(file)) as writing, writing.begin() as connection:
        await connection.ask("CREATE TABLE t (n INTEGER)")
        await connection.ask("INSERT INTO t VALUES (1), (2)")
    return file


@contextlib.asynccontextmanager
async def opened(some: Pool) -> AsyncIterator[Pool]:
    try:
        yield some
    finally:
        await some.dispose()


async def test_a_statement_travels_until_it_is_known_to_be_small(
    file: Path, trips: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driver, "SLOW_SECONDS", 10.0)
    async with opened(connection_pool.reading(file)) as reading:
        for _ in range(5):
            async with reading.connect() as connection:
                assert [row.n for row in (await connection.ask(SELECT)).rows] == [1, 2]
    assert trips.count(SELECT) == 1
    assert "_take_back" not in trips


@pytest.mark.parametrize("limit", ["SMALL_SECONDS", "SLOW_SECONDS"])
async def test_what_takes_long_or_follows_what_did_travels(
    file: Path, trips: list[str], monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    monkeypatch.setattr(driver, limit, 0.0)
    async with opened(connection_pool.reading(file)) as reading, reading.connect() as connection:
        for _ in range(5):
            await connection.ask(SELECT)
    assert trips.count(SELECT) == 5


def test_what_was_slow_is_tried_on_the_spot_again_after_a_while() -> None:
    habits = StatementTimes()
    assert not habits.is_small(SELECT)
    habits.note(SELECT, 0.0001)
    assert habits.is_small(SELECT)
    habits.note(SELECT, 0.005)
    for _ in range(5):
        habits.note(SELECT, 0.0001)
        assert not habits.is_small(SELECT)
    for _ in range(20):
        habits.note(SELECT, 0.0001)
    assert habits.is_small(SELECT)


async def test_who_writes_travels_to_begin_and_to_commit(
    file: Path, trips: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driver, "SLOW_SECONDS", 10.0)
    async with opened(connection_pool.writing(file)) as writing:
        async with writing.begin() as connection:
            await connection.ask(INSERT, {"n": 3})
        trips.clear()
        async with writing.begin() as connection:
            for n in range(4, 9):
                await connection.ask(INSERT, {"n": n})
    assert trips == [INSERT, "commit", "close"]


async def test_who_is_patient_lets_others_have_their_turn(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "SLOW_SECONDS", 10.0)
    monkeypatch.setattr(driver, "TURN_SECONDS", 0.0)
    turns = 0

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async with opened(connection_pool.reading(file)) as reading, reading.connect() as connection:
        await connection.ask(SELECT)
        busy = asyncio.create_task(others())
        for _ in range(20):
            await connection.ask(SELECT)
        assert turns == 0
        with connection.patience():
            for _ in range(20):
                await connection.ask(SELECT)
        assert turns >= 20
        busy.cancel()


async def test_what_is_taken_back_includes_tables(file: Path) -> None:
    async with opened(connection_pool.writing(file)) as writing:
        async with writing.connect() as connection:
            await connection.ask("CREATE TABLE u (n INTEGER)")
        async with writing.connect() as connection:
            rows = (await connection.ask("SELECT name FROM sqlite_master")).rows
            assert [row.name for row in rows] == ["t"]


async def test_changes_are_counted_and_returned(file: Path) -> None:
    async with opened(connection_pool.writing(file)) as writing, writing.begin() as connection:
        assert (await connection.ask("UPDATE t SET n = n + 1")).changed == 2
        assert (await connection.ask_many(INSERT, [{"n": n} for n in (7, 8, 9)])).changed == 3
        changed = await connection.ask("UPDATE t SET n = 10 WHERE n = 3 RETURNING n")
        assert ([row.n for row in changed.rows], changed.changed) == ([10], 1)


async def test_who_goes_away_in_the_middle_leaves_the_connection_in_order(file: Path) -> None:
    async with opened(Pool(file, size=1, pragmas=(), begin="BEGIN IMMEDIATE")) as some:

        async def leave() -> None:
            async with some.begin() as connection:
                await connection.ask(INSERT, {"n": 3})
                await connection.ask(LONG, {"most": 3_000_000})

        leaving = asyncio.create_task(leave())
        async with some.connect():
            pass
        await asyncio.sleep(0.05)
        leaving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await leaving
        async with some.connect() as connection:
            assert [row.n for row in (await connection.ask(SELECT)).rows] == [1, 2]


async def test_a_column_without_a_name_for_python_has_its_place(file: Path) -> None:
    async with opened(connection_pool.reading(file)) as reading, reading.connect() as connection:
        [row] = (await connection.ask("SELECT count(*), max(n) AS most FROM t")).rows
    assert (row[0], row.most) == (2, 2)
