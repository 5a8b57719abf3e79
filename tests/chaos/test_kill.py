"""Tests with SIGKILL at any moment: the next start works, and everything that was acknowledged exists."""

import contextlib
import random
import signal
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.chaos.harm import PROFILE, all_profiles, is_ready, until
from tests.support import ROOT, RunningDaemon, running_daemon

PATH = "/api/v1/profiles"


class Clients:
    """Clients that create profiles as long as the daemon answers, and record what it acknowledged."""

    def __init__(self, count: int) -> None:
        self._count = count
        self.acknowledged: set[str] = set()

    def work(self, daemon: RunningDaemon, then: Callable[[], object]) -> None:
        """Start the clients, harm the daemon while they work, and wait until they have noticed."""
        stop = threading.Event()
        before = len(self.acknowledged)
        threads = [threading.Thread(target=self._create, args=(daemon, stop)) for _ in range(self._count)]
        for thread in threads:
            thread.start()
        try:
            until(
                lambda: len(self.acknowledged) > before or not any(thread.is_alive() for thread in threads),
                "an acknowledgement",
            )
            then()
        finally:
            stop.set()
            for thread in threads:
                thread.join()

    def _create(self, daemon: RunningDaemon, stop: threading.Event) -> None:
        with daemon.client() as client:
            while not stop.is_set():
                name = f"{threading.get_ident()}-{time.monotonic_ns()}"
                try:
                    answer = client.post(PATH, json={**PROFILE, "name": name})
                except httpx.HTTPError:
                    return
                if answer.status_code == 201:
                    self.acknowledged.add(answer.json()["id"])


def is_whole(state: Path, acknowledged: set[str]) -> None:
    with running_daemon(state) as daemon, daemon.client() as client:
        assert is_ready(client)
        assert acknowledged <= all_profiles(client)
    connection = sqlite3.connect(state / "watchd.db")
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()


@pytest.mark.parametrize("kills", [5, pytest.param(100, marks=[pytest.mark.long, pytest.mark.timeout(1200)])])
def test_a_kill_at_any_moment_loses_nothing_that_was_acknowledged(tmp_path: Path, kills: int) -> None:
    state = tmp_path / "state"
    chance = random.Random(kills)
    clients = Clients(3)
    for _ in range(kills):
        daemon = RunningDaemon(state).start()

        def kill_soon(daemon: RunningDaemon = daemon) -> None:
            time.sleep(chance.uniform(0.0, 0.5))
            assert daemon.stop(signal.SIGKILL) == -signal.SIGKILL

        clients.work(daemon, kill_soon)
    assert len(clients.acknowledged) >= kills
    is_whole(state, clients.acknowledged)


@pytest.mark.parametrize("kills", [4, pytest.param(40, marks=[pytest.mark.long, pytest.mark.timeout(600)])])
def test_a_kill_while_starting_leaves_nothing_half_made(tmp_path: Path, kills: int) -> None:
    """The first start makes a folder, a database and a token; after a kill at any moment the next start must work."""
    chance = random.Random(kills)
    for number in range(kills):
        state = tmp_path / f"state{number}"
        daemon = RunningDaemon(state).start(wait=False)
        time.sleep(chance.uniform(0.3, 1.5))
        daemon.stop(signal.SIGKILL)
        with running_daemon(state) as again, again.client() as client:
            assert client.get(PATH).status_code == 200


class MortalDaemon(RunningDaemon):
    """Daemon that ends before or after its nth commit."""

    def __init__(self, state: Path, commit: int, moment: str) -> None:
        super().__init__(state, {"PYTHONPATH": str(ROOT)})
        self.module = ("tests.chaos.mortal", str(commit), moment)


@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("last", [4, pytest.param(25, marks=[pytest.mark.long, pytest.mark.timeout(900)])])
def test_a_death_at_each_commit_in_turn_loses_nothing(tmp_path: Path, last: int, moment: str) -> None:
    """The method of SQLite's own tests: fail the first operation, then the second, until no operation fails."""
    state = tmp_path / "state"
    with running_daemon(state):
        pass
    acknowledged: set[str] = set()
    for commit in range(1, last + 1):
        daemon = MortalDaemon(state, commit, moment)
        clients = Clients(1)
        with contextlib.suppress(AssertionError):  # the first commits come before it listens
            daemon.start()
            assert daemon.process is not None
            clients.work(daemon, lambda process=daemon.process: process.wait(30))  # type: ignore[misc]
        assert daemon.stop(signal.SIGKILL) == 9
        acknowledged |= clients.acknowledged
    is_whole(state, acknowledged)


def test_sigterm_under_load_stops_in_time_and_keeps_its_word(tmp_path: Path) -> None:
    state = tmp_path / "state"
    clients = Clients(4)
    for _ in range(3):
        daemon = RunningDaemon(state).start()

        def stop_soon(daemon: RunningDaemon = daemon) -> None:
            time.sleep(0.3)
            begun = time.monotonic()
            assert daemon.stop() == 0
            assert time.monotonic() - begun < 10

        clients.work(daemon, stop_soon)
    assert clients.acknowledged
    is_whole(state, clients.acknowledged)
