"""Portal tables: matches, ranking, facets and the order of change."""

from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.portal_pages import PAGES, fill, keep, profile, sighting
from tests.support import MONDAY
from watchd.core.portal.search_query import parse
from watchd.model.page import Page
from watchd.model.portal import ChangeRange, PortalFilter
from watchd.store.database import Database


async def found(store: Database, text: str, sort: str = "relevance", **filter: str) -> list[str]:
    which = PortalFilter(**filter)  # type: ignore[arg-type]
    numbers = (await store.read(lambda t: t.portal_search.find(parse(text), which, sort))).numbers  # type: ignore[arg-type]
    return [document.id for document in await store.read(lambda t: t.portal_search.documents(numbers))]


@pytest.mark.parametrize(
    ("text", "pages"),
    [
        ("battery", {0, 1, 2}),  # the German stem is the same
        ("BATTERIES solid", {0, 1}),
        ('"pilot line"', {0}),
        ('"line pilot"', set()),
        ("electrolyt*", {0}),
        ("batterie*", {0, 1, 2}),
        ("cafe", {0}),
        ("café", {0}),
        ("prüfung", {2}),
        ("prufung", {2}),
        ("電池", {3}),
        ("電池工場", {3}),
        ("場工", set()),
        ("anode | werk", {1, 2}),
        ("battery -lithium", {0, 2}),
        ("-lithium", {0, 2, 3}),
        ("pilot NEAR/3 batteries", {0}),
        ("pilot NEAR/1 cafe", set()),
        ("lithium lighter", {1}),
        ("", {0, 1, 2, 3}),
    ],
)
async def test_a_search_finds_what_it_means(store: Database, text: str, pages: set[int]) -> None:
    await fill(store)
    assert set(await found(store, text)) == {f"page-{number}" for number in pages}


@given(text=st.text(max_size=120) | st.text(alphabet='ab"*-|()^:+#.,{}NEARO/5 ', max_size=60))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_a_hostile_search_is_never_an_error(store: Database, text: str) -> None:
    if not (await store.read(lambda t: t.portal_search.counts(()))).documents:
        await fill(store)
    await found(store, text)
    await found(store, text, "date", language="de", host="zeitung.example", profile="batteries")


async def test_filters_narrow_down(store: Database) -> None:
    await fill(store)
    await profile(store, "other")
    await keep(store, sighting(1, PAGES[1], profile_id="other"))
    assert await found(store, "Batterie", language="de") == ["page-2"]
    assert await found(store, "battery", host="zeitung.example") == ["page-2"]
    assert await found(store, "battery", profile="other") == ["page-1"]
    assert await found(store, "", profile="other") == ["page-1"]


async def test_a_word_in_the_title_counts_for_more(store: Database) -> None:
    await fill(store)
    await keep(store, sighting(9, Page(url="https://a.example/", title="Ulm", text="A town.", language="en")))
    assert await found(store, "ulm") == ["page-9", "page-0"]


async def test_facets_count_what_was_found(store: Database) -> None:
    await fill(store)
    result = await store.read(lambda t: t.portal_search.find(parse("battery"), PortalFilter()))
    assert result.facets.language == {"en": 2, "de": 1}
    assert result.facets.host == {"news.example": 2, "zeitung.example": 1}
    assert result.facets.profile == {"batteries": 3}
    assert result.facets.month == {"2026-11": 3}
    assert result.is_whole


async def test_of_a_very_common_word_the_newest_are_ranked(
    store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("watchd.store.tables.portal_search.MAX_RANKED", 2)
    await fill(store)
    assert set(await found(store, "battery")) == {"page-1", "page-2"}
    # A filter is about all of them.
    assert set(await found(store, "battery", profile="batteries")) == {"page-0", "page-1", "page-2"}


async def test_of_equals_the_newest_comes_first(store: Database) -> None:
    await fill(store)
    for number in (7, 8):
        page = Page(url=f"https://a.example/{number}", title="Zebra", text="Stripes.", language="en")
        await keep(store, sighting(number, page))
    assert await found(store, "zebra") == ["page-8", "page-7"]


async def test_a_document_counts_for_each_of_its_profiles(store: Database) -> None:
    await fill(store)
    await profile(store, "other")
    await keep(store, sighting(1, PAGES[1], profile_id="other"))
    result = await store.read(lambda t: t.portal_search.find(parse("battery"), PortalFilter()))
    assert result.facets.profile == {"batteries": 3, "other": 1}


async def test_a_word_that_one_language_leaves_out_must_be_in_documents_of_others(store: Database) -> None:
    await profile(store)
    texts = {1: ("en", "A guide to batteries."), 2: ("de", "Batteries."), 3: ("de", "To batteries.")}
    for number, (language, text) in texts.items():
        page = Page(url=f"https://a.example/{number}", title="", text=text, language=language)
        await keep(store, sighting(number, page))
    assert set(await found(store, "to the batteries")) == {"page-1"}
    assert set(await found(store, "to batteries")) == {"page-1", "page-3"}


async def test_the_lexicon_counts_documents_and_occurrences(store: Database) -> None:
    await fill(store)
    [first, *_] = await store.read(lambda t: t.portal_search.lexicon("batt", after="", limit=9))
    assert (first.term, first.documents, first.occurrences) == ("batteri", 3, 5)
    counts = await store.read(lambda t: t.portal_search.counts(["batteri", "ulm", "nothing"]))
    assert (counts.documents, counts.terms) == (4, {"batteri": 3, "ulm": 1})


async def test_a_follower_sees_each_change_once_and_in_order(store: Database) -> None:
    await fill(store)
    first = await store.read(lambda t: t.portal.follow(ChangeRange(0, 99, removed=True), 3))
    after = first[-1].document.serial
    second = await store.read(lambda t: t.portal.follow(ChangeRange(after, 99, removed=True), 3))
    after = second[-1].document.serial
    seen = [whole.document.id for whole in (*first, *second)]
    assert seen == ["page-0", "page-1", "page-2", "page-3"]
    await store.write(lambda t: t.portal.remove(["page-1"], MONDAY))
    # A clock that is behind must not hide a change from followers.
    before = MONDAY - timedelta(days=1)
    await keep(store, sighting(2, Page(url=PAGES[2].url, title="Other", language="de"), now=before))
    [gone, changed] = await store.read(lambda t: t.portal.follow(ChangeRange(after, 99, removed=True), 9))
    assert (gone.document.id, gone.document.removed, gone.document.text) == ("page-1", True, "")
    assert (changed.document.title, changed.indexed.title) == ("Other", "oth")


async def test_serials_of_purged_documents_do_not_come_back(store: Database) -> None:
    await fill(store)
    last = await store.read(lambda t: t.portal.last_serial())
    await store.write(lambda t: t.portal.remove(["page-3"], MONDAY))
    assert await store.read(lambda t: t.portal.last_serial()) == last + 1
