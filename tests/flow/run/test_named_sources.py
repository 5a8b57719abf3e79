"""Sources that a profile names are reported with its runs; when all of them are gone, the person is notified."""

from collections.abc import AsyncIterator

import msgspec
import pytest

from tests.flow.run.test_run import EVENTS, run, stored
from tests.flow.small_web import OFF_TOPIC, ON_TOPIC, SmallWeb, spec, world
from tests.support import HandWoundClock, SeededEntropy
from tests.web.site import Answer
from watchd.flow.alerts.planner import ChannelAlertPlanner
from watchd.flow.run.environment import RunEnvironment
from watchd.model.profile import Health, Profile
from watchd.model.seed import SourceReport
from watchd.store.database import Database


@pytest.fixture
async def real(store: Database, clock: HandWoundClock) -> AsyncIterator[RunEnvironment]:
    async with world(store, clock, planner=ChannelAlertPlanner(SeededEntropy(), written=lambda: None)) as made:
        yield made


async def sources(store: Database, profile: Profile, number: int = 1) -> dict[str, SourceReport]:
    ended = await store.read(lambda t: t.runs.get(f"run {profile.id} {number}"))
    assert ended is not None
    return {report.source: report for report in ended.sources}


async def health(store: Database, profile: Profile) -> Health:
    stored = await store.read(lambda t: t.profiles.get(profile.id))
    assert stored is not None
    return stored.health


async def test_a_profile_whose_feed_and_sitemap_are_gone_is_ailing_and_says_why(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    feed, sitemap = web.url("feed.xml"), web.url("sitemap.xml")
    profile = await stored(
        store, clock, spec(web, seeds={"feeds": [feed], "sitemaps": [sitemap], "providers": []})
    )
    await run(real, profile)
    reported = await sources(store, profile)
    assert {source: report.state for source, report in reported.items()} == {
        f"feed:{feed}": "failed",
        f"sitemap:{sitemap}": "failed",
    }
    assert all("404" in report.reason for report in reported.values())
    state = await health(store, profile)
    assert state.state == "ailing"
    assert feed in (state.reason or "")


async def test_a_profile_is_well_again_when_one_of_its_sources_is_back(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    profile = await stored(store, clock, spec(web, seeds={"feeds": [web.url("feed.xml")], "providers": []}))
    await run(real, profile)
    items = f"<item><link>{web.url('cells')}</link></item><item><link>{web.url('hub')}</link></item>"
    web.put_raw("feed.xml", f"<rss version='2.0'><channel>{items}</channel></rss>".encode(), "application/xml")
    clock.forward(days=1)
    await run(real, profile, 2)
    report = (await sources(store, profile, 2))[f"feed:{web.url('feed.xml')}"]
    assert (report.state, report.count, report.reason) == ("answered", 2, "")
    assert (await health(store, profile)).state == "well"


async def test_a_page_and_an_example_that_cannot_be_read_are_named_and_the_others_are_not(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    web.site.pages["/broken"] = Answer(b"", 500)
    profile = await stored(
        store,
        clock,
        spec(
            web,
            query={"text": "solid state battery", "examples": [web.url("broken")]},
            seeds={"urls": [web.url("start"), web.url("nowhere")], "providers": []},
        ),
    )
    await run(real, profile)
    reported = await sources(store, profile)
    assert {source for source, report in reported.items() if report.state == "failed"} == {
        f"url:{web.url('nowhere')}",
        f"example:{web.url('broken')}",
    }
    assert (await health(store, profile)).state == "well"


async def test_a_feed_that_became_a_page_says_so(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    profile = await stored(store, clock, spec(web, seeds={"feeds": [web.url("hub")], "providers": []}))
    await run(real, profile)
    assert (await sources(store, profile))[f"feed:{web.url('hub')}"].reason == "It is a page, not a feed."


async def test_a_visit_that_brings_nothing_says_in_a_word_why(
    web: SmallWeb, store: Database, clock: HandWoundClock
) -> None:
    web.put("start", ON_TOPIC, ["nowhere", "broken", "private", "picture", "hub", "n/1", "n/2"])
    web.put("n/1", OFF_TOPIC)
    web.site.pages["/broken"] = Answer(b"", 500)
    web.site.pages["/picture"] = Answer(b"x", headers={"Content-Type": "image/png"})
    web.site.pages["/robots.txt"] = Answer(b"User-agent: *\nDisallow: /private")
    profile = await stored(store, clock, spec(web))
    async with world(store, clock, trap_pages_per_pattern=1) as real:
        await run(real, profile)
    events = await store.read(lambda t: t.run_log.events(f"run {profile.id} 1", after=0, limit=EVENTS))
    visits = [msgspec.json.decode(event.body) for event in events if event.kind == "visit"]
    troubles = {v["url"].partition(f":{web.site.port}/")[2]: v["trouble"] for v in visits if not v["readable"]}
    trapped = troubles.keys() & {"n/1", "n/2"}  # one of them: the other was there first
    assert troubles == {
        "nowhere": "gone",
        "broken": "status",
        "private": "robots",
        "picture": "type",
        **dict.fromkeys(trapped, "trap"),
    }
    assert len(trapped) == 1
    assert {v["trouble"] for v in visits if v["readable"]} == {None}
