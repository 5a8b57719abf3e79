"""Tests with a disk that is full, fails, or is locked: reads work, writes answer 503, and nothing is lost."""

import contextlib
import sqlite3
import subprocess
import threading
from pathlib import Path

import httpx

from tests.chaos.harm import PROFILE, all_profiles, failing_writes, full, is_ready, small_disk, until
from tests.support import RunningDaemon, running_daemon

PATH = "/api/v1/profiles"


def create(client: httpx.Client, name: str) -> httpx.Response:
    return client.post(PATH, json={**PROFILE, "name": name})


def is_unharmed(daemon: RunningDaemon, promised: set[str]) -> None:
    """Check that all acknowledged profiles exist, in the same process and after a restart."""
    pid = daemon.process.pid if daemon.process else 0
    with daemon.client() as client:
        until(lambda: is_ready(client), "getting ready again")
        assert promised <= all_profiles(client)
    assert daemon.process is not None
    assert daemon.process.pid == pid
    assert daemon.process.poll() is None


def is_refused(client: httpx.Client, name: str) -> None:
    answer = create(client, name)
    assert answer.status_code == 503
    assert answer.json()["type"].endswith("unavailable")
    assert answer.headers["retry-after"]
    ready = client.get("/health/ready")
    assert ready.status_code == 503
    assert "database" in {error["field"] for error in ready.json()["errors"]}
    assert client.get("/health/live").status_code == 200
    assert client.get(PATH).status_code == 200


def test_a_full_disk_is_survived_and_left_behind_without_help(tmp_path: Path) -> None:
    with small_disk(tmp_path / "state", 6) as disk, running_daemon(disk) as daemon, daemon.client() as client:
        promised = {create(client, f"before {n}").json()["id"] for n in range(5)}
        with full(disk):
            # The last block of the log may still have space for a few rows.
            answers = [create(client, f"during {n}") for n in range(300)]
            promised |= {answer.json()["id"] for answer in answers if answer.status_code == 201}
            assert answers[-1].status_code == 503
            is_refused(client, "refused")
        is_unharmed(daemon, promised)
        promised.add(create(client, "after").json()["id"])
        daemon.stop()
        with running_daemon(disk) as again:
            is_unharmed(again, promised)


def test_a_start_on_a_full_disk_is_refused_for_now_and_harms_nothing(tmp_path: Path) -> None:
    """SQLite needs a little space to open a database. The service manager tries again until there is some."""
    with small_disk(tmp_path / "state", 6) as disk:
        with running_daemon(disk) as daemon, daemon.client() as client:
            promised = {create(client, "before").json()["id"]}
        with full(disk):
            refused = RunningDaemon(disk).start(wait=False)
            assert refused.process is not None
            assert refused.process.wait(20) == 1
            assert "whether the disk is full" in refused.log_file.read_text()
        with running_daemon(disk) as daemon:
            is_unharmed(daemon, promised)


def test_a_disk_that_refuses_every_write_is_survived(tmp_path: Path) -> None:
    with running_daemon(tmp_path / "state") as daemon, daemon.client() as client:
        promised = {create(client, "before").json()["id"]}
        with failing_writes(daemon):
            is_refused(client, "refused")
        is_unharmed(daemon, promised)
        promised.add(create(client, "after").json()["id"])
        is_unharmed(daemon, promised)


def test_a_start_on_a_read_only_disk_is_refused_for_now_and_works_when_it_can_be_written(
    tmp_path: Path,
) -> None:
    with small_disk(tmp_path / "state", 6) as disk:
        with running_daemon(disk):
            pass
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        daemon = RunningDaemon(disk).start(wait=False)
        assert daemon.process is not None
        assert daemon.process.wait(20) == 1
        assert "Read-only file system" in daemon.log_file.read_text()
        subprocess.run(["mount", "-o", "remount,rw", disk], check=True)
        with running_daemon(disk):
            pass


def test_a_locked_database_is_waited_for_then_refused_then_used_again(tmp_path: Path) -> None:
    """A shell with an open transaction or a backup that hangs: writes wait 5 seconds, then answer 503."""
    with running_daemon(tmp_path / "state") as daemon, daemon.client() as client:
        promised = {create(client, "before").json()["id"]}
        holder = sqlite3.connect(daemon.state / "watchd.db", isolation_level=None)
        with contextlib.closing(holder):
            holder.execute("BEGIN IMMEDIATE")
            is_refused(client, "refused")
            holder.execute("ROLLBACK")
        is_unharmed(daemon, promised)
        assert create(client, "after").status_code == 201


def test_a_short_lock_is_not_noticed(tmp_path: Path) -> None:
    with running_daemon(tmp_path / "state") as daemon, daemon.client() as client:
        holder = sqlite3.connect(daemon.state / "watchd.db", isolation_level=None, check_same_thread=False)
        holder.execute("BEGIN IMMEDIATE")
        timer = threading.Timer(2, lambda: holder.execute("ROLLBACK"))
        timer.start()
        assert create(client, "waits").status_code == 201
        timer.join()
        holder.close()
