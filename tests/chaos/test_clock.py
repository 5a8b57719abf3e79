"""Tests with a clock that jumps and a stopped process: no run is lost, waits for years, or starts with all others."""

import os
import signal
import sqlite3
import threading
import time
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.chaos.harm import is_ready, stopped, until
from tests.notify.receiver import receiver
from tests.support import ROOT, RunningDaemon, kibibytes
from watchd.core.policy.cadence import SPREAD_PER_PROFILE_SECONDS
from watchd.model import values
from watchd.model.values import rfc3339

YEARS = 10 * 365 * 86_400
PROFILES = 5
SLOT = SPREAD_PER_PROFILE_SECONDS


class TurnedDaemon(RunningDaemon):
    """Daemon whose clock is wrong by a number of seconds that the test sets."""

    def __init__(self, state: Path, **environ: str) -> None:
        self.wrong_by = state.with_name("wrong_by")
        super().__init__(state, {"PYTHONPATH": str(ROOT), **environ})
        self.module = ("tests.chaos.shifted_clock", str(self.wrong_by))
        self.turn(0)

    def turn(self, seconds: float) -> None:
        self.wrong_by.write_text(str(seconds))

    def now(self) -> datetime:
        return datetime.now(UTC) + timedelta(seconds=float(self.wrong_by.read_text()))


def rows(daemon: RunningDaemon, sql: str) -> list[Any]:
    connection = sqlite3.connect(daemon.state / "watchd.db", timeout=10)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


def end_runs(daemon: RunningDaemon) -> None:
    """Mark the queued runs as finished, so that the next due time can queue another one."""
    connection = sqlite3.connect(daemon.state / "watchd.db", timeout=10)
    connection.execute(
        "UPDATE runs SET state = 'finished', lease_until = NULL WHERE state IN ('queued', 'running')"
    )
    connection.commit()
    connection.close()


def runs(daemon: RunningDaemon) -> int:
    return int(rows(daemon, "SELECT count(*) FROM runs")[0][0])


def due_times(daemon: RunningDaemon) -> list[datetime]:
    found = rows(daemon, "SELECT next_run_at FROM profiles")
    return [datetime.fromisoformat(text.replace("Z", "+00:00")) for (text,) in found]


def with_profiles(daemon: TurnedDaemon, every: str = "1h") -> None:
    daemon.start()
    with daemon.client() as client:
        for number in range(PROFILES):
            body = {"name": f"p{number}", "query": {"text": "tea"}, "schedule": {"every": every}}
            assert client.post("/api/v1/profiles", json=body).status_code == 201
    until(lambda: runs(daemon) == PROFILES, "the first runs")
    end_runs(daemon)


def test_a_clock_that_goes_back_ten_years_stops_no_profile(tmp_path: Path) -> None:
    daemon = TurnedDaemon(tmp_path / "state")
    with_profiles(daemon)
    try:
        daemon.turn(-YEARS)
        soon = timedelta(hours=1, minutes=5)
        until(lambda: all(due <= daemon.now() + soon for due in due_times(daemon)), "due times within an hour")
        assert runs(daemon) <= 2 * PROFILES
    finally:
        assert daemon.stop() == 0


def test_a_clock_that_goes_ten_years_ahead_and_back_starts_no_storm(tmp_path: Path) -> None:
    daemon = TurnedDaemon(tmp_path / "state")
    with_profiles(daemon)
    try:
        daemon.turn(YEARS)
        until(lambda: runs(daemon) == 2 * PROFILES, "one run each after the jump")
        end_runs(daemon)
        daemon.turn(0)
        soon = timedelta(hours=1, minutes=5)
        until(lambda: all(due <= daemon.now() + soon for due in due_times(daemon)), "due times within an hour")
        assert runs(daemon) <= 3 * PROFILES
        with daemon.client() as client:
            until(lambda: is_ready(client), "being ready")
    finally:
        assert daemon.stop() == 0


def test_a_clock_two_hours_ahead_for_a_while_delays_no_run_by_more_than_its_period(tmp_path: Path) -> None:
    daemon = TurnedDaemon(tmp_path / "state")
    with_profiles(daemon, every="1m")
    try:
        daemon.turn(2 * 3600)
        until(lambda: runs(daemon) == 2 * PROFILES, "one run each after the jump")
        end_runs(daemon)
        daemon.turn(0)
        turned_back = time.monotonic()
        until(lambda: runs(daemon) > 2 * PROFILES, "a run after the clock was set right", 100)
        print(f"first run {time.monotonic() - turned_back:.0f} s after the clock was set right")
    finally:
        assert daemon.stop() == 0


