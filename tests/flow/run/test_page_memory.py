"""What is stored of visits that bring no text: pages that have not changed, and addresses that do not lead to a page."""

import pytest

from tests.flow.run.test_run import run, stored
from tests.flow.small_web import OFF_TOPIC, SmallWeb, spec
from tests.support import HandWoundClock
from tests.web.site import Answer
from watchd.flow.run.environment import RunEnvironment
from watchd.model.page import PageState, StoredPage
from watchd.model.profile import Profile
from watchd.store.database import Database
from watchd.store.tables import Tables


async def known(store: Database, profile: Profile, url: str) -> tuple[StoredPage, PageState]:
    async def look(tables: Tables) -> tuple[StoredPage, PageState]:
        page = await tables.pages.by_url(url)
        assert page is not None
        state = await tables.page_states.get(profile.id, page.id)
        assert state is not None
        return page, state

    return await store.read(look)


async def forget_texts(store: Database) -> None:
    """Delete the last reading of every page, as retention does after half a year."""
    await store.write(lambda t: t.pages._run("DELETE FROM page_snapshots"))


async def test_a_page_that_has_not_changed_needs_no_stored_text_to_be_up_to_date(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    seeds = {"urls": [web.url("hub")], "providers": []}
    profile = await stored(store, clock, spec(web, seeds=seeds))
    await run(real, profile)
    page, before = await known(store, profile, web.url("hub"))
    await forget_texts(store)
    clock.forward(days=2)
    web.forget()
    await run(real, profile, 2)
    again = await store.read(lambda t: t.runs.get(f"run {profile.id} 2"))
    assert again is not None
    assert "hub" in web.asked()
    hub = [hit for hit in web.site.log if hit.path == "/hub"]
    assert [bool(hit.headers.get("if-none-match")) for hit in hub] == [True]
    assert (again.counts.failed, again.counts.not_modified) == (0, len(web.asked()))
    later, after = await known(store, profile, web.url("hub"))
    assert (later.fetched_at, later.content_hash) == (clock.now(), page.content_hash)
    assert (after.visited_at, after.visits, after.missed) == (clock.now(), before.visits + 1, 0)
    assert after.still_days == (2.0,)
    assert (after.relevance, after.content_hash) == (before.relevance, before.content_hash)


LOOP = Answer(b"", 302, {"Location": "/loop"})
BINARY = Answer(b"\x00\x01" * 50, headers={"Content-Type": "application/octet-stream"})
LARGE = Answer(b"x" * 10, headers={"Content-Type": "text/html", "Content-Length": "999999999"})


@pytest.mark.parametrize(
    "answer", [LOOP, BINARY, LARGE, Answer(b"", 404)], ids=["loop", "binary", "large", "gone"]
)
async def test_an_address_that_will_not_become_a_page_soon_is_asked_for_once(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock, answer: Answer
) -> None:
    web.site.pages["/loop"] = answer
    web.put("start", OFF_TOPIC[:1], ["hub", "garden", "loop"])
    profile = await stored(store, clock, spec(web))
    await run(real, profile)
    assert "loop" in web.asked()
    web.put("start", OFF_TOPIC, ["hub", "garden", "loop"])  # read again, with the same link
    for number in (2, 3):
        web.forget()
        clock.forward(days=1)
        await run(real, profile, number)
        assert "start" in web.asked()
        assert "loop" not in web.asked()


async def test_an_address_that_fails_for_a_moment_is_asked_for_again(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    web.site.pages["/busy"] = Answer(b"", 500)
    web.put("start", OFF_TOPIC[:1], ["hub", "garden", "busy"])
    profile = await stored(store, clock, spec(web))
    await run(real, profile)
    web.put("start", OFF_TOPIC, ["hub", "garden", "busy"])
    web.put("busy", OFF_TOPIC)
    web.forget()
    clock.forward(days=1)
    await run(real, profile, 2)
    assert "busy" in web.asked()
