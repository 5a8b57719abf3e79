"""Speed of the outbox: alerts per second to one webhook, in order, each marked as sent on the disk before the next one.

The peer in the same run is the sender alone: the same signed bodies to the same receiver, one after the other, without an
outbox. The time that the daemon needs to answer /health/live meanwhile shows how much of it is left for runs.
"""

import asyncio
import tempfile
import threading
import time
from datetime import UTC, datetime
from pathlib import Path

import httpx

from tests.benchmarks.table import Row, percentile, show
from tests.notify.messages import channel, finding, message
from tests.notify.receiver import Receiver, receiver
from tests.support import RunningDaemon, SeededEntropy
from tests.web.site import settings
from watchd import validation
from watchd.app.clock import SystemClock
from watchd.model import values
from watchd.model.alert import Alert
from watchd.model.page import StoredPage
from watchd.model.profile import ProfileSpec
from watchd.notify.sandboxed_sender import SandboxedSender
from watchd.notify.sender import ChannelSender
from watchd.store.database import open_database
from watchd.store.tables import Tables
from watchd.web.fetch.fetcher import WebFetcher

ALERTS = 1000
PROBES = 200


def main() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder, receiver() as hook:
        alone = asyncio.run(outbound_alone(hook))
        hook.got.clear()
        rate, idle, busy = through_the_outbox(Path(folder) / "state", hook)
    rows = [
        {"what": "the sender alone (the peer)", "figure": f"{alone:.0f} a second", "ratio": "1.00"},
        {"what": "through the outbox", "figure": f"{rate:.0f} alerts a second", "ratio": f"{rate / alone:.2f}"},
        {"what": "/health/live while idle, p50", "figure": f"{idle * 1000:.1f} ms", "ratio": "1.00"},
        {
            "what": "/health/live while sending, p50",
            "figure": f"{busy * 1000:.1f} ms",
            "ratio": f"{busy / idle:.2f}",
        },
    ]
    show(f"{ALERTS} alerts to one webhook on loopback", rows)
    return rows


async def outbound_alone(hook: Receiver) -> float:
    async with WebFetcher(settings()) as fetcher:
        sender = ChannelSender(fetcher.outbound, SandboxedSender(), SystemClock())
        there = channel(f"webhook+{hook.url}/")
        begun = time.perf_counter()
        for number in range(ALERTS):
            await sender.send(there, message(finding(number), id=f"m{number}"))
        return ALERTS / (time.perf_counter() - begun)


def through_the_outbox(state: Path, hook: Receiver) -> tuple[float, float, float]:
    daemon = RunningDaemon(state, {"WATCHD_FETCH__ALLOW_NETWORKS": '["127.0.0.0/8"]'}).start()
    with daemon.client() as client:
        client.post("/api/v1/channels", json={"name": "hook", "url": f"webhook+{hook.url}/"}).raise_for_status()
        idle = probe(client, threading.Event())
    daemon.stop()
    asyncio.run(fill(state))
    daemon.start()
    done = threading.Event()
    times: list[float] = []
    watching = threading.Thread(target=watch, args=(hook, done, times))
    watching.start()
    with daemon.client() as client:
        busy = probe(client, done)
    watching.join()
    daemon.stop()
    assert len({got.headers["webhook-id"] for got in hook.got}) == ALERTS
    return (ALERTS - 1) / (times[1] - times[0]), idle, busy


def watch(hook: Receiver, done: threading.Event, times: list[float]) -> None:
    for count in (1, ALERTS):
        while len(hook.got) < count:
            time.sleep(0.001)
        times.append(time.perf_counter())
    done.set()


def probe(client: httpx.Client, done: threading.Event) -> float:
    taken = []
    for _ in range(PROBES):
        begun = time.perf_counter()
        client.get("/health/live").raise_for_status()
        taken.append(time.perf_counter() - begun)
        if done.wait(0.01):
            break
    return percentile(taken, 0.5)


async def fill(state: Path) -> None:
    database = await open_database(state, datetime.now(UTC))
    entropy = SeededEntropy()
    spec = {
        "name": "Batteries",
        "query": {"text": "x"},
        "schedule": {"manual": True},
        "delivery": {"channels": ["hook"]},
    }

    async def write(tables: Tables) -> None:
        now = datetime.now(UTC)
        await tables.profiles.insert("p1", validation.read(ProfileSpec, spec), now)
        for number in range(ALERTS):
            page_id = await tables.pages.put(
                StoredPage(id=f"page{number}", url=f"https://news.example/{number}", host="news.example")
            )
            await tables.findings.add(finding(number, page_id=page_id, content_hash=str(number)))
            alert = Alert(
                id=values.time_sorted_id(now, entropy.bits(values.RANDOM_ID_BITS)),
                profile_id="p1",
                channel_name="hook",
                kind="findings",
                body="",
                dedupe_key=str(number),
                created_at=now,
                due_at=now,
            )
            await tables.alerts.add(alert)
            await tables.alerts.attach(alert.id, [f"f{number}"])

    await database.write(write)
    await database.close()
