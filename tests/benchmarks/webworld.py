"""Findings, delay and politeness of a real daemon on a simulated live web with a judge, beside a poller.

    python -m tests.benchmarks.webworld FOLDER [WORLD …] [--every 30s] [--pages N] [--seconds N]

FOLDER has the simulator `webworld` (its README says how to install it). A WORLD is the name of one of its own or of
`worlds/` beside this file. Each starts with its clock stopped. The daemon gets one profile per topic over REST, with the
query, the seeds and a webhook of the world's brief, a cadence that fits a world of minutes, and nothing else. When the
world has ended, its judge reads what was delivered and the access log of every server.

The poller beside it is computed, and better than any real one: it knows every page of the world from the start, sends as
many requests as the daemon, evenly to all of them, and recognises every event at its first visit.
"""

import argparse
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from msgspec import Struct

from tests.support import RunningDaemon

TRIES = 2000  # of the poller's phase, per event


class Pace(Struct, frozen=True):
    """Cadence of the profiles and max pages of a run; None: the default."""

    every: str
    pages: int | None


def profile(topic: dict[str, Any], seeds: list[str], channel: str, pace: Pace) -> dict[str, Any]:
    return {
        "name": topic["name"],
        "query": {"text": topic["query"], "languages": [topic["lang"]]},
        "seeds": {"urls": seeds},
        "schedule": {"every": pace.every},
        "budget": {"pages": pace.pages} if pace.pages else {},
        "delivery": {"channels": [channel], "max_per_day": 10_000},
    }


def run_world(
    folder: Path, python: str, world: str, pace: Pace, seconds: float | None, out: Path
) -> dict[str, Any]:
    """Start the world and the daemon, wait until the world has ended, and return the report of its judge."""
    command = [python, "-m", "webworld", "run", str(_file(folder, world)), "--out", str(out), "--hold"]
    environ = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    with (out.parent / f"{world}.log").open("wb") as log:
        simulator = subprocess.Popen(command, cwd=folder, env=environ, stdout=log, stderr=log)
    try:
        brief = _brief(out, simulator)
        base = brief["search"].rpartition("/search")[0]
        daemon = RunningDaemon(out.parent / f"state-{world}", _environ(base)).start()
        try:
            _store_profiles(daemon, brief, pace)
            urllib.request.urlopen(urllib.request.Request(f"{base}/control/start", method="POST")).close()
            _wait(simulator, seconds)
        finally:
            daemon.stop()
    finally:
        if simulator.poll() is None:
            simulator.send_signal(signal.SIGINT)
        simulator.wait(30)
    judged = subprocess.run(
        [python, "-m", "webworld", "judge", str(out)],
        cwd=folder,
        env=environ,
        capture_output=True,
        check=True,
    )
    report: dict[str, Any] = json.loads(judged.stdout)
    return report


def poller(out: Path, requests: int) -> float:
    """Return the median delay of a poller that sends as many requests in turn to all pages of the world."""
    rows = [json.loads(line) for line in (out / "truth.jsonl").read_text().splitlines()]
    access = [json.loads(line) for line in (out / "access.jsonl").read_text().splitlines()]
    lasted = max(row["t"] for row in access)
    pages = len({row["page"] for row in access if row["page"]})
    period = pages / (requests / lasted)
    events = [row for row in rows[1:] if row.get("expect")]
    chance = random.Random(1)
    delays = [chance.uniform(0.0, period) for _ in events for _ in range(TRIES)]
    return statistics.median(delays)


def _file(folder: Path, world: str) -> Path:
    """Return the file of a world, of the simulator or beside this file."""
    own = Path(__file__).parent / "worlds" / f"{world}.toml"
    return own if own.exists() else folder / "worlds" / f"{world}.toml"


def _brief(out: Path, simulator: subprocess.Popen[bytes]) -> dict[str, Any]:
    while not (out / "brief.json").exists():
        if simulator.poll() is not None:
            raise SystemExit("The simulator did not start; its log says why.")
        time.sleep(0.2)
    time.sleep(1)
    brief: dict[str, Any] = json.loads((out / "brief.json").read_text())
    return brief


def _environ(search: str) -> dict[str, str]:
    return {
        "WATCHD_FETCH__ALLOW_NETWORKS": '["127.0.0.0/8"]',
        "WATCHD_FETCH__MIN_DELAY": "0.05s",
        "WATCHD_FETCH__PORTS": "[80, 443, 8100, 8180]",
        "WATCHD_FETCH__CONTACT": "mailto:ops@example.org",
        "WATCHD_PROVIDERS__SEARXNG__BASE_URL": search,
    }


def _store_profiles(daemon: RunningDaemon, brief: dict[str, Any], pace: Pace) -> None:
    with daemon.client() as client:
        for topic in brief["topics"]:
            channel = {"name": topic["name"].lower(), "url": f"webhook+{topic['webhook']}"}
            client.post("/api/v1/channels", json=channel).raise_for_status()
            body = profile(topic, brief["seeds"], channel["name"], pace)
            client.post("/api/v1/profiles", json=body).raise_for_status()


def _wait(simulator: subprocess.Popen[bytes], seconds: float | None) -> None:
    try:
        simulator.wait(seconds)
    except subprocess.TimeoutExpired:
        return


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("worlds", nargs="*", default=["calm", "rough"])
    parser.add_argument(
        "--python", default=sys.executable, help="The Python that has the simulator's libraries."
    )
    parser.add_argument("--every", default="30s", help="The cadence of the profiles.")
    parser.add_argument("--pages", type=int, help="The budget of a run, instead of the default.")
    parser.add_argument("--seconds", type=float, help="End a world early.")
    parser.add_argument("--out", type=Path, help="Keep the files of the worlds here.")
    asked = parser.parse_args()
    out = asked.out or Path(tempfile.mkdtemp(prefix="watchd-webworld-"))
    out.mkdir(parents=True, exist_ok=True)
    print(
        "| world | recall | precision | violations | median s | poller's median s | requests | requests per event |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for world in asked.worlds:
        pace = Pace(asked.every, asked.pages)
        report = run_world(asked.folder, asked.python, world, pace, asked.seconds, out / world)
        (out / f"{world}.json").write_text(json.dumps(report, indent=1))
        found, effort = report["detection"], report["effort"]
        other = poller(out / world, effort["requests"])
        median = found["time_to_detection_p50"]
        print(
            f"| {world} | {found['detected']} of {found['expected']} | {found['precision']} | "
            f"{report['politeness']['violations']} | {median} | {other:.1f} | {effort['requests']} | "
            f"{effort['fetches_per_detected_event']} |"
        )
    print(f"\nAll figures: {out}/WORLD.json")


if __name__ == "__main__":
    main()
