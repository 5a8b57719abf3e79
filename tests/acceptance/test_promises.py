"""Tests that what the real daemon promised a host still holds after it ends in any way."""

import signal
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.test_alerts import run
from tests.acceptance.web_in_thread import site_in_thread
from tests.chaos.harm import until
from tests.support import RunningDaemon
from tests.web.poisons import PAGES
from tests.web.site import Answer

ENVIRON = {"WATCHD_FETCH__ALLOW_NETWORKS": '["127.0.0.0/8"]', "WATCHD_FETCH__MIN_DELAY": "0s"}


def written(daemon: RunningDaemon, table: str) -> list[Any]:
    connection = sqlite3.connect(daemon.state / "watchd.db", timeout=10)
    try:
        return connection.execute(f"SELECT * FROM {table}").fetchall()
    finally:
        connection.close()


def add_profile(daemon: RunningDaemon, url: str) -> str:
    body = {
        "name": "Batteries",
        "query": {"text": "solid state battery"},
        "seeds": {"urls": [url], "providers": []},
        "schedule": {"manual": True},
    }
    with daemon.client() as client:
        return str(client.post("/api/v1/profiles", json=body).raise_for_status().json()["id"])


def run_again(daemon: RunningDaemon, profile_id: str) -> None:
    with daemon.client() as client:
        run(client, profile_id)


@pytest.mark.slow
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_a_host_that_asked_for_an_hour_is_not_asked_again_after_a_restart(
    tmp_path: Path, end: signal.Signals
) -> None:
    daemon = RunningDaemon(tmp_path / "state", ENVIRON).start()
    try:
        with site_in_thread() as site:
            site.pages["/page"] = Answer(b"", 429, {"Retry-After": "3600"})
            profile_id = add_profile(daemon, site.url("/page"))
            run_again(daemon, profile_id)
            assert site.paths() == ["/robots.txt", "/page"]
            if end == signal.SIGKILL:
                until(lambda: written(daemon, "hosts") != [], "the promise on the disk", seconds=10)
            daemon.stop(end)
            daemon.start()
            run_again(daemon, profile_id)
            assert site.paths() == ["/robots.txt", "/page"]
    finally:
        assert daemon.stop() == 0


@pytest.mark.slow
def test_a_page_that_ended_its_reader_does_so_once_and_not_again_after_a_restart(tmp_path: Path) -> None:
    daemon = RunningDaemon(tmp_path / "state", ENVIRON).start()
    try:
        with site_in_thread() as site:
            site.pages["/page"] = Answer(PAGES["150k attributes"]())
            profile_id = add_profile(daemon, site.url("/page"))
            run_again(daemon, profile_id)
            assert daemon.stop() == 0
            [entry] = written(daemon, "quarantine")
            daemon.start()
            run_again(daemon, profile_id)
            assert site.page_paths() == ["/page", "/page"]
    finally:
        assert daemon.stop() == 0
    assert written(daemon, "quarantine") == [entry]  # a second read would have made the quarantine longer
