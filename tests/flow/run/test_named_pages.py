"""A profile that watches named pages stays on them; a small budget goes to the named pages first."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.flow.run.test_run import found, names, run, stored
from tests.flow.small_web import OFF_TOPIC, ON_TOPIC, SmallWeb, spec, world
from tests.support import HandWoundClock
from watchd.flow.run.environment import RunEnvironment
from watchd.model.profile import Profile
from watchd.store.database import Database


@pytest.fixture
async def real(store: Database, clock: HandWoundClock) -> AsyncIterator[RunEnvironment]:
    async with world(store, clock) as made:
        yield made


def watch(web: SmallWeb, page: str, **changes: Any) -> dict[str, Any]:
    """A watch of one page, in the form that an import writes."""
    return {
        "name": f"Watch of {page}",
        "query": {"examples": [web.url(page)]},
        "seeds": {"urls": [web.url(page)], "providers": []},
        "scope": {"named_pages_only": True},
        "schedule": {"manual": True},
        "budget": {"pages": 1},
        "strategy": {"name": "breadth_first"},
        "report": {"kinds": ["changed", "gone"], "min_score": 0},
        **changes,
    }


async def pages_of_run(store: Database, profile: Profile, number: int) -> int:
    ended = await store.read(lambda t: t.runs.get(f"run {profile.id} {number}"))
    assert ended is not None
    return ended.counts.fetched + ended.counts.not_modified + ended.counts.recalled


async def run_all_beside(
    real: RunEnvironment, web: SmallWeb, store: Database, clock: HandWoundClock, written: dict[str, Any]
) -> Profile:
    """Run a profile twice, the second time after a topic profile has read the whole web with its edits and shared it."""
    crawler = await stored(store, clock, spec(web))
    profile = await stored(store, clock, written)
    await run(real, profile)
    await run(real, crawler)
    web.put("cells", [*ON_TOPIC, "The price of a cell falls to 90 euros."], ["hub"])
    web.put("hub", [*ON_TOPIC, "A third pilot line for solid state batteries opens."], ["cells", "dry-room"])
    clock.forward(days=1)
    async with world(store, clock) as restarted:  # its index of profiles knows the example page by now
        await run(restarted, crawler, 2)
        clock.forward(days=1)
        await run(restarted, profile, 2)
    return profile


async def test_a_watch_of_one_page_recalls_and_reports_no_other_page(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    profile = await run_all_beside(real, web, store, clock, watch(web, "dry-room"))
    assert await found(store, profile) == []
    assert [await pages_of_run(store, profile, number) for number in (1, 2)] == [1, 1]
    web.put("dry-room", [*ON_TOPIC[:2], "The dry room is open."], ["kitchen"])
    clock.forward(days=1)
    web.forget()
    await run(real, profile, 3)
    assert web.asked() == ["dry-room"]
    assert names(await found(store, profile)) == {"dry-room"}


async def test_a_watch_asks_for_no_sitemap_and_follows_no_link(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    profile = await stored(store, clock, watch(web, "hub", budget={"pages": 50}))
    await run(real, profile)
    assert web.asked() == ["hub"]


async def test_a_budget_of_one_page_goes_to_the_named_page_although_others_hold_energy(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    web.put("elsewhere", OFF_TOPIC)
    written = spec(
        web, name="Small", seeds={"urls": [web.url("elsewhere")], "providers": []}, budget={"pages": 1}
    )
    profile = await run_all_beside(real, web, store, clock, written)
    assert [await pages_of_run(store, profile, number) for number in (1, 2)] == [1, 1]
    read = await store.read(lambda t: t.run_log.ranked(f"run {profile.id} 2", relevance=2.0, url="", limit=50))
    assert [page.url for page in read] == [web.url("elsewhere")]


async def test_pages_that_another_profile_has_read_count_against_the_budget(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    crawler = await stored(store, clock, spec(web))
    follower = await stored(
        store, clock, spec(web, name="Follower", seeds={"urls": [web.url("choir")]}, budget={"pages": 3})
    )
    await run(real, crawler)
    await run(real, follower)
    assert await pages_of_run(store, follower, 1) <= 3
