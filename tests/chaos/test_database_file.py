"""Tests that the daemon refuses a damaged database, and finishes an interrupted upgrade at the next start."""

import contextlib
import sqlite3
import subprocess
import sys
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
