"""CPU cost of the store: two versions of watchd measured in turns, each in a process of its own.

python -m tests.benchmarks.transactions BEFORE AFTER [ROUNDS]

BEFORE and AFTER are folders with a checkout of watchd and its .venv, such as `git worktree add` and `make setup` make. This
file measures both, so it may use only what both have. CPU time is that of all threads of the process; the children that
extract are not counted. `on loopback` is real HTTP on the web of `soak_web.py`; `on paper` is the web of `days.py`, without
network and HTML, so the share of the store is larger than in a daemon. Runs, alerts, portal and database file are real.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before numpy: its threads spin and would be counted

import httpx
from msgspec.structs import replace as replace_fields

from tests.benchmarks import days, outbox, soak, soak_web
from tests.benchmarks.table import Row, percentile, show
from tests.conftest import token_text
from tests.flow import small_web
from tests.notify.messages import channel
from tests.support import MONDAY, HandWoundClock, IdleRunner, RecordingSender, SeededEntropy
from watchd import validation
from watchd.api.app import build
from watchd.api.services import Services
from watchd.api.settings import ServerSettings
from watchd.app.clock import SystemClock
from watchd.flow.alerts.planner import ChannelAlertPlanner
from watchd.flow.alerts.signed_links import SignedLinks
from watchd.flow.run.control import RunNotifier
from watchd.flow.run.environment import RunEnvironment
from watchd.flow.seeds.provider_setup import ProviderSetup
from watchd.flow.seeds.search_providers import SearchProviders
from watchd.flow.upkeep.contact import Contact
from watchd.flow.upkeep.portal_feed import PortalFeed
from watchd.model.profile import Profile, ProfileSpec
from watchd.store.database import Database, open_database

ROUNDS = 7
PROFILES, RUNS_AT_ONCE = 40, 8
REQUESTS, READS, ALERTS = 400, 2000, 500
PATHS = (
    "/api/v1/profiles?limit=20",
    "/api/v1/profiles/p003",
    "/api/v1/findings?limit=20",
    "/api/v1/runs?limit=20",
)

Figures = dict[str, float]


async def measure() -> Figures:
    """Return all figures of the watchd that this process has imported."""
    figures = await _on_loopback()
    web, clock = days.PaperWeb(1), HandWoundClock(MONDAY)
    async with days.opened(web, clock) as (plain, store):
        profiles = [await days.store_profile(store, web, n, clock) for n in range(PROFILES)]
        figures |= _named("on paper", await _runs(_with_alerts(plain), store, profiles))
        figures |= await _reads(store, clock)
    return figures | await _alerts()


async def _on_loopback() -> Figures:
    """Real HTTP and real extraction. The web and the extracting children are other processes, which are not counted."""
    with tempfile.TemporaryDirectory() as folder, soak.web() as port:
        store = await open_database(Path(folder), datetime.now(UTC))
        async with small_web.world(store, SystemClock(), ports=[port]) as plain:
            profiles = [await _store_profile(store, port, number) for number in range(PROFILES)]
            figures = _named("on loopback", await _runs(_with_alerts(plain), store, profiles))
        await store.close()
    return figures


def _named(web: str, figures: Figures) -> Figures:
    return {f"{web}: {name}": figure for name, figure in figures.items()}


def _with_alerts(world: RunEnvironment) -> RunEnvironment:
    return replace(
        world,
        owner="bench",
        planner=ChannelAlertPlanner(SeededEntropy(2), written=lambda: None),
        portal=PortalFeed(),
    )


async def _store_profile(store: Database, port: int, number: int) -> Profile:
    topic = number % soak_web.TOPICS
    fronts = [f"http://{soak_web.HOSTS[topic + soak_web.TOPICS * step]}:{port}" for step in range(5)]
    written = {
        "name": f"Profile {number}",
        "query": {"text": " ".join(soak_web.SUBJECTS[topic][:4]), "languages": ["en"]},
        "seeds": {"urls": fronts[:2], "feeds": [f"{fronts[2]}/feed.xml"], "providers": []},
        "schedule": {"manual": True},
        "budget": {"pages": 30},
        "report": {"min_score": 0.2},
    }
    spec = validation.verify(validation.read(ProfileSpec, written))
    now = datetime.now(UTC)
    return await store.write(lambda tables: tables.profiles.insert(f"p{number:03}", spec, now))


async def _runs(world: RunEnvironment, store: Database, profiles: list[Profile]) -> Figures:
    """Run all profiles, some at a time, and watch the event loop meanwhile."""
    late, read, written = list[float](), list[float](), list[float]()
    watching = [
        asyncio.create_task(_stalls(late)),
        asyncio.create_task(_timed(read, lambda: store.read(lambda t: t.profiles.get("p003")))),
        asyncio.create_task(_timed(written, lambda: store.write(lambda t: t.beat(MONDAY)))),
    ]
    places = asyncio.Semaphore(RUNS_AT_ONCE)
    began, spent = time.perf_counter(), time.process_time()
    runs = [_one_run(places, world, store, profile, number) for number, profile in enumerate(profiles)]
    pages = sum(await asyncio.gather(*runs))
    cpu, wall = time.process_time() - spent, time.perf_counter() - began
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    return {
        "CPU per page, ms": 1e3 * cpu / pages,
        "pages per second": pages / wall,
        "stall of the loop, p99, ms": 1e3 * percentile(late, 0.99),
        "stall of the loop, worst, ms": 1e3 * max(late),
        "read during runs, p95, ms": 1e3 * percentile(read, 0.95),
        "write during runs, p95, ms": 1e3 * percentile(written, 0.95),
    }


async def _one_run(
    places: asyncio.Semaphore, world: RunEnvironment, store: Database, profile: Profile, number: int
) -> int:
    """Return how many pages the run has read."""
    async with places:
        await days.run(world, store, profile, number)
    ended = await store.read(lambda tables: tables.runs.get(f"r{number:05}"))
    assert ended is not None
    counts = ended.counts
    return counts.fetched + counts.not_modified + counts.recalled


async def _stalls(late: list[float]) -> None:
    """Note how much later than asked for a sleep ends."""
    while True:
        began = time.perf_counter()
        await asyncio.sleep(0.005)
        late.append(time.perf_counter() - began - 0.005)


async def _timed(taken: list[float], work: Callable[[], Awaitable[object]]) -> None:
    while True:
        began = time.perf_counter()
        await work()
        taken.append(time.perf_counter() - began)
        await asyncio.sleep(0.05)


async def _reads(store: Database, clock: HandWoundClock) -> Figures:
    began = time.process_time()
    for _ in range(READS):
        await store.read(lambda tables: tables.profiles.get("p003"))
    alone = time.process_time() - began
    services = _services(store, clock)
    headers = {"Authorization": f"Bearer {await token_text(services, 'admin', 'admin')}"}
    transport = httpx.ASGITransport(build(services))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost", headers=headers) as client:
        for path in PATHS:
            (await client.get(path)).raise_for_status()
        began = time.process_time()
        for number in range(REQUESTS):
            await client.get(PATHS[number % len(PATHS)])
        asked = time.process_time() - began
    return {"CPU per read of one row, ms": 1e3 * alone / READS, "CPU per API read, ms": 1e3 * asked / REQUESTS}


def _services(store: Database, clock: HandWoundClock) -> Services:
    entropy = SeededEntropy()
    providers = SearchProviders([], store, clock, entropy)
    return Services(
        store=store,
        clock=clock,
        entropy=entropy,
        server=ServerSettings(),
        started_at=clock.now(),
        files=None,  # type: ignore[arg-type]  # no request hands in a file
        fetcher=None,  # type: ignore[arg-type]  # and none fetches
        schedule_changed=lambda: None,
        runs=IdleRunner(),
        notifier=RunNotifier(),
        search_providers=providers,
        provider_setup=ProviderSetup({}, None, providers, None, store, clock),  # type: ignore[arg-type]
        contact=Contact("", store, clock, changed=lambda _: None),
        alerts_changed=lambda: None,
        sender=RecordingSender(),
        links=SignedLinks(b"k" * 32, "http://localhost", clock),
    )


async def _alerts() -> Figures:
    """The path of the outbox without its sender: mark one alert, claim the next one."""
    outbox.ALERTS = ALERTS
    with tempfile.TemporaryDirectory() as folder:
        store = await open_database(Path(folder), datetime.now(UTC))
        hook = replace_fields(channel("webhook+http://127.0.0.1/"), name="hook")
        await store.write(lambda tables: tables.channels.insert(hook))
        await store.close()
        await outbox.fill(Path(folder))
        store = await open_database(Path(folder), datetime.now(UTC))
        now = datetime.now(UTC)
        lease = now + timedelta(hours=1)
        alert = await store.write(lambda tables: tables.alerts.claim("hook", "me", now=now, lease_until=lease))
        began, spent = time.perf_counter(), time.process_time()
        sent = 0
        while alert is not None:
            _, alert = await store.mark_sent(alert, "me", now=now, lease_until=lease)
            sent += 1
        cpu, wall = time.process_time() - spent, time.perf_counter() - began
        await store.close()
    assert sent == ALERTS
    return {"alerts marked per second": sent / wall, "CPU per alert, ms": 1e3 * cpu / sent}


def _measured(tree: Path) -> Figures:
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    # Extracting children import the watchd that is installed, so each folder needs an environment of its own.
    python = tree / ".venv" / "bin" / "python"
    command = [str(python), "-P", str(Path(__file__).resolve()), "measure"]
    done = subprocess.run(command, cwd=tree, env=environment, stdout=subprocess.PIPE, check=True)
    figures: Figures = json.loads(done.stdout.splitlines()[-1])
    return figures


def compare(trees: list[Path], rounds: int) -> list[Row]:
    """Measure both in turns, and print medians with the smallest and the largest value."""
    found: list[list[Figures]] = [[], []]
    for turn in range(rounds):
        for place in (0, 1) if turn % 2 == 0 else (1, 0):
            found[place].append(_measured(trees[place]))
            print(".", end="", file=sys.stderr, flush=True)
    rows: list[Row] = []
    for name in found[0][0]:
        before, after = ([figures[name] for figures in side] for side in found)
        ratio = median(after) / median(before)
        rows.append({"what": name, "before": _spread(before), "after": _spread(after), "ratio": f"{ratio:.2f}"})
    show(f"Store, {rounds} rounds each: median (smallest to largest)", rows)
    return rows


def _spread(values: list[float]) -> str:
    return f"{median(values):.3g} ({min(values):.3g} to {max(values):.3g})"


if __name__ == "__main__":
    if sys.argv[1] == "measure":
        print(json.dumps(asyncio.run(measure())))
    else:
        compare([Path(folder) for folder in sys.argv[1:3]], int(sys.argv[3]) if sys.argv[3:] else ROUNDS)
