"""The case study of S002 section 6.4 as whole runs: a search engine knows one of four relevant pages.

That page was edited since and links to a second, which links to the other two. Ten agents on the engine's ten hits found
all four after 66 new pages in the paper; here it is the median of 20 runs, over real HTTP.
"""

import asyncio
import dataclasses
import statistics
from collections.abc import Iterator
from datetime import timedelta
from random import Random

import msgspec
import pytest

from tests.flow.small_web import SmallWeb, spec, world
from tests.support import HandWoundClock
from tests.web.site import site
from watchd import validation
from watchd.flow.run.control import RunControl
from watchd.flow.run.environment import RunEnvironment
from watchd.flow.run.run import execute_run
from watchd.model.profile import ProfileSpec
from watchd.model.run import Run
from watchd.model.seed import FusedSeed, Gathered
from watchd.store.database import Database
from watchd.store.tables import Tables

RUNS = 20
PAPER = 66
RELEVANT = [f"relevant{n}" for n in range(4)]
HITS = [RELEVANT[0], *(f"hit{n}" for n in range(9))]
OTHERS = [f"other{n}" for n in range(300)]
ABOUT = (
    "Endogenous fitness lets agents evolve without a given fitness function.",
    "Populations with endogenous fitness adapt to the energy of their world.",
)
NOISE = ("the garden", "old music", "a football match", "the weather", "a market", "travel by rail", "history")


class OneEngine:
    """Names the same ten hits for everything."""

    def __init__(self, web: SmallWeb) -> None:
        self._web = web

    async def gather(self, spec: ProfileSpec, over: asyncio.Event) -> Gathered:
        return Gathered(tuple(FusedSeed(self._web.url(name), 1.0, ("engine",)) for name in HITS), ())


def publish(web: SmallWeb, chance: Random) -> None:
    """Every page has eight links to pages of no interest; the relevant ones hang together."""
    further = {RELEVANT[0]: [RELEVANT[1]], RELEVANT[1]: RELEVANT[2:]}
    for name in [*HITS, *RELEVANT[1:], *OTHERS]:
        links = [*chance.sample(OTHERS, 8), *further.get(name, [])]
        chance.shuffle(links)
        text = [f"Here is something about {chance.choice(NOISE)} and {chance.choice(NOISE)}." for _ in range(4)]
        if name in RELEVANT:
            text[1:1] = ABOUT
        elif name in HITS:
            text.append("Fitness is good for you.")
        web.put(name, text, links)


@pytest.mark.timeout(300)
async def test_all_four_are_found_within_the_papers_66_pages(store: Database, clock: HandWoundClock) -> None:
    needed = []
    async with site() as running, world(store, clock) as real:
        web = SmallWeb(running)
        for entropy in range(RUNS):
            publish(web, Random(entropy))
            needed.append(await pages_until_all_four(web, real, store, entropy))
    assert statistics.median(needed) <= PAPER, needed


async def pages_until_all_four(web: SmallWeb, real: RunEnvironment, store: Database, entropy: int) -> int:
    there = dataclasses.replace(real, seeds=OneEngine(web))
    written = spec(
        web,
        query={"text": "endogenous fitness", "languages": ["en"]},
        seeds={"limit": 10},
        budget={"pages": 120, "seconds": 120, "megabytes": 100},
    )
    profile, now = validation.verify(validation.read(ProfileSpec, written)), real.clock.now()
    run_id = f"study {entropy}"

    async def claim(tables: Tables) -> Run:
        await tables.runs.queue_preview(run_id, profile, entropy, now)
        (run,) = await tables.runs.claim("tester", now=now, lease_until=now + timedelta(hours=1), limit=1)
        return run

    run = await store.write(claim)
    await execute_run(there, run, None, RunControl())
    events = await store.read(lambda tables: tables.run_log.events(run_id, after=0, limit=5000))
    visited = [event.body for event in events if event.kind == "visit"]
    wanted = {web.url(name) for name in RELEVANT}
    for number, url in enumerate(_first_visits(visited), 1):
        wanted.discard(url)
        if not wanted:
            return number
    return 10_000


def _first_visits(bodies: list[bytes]) -> Iterator[str]:
    for body in bodies:
        visit = msgspec.json.decode(body)
        if visit["first"]:
            yield visit["url"]
