"""What one look at a page or list brings: what is followed at once, and what other profiles learn."""

from datetime import timedelta

from tests.support import MONDAY
from watchd.core.revisits.news import (
    MAX_FROM_LIST,
    MAX_FROM_PLACE,
    MIN_FOLLOWED,
    dates_source,
    entry_source,
    link_key,
    list_source,
    max_followed,
    place_source,
)
from watchd.flow.run.appearances import Appearances, appearances
from watchd.flow.run.page_memory import PageBeforeVisit
from watchd.model.news import NewsRecord
from watchd.model.page import Link, Page, PageKind, PageState, StoredPage
from watchd.store.database import Database

HUB = "http://a.test/hub"
LAST_LOOK = MONDAY - timedelta(hours=1)
OLD = (LAST_LOOK - timedelta(days=1)).timestamp()
STEADY = [f"http://a.test/steady{n}" for n in range(60)]
MAX_AT_FIRST = max_followed(NewsRecord(), MAX_FROM_PLACE)


def page(*urls: str, tag_path: str = "main/ul/li") -> Page:
    return Page(url=HUB, links=tuple(Link(url, anchor=f"to {url}", tag_path=tag_path) for url in urls))


def fresh(count: int, name: str = "new") -> list[str]:
    return [f"http://a.test/{name}{n}" for n in range(count)]


def known(before: Page | None = None, *, own: bool = True, fetched_hours_ago: float = 1) -> PageBeforeVisit:
    """Return a page that the profile visited an hour ago, or that only another profile has read."""
    stored = StoredPage(id="x", url=HUB, host="a.test", fetched_at=MONDAY - timedelta(hours=fetched_hours_ago))
    state = PageState(profile_id="p", page_id="x", relevance=0.5, unspent=0.0, energy=0.0, visited_at=LAST_LOOK)
    return PageBeforeVisit(stored, state if own else None, before)


async def see(store: Database, *urls: str, at: float = OLD, dates: dict[str, float] | None = None) -> None:
    await store.write(lambda t: t.news.see([link_key(url) for url in urls], at))
    dated = {link_key(url): date for url, date in (dates or {}).items()}
    await store.write(lambda t: t.news.set_dates(dated, at))


async def count(store: Database, source: str, times: int, *, found: bool = False) -> None:
    for _ in range(times):
        await store.write(lambda t: t.news.count(source, OLD, found=found))


async def look(
    store: Database,
    shown: Page,
    before: PageBeforeVisit,
    kind: PageKind = "page",
    times: dict[str, float | None] | None = None,
) -> Appearances:
    return await appearances(store, shown, kind, before, times or {}, {}, MONDAY)


async def test_at_the_first_look_nothing_is_news(store: Database) -> None:
    assert await look(store, page(*fresh(3)), PageBeforeVisit()) == Appearances()
    lists: tuple[PageKind, ...] = ("feed", "sitemap")
    for kind in lists:  # another profile has read it: all of its entries are new to this one
        assert await look(store, page(*fresh(3)), known(own=False), kind) == Appearances()


async def test_a_new_link_is_followed_and_other_profiles_learn_of_it(store: Database) -> None:
    await see(store, *STEADY)
    news = await look(store, page(*STEADY, *fresh(1)), known())
    place = place_source(HUB, page(*fresh(1)).links[0])
    assert news.followed == {fresh(1)[0]: place}
    [item] = news.items
    assert (item.url, item.carrier, item.kind, item.seen_at) == (fresh(1)[0], HUB, "link", MONDAY.timestamp())


async def test_a_page_that_another_profile_has_read_shows_news_to_a_profile_that_never_did(
    store: Database,
) -> None:
    await see(store, *STEADY)
    news = await look(store, page(*STEADY, *fresh(1)), known(own=False))
    assert list(news.followed) == fresh(1)


async def test_news_that_another_profile_has_seen_first_is_followed_and_not_told_again(store: Database) -> None:
    await see(store, *STEADY)
    await see(store, *fresh(1), at=(MONDAY - timedelta(minutes=5)).timestamp())
    news = await look(store, page(*STEADY, *fresh(1)), known(page(*STEADY, *fresh(1)), fetched_hours_ago=0.1))
    assert list(news.followed) == fresh(1)
    assert news.items == ()


async def test_links_that_the_store_has_forgotten_are_no_news_on_the_page_that_showed_them(
    store: Database,
) -> None:
    assert await look(store, page(*STEADY[:5]), known(page(*STEADY[:5]))) == Appearances()
    news = await look(store, page(*STEADY[:5], *fresh(1)), known(page(*STEADY[:5])))
    assert list(news.followed) == fresh(1)


async def test_of_a_place_whose_news_was_in_vain_less_is_followed_and_the_rest_is_not_told(
    store: Database,
) -> None:
    await see(store, *STEADY)
    shown = page(*STEADY, *fresh(20))
    assert len((await look(store, shown, known())).followed) == MAX_AT_FIRST
    await count(store, place_source(HUB, shown.links[0]), 50)
    news = await look(store, shown, known())
    assert list(news.followed) == fresh(MIN_FOLLOWED)
    assert [item.url for item in news.items] == fresh(MIN_FOLLOWED)


async def test_each_place_of_a_page_has_its_own_limit(store: Database) -> None:
    await see(store, *STEADY)
    box, reports = page(*fresh(9, "box"), tag_path="aside/p"), page(*STEADY, *fresh(MAX_AT_FIRST))
    await count(store, place_source(HUB, box.links[0]), 50)
    news = await look(store, Page(url=HUB, links=box.links + reports.links), known())
    assert set(news.followed) == {*fresh(MIN_FOLLOWED, "box"), *fresh(MAX_AT_FIRST)}


async def test_a_list_brings_as_many_entries_as_its_record_allows(store: Database) -> None:
    await see(store, *STEADY)
    shown, before = page(*fresh(25), *STEADY), known(page(*STEADY))
    for record in (NewsRecord(), NewsRecord(60, 60)):
        await count(store, list_source(HUB), record.found, found=True)
        news = await look(store, shown, before, "feed", dict.fromkeys([*fresh(25), *STEADY]))
        assert list(news.followed) == fresh(max_followed(record, MAX_FROM_LIST))
    assert {item.kind for item in news.items} == {"feed"}


async def test_an_entry_beyond_those_that_agents_see_is_news_too(store: Database) -> None:
    many = [f"http://a.test/old{n}" for n in range(5000)]
    await see(store, *many)
    times = dict.fromkeys([*many, *fresh(1)])
    news = await look(store, page(*many[:2000]), known(page(*many[:2000])), "sitemap", times)
    assert list(news.followed) == fresh(1)
    assert [item.url for item in news.items] == fresh(1)


async def test_dates_are_believed_by_the_record_of_the_list_and_of_the_entry(store: Database) -> None:
    former = dict.fromkeys(STEADY, OLD)
    await see(store, *STEADY, dates=former)
    times = former | dict.fromkeys(STEADY[:2], OLD + 60.0)

    async def followed() -> list[str]:
        return list((await look(store, page(*STEADY), known(page(*STEADY)), "sitemap", dict(times))).followed)

    assert await followed() == STEADY[:2]
    await count(store, entry_source(STEADY[0]), 2)
    assert await followed() == STEADY[1:2]
    await count(store, dates_source(HUB), 50)
    assert await followed() == []
