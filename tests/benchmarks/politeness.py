"""Politeness: the access log of 10,000 pages under load, and what slow and failing hosts cost, in virtual time.

`python -m tests.benchmarks.politeness`. The first part is 50 runs at 200 hosts over real sockets; the access log
shows every violation. The other parts simulate one host each.
"""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import uvloop

from tests.benchmarks.table import Row, show
from tests.web.access_log import robots, slowness_of, violations
from tests.web.simulated_web import (
    NO_CONNECTION,
    Reply,
    Script,
    SimulatedWeb,
    dripping,
    run_in_virtual_time,
    simulated,
    url,
)
from tests.web.site import Answer, settings, site
from watchd.model.outcome import Failed, Fetched, Outcome, Refused
from watchd.web.fetch.fetcher import WebFetcher

HOSTS = [f"127.0.{block}.{number}" for block in (11, 12) for number in range(1, 101)]
RUNS, PAGES, MIN_DELAY = 50, 200, 0.02


async def measure() -> dict[str, Any]:
    chance = random.Random(11)
    polite = settings(min_delay=f"{MIN_DELAY * 1000:.0f}ms", slow_factor=5.0)
    async with site("0.0.0.0") as server, WebFetcher(polite) as fetcher:
        server.pages["/robots.txt"] = robots
        for number in range(40):
            server.pages[f"/{number}"] = lambda hit: Answer(delay=slowness_of(hit.address))
            server.pages[f"/private/{number}"] = Answer()

        async def run(name: str) -> list[Outcome]:
            asked = [
                server.url(
                    f"/{'private/' if chance.random() < 0.2 else ''}{chance.randrange(40)}",
                    chance.choice(HOSTS),
                )
                for _ in range(PAGES)
            ]
            return list(await asyncio.gather(*(fetcher.fetch(url, caller=name) for url in asked)))

        started = time.perf_counter()
        done = await asyncio.gather(*(run(f"run {number}") for number in range(RUNS)))
        seconds = time.perf_counter() - started
    outcomes = [outcome for outcomes in done for outcome in outcomes]
    return {
        "asked": len(outcomes),
        "fetched": sum(isinstance(outcome, Fetched) for outcome in outcomes),
        "refused by robots": sum(isinstance(outcome, Refused) for outcome in outcomes),
        "requests in the log": len(server.log),
        "violations": len(violations(server.log, MIN_DELAY)),
        "pages/s": round(len(outcomes) / seconds, 1),
    }


READERS = 2  # requests that one run has under way at a host
RUN_SECONDS = 30.0  # a link that a run could not follow comes back with the next run
MINUTE, DAY = 60.0, 86400.0
OUTAGE_BEGINS = 100.0
BAD_PAGE = "/bad"
LIMIT, LIMIT_WINDOW = 25, 5.0  # requests that a host with a limit answers within a time


async def read_pages(fetcher: WebFetcher, until: float, *, is_over: Callable[[], bool] = lambda: False) -> None:
    """Request one new page after the other; what is refused for now comes back with the next run."""
    clock, number = asyncio.get_running_loop().time, 0

    async def read(reader: int) -> None:
        nonlocal number
        while clock() < until:
            number += 1
            outcome = await fetcher.fetch(url(f"/{number}"), caller=f"run {reader}")
            if isinstance(outcome, Failed) and outcome.kind == "busy":
                await asyncio.sleep(RUN_SECONDS - clock() % RUN_SECONDS)

    readers = [asyncio.create_task(read(reader)) for reader in range(READERS)]
    while clock() < until and not is_over():
        await asyncio.sleep(1.0)
    for task in readers:
        task.cancel()
    await asyncio.gather(*readers, return_exceptions=True)


async def read_one_again(path: str, fetcher: WebFetcher, until: float) -> None:
    """Request one page in every run, beside the other pages."""
    others = asyncio.create_task(read_pages(fetcher, until))
    while asyncio.get_running_loop().time() < until - 1.0:
        await fetcher.fetch(url(path), caller="watcher")
        await asyncio.sleep(RUN_SECONDS - asyncio.get_running_loop().time() % RUN_SECONDS)
    await others


def simulate(
    script: Script,
    seconds: float,
    read: Callable[[WebFetcher, float], Awaitable[None]] = read_pages,
    *,
    min_delay: str = "1s",
) -> SimulatedWeb:
    """Let two readers read a host for some time, and return what the host saw."""

    async def scenario() -> SimulatedWeb:
        web = SimulatedWeb(script)
        async with simulated(web, min_delay=min_delay) as fetcher:
            await read(fetcher, seconds)
        return web

    return run_in_virtual_time(scenario())


