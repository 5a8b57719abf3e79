"""Tests of runs of the real daemon, from outside: found, followed, and killed at random moments.

WATCHD_KILLS says how often the daemon is killed; `make test-chaos` sets 200.
"""

import os
import random
import signal
import sqlite3
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.acceptance.web_in_thread import site_in_thread
from tests.flow.small_web import OFF_TOPIC, ON_TOPIC, SmallWeb, battery_web, spec
from tests.support import RunningDaemon
from tests.web.site import Site

KILLS = int(os.environ.get("WATCHD_KILLS", "6"))
OPEN = {
    "WATCHD_FETCH__ALLOW_NETWORKS": '["127.0.0.0/8"]',
    "WATCHD_FETCH__MIN_DELAY": "0s",
    "WATCHD_FETCH__CONTACT": "mailto:ops@example.org",
}


def environ(site: Site) -> dict[str, str]:
    return {**OPEN, "WATCHD_FETCH__PORTS": f"[80, {site.port}]"}


def ended(client: httpx.Client, run_id: str, timeout: float = 60) -> dict[str, Any]:
    deadline = time.monotonic() + timeout
    while time.monotonic() < deadline:
        run: dict[str, Any] = client.get(f"/api/v1/runs/{run_id}").json()
        if run["ended_at"]:
            return run
        time.sleep(0.1)
    raise AssertionError(f"The run did not end: {run}")


def test_a_profile_runs_and_can_be_followed_live(tmp_path: Path) -> None:
    with site_in_thread() as site:
        web = battery_web(site)
        daemon = RunningDaemon(tmp_path / "state", environ(site)).start()
        try:
            with daemon.client() as client:
                created = client.post("/api/v1/profiles", json=spec(web)).json()
                run = client.post(f"/api/v1/profiles/{created['id']}/runs").json()
                with client.stream("GET", f"/api/v1/runs/{run['id']}/events") as stream:
                    kinds = [line[7:] for line in stream.iter_lines() if line.startswith("event: ")]
                assert kinds.count("visit") == 7
                assert kinds.count("finding") == 3
                assert kinds[-1] == "done"
                assert ended(client, run["id"])["stop_reason"] == "exhausted"
                findings = client.get(f"/api/v1/profiles/{created['id']}/findings").json()["items"]
                assert len(findings) == 3
                assert client.get(f"/api/v1/profiles/{created['id']}").json()["counts"]["findings"] == 3
        finally:
            assert daemon.stop() == 0


def large_web(site: Site) -> SmallWeb:
    """Return a site of sixty pages; every third page is relevant."""
    web, chance = SmallWeb(site), random.Random(3)
    names = [f"page{n}" for n in range(60)]
    for n, name in enumerate(names):
        text = [*ON_TOPIC, f"Line {n} is at work."] if n % 3 == 0 else OFF_TOPIC
        following = names[n + 1 : n + 3]
        web.put(name, text, [*following, *chance.sample(names, 3)])
    web.put("start", OFF_TOPIC, names[:2])
    return web


@pytest.mark.timeout(60 + 20 * KILLS)
def test_killed_at_random_moments_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    chance = random.Random(os.environ.get("WATCHD_CHAOS_SEED", "5"))
    with site_in_thread() as site:
        web = large_web(site)
        daemon = RunningDaemon(tmp_path / "state", environ(site)).start()
        with daemon.client() as client:
            written = spec(web, schedule={"every": "2s"}, budget={"pages": 30, "seconds": 60, "megabytes": 50})
            profile_id = client.post("/api/v1/profiles", json=written).json()["id"]
        for _ in range(KILLS):
            time.sleep(chance.uniform(0.0, 1.5))
            daemon.stop(signal.SIGKILL)
            daemon.start()
        with daemon.client() as client:
            relevant = {web.url(f"page{n}") for n in range(0, 60, 3)}
            deadline = time.monotonic() + 60
            while time.monotonic() < deadline:
                listed = client.get(f"/api/v1/profiles/{profile_id}/findings?limit=200").json()["items"]
                if {f["url"] for f in listed} >= relevant:
                    break
                time.sleep(0.3)
            client.patch(f"/api/v1/profiles/{profile_id}", json={"enabled": False})
            for run in client.get("/api/v1/runs?state=running").json()["items"]:
                ended(client, run["id"])
        assert daemon.stop() == 0
    assert sorted(f["url"] for f in listed) == sorted(relevant)  # all of them, each once
    check_books(tmp_path / "state" / "watchd.db")


def check_books(file: Path) -> None:
    """Check that every run has a stop reason, a balanced ledger, and agents that agree with it."""
    database = sqlite3.connect(file)
    database.row_factory = sqlite3.Row
    runs = database.execute(
        """SELECT id, state, stop_reason, json_extract(ledger, '$.injected') AS injected,
                  json_extract(ledger, '$.dissipated') AS dissipated, json_extract(ledger, '$.agents') AS agents,
                  json_extract(ledger, '$.remnants') AS remnants
             FROM runs WHERE state <> 'queued' AND ledger <> '{}'"""
    ).fetchall()
    assert runs
    for run in runs:
        assert run["stop_reason"], dict(run)
        assert run["agents"] + run["remnants"] + run["dissipated"] == pytest.approx(run["injected"], abs=1e-9)
        (held,) = database.execute("SELECT sum(energy) FROM agents WHERE run_id = ?", [run["id"]]).fetchone()
        assert held == pytest.approx(run["agents"], abs=1e-9)
        first, last, count = database.execute(
            "SELECT min(number), max(number), count(*) FROM run_events WHERE run_id = ?", [run["id"]]
        ).fetchone()
        assert (first, last) == (1, count)
        twice = database.execute(
            """SELECT json_extract(body, '$.url') AS url FROM run_events
                WHERE run_id = ? AND kind = 'visit' AND json_extract(body, '$.first')
                  AND json_extract(body, '$.readable')
                GROUP BY url HAVING count(*) > 1""",
            [run["id"]],
        ).fetchall()
        assert not twice
    database.close()
