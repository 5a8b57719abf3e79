"""Whatever the web does, a run takes no more bytes than its budget has, and says how many it took."""

import asyncio

from tests.flow.run.test_run import run, stored
from tests.flow.small_web import OFF_TOPIC, SmallWeb, spec
from tests.support import HandWoundClock
from tests.web.fetch.test_hostile_servers import OK, forever
from tests.web.site import Answer, raw_server
from watchd.flow.run.control import RunControl
from watchd.flow.run.environment import RunEnvironment
from watchd.flow.run.setup import read_journal
from watchd.model.profile import Profile
from watchd.model.run import RunCounts
from watchd.store.database import Database

HTML = {"Content-Type": "text/html"}
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
PIECE = b"4000\r\n" + b"x" * 0x4000 + b"\r\n"
LARGE = b"<p>" + b"word " * 600_000  # 3 MB


async def counts(store: Database, profile: Profile) -> RunCounts:
    ended = await store.read(lambda t: t.runs.get(f"run {profile.id} 1"))
    assert ended is not None
    return ended.counts


async def test_pages_without_end_take_what_the_budget_has_and_no_more(
    real: RunEnvironment, web: SmallWeb, store: Database, clock: HandWoundClock
) -> None:
    async with raw_server(forever(CHUNKED, PIECE)) as url:
        seeds = {"urls": [f"{url}page{n}" for n in range(6)], "providers": []}
        profile = await stored(store, clock, spec(web, seeds=seeds, budget={"megabytes": 1}))
        assert await run(real, profile) == "budget_bytes"
    assert 900_000 < (await counts(store, profile)).bytes <= 1_000_000


async def test_a_page_larger_than_what_is_left_is_refused_and_smaller_ones_are_read(
    real: RunEnvironment, web: SmallWeb, store: Database, clock: HandWoundClock
) -> None:
    names = ["large1", "large2", "garden", "choir"]
    for name in names[:2]:
        web.site.pages[f"/{name}"] = Answer(LARGE, headers=HTML)
    web.put("garden", OFF_TOPIC)
    web.put("choir", OFF_TOPIC)
    seeds = {"urls": [web.url(name) for name in names], "providers": []}
    profile = await stored(store, clock, spec(web, seeds=seeds, budget={"megabytes": 1}))
    assert await run(real, profile) == "budget_bytes"
    taken = await counts(store, profile)
    assert (taken.fetched, taken.refused) == (2, 2)
    assert taken.bytes < 1_000_000
    larger = await stored(store, clock, spec(web, name="Larger", seeds=seeds, budget={"megabytes": 20}))
    assert await run(real, larger) == "exhausted"


async def test_what_brings_no_page_counts_as_well(
    real: RunEnvironment, web: SmallWeb, store: Database, clock: HandWoundClock
) -> None:
    web.put("start", OFF_TOPIC, ["nowhere", "broken", "noise"])
    web.site.pages["/nowhere"] = Answer(b"x" * 6000, 404)
    web.site.pages["/broken"] = Answer(b"x" * 6000, 500)
    web.site.pages["/noise"] = Answer(b"\0" * 6000, headers=HTML)
    profile = await stored(store, clock, spec(web))
    await run(real, profile)
    taken = await counts(store, profile)
    assert (taken.fetched, taken.failed, taken.refused) == (1, 2, 1)
    assert taken.bytes > 18_000


async def test_examples_are_asked_for_once_and_count_before_the_first_move(
    real: RunEnvironment, web: SmallWeb, store: Database, clock: HandWoundClock
) -> None:
    web.site.pages["/example"] = Answer(b"<p>" + b"word " * 100_000, headers=HTML)  # 0.5 MB
    query = {"text": "solid state battery", "examples": [web.url("example")]}
    profile = await stored(
        store, clock, spec(web, query=query, seeds={"providers": []}, budget={"megabytes": 1})
    )
    await run(real, profile)
    assert web.asked() == ["example"]
    journal = await store.read(lambda tables: read_journal(tables, f"run {profile.id} 1"))
    assert journal is not None
    assert journal[0].examples
    assert not journal[0].hints  # an example is not a page that search providers named
    assert 500_000 < (await counts(store, profile)).bytes <= 1_000_000


async def test_what_had_come_for_a_page_that_was_broken_off_counts(
    real: RunEnvironment, web: SmallWeb, store: Database, clock: HandWoundClock
) -> None:
    control = RunControl()

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(OK + b"Content-Length: 90000\r\n\r\n" + b"x" * 5000)
        await writer.drain()
        for _ in range(20):  # turns of the loop, in which it is read
            await asyncio.sleep(0)
        control.ask_to_stop("stopped")
        await asyncio.Event().wait()

    async with raw_server(talk) as url:
        profile = await stored(store, clock, spec(web, seeds={"urls": [url], "providers": []}))
        assert await run(real, profile, control=control) == "stopped"
    assert (await counts(store, profile)).bytes > 5000