def steady(seconds: float) -> Script:
    return lambda path, now: Reply(seconds)


def one_in_ten_slow(path: str, now: float) -> Reply:
    return Reply(3.0 if path.endswith("0") else 0.05)


def with_dripping_page(path: str, now: float) -> Reply:
    return dripping() if path == BAD_PAGE else Reply()


def outage(seconds: float, answered: list[float]) -> Script:
    """Refuse connections for some time, then note when pages are requested."""

    def script(path: str, now: float) -> Reply:
        if OUTAGE_BEGINS <= now < OUTAGE_BEGINS + seconds:
            return Reply(0.001, error=NO_CONNECTION)
        if now >= OUTAGE_BEGINS + seconds:
            answered.append(now)
        return Reply()

    return script


def limited() -> Script:
    """Answer 429 beyond LIMIT requests in LIMIT_WINDOW seconds."""
    recent: list[float] = []

    def script(path: str, now: float) -> Reply:
        recent[:] = [moment for moment in recent if now - moment < LIMIT_WINDOW] + [now]
        return Reply() if len(recent) <= LIMIT else Reply(status=429, headers=(("retry-after", "5"),))

    return script


def with_archive(path: str, now: float) -> Reply:
    return Reply(headers=(("content-type", "application/zip"),)) if path == BAD_PAGE else Reply()


def speed(name: str, script: Script) -> Row:
    """Return the requests per second over ten minutes, at two minimum delays."""
    row: Row = {"host": name}
    for delay in ("1s", "50ms"):
        web = simulate(script, 10 * MINUTE, min_delay=delay)
        row[f"requests/s at min_delay {delay}"] = f"{len(web.times()) / (10 * MINUTE):.2f}"
    return row


def outage_row(name: str, seconds: float) -> Row:
    """Return how often a host is asked while it is down, and how long after its return it answers again."""
    row: Row = {"outage": name}
    end = OUTAGE_BEGINS + seconds
    for delay in ("1s", "50ms"):
        answered: list[float] = []
        reading = partial(read_pages, is_over=partial(bool, answered))
        web = simulate(outage(seconds, answered), end + 2 * DAY, reading, min_delay=delay)
        row[f"requests in it at {delay}"] = sum(OUTAGE_BEGINS <= began < end for began in web.times())
        row[f"seconds lost after it at {delay}"] = f"{answered[0] - end:.0f}"
    return row


def page_row(name: str, script: Script, path: str) -> Row:
    """Return what one bad page costs in twenty minutes: requests for it, and pages that were not read."""
    web = simulate(script, 20 * MINUTE, partial(read_one_again, path))
    usual = simulate(steady(0.05), 20 * MINUTE)
    lost = len(usual.times()) - (len(web.times()) - len(web.times(path)))
    return {"page": name, "requests for it": len(web.times(path)), "other pages lost": lost}


def limit_row() -> Row:
    web = simulate(limited(), 10 * MINUTE, min_delay="50ms")
    began = web.times()
    refused = sum(last - first < LIMIT_WINDOW for first, last in zip(began, began[LIMIT:], strict=False))
    return {
        "limit": f"{LIMIT} in {LIMIT_WINDOW:.0f} s",
        "requests": len(began),
        "answered with 429": refused,
    }


def main() -> list[Row]:
    load = uvloop.run(measure())
    show("Under load", [load])
    speeds = [
        speed("answers in 50 ms", steady(0.05)),
        speed("answers in 300 ms", steady(0.3)),
        speed("answers in 3 s", steady(3.0)),
        speed("answers in 50 ms, every tenth in 3 s", one_in_ten_slow),
    ]
    show("Speed", speeds)
    outages = [
        outage_row("28 s", 28.0),
        outage_row("60 s", 60.0),
        outage_row("10 min", 10 * MINUTE),
        outage_row("1 day", DAY),
    ]
    show("Outages", outages)
    pages = [
        page_row("a page that drips", with_dripping_page, BAD_PAGE),
        page_row("a page of a type that is not read", with_archive, BAD_PAGE),
    ]
    show("One bad page, wanted every 30 s for 20 min, among good ones", pages)
    limits = [limit_row()]
    show("A host with a limit", limits)
    return [load, *speeds, *outages, *pages, *limits]


if __name__ == "__main__":
    main()
