"""A statement takes one trip to the connection's thread, and a transaction begins with its first one."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from watchd.store import driver, engine


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
