"""A statement takes one trip to the connection's thread, and a transaction begins with its first one."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from tests.support import MONDAY
from watchd.store import driver, engine
from watchd.store.database import open_database
from watchd.store.tables import Tables


@pytest.fixture
def trips(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the loop asked the connection's thread for."""
    made: list[str] = []
    ask = driver.Connection._execute

    async def counted(self: driver.Connection, do: Any, *arguments: Any, **options: Any) -> Any:
        made.append(str(arguments[0]) if arguments else do.__name__)
        return await ask(self, do, *arguments, **options)  # type: ignore[no-untyped-call]

    monkeypatch.setattr(driver.Connection, "_execute", counted)
    return made


async def test_a_statement_is_one_trip_and_so_is_its_commit(tmp_path: Path, trips: list[str]) -> None:
    writing = engine.writing(tmp_path / "x.db")
    async with writing.begin() as connection:
        await connection.execute(text("CREATE TABLE t (n INTEGER)"))
        trips.clear()
        await connection.execute(text("INSERT INTO t VALUES (:n)"), [{"n": n} for n in range(3)])
        rows = (await connection.execute(text("SELECT n FROM t ORDER BY n"))).all()
    assert [row.n for row in rows] == [0, 1, 2]
    assert trips == ["INSERT INTO t VALUES (?)", "SELECT n FROM t ORDER BY n", "commit"]
    await writing.dispose()


async def test_what_is_taken_back_includes_tables(tmp_path: Path) -> None:
    writing = engine.writing(tmp_path / "x.db")
    async with writing.connect() as connection:
        await connection.execute(text("CREATE TABLE t (n INTEGER)"))
        await connection.rollback()
        assert (await connection.execute(text("SELECT name FROM sqlite_master"))).all() == []
    await writing.dispose()


async def test_changes_are_counted_and_returned(tmp_path: Path) -> None:
    writing = engine.writing(tmp_path / "x.db")
    async with writing.begin() as connection:
        await connection.execute(text("CREATE TABLE t (n INTEGER)"))
        await connection.execute(text("INSERT INTO t VALUES (1), (2)"))
        assert (await connection.execute(text("UPDATE t SET n = n + 1"))).rowcount == 2
        changed = await connection.execute(text("UPDATE t SET n = 9 WHERE n = 3 RETURNING n"))
        assert [row.n for row in changed] == [9]
    await writing.dispose()


async def ask_often(tables: Tables) -> None:
    for _ in range(50):
        await tables.profiles.count()


@pytest.mark.parametrize(
    ("slow_seconds", "patient", "fewest", "most"),
    [(10.0, True, 5, 12), (10.0, False, 50, 54), (0.0, True, 50, 54)],
    ids=["a step", "what somebody waits for", "a step while the disk is slow"],
)
async def test_most_small_statements_of_a_step_need_no_trip(
    tmp_path: Path,
    trips: list[str],
    monkeypatch: pytest.MonkeyPatch,
    slow_seconds: float,
    patient: bool,
    fewest: int,
    most: int,
) -> None:
    monkeypatch.setattr("watchd.store.driver.SLOW_SECONDS", slow_seconds)
    database = await open_database(tmp_path, MONDAY)
    trips.clear()
    await database.write(ask_often, patient=patient)
    assert fewest <= len(trips) <= most
    await database.close()
