"""Speed with 10,000 profiles: list, filter and page through them; start and idle time of the daemon.

The peer in the same run is the cheapest request that the daemon can answer (/health/live): the ratio is the additional
cost of the database and the profiles, on any machine.
"""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import httpx

from tests.benchmarks.table import Row, percentile, show
from tests.support import RunningDaemon, kibibytes

PROFILES = 10_000
REQUESTS = 300
IDLE_SECONDS = 10


def main() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        state = Path(folder) / "state"
        daemon = RunningDaemon(state).start()
        with daemon.client() as client:
            fill(client)
            let_the_burst_pass(client)
            peer, requests = time_requests(client)
        daemon.stop()
        started = time.perf_counter()
        daemon.start()
        start_up = time.perf_counter() - started
        idle = idle_share(daemon)
        memory = resident_mebibytes(daemon)
        daemon.stop()
    rows = [row("GET /health/live (the peer)", peer, peer), *(row(n, t, peer) for n, t in requests.items())]
    rows += [
        {"what": f"start with {PROFILES} profiles", "p50": f"{start_up:.2f} s", "p99": "", "ratio": ""},
        {"what": f"processor while idle over {IDLE_SECONDS} s", "p50": f"{idle:.2%}", "p99": "", "ratio": ""},
        {"what": "memory while idle", "p50": f"{memory:.0f} MiB", "p99": "", "ratio": ""},
    ]
    show(f"{PROFILES} profiles over the API on loopback", rows)
    return rows


def fill(client: httpx.Client) -> None:
    for batch in range(0, PROFILES, 1000):
        profiles = [
            {
                "name": f"Profile {number:05}",
                "query": {"text": f"subject {number} pilot line battery"},
                "tags": [f"tag{number % 100}"],
                "enabled": number % 10 > 0,
                "schedule": {"every": "6h"},
            }
            for number in range(batch, batch + 1000)
        ]
        client.post("/api/v1/profiles/import", json={"profiles": profiles}, timeout=120).raise_for_status()


def let_the_burst_pass(client: httpx.Client) -> None:
    """Wait until a run is queued for each profile; all are due at once."""
    while client.get("/api/v1/system").json()["counts"]["runs_queued"] < PROFILES * 9 // 10:
        time.sleep(0.5)


def time_requests(client: httpx.Client) -> tuple[list[float], dict[str, list[float]]]:
    cursor: dict[str, str] = {}

    def following() -> httpx.Response:
        response = client.get("/api/v1/profiles", params={"limit": 50, **cursor})
        cursor.clear()
        if response.json()["next"]:
            cursor["cursor"] = response.json()["next"]
        return response

    cases: dict[str, Callable[[], httpx.Response]] = {
        "list, 50 items": lambda: client.get("/api/v1/profiles"),
        "list, 200 items": lambda: client.get("/api/v1/profiles", params={"limit": 200}),
        "page through, 50 at a time": following,
        "filter by tag": lambda: client.get("/api/v1/profiles", params={"tag": "tag42"}),
        "filter by enabled": lambda: client.get("/api/v1/profiles", params={"enabled": "false"}),
        "search, many hits": lambda: client.get("/api/v1/profiles", params={"q": "battery"}),
        "search, one hit": lambda: client.get("/api/v1/profiles", params={"q": "profile 09999"}),
        "search, no hit": lambda: client.get("/api/v1/profiles", params={"q": "nothing at all"}),
    }
    first = client.get("/api/v1/profiles", params={"limit": 1}).json()["items"][0]["id"]
    cases["read one"] = lambda: client.get(f"/api/v1/profiles/{first}")
    cases["change one"] = lambda: client.patch(f"/api/v1/profiles/{first}", json={"report": {"min_score": 0.4}})
    peer = timed(lambda: client.get("/health/live"))
    return peer, {name: timed(call) for name, call in cases.items()}


def timed(call: Callable[[], httpx.Response]) -> list[float]:
    seconds = []
    for _ in range(REQUESTS):
        begun = time.perf_counter()
        call().raise_for_status()
        seconds.append(time.perf_counter() - begun)
    return seconds


def row(name: str, seconds: list[float], peer: list[float]) -> Row:
    half, most = percentile(seconds, 0.5), percentile(seconds, 0.99)
    ratio = half / percentile(peer, 0.5)
    return {
        "what": name,
        "p50": f"{half * 1000:.1f} ms",
        "p99": f"{most * 1000:.1f} ms",
        "ratio": f"{ratio:.1f}",
    }


def idle_share(daemon: RunningDaemon) -> float:
    time.sleep(2)
    before = daemon.cpu_seconds()
    time.sleep(IDLE_SECONDS)
    return (daemon.cpu_seconds() - before) / IDLE_SECONDS


def resident_mebibytes(daemon: RunningDaemon) -> float:
    assert daemon.process is not None
    return kibibytes("VmRSS", daemon.process.pid) / 1024


if __name__ == "__main__":
    main()
