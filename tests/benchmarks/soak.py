"""Soak test: full load for half an hour with twenty profiles, fifty hosts and fifty API requests a second.

`python -m tests.benchmarks.soak [--minutes 30]`, or `make bench ONLY=soak`. It uses a real daemon with the default
settings, except that loopback is allowed. The web and the clients of the API are separate processes. The samples are
kept in build/soak.json. It exits with 1 when a goal is missed.
"""

import argparse
import contextlib
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec

from demo import interrupt
from tests.benchmarks import soak_report
from tests.benchmarks.soak_report import Sample
from tests.benchmarks.soak_web import HOSTS, SUBJECTS, TOPICS
from tests.benchmarks.table import Row, show
from tests.support import ROOT, RunningDaemon, kibibytes

MINUTES = 30.0
PROFILES = 20
REQUESTS_PER_SECOND = 50
SAMPLE_SECONDS = 5.0
LOOK_SECONDS = 0.5  # between two checks for a signal
STRATEGIES = ("energy", "infospiders", "myspiders", "best_first", "genetic", "breadth_first")
LAST_ANSWERS_SECONDS = 150.0  # for requests and streams that are active at the end


def main(minutes: float = MINUTES) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder, web() as port:
        daemon = RunningDaemon(Path(folder) / "state", environ(port)).start()
        try:
            with daemon.client() as api:
                prepare(api, port)
                samples, clients = watched(daemon, api, minutes * 60)
                done = work_done(api, port)
        finally:
            ended_in = stop(daemon)
        troubles = [line for line in daemon.log() if line.get("level") in ("error", "critical")]
    for line in troubles:
        print(json.dumps(line))
    keep(samples, clients)
    return report(samples, clients, done, {"seconds to stop": ended_in, "errors in the log": len(troubles)})


@contextlib.contextmanager
def web() -> Iterator[int]:
    """Run the hosts and the receiver of webhooks, and yield their port."""
    command = [sys.executable, "-m", "tests.benchmarks.soak_web"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT)
    try:
        assert process.stdout is not None
        yield int(process.stdout.readline())
    finally:
        process.kill()  # it keeps nothing
        process.communicate()


def environ(port: int) -> dict[str, str]:
    return {
        "WATCHD_FETCH__ALLOW_NETWORKS": '["127.0.0.0/8"]',
        "WATCHD_FETCH__PORTS": f"[{port}]",
    }


