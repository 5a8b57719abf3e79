"""Tests of runs with failures: a killed process, a full disk, hanging DNS. Each run ends and reports each page once."""

import contextlib
import random
import signal
import sqlite3
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from tests.chaos.harm import full, is_ready, small_disk, until
from tests.chaos.small_site import PAGES, small_site
from tests.support import RunningDaemon, running_daemon
from watchd.model.run import Books


def environ(port: int) -> dict[str, str]:
    return {
        "WATCHD_FETCH__ALLOW_NETWORKS": '["127.0.0.0/8"]',
        "WATCHD_FETCH__PORTS": f"[{port}]",
        "WATCHD_FETCH__MIN_DELAY": "0s",
    }


def add_profile(client: httpx.Client, *urls: str) -> str:
    body = {
        "name": "Batteries",
        "query": {"text": "solid state battery"},
        "seeds": {"urls": list(urls), "providers": []},
        "schedule": {"every": "1d"},
        "report": {"min_score": 0},
    }
    answer = client.post("/api/v1/profiles", json=body)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def findings(client: httpx.Client) -> list[str]:
    items: list[dict[str, Any]] = client.get("/api/v1/findings", params={"limit": 200}).json()["items"]
    return [item["url"] for item in items]


def has_ended(client: httpx.Client, profile: str) -> bool:
    last = client.get(f"/api/v1/profiles/{profile}").json()["last_run"]
    return last is not None and last["state"] in ("finished", "stopped", "failed")


def is_reported_once(client: httpx.Client) -> None:
    found = findings(client)
    assert [url for url, count in Counter(found).items() if count > 1] == []
    assert len(found) > PAGES / 2


@pytest.mark.parametrize("kills", [4, pytest.param(200, marks=[pytest.mark.long, pytest.mark.timeout(2400)])])
def test_runs_that_are_killed_at_any_moment_end_lose_nothing_and_report_each_page_once(
    tmp_path: Path, kills: int
) -> None:
    """Start the next run when one has ended, so that kills come at the beginning, during steps and at the end."""
    chance, started = random.Random(7), 0
    with small_site() as port:
        state, profile = tmp_path / "state", ""
        for _ in range(kills):
            daemon = RunningDaemon(state, environ(port)).start()
            with daemon.client() as client:
                profile = profile or add_profile(client, f"http://127.0.0.1:{port}/1")
                if has_ended(client, profile):
                    started += client.post(f"/api/v1/profiles/{profile}/runs").status_code == 202
                time.sleep(chance.uniform(0.0, 0.8))
            daemon.stop(signal.SIGKILL)
        with running_daemon(state, environ(port)) as daemon, daemon.client() as client:
            until(lambda: has_ended(client, profile), "the end of the run", seconds=90)
            is_reported_once(client)
            assert len(findings(client)) == PAGES
        runs_are_in_order(state / "watchd.db")
    print(f"{kills} kills over {started + 1} runs")


def runs_are_in_order(database: Path) -> None:
    """Check that every run has a stop reason, and that all its energy is with agents, on pages, or spent."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        runs = connection.execute("SELECT state, stop_reason, ledger FROM runs").fetchall()
    for run_state, reason, ledger in runs:
        assert run_state in ("finished", "stopped")
        assert reason not in (None, "error")
        books = msgspec.json.decode(ledger, type=Books)
        assert books.agents + books.remnants + books.dissipated == pytest.approx(books.injected, abs=1e-6)


def test_a_run_on_a_disk_that_fills_up_goes_on_when_there_is_room_again(tmp_path: Path) -> None:
    with (
        small_site() as port,
        small_disk(tmp_path / "state", 8) as disk,
        running_daemon(disk, environ(port)) as daemon,
        daemon.client() as client,
    ):
        profile = add_profile(client, f"http://127.0.0.1:{port}/1")
        until(lambda: len(findings(client)) > 0, "the first finding")
        with full(disk):
            until(lambda: not is_ready(client), "noticing the full disk")
            assert client.get(f"/api/v1/profiles/{profile}").status_code == 200
        until(lambda: is_ready(client), "being ready again")
        until(lambda: has_ended(client, profile), "the end of the run", seconds=90)
        is_reported_once(client)


def test_names_that_cannot_be_looked_up_harm_their_own_pages_only(tmp_path: Path) -> None:
    dead = [f"http://name-{number}.invalid/" for number in range(20)]
    with (
        small_site() as port,
        running_daemon(tmp_path / "state", environ(port)) as daemon,
        daemon.client() as client,
    ):
        profile = add_profile(client, *dead, f"http://127.0.0.1:{port}/1")
        until(lambda: has_ended(client, profile), "the end of the run", seconds=90)
        is_reported_once(client)
        assert is_ready(client)
