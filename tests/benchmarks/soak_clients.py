"""Clients of the soak: fifty requests a second, also when the daemon is too slow.

`python -m tests.benchmarks.soak_clients ADDRESS SECONDS RATE` reads the token from its input and prints the results as
JSON. The loop is open: request n is sent at its time, even when earlier ones have no answer yet, and its latency counts
from that time. So a pause of one second in the daemon counts for all clients that had to wait, as in real use.
"""

import asyncio
import json
import sys
import time
from collections import Counter, defaultdict
from random import Random
from typing import Any

import httpx
import uvloop

from tests.benchmarks.soak_web import SUBJECTS
from tests.benchmarks.table import percentile

STREAM_EVERY = 10.0  # seconds between two clients that begin to follow a run
STREAM_SECONDS = 30.0  # seconds that each of them stays
REQUEST_TIMEOUT_SECONDS = 30.0  # after it a request counts as failed
# Requests with their relative frequency: mostly reads, like dashboards and scripts.
MIX = {
    "profiles": 8,
    "profile": 10,
    "model": 1,
    "findings": 10,
    "findings of a profile": 6,
    "finding": 8,
    "diff": 2,
    "changes": 4,
    "runs": 6,
    "run": 8,
    "timeline": 2,
    "agents": 2,
    "results": 2,
    "portal search": 8,
    "alerts": 4,
    "system": 2,
    "metrics": 2,
    "ready": 3,
    "change a profile": 4,
    "mark as read": 4,
    "verdict": 2,
    "start a run": 2,
}


class Client:
    """Client that sends random requests and keeps ids from the lists that it has read."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self._http = http
        self._chance = Random(5)
        self._ids: defaultdict[str, list[str]] = defaultdict(list)
        self.seconds: defaultdict[str, list[float]] = defaultdict(list)
        self.statuses: Counter[int] = Counter()
        self.failures: Counter[str] = Counter()
        self.lateness: list[float] = []  # of this process itself, to distinguish its delays from the daemon's
        self.streams = self.events = 0

    async def once(self, due: float) -> None:
        self.lateness.append(time.monotonic() - due)
        kind = self._chance.choices(list(MIX), list(MIX.values()))[0]
        method, path, body = self._request(kind)
        try:
            answer = await self._http.request(method, path, json=body)
        except httpx.HTTPError as trouble:
            self.failures[f"{kind}: {type(trouble).__name__}"] += 1
            self.seconds[kind].append(REQUEST_TIMEOUT_SECONDS)
            return
        self.seconds[kind].append(time.monotonic() - due)
        self.statuses[answer.status_code] += 1
        if answer.status_code >= 500:
            self.failures[f"{kind}: {answer.status_code}"] += 1
        if kind in ("profiles", "runs", "findings") and answer.status_code == 200:
            self._ids[kind] = [item["id"] for item in answer.json()["items"]]

    async def follow(self) -> None:
        """Follow a run for a while, and disconnect before its end."""
        self.streams += 1
        try:
            async with (
                asyncio.timeout(STREAM_SECONDS),
                self._http.stream("GET", f"/api/v1/runs/{self._one('runs')}/events") as answer,
            ):
                async for line in answer.aiter_lines():
                    self.events += line.startswith("event:")
        except TimeoutError:
            pass
        except httpx.HTTPError as trouble:
            self.failures[f"events: {type(trouble).__name__}"] += 1

    def _one(self, kind: str) -> str:
        return self._chance.choice(self._ids[kind]) if self._ids[kind] else "none"

    def _request(self, kind: str) -> tuple[str, str, Any]:
        profile, finding, run = self._one("profiles"), self._one("findings"), self._one("runs")
        match kind:
            case "change a profile":
                tags = [f"tag{self._chance.randrange(5)}"]
                return "PATCH", f"/api/v1/profiles/{profile}", {"tags": tags}
            case "mark as read":
                return "PATCH", f"/api/v1/findings/{finding}", {"state": "read"}
            case "verdict":
                verdict = self._chance.choice(["relevant", "irrelevant", "neutral"])
                return "POST", f"/api/v1/findings/{finding}/feedback", {"verdict": verdict}
            case "start a run":
                return "POST", f"/api/v1/profiles/{profile}/runs", None
            case "portal search":
                words = self._chance.sample(self._chance.choice(SUBJECTS), 2)
                return "GET", f"/api/v1/portal/search?q={'+'.join(words)}", None
        paths = {
            "profiles": "/api/v1/profiles",
            "profile": f"/api/v1/profiles/{profile}",
            "model": f"/api/v1/profiles/{profile}/model",
            "findings": "/api/v1/findings",
            "findings of a profile": f"/api/v1/profiles/{profile}/findings",
            "finding": f"/api/v1/findings/{finding}",
            "diff": f"/api/v1/findings/{finding}/diff",
            "changes": "/api/v1/changes",
            "runs": "/api/v1/runs",
            "run": f"/api/v1/runs/{run}",
            "timeline": f"/api/v1/runs/{run}/timeline",
            "agents": f"/api/v1/runs/{run}/agents",
            "results": f"/api/v1/runs/{run}/results",
            "alerts": "/api/v1/alerts",
            "system": "/api/v1/system",
            "metrics": "/metrics",
            "ready": "/health/ready",
        }
        return "GET", paths[kind], None

    def report(self) -> dict[str, Any]:
        everything = [one for some in self.seconds.values() for one in some]
        return {
            "requests": len(everything),
            "statuses": dict(self.statuses),
            "failures": dict(self.failures),
            "all": _latency(everything),
            "kinds": {kind: _latency(some) for kind, some in sorted(self.seconds.items())},
            "lateness": _latency(self.lateness),
            "streams": self.streams,
            "events": self.events,
        }


def _latency(seconds: list[float]) -> dict[str, float]:
    if not seconds:
        return {"count": 0, "p50": 0.0, "p99": 0.0, "max": 0.0}
    p50, p99 = percentile(seconds, 0.5), percentile(seconds, 0.99)
    return {"count": len(seconds), "p50": p50, "p99": p99, "max": max(seconds)}


async def ask(address: str, token: str, seconds: float, rate: float) -> dict[str, Any]:
    limits = httpx.Limits(max_connections=200, max_keepalive_connections=50)
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(
        base_url=address, headers=headers, limits=limits, timeout=REQUEST_TIMEOUT_SECONDS, trust_env=False
    ) as http:
        client = Client(http)
        begun = time.monotonic()
        tasks: set[asyncio.Task[None]] = set()
        for number in range(int(seconds * rate)):
            due = begun + number / rate
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            if time.monotonic() > begun + seconds + 1.0:  # this machine cannot send at this rate
                client.failures["not sent in time"] = int(seconds * rate) - number
                break
            tasks.add(asyncio.create_task(client.once(due)))
            if number % int(STREAM_EVERY * rate) == int(rate):
                tasks.add(asyncio.create_task(client.follow()))
            tasks = {task for task in tasks if not task.done()} if number % 50 == 0 else tasks
        await asyncio.gather(*tasks)
        return client.report()


if __name__ == "__main__":
    print(
        json.dumps(
            uvloop.run(ask(sys.argv[1], sys.stdin.readline().strip(), float(sys.argv[2]), float(sys.argv[3])))
        )
    )
