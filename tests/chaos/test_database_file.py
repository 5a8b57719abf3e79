"""Tests that the daemon refuses a damaged database, and finishes an interrupted upgrade at the next start."""

import contextlib
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.chaos.harm import PROFILE
from tests.store.test_database import DAMAGES
from tests.support import ROOT, RunningDaemon, running_daemon
from watchd.store import migrations


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    state = tmp_path_factory.mktemp("good") / "state"
    with running_daemon(state) as daemon, daemon.client() as client:
        assert client.post("/api/v1/profiles", json=PROFILE).status_code == 201
    return (state / "watchd.db").read_bytes()


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_database_is_refused_with_instructions_and_never_replaced(
    tmp_path: Path, good: bytes, damage: str
) -> None:
    state = tmp_path / "state"
    state.mkdir(mode=0o700)
    broken = DAMAGES[damage](good)
    (state / "watchd.db").write_bytes(broken)
    daemon = RunningDaemon(state).start(wait=False)
    assert daemon.process is not None
    assert daemon.process.wait(30) == 4
    said = daemon.log_file.read_text()
    assert "watchd restore FILE" in said
    assert "Traceback" not in said
    assert (state / "watchd.db").read_bytes() == broken


UPGRADE = """
import asyncio, os, sys
from datetime import UTC, datetime
from pathlib import Path
from watchd.store import migrations
from watchd.store.database import open_database

folder, upto, dies_after = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
known = migrations.known()[:upto]
migrations.known = lambda: known
count = 0
statements = migrations.Migration.statements

def mortal(self):
    global count
    for statement in statements(self):
        if count == dies_after:
            os._exit(9)
        count += 1
        yield statement

migrations.Migration.statements = mortal

async def main():
    await (await open_database(folder, datetime.now(UTC))).close()

asyncio.run(main())
"""


def upgrade(folder: Path, upto: int, dies_after: int = -1) -> int:
    done = subprocess.run(
        [sys.executable, "-c", UPGRADE, folder, str(upto), str(dies_after)],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode in (0, 9), done.stderr
    return done.returncode


def query(folder: Path, sql: str) -> list[tuple[object, ...]]:
    with contextlib.closing(sqlite3.connect(folder / "watchd.db", isolation_level=None)) as connection:
        return connection.execute(sql).fetchall()


def schema(folder: Path) -> list[tuple[object, ...]]:
    return query(
        folder, "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name"
    )


@pytest.mark.parametrize("former", range(1, len(migrations.known())))
def test_an_upgrade_that_is_killed_at_any_statement_is_finished_by_the_next_start(
    tmp_path: Path, former: int
) -> None:
    """Upgrade from every earlier schema, with a row that must survive."""
    whole, folder = tmp_path / "whole", tmp_path / "killed"
    whole.mkdir()
    folder.mkdir()
    upgrade(whole, len(migrations.known()))
    upgrade(folder, former)
    query(
        folder,
        "INSERT INTO channels (name, url, events, created_at, updated_at, revision) VALUES ('a','b','[]','','',1)",
    )
    steps = sum(len(list(migration.statements())) for migration in migrations.known()[former:])
    for dies_after in sorted({0, 1, steps // 2, steps - 1}):
        if upgrade(folder, len(migrations.known()), dies_after) == 0:
            break
        assert query(folder, "PRAGMA integrity_check") == [("ok",)]
        assert query(folder, "SELECT name FROM channels") == [("a",)]
    assert upgrade(folder, len(migrations.known())) == 0
    assert schema(folder) == schema(whole)
    assert query(folder, "SELECT name FROM channels") == [("a",)]


LEAVE_A_LOG = """
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA journal_mode = WAL")
connection.execute(sys.argv[2])
os._exit(9)
"""
NEWER = "INSERT INTO migrations VALUES (9999, '9999_future', 'x', 'now')"
HARMLESS = "UPDATE profiles SET revision = revision"


def die_while_writing(file: Path, statement: str) -> None:
    """Write to a database and die, so that the change is in the log only."""
    subprocess.run([sys.executable, "-c", LEAVE_A_LOG, file, statement], check=False, timeout=30)


def _one_file(file: Path, statement: str) -> None:
    """Leave one file without a log that is not in WAL mode, as in a copy."""
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute(statement)
        connection.execute("PRAGMA journal_mode = DELETE")


def _closed(file: Path, statement: str) -> None:
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute(statement)


def _log_without_index(file: Path, statement: str) -> None:
    die_while_writing(file, statement)
    Path(f"{file}-shm").unlink()


def contents(state: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in state.iterdir() if path.name.startswith("watchd.db")}


@pytest.mark.parametrize(
    "leave", [_one_file, _closed, die_while_writing, _log_without_index], ids=lambda leave: leave.__name__
)
@pytest.mark.parametrize("code", [5, 4])
def test_a_refused_start_changes_no_byte_of_the_database_and_the_files_beside_it(
    tmp_path: Path, good: bytes, leave: Callable[[Path, str], None], code: int
) -> None:
    state = tmp_path / "state"
    state.mkdir(mode=0o700)
    file = state / "watchd.db"
    file.write_bytes(good)
    leave(file, NEWER if code == 5 else HARMLESS)
    if code == 4:
        data = file.read_bytes()
        file.write_bytes(data[: 4096 * 5] + b"\xff" * 4096 + data[4096 * 6 :])
    before = contents(state)
    daemon = RunningDaemon(state).start(wait=False)
    assert daemon.process is not None
    assert daemon.process.wait(30) == code
    assert contents(state) == before
    assert "Traceback" not in daemon.log_file.read_text()


def test_a_log_that_a_crash_left_is_read_by_the_next_start(tmp_path: Path, good: bytes) -> None:
    state = tmp_path / "state"
    state.mkdir(mode=0o700)
    (state / "watchd.db").write_bytes(good)
    die_while_writing(state / "watchd.db", "UPDATE profiles SET name = 'in the log'")
    with running_daemon(state):
        assert query(state, "SELECT name FROM profiles") == [("in the log",)]


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("CREATE TRIGGER thief AFTER INSERT ON runs BEGIN DELETE FROM profiles; END", "trigger thief"),
        ("CREATE VIEW spy AS SELECT * FROM tokens", "view spy"),
        ("CREATE VIRTUAL TABLE words USING fts5 (word)", "table words"),
    ],
)
def test_a_database_with_foreign_code_is_not_started(
    tmp_path: Path, good: bytes, statement: str, named: str
) -> None:
    state = tmp_path / "state"
    state.mkdir(mode=0o700)
    (state / "watchd.db").write_bytes(good)
    query(state, statement)
    before = contents(state)
    daemon = RunningDaemon(state).start(wait=False)
    assert daemon.process is not None
    assert daemon.process.wait(30) == 4
    assert f"DROP {named}" in daemon.log_file.read_text()
    assert contents(state) == before
    query(state, f"DROP {named}")
    with running_daemon(state):
        pass


def test_an_index_that_a_person_has_added_is_logged_and_does_not_stop_the_start(
    tmp_path: Path, good: bytes
) -> None:
    state = tmp_path / "state"
    state.mkdir(mode=0o700)
    (state / "watchd.db").write_bytes(good)
    query(state, "CREATE INDEX mine ON profiles (name)")
    query(state, "ANALYZE")  # makes a table of its own, which does not count
    with running_daemon(state) as daemon:
        [line] = [line for line in daemon.log() if line["event"].startswith("the schema of the database")]
        assert line["differences"] == ["index mine"]
