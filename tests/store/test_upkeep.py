"""The database files stay small: the log, and the space of deleted rows."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import MONDAY
from watchd.store import upkeep
from watchd.store.database import Database, open_database
from watchd.store.upkeep import tend

ROW = "x" * 4000


@pytest.fixture
async def file(tmp_path: Path) -> Path:
    await (await open_database(tmp_path, MONDAY)).close()
    return tmp_path / "watchd.db"


@contextlib.contextmanager
def connected(file: Path) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS ballast (text TEXT)")
        yield connection


def fill(connection: sqlite3.Connection, rows: int) -> None:
    connection.execute("BEGIN")
    connection.executemany("INSERT INTO ballast VALUES (?)", [(ROW,)] * rows)
    connection.execute("COMMIT")


def log_of(file: Path) -> int:
    return Path(f"{file}-wal").stat().st_size


def freed_pages(file: Path, connection: sqlite3.Connection) -> int:
    """Tend the file; the number of pages that this returns to the disk."""
    (before,) = connection.execute("PRAGMA freelist_count").fetchone()
    tend(file)
    (after,) = connection.execute("PRAGMA freelist_count").fetchone()
    return int(before - after)


def test_a_log_that_has_grown_is_written_back_and_emptied(file: Path) -> None:
    with connected(file) as connection:
        fill(connection, 3000)
        assert log_of(file) > upkeep.MIN_LOG_BYTES_TO_TRIM
        assert tend(file).log_bytes == 0
        assert log_of(file) == 0
        assert connection.execute("SELECT count(*) FROM ballast").fetchone() == (3000,)


def test_a_reader_that_holds_the_log_is_noticed_and_does_not_block_upkeep(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "MAX_LOG_BYTES", upkeep.MIN_LOG_BYTES_TO_TRIM)
    with connected(file) as connection, connected(file) as forgotten:
        forgotten.execute("BEGIN")
        forgotten.execute("SELECT count(*) FROM ballast").fetchone()
        fill(connection, 3000)
        assert tend(file).is_log_held
        forgotten.execute("COMMIT")
        assert not tend(file).is_log_held


def test_space_of_deleted_rows_is_returned_to_the_disk_except_a_reserve(file: Path) -> None:
    with connected(file) as connection:
        fill(connection, 4000)
        connection.execute("DELETE FROM ballast")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        largest = file.stat().st_size
        rounds = 0
        while freed_pages(file, connection):
            rounds += 1
            assert rounds < 10
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert file.stat().st_size < largest / 2
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_little_free_space_stays_in_the_file(file: Path) -> None:
    with connected(file) as connection:
        fill(connection, 100)
        connection.execute("DELETE FROM ballast")
        assert freed_pages(file, connection) == 0


def test_a_database_that_is_busy_is_left_alone(file: Path) -> None:
    with connected(file) as connection:
        fill(connection, 3000)
        connection.execute("BEGIN IMMEDIATE")
        assert tend(file).log_bytes > upkeep.MIN_LOG_BYTES_TO_TRIM
        connection.execute("COMMIT")
        assert tend(file).log_bytes == 0


async def test_the_store_maintains_its_file_while_it_works(store: Database) -> None:
    with connected(store.file) as connection:
        fill(connection, 3000)
    await store.tend()
    assert log_of(store.file) == 0
    await store.write(lambda tables: tables.beat(MONDAY))