def test_a_clock_that_goes_ten_years_ahead_costs_neither_memory_nor_answers(tmp_path: Path) -> None:
    daemon = TurnedDaemon(tmp_path / "state", TURNED_HOUSEKEEPING="60")
    with_profiles(daemon)
    try:
        assert daemon.process is not None
        with daemon.client() as client:
            until(lambda: is_ready(client), "being ready")
            before, longest = kibibytes("VmHWM", daemon.process.pid), 0.0
            daemon.turn(YEARS)
            ends = time.monotonic() + float(os.environ.get("CLOCK_SECONDS", "10"))
            while time.monotonic() < ends:
                asked = time.monotonic()
                client.get("/health/live").raise_for_status()
                longest = max(longest, time.monotonic() - asked)
        more = (kibibytes("VmHWM", daemon.process.pid) - before) // 1024
        print(f"longest answer {longest:.2f} s, {more} MiB more at most")
        assert more < 64
        assert runs(daemon) == 2 * PROFILES
    finally:
        assert daemon.stop() == 0


def test_a_start_after_the_clock_was_ahead_mends_the_due_times_before_it_listens(tmp_path: Path) -> None:
    daemon = TurnedDaemon(tmp_path / "state", TURNED_HOUSEKEEPING="60")
    daemon.turn(YEARS)
    with_profiles(daemon)
    assert daemon.stop() == 0
    daemon.turn(0)
    daemon.start()
    try:
        soon = timedelta(hours=1, minutes=5)
        assert all(due <= daemon.now() + soon for due in due_times(daemon))
    finally:
        assert daemon.stop() == 0


def add_sent_alert(daemon: TurnedDaemon, *, days_old: int) -> str:
    """Add an alert that was sent days ago by the right clock; 90 days later it is deleted."""
    sent_at = datetime.now(UTC) - timedelta(days=days_old)
    id = values.time_sorted_id(sent_at, days_old)
    connection = sqlite3.connect(daemon.state / "watchd.db", timeout=10)
    connection.execute(
        "INSERT INTO alerts (id, channel_name, kind, state, body, dedupe_key, created_at, sent_at) "
        "VALUES (?, 'hook', 'channel', 'sent', 'Look here.', ?, ?, ?)",
        (id, id, rfc3339(sent_at), rfc3339(sent_at)),
    )
    connection.commit()
    connection.close()
    return id


def with_channel(daemon: TurnedDaemon) -> None:
    daemon.start()
    with daemon.client() as client:
        body = {"name": "hook", "url": "webhook+https://hook.example/"}
        assert client.post("/api/v1/channels", json=body).status_code == 201


def alerts(daemon: TurnedDaemon) -> set[str]:
    return {id for (id,) in rows(daemon, "SELECT id FROM alerts")}


@pytest.mark.parametrize("restarts", [False, True], ids=["while it runs", "over a restart"])
def test_what_is_old_only_by_a_clock_ten_years_ahead_is_not_deleted(tmp_path: Path, restarts: bool) -> None:
    daemon = TurnedDaemon(tmp_path / "state")
    with_channel(daemon)
    try:
        young = add_sent_alert(daemon, days_old=0)
        add_sent_alert(daemon, days_old=200)
        until(lambda: alerts(daemon) == {young}, "the deletion under the right clock")
        until(lambda: rows(daemon, "SELECT * FROM heartbeat WHERE id = 2") != [], "the first housekeeping")
        if restarts:
            assert daemon.stop() == 0
        daemon.turn(YEARS)
        if restarts:
            daemon.start()
        old = add_sent_alert(daemon, days_old=200)
        until(lambda: old not in alerts(daemon), "the deletion under the wrong clock")
        assert alerts(daemon) == {young}
    finally:
        assert daemon.stop() == 0


def test_deletion_goes_on_after_the_clock_was_two_hours_ahead(tmp_path: Path) -> None:
    daemon = TurnedDaemon(tmp_path / "state")
    with_channel(daemon)
    try:
        for seconds in (0, 7200, 0):
            daemon.turn(seconds)
            add_sent_alert(daemon, days_old=200)
            until(lambda: alerts(daemon) == set(), "the deletion")
    finally:
        assert daemon.stop() == 0


def add_alert(daemon: TurnedDaemon, channel: str) -> None:
    """Write an alert that is due by the daemon's clock, as a run does."""
    connection = sqlite3.connect(daemon.state / "watchd.db", timeout=10)
    connection.execute(
        "INSERT INTO alerts (id, channel_name, kind, state, body, dedupe_key, created_at, due_at) "
        "VALUES ('a', ?, 'channel', 'pending', 'Look here.', 'a', ?, ?)",
        (channel, now := rfc3339(daemon.now()), now),
    )
    connection.commit()
    connection.close()


