"""Politeness under load: 50 runs, 10,000 pages, 200 hosts; the access log shows every violation.

`python -m tests.benchmarks.politeness`
"""

import asyncio
import random
import time
from typing import Any

import uvloop

from tests.web.access_log import robots, slowness_of, violations
from tests.web.site import Answer, settings, site
from watchd.model.outcome import Fetched, Outcome, Refused
from watchd.web.fetch.fetcher import WebFetcher

HOSTS = [f"127.0.{block}.{number}" for block in (11, 12) for number in range(1, 101)]
RUNS, PAGES, MIN_DELAY = 50, 200, 0.02


async def measure() -> dict[str, Any]:
    chance = random.Random(11)
    async with (
        site("0.0.0.0") as server,
        WebFetcher(settings(min_delay=f"{MIN_DELAY * 1000:.0f}ms", slow_factor=5.0)) as fetcher,
    ):
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


def main() -> list[dict[str, Any]]:
    row = uvloop.run(measure())
    for name, value in row.items():
        print(f"{name:22} {value}")
    return [row]


if __name__ == "__main__":
    main()
