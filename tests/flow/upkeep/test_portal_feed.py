"""A relevant page becomes one document, which is removed when the page is gone or forbids indexing."""

from datetime import timedelta

import msgspec

from tests.portal_pages import PAGES, fill, keep, profile, sighting
from tests.support import MONDAY
from watchd.core.portal.search_query import parse
from watchd.flow.upkeep.portal_feed import PortalFeed
from watchd.model.portal import ChangeRange, PortalFilter, ProfileScore
from watchd.store.database import Database

LATER = MONDAY + timedelta(days=1)


async def search(store: Database, text: str) -> tuple[int, ...]:
    return (await store.read(lambda t: t.portal_search.find(parse(text), PortalFilter()))).numbers


async def test_a_document_has_the_text_of_the_page_as_shown_and_as_indexed(store: Database) -> None:
    await fill(store)
    document = await store.read(lambda t: t.portal.get("page-0"))
    indexed = await store.read(lambda t: t.portal.indexed("page-0"))
    assert document is not None
    assert (document.title, document.text) == (PAGES[0].title, PAGES[0].text)
    assert document.keywords == ("batteries", "factory")
    assert document.links == ("https://news.example/anode", "https://elsewhere.example/")
    assert (document.sources, document.first_seen) == (("feed",), MONDAY)
    assert indexed.title == "solid state batteri pilot line open"
    assert indexed.text.endswith("electrolyt come cafe next door")


async def test_an_unchanged_page_does_not_change_its_document(store: Database) -> None:
    await fill(store)
    before = await store.read(lambda t: t.portal.last_serial())
    await keep(store, sighting(0, PAGES[0], now=LATER, source="spider Ada"))
    document = await store.read(lambda t: t.portal.get("page-0"))
    assert document is not None
    assert (document.last_seen, document.changed_at) == (LATER, MONDAY)
    assert document.sources == ("feed", "spider Ada")
    assert await store.read(lambda t: t.portal.last_serial()) == before


async def test_a_changed_page_replaces_its_words_in_the_index(store: Database) -> None:
    await fill(store)
    await keep(store, sighting(0, msgspec.structs.replace(PAGES[0], text="Something else."), now=LATER))
    assert not await search(store, "electrolytes")
    assert await search(store, "something else")
    document = await store.read(lambda t: t.portal.get("page-0"))
    assert document is not None
    assert (document.first_seen, document.changed_at) == (MONDAY, LATER)


async def test_a_second_profile_of_a_document_is_a_change(store: Database) -> None:
    await fill(store)
    await profile(store, "other")
    before = await store.read(lambda t: t.portal.last_serial())
    await keep(store, sighting(0, PAGES[0], profile_id="other", now=LATER))
    [whole] = await store.read(lambda t: t.portal.follow(ChangeRange(before, 99, removed=True), 9))
    assert whole.profiles == (ProfileScore("batteries", 0.5), ProfileScore("other", 0.5))


async def test_one_page_for_two_profiles_in_one_step_is_one_document(store: Database) -> None:
    await profile(store)
    await profile(store, "other")
    await keep(store, sighting(0, PAGES[0]), sighting(0, PAGES[0], profile_id="other"))
    assert (await store.read(lambda t: t.portal_search.counts(()))).documents == 1
    assert len((await store.read(lambda t: t.portal.scores(["page-0"])))["page-0"]) == 2


async def test_a_page_that_turned_noindex_or_is_gone_is_removed_from_the_index(store: Database) -> None:
    await fill(store)
    await keep(store, sighting(0, msgspec.structs.replace(PAGES[0], noindex=True), now=LATER))
    await store.write(lambda t: PortalFeed().drop(t, "page-1", now=LATER))
    assert await search(store, "pilot") == ()
    assert await search(store, "lithium") == ()
    assert await store.read(lambda t: t.portal.get("page-0")) is None
    assert not (await store.read(lambda t: t.portal_search.counts(["lithium"]))).terms
    marks = await store.read(lambda t: t.portal.follow(ChangeRange(4, 99, removed=True), 9))
    assert [(mark.document.id, mark.document.removed) for mark in marks] == [("page-0", True), ("page-1", True)]


async def test_a_page_that_comes_back_is_found_again(store: Database) -> None:
    await fill(store)
    await store.write(lambda t: PortalFeed().drop(t, "page-1", now=LATER))
    await keep(store, sighting(1, PAGES[1], now=LATER))
    assert len(await search(store, "lithium")) == 1
    assert (await store.read(lambda t: t.portal_search.counts(()))).documents == 4


async def test_a_noindex_page_never_becomes_a_document(store: Database) -> None:
    await profile(store)
    await keep(store, sighting(0, msgspec.structs.replace(PAGES[0], noindex=True)))
    assert (await store.read(lambda t: t.portal_search.counts(()))).documents == 0
    assert await store.read(lambda t: t.portal.follow(ChangeRange(0, 99, removed=True), 9)) == []


async def test_links_between_documents_and_the_page_that_led_here_are_known(store: Database) -> None:
    await fill(store)
    await keep(store, sighting(2, PAGES[2], parent_url="https://hub.example/", now=LATER))
    assert await store.read(lambda t: t.portal.in_links("page-0", 9)) == ["https://news.example/anode"]
    assert await store.read(lambda t: t.portal.in_links("page-2", 9)) == ["https://hub.example/"]


async def test_half_a_character_does_not_stop_a_run(store: Database) -> None:
    await profile(store)
    await keep(store, sighting(0, msgspec.structs.replace(PAGES[0], title="a \ud800 b", text="c \udfff d")))
    document = await store.read(lambda t: t.portal.get("page-0"))
    assert document is not None
    assert document.title == "a ? b"