def test_a_retry_of_a_clock_that_was_ten_years_ahead_comes_within_the_hour(tmp_path: Path) -> None:
    daemon = TurnedDaemon(tmp_path / "state", WATCHD_FETCH__ALLOW_NETWORKS='["127.0.0.0/8"]')
    daemon.turn(YEARS)
    daemon.start()
    try:
        with receiver() as hook, daemon.client() as client:
            hook.answer = lambda number: (503, {}) if number == 1 else (204, {})
            body = {"name": "hook", "url": f"webhook+{hook.url}/"}
            assert client.post("/api/v1/channels", json=body).status_code == 201
            add_alert(daemon, "hook")
            paused = "SELECT paused_until FROM channels WHERE paused_until IS NOT NULL"
            until(lambda: rows(daemon, paused) != [], "the failure")
            daemon.turn(0)
            latest = rfc3339(daemon.now() + timedelta(hours=1, minutes=1))
            until(lambda: rows(daemon, paused)[0][0] <= latest, "a pause of an hour at most")
            assert len(hook.got) == 1
            daemon.turn(3700)
            until(lambda: len(hook.got) == 2, "the second try")
    finally:
        assert daemon.stop() == 0


class BusyProvider(BaseHTTPRequestHandler):
    """Search provider that asks clients to wait for ten minutes."""

    def do_GET(self) -> None:
        self.send_response(429)
        self.send_header("Retry-After", "600")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None: ...


def test_a_provider_rests_no_longer_because_the_clock_was_ten_years_ahead(tmp_path: Path) -> None:
    with HTTPServer(("127.0.0.1", 0), BusyProvider) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        place = f"http://127.0.0.1:{server.server_port}"
        daemon = TurnedDaemon(tmp_path / "state", WATCHD_PROVIDERS__SEARXNG__BASE_URL=place)
        daemon.turn(YEARS)
        daemon.start()
        try:
            with daemon.client() as client:

                def rest() -> timedelta:
                    item = client.get("/api/v1/providers/searxng").json()
                    return datetime.fromisoformat(item["resting_until"]) - daemon.now()

                client.post("/api/v1/providers/searxng/test").raise_for_status()
                assert timedelta(minutes=9) < rest() < timedelta(minutes=12)
                daemon.turn(0)
                assert timedelta(minutes=9) < rest() < timedelta(minutes=12)
                daemon.turn(300)
                assert rest() < timedelta(minutes=7)
        finally:
            assert daemon.stop() == 0
            server.shutdown()
            thread.join()


def test_after_three_days_without_it_each_profile_runs_once_spread_out(tmp_path: Path) -> None:
    daemon = TurnedDaemon(tmp_path / "state")
    with_profiles(daemon)
    assert daemon.stop() == 0
    daemon.turn(3 * 86_400)
    daemon.start()
    try:
        soon = daemon.now() + timedelta(seconds=SLOT * PROFILES)
        waiting = sorted(due for due in due_times(daemon) if due <= soon)
        assert len(waiting) >= PROFILES - 2, (
            "not all at once; on a slow machine two may have had their turn by now"
        )
        assert runs(daemon) <= PROFILES + 2
        for number, due in enumerate(waiting[2:], 2):
            assert due - waiting[0] > timedelta(seconds=(number - 1) * SLOT), "each in a slot of its own"
        daemon.turn(3 * 86_400 + SLOT * PROFILES)
        until(lambda: runs(daemon) == 2 * PROFILES, "one run each for all that was missed")
        end_runs(daemon)
        assert set(rows(daemon, "SELECT count(*) FROM runs GROUP BY profile_id")) == {(2,)}
        assert all(due > daemon.now() + timedelta(minutes=50) for due in due_times(daemon)), "once"
    finally:
        assert daemon.stop() == 0


def test_a_daemon_that_stood_still_goes_on_where_it_was(tmp_path: Path) -> None:
    daemon = TurnedDaemon(tmp_path / "state")
    with_profiles(daemon)
    try:
        with stopped(daemon):
            daemon.turn(2 * 3600)
        until(lambda: runs(daemon) == 2 * PROFILES, "one run each for two hours missed")
        with daemon.client() as client:
            until(lambda: is_ready(client), "being ready")
    finally:
        assert daemon.stop(signal.SIGTERM) == 0