def prepare(api: httpx.Client, port: int) -> None:
    """Store a channel, and profiles that are due again as soon as a run has ended."""
    hook = {"name": "hook", "url": f"webhook+http://{HOSTS[0]}:{port}/hook"}
    api.post("/api/v1/channels", json=hook).raise_for_status()
    for number in range(PROFILES):
        topic = number % TOPICS
        fronts = [f"http://{HOSTS[topic + TOPICS * step]}:{port}" for step in range(5)]
        profile = {
            "name": f"Profile {number}",
            "query": {"text": " ".join(SUBJECTS[topic][number // TOPICS * 3 :][:4]), "languages": ["en"]},
            "seeds": {"urls": fronts[:2], "feeds": [f"{fronts[2]}/feed.xml"], "providers": []},
            "schedule": {"every": "5s"},
            "budget": {"pages": 80, "seconds": 60},
            "strategy": {"name": STRATEGIES[number % len(STRATEGIES)]},
            "report": {"kinds": ["new", "changed", "gone"], "min_score": 0.2},
            "delivery": {"channels": ["hook"], "max_per_day": 10_000},
        }
        api.post("/api/v1/profiles", json=profile).raise_for_status()


def watched(daemon: RunningDaemon, api: httpx.Client, seconds: float) -> tuple[list[Sample], dict[str, Any]]:
    """Take samples while the clients send requests; return them with the report of the clients."""
    command = [sys.executable, "-m", "tests.benchmarks.soak_clients"]
    arguments = [daemon.address, str(seconds), str(REQUESTS_PER_SECOND)]
    asking = subprocess.Popen(
        [*command, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, text=True
    )
    assert asking.stdin is not None
    try:
        asking.stdin.write(f"{daemon.token()}\n")
        asking.stdin.flush()
        samples = list(sampled(daemon, asking, api, seconds))
        return samples, json.loads(last_words(asking))
    finally:
        if asking.poll() is None:
            asking.kill()
            asking.wait()


def last_words(asking: subprocess.Popen[str]) -> str:
    until = time.monotonic() + LAST_ANSWERS_SECONDS
    while True:
        interrupt.check()
        try:
            return asking.communicate(timeout=LOOK_SECONDS)[0]
        except subprocess.TimeoutExpired:
            if time.monotonic() > until:
                raise


def rest(until: float) -> None:
    """Wait, unless a signal has arrived; in that case an exception ends everything that was started."""
    while True:
        interrupt.check()
        left = until - time.monotonic()
        if left <= 0:
            return
        time.sleep(min(left, LOOK_SECONDS))


def sampled(
    daemon: RunningDaemon, asking: subprocess.Popen[str], api: httpx.Client, seconds: float
) -> Iterator[Sample]:
    begun = time.monotonic()
    shown = tasks = 0
    while (now := time.monotonic() - begun) < seconds:
        assert daemon.process is not None
        if daemon.process.poll() is not None:
            raise SystemExit(f"the daemon has ended by itself:\n{daemon.log_file.read_text()[-3000:]}")
        if asking.poll() not in (None, 0):
            raise SystemExit("the clients of the API have ended too early")
        with contextlib.suppress(httpx.HTTPError):  # a daemon that is too busy to answer is still sampled
            tasks = round(metric(api, "watchd_tasks"))
        sample = sample_of(daemon, tasks, now)
        yield sample
        if now >= shown * 60:
            shown += 1
            print(
                f"{now / 60:5.1f} min  {sample.daemon_bytes / 2**20:.0f} + {sample.children_bytes / 2**20:.0f} MiB  "
                f"{sample.files} files  {sample.threads} threads  {sample.tasks} tasks  "
                f"database {sample.database_bytes / 2**20:.0f} MiB",
                flush=True,
            )
        rest(begun + now + SAMPLE_SECONDS)


def sample_of(daemon: RunningDaemon, tasks: int, second: float) -> Sample:
    assert daemon.process is not None
    pid = daemon.process.pid
    children = descendants(pid)
    return Sample(
        second=second,
        daemon_bytes=resident(pid),
        children_bytes=sum(resident(child) for child in children),
        files=sum(open_files(one) for one in (pid, *children)),
        threads=entries(Path(f"/proc/{pid}/task")),
        tasks=tasks,
        database_bytes=sum(file.stat().st_size for file in daemon.state.glob("watchd.db*")),
        cpu_seconds=daemon.cpu_seconds(),
    )


def descendants(pid: int) -> list[int]:
    found: list[int] = []
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in file.read_text().split():
                found += [int(child), *descendants(int(child))]
    return found


def resident(pid: int) -> int:
    with contextlib.suppress(OSError, IndexError):  # it has ended meanwhile, so it has no memory
        return kibibytes("VmRSS", pid) * 1024
    return 0


def open_files(pid: int) -> int:
    return entries(Path(f"/proc/{pid}/fd"))


def entries(folder: Path) -> int:
    """Return the count; 0 for a child that has ended meanwhile or that cannot be read."""
    with contextlib.suppress(OSError):
        return sum(1 for _ in folder.iterdir())
    return 0


def metric(api: httpx.Client, name: str) -> float:
    """Return the sum over all labels."""
    lines = api.get("/metrics").text.splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith((f"{name} ", f"{name}{{")))


def work_done(api: httpx.Client, port: int) -> dict[str, Any]:
    counted = httpx.get(f"http://{HOSTS[0]}:{port}/counted", trust_env=False).json()
    return {
        "requests to hosts": counted["pages"],
        "runs ended": round(metric(api, "watchd_runs_ended_total")),
        "runs failed": round(metric(api, 'watchd_runs_ended_total{reason="error"}')),
        "alerts delivered": counted["alerts"],
        "alerts delivered twice": counted["alerts"] - counted["different"],
        "alerts given up": round(metric(api, "watchd_alerts_failed_total")),
    }


def stop(daemon: RunningDaemon) -> float:
    """Stop the daemon and return the seconds that it took; a daemon that does not end in time is killed."""
    begun = time.monotonic()
    try:
        daemon.stop()
    except subprocess.TimeoutExpired:
        assert daemon.process is not None
        daemon.process.kill()
        daemon.process.wait()
    return round(time.monotonic() - begun, 1)


def keep(samples: list[Sample], clients: dict[str, Any]) -> None:
    file = ROOT / "build" / "soak.json"
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(msgspec.json.encode({"samples": samples, "clients": clients}))


def report(
    samples: list[Sample], clients: dict[str, Any], done: dict[str, Any], ending: dict[str, Any]
) -> list[Row]:
    length = samples[-1].second - samples[0].second
    share = (samples[-1].cpu_seconds - samples[0].cpu_seconds) / length
    facts = {
        "processor used by the daemon's own process": f"{share:.0%} of one core",
        "API requests": clients["requests"],
        "runs followed, events seen": f"{clients['streams']}, {clients['events']}",
        "failed requests": ", ".join(f"{what} × {count}" for what, count in clients["failures"].items())
        or "none",
        **done,
        **ending,
    }
    latencies = {
        "all": clients["all"],
        **clients["kinds"],
        "(lateness of the client itself)": clients["lateness"],
    }
    over_time, verdicts = soak_report.over_time(samples), soak_report.verdicts(samples, clients)
    verdicts.append(
        soak_report.verdict("runs: none failed", str(done["runs failed"]), done["runs failed"] == 0)
    )
    show(f"{length / 60:.0f} minutes, {PROFILES} profiles, {len(HOSTS)} hosts", over_time)
    show(f"API, {REQUESTS_PER_SECOND} requests/s", [latency_row(name, one) for name, one in latencies.items()])
    show("What was done", [{"what": name, "": value} for name, value in facts.items()])
    show("Goals", verdicts)
    return [*over_time, *verdicts]


def latency_row(name: str, latency: dict[str, float]) -> Row:
    times = {key: f"{latency[key] * 1000:.1f} ms" for key in ("p50", "p99", "max")}
    return {"request": name, "count": round(latency["count"]), **times}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Full load for a while: what grows, what leaks, who waits?")
    parser.add_argument("--minutes", type=float, default=MINUTES)
    chosen = parser.parse_args()
    interrupt.listen()
    try:
        rows = main(chosen.minutes)
    except interrupt.Interrupted:
        sys.exit("stopped")
    sys.exit(any(row.get("verdict") == "MISSED" for row in rows))
