"""News on a small web: what has just appeared is visited at once, and what only looks new costs little."""

from datetime import timedelta

import pytest
from msgspec import structs

from tests.flow.run.test_run import found, names, queued, run, stored
from tests.flow.small_web import OFF_TOPIC, ON_TOPIC, SmallWeb, spec
from tests.support import HandWoundClock
from tests.web.site import Answer
from watchd.core.revisits.news import MAX_FROM_PLACE, MIN_FOLLOWED, dates_source
from watchd.core.revisits.start_pages import SourceYields, explored_pages
from watchd.core.run.run_start import MAX_VISITS_PER_SITE
from watchd.flow.run.control import RunControl
from watchd.flow.run.environment import RunEnvironment
from watchd.flow.run.run import execute_run
from watchd.flow.run.setup import read_history
from watchd.model.profile import Profile
from watchd.store.database import Database

OTHERS = [f"other{number}" for number in range(12)]
SOON = 2 * MAX_VISITS_PER_SITE  # pages that were asked for while the page with the news was read
XML = "application/xml"


async def scheduled(world: RunEnvironment, profile: Profile, number: int) -> str:
    """Run a profile as its schedule does."""
    claimed = structs.replace(await queued(world, profile, number), trigger="schedule")
    fresh = await world.store.read(lambda tables: tables.profiles.get(profile.id))
    return await execute_run(world, claimed, fresh, RunControl())


def put_sitemap(web: SmallWeb, *entries: str | tuple[str, str]) -> str:
    """Publish a sitemap of pages, some with a date of their last change."""
    rows = []
    for entry in entries:
        name, changed = entry if isinstance(entry, tuple) else (entry, "")
        rows.append(
            f"<url><loc>{web.url(name)}</loc>{f'<lastmod>{changed}</lastmod>' if changed else ''}</url>"
        )
    body = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{"".join(rows)}</urlset>'
    web.put_raw("sitemap.xml", body.encode(), XML)
    return web.url("sitemap.xml")


def place(web: SmallWeb, name: str) -> int:
    """Return how many pages were asked for before this one."""
    return web.asked().index(name)


def change_others(web: SmallWeb) -> None:
    """Change pages, so that reading them takes as long as reading any page."""
    for name in OTHERS:
        web.put(name, OFF_TOPIC[1:])


# --- links


async def test_a_link_that_has_just_appeared_on_a_relevant_page_is_visited_before_other_start_pages(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    for name in OTHERS:
        web.put(name, OFF_TOPIC)
    seeds = {"urls": [web.url(name) for name in ("hub", *OTHERS)], "providers": []}
    profile = await stored(store, clock, spec(web, seeds=seeds))
    await run(real, profile)
    web.put("hub", ON_TOPIC, ["cells", "dry-room", "kitchen", "news"])
    web.put("news", ON_TOPIC)
    change_others(web)
    clock.forward(hours=6)
    web.forget()
    await run(real, profile, 2)
    assert set(OTHERS) <= set(web.asked())
    assert place(web, "news") <= SOON
    assert "news" in names(await found(store, profile))


async def test_a_new_link_is_news_also_when_its_page_is_not_relevant_itself(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    for name in OTHERS:
        web.put(name, OFF_TOPIC)
    seeds = {"urls": [web.url(name) for name in ("start", *OTHERS)], "providers": []}
    profile = await stored(store, clock, spec(web, seeds=seeds))
    await run(real, profile)
    web.put("start", OFF_TOPIC[:1], ["hub", "garden", "choir", "news"])
    web.put("news", ON_TOPIC)
    change_others(web)
    clock.forward(hours=6)
    web.forget()
    await run(real, profile, 2)
    assert place(web, "news") <= SOON


def put_hub(web: SmallWeb, news: list[str], box: list[str]) -> None:
    """Publish a page with a list of reports, and a box of links that has nothing to do with them."""
    steady = ["cells", "dry-room", "kitchen", "garden", "choir", *OTHERS]
    reports = "".join(f'<li><a href="/{name}">about {name}</a></li>' for name in [*news, *steady])
    trending = "".join(f'<p><a href="/{name}">{name}</a></p>' for name in box)
    text = "".join(f"<p>{sentence}</p>" for sentence in ON_TOPIC)
    body = (
        f"<html lang=en><title>hub</title><main>{text}<ul>{reports}</ul></main><aside>{trending}</aside></html>"
    )
    web.put_raw("hub", body.encode(), "text/html")


async def test_a_box_whose_links_change_at_every_look_does_not_push_true_news_aside(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    for name in OTHERS:
        web.put(name, OFF_TOPIC)
    seeds = {"urls": [web.url("hub")], "providers": []}
    profile = await stored(store, clock, spec(web, seeds=seeds, budget={"pages": 30}))
    junk: list[int] = []
    for number in range(1, 11):
        box = [f"trend{number}-{i}" for i in range(8)]
        for name in box:
            web.put(name, OFF_TOPIC)
        put_hub(web, [], box)
        web.forget()
        await scheduled(real, profile, number)
        junk.append(sum(name.startswith("trend") for name in web.asked()))
        clock.forward(minutes=10)
    assert junk[1] <= MAX_FROM_PLACE
    assert junk[-1] <= MIN_FOLLOWED + explored_pages(30, await yields(store, profile), 0)
    put_hub(web, ["news"], box := [f"trend-last-{i}" for i in range(8)])
    for name in ("news", *box):
        web.put(name, ON_TOPIC if name == "news" else OFF_TOPIC)
    web.forget()
    await scheduled(real, profile, 11)
    assert place(web, "news") - place(web, "hub") <= 1 + MIN_FOLLOWED
    assert "news" in names(await found(store, profile))


async def yields(store: Database, profile: Profile) -> SourceYields:
    return (await store.read(lambda tables: read_history(tables, profile))).yields


# --- lists


async def test_a_long_sitemap_costs_a_bounded_number_of_requests_and_its_new_entry_is_visited_at_once(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    """The new entry is at the end: agents see the beginning of the list only."""
    old = [f"old{number}" for number in range(5000)]
    for name in old:
        web.site.pages[f"/{name}"] = Answer(b"<html lang=en><title>old</title><p>A garden.</p></html>")
    seeds = {"urls": [web.url("hub")], "sitemaps": [put_sitemap(web, *old)], "providers": []}
    pages = 40
    profile = await stored(store, clock, spec(web, seeds=seeds, budget={"pages": pages}))
    await scheduled(real, profile, 1)
    limit = explored_pages(pages, await yields(store, profile), 0)
    web.forget()
    clock.forward(minutes=10)
    put_sitemap(web, *reversed(old))  # another order is not news
    await scheduled(real, profile, 2)
    assert "sitemap.xml" in web.asked()
    unknown = [name for name in web.asked() if name.startswith("old")]
    assert len(unknown) <= limit
    web.put("entry", ON_TOPIC)
    put_sitemap(web, *reversed(old), "entry")
    web.forget()
    clock.forward(minutes=10)
    await scheduled(real, profile, 3)
    assert place(web, "entry") <= place(web, "sitemap.xml") + SOON
    assert "entry" in names(await found(store, profile))


async def test_an_entry_whose_date_always_says_now_is_soon_ignored_and_the_true_dates_of_its_list_are_not(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    past = "2026-10-01T00:00:00Z"
    steady = [(f"page{number}", past) for number in range(12)]
    for name, _ in steady:
        web.put(name, OFF_TOPIC)
    web.put("front", OFF_TOPIC)
    web.put("report", ON_TOPIC[1:])

    def publish(report: str) -> str:
        return put_sitemap(web, *steady, ("front", clock.now().isoformat()), ("report", report))

    seeds = {"urls": [], "sitemaps": [publish(past)], "providers": []}
    profile = await stored(store, clock, spec(web, seeds=seeds, budget={"pages": 20}))
    await scheduled(real, profile, 1)
    asked: list[bool] = []
    for number in range(2, 12):
        clock.forward(minutes=1)
        publish(past)
        web.forget()
        await scheduled(real, profile, number)
        asked.append("front" in web.asked())
    sources = await store.read(lambda t: t.news.records([dates_source(web.url("sitemap.xml"))]))
    assert asked[0]
    assert [record.found for record in sources.values()] == [0]
    assert 1 <= sum(record.followed for record in sources.values()) <= 2
    clock.forward(minutes=1)
    addition = "The new pilot line for solid state batteries will be built in Dresden with 200 people."
    web.put("report", [*ON_TOPIC[1:], addition])
    publish(clock.now().isoformat())
    web.forget()
    await scheduled(real, profile, 12)
    assert place(web, "report") <= place(web, "sitemap.xml") + SOON
    changed = [f for f in await found(store, profile) if f.kind == "changed"]
    assert [finding.url for finding in changed] == [web.url("report")]


async def test_a_page_that_is_said_to_have_changed_is_visited_at_once(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    steady = [(name, "2026-10-01T00:00:00Z") for name in ("hub", "garden", "choir", "dry-room")]
    listed = put_sitemap(web, *steady, ("cells", "2026-10-01T00:00:00Z"))
    profile = await stored(store, clock, spec(web, seeds={"urls": [], "sitemaps": [listed], "providers": []}))
    await scheduled(real, profile, 1)
    before = await found(store, profile)
    clock.forward(minutes=10)
    addition = "The new pilot line for solid state batteries will be built in Dresden with 200 people."
    web.put("cells", [*ON_TOPIC[1:], addition], ["hub"])
    put_sitemap(web, *steady, ("cells", clock.now().isoformat()))
    web.forget()
    await scheduled(real, profile, 2)
    assert place(web, "cells") <= place(web, "sitemap.xml") + SOON
    (changed,) = (await found(store, profile))[len(before) :]
    assert (changed.kind, changed.url) == ("changed", web.url("cells"))


async def test_of_the_parts_of_a_sitemap_index_each_is_read_and_its_new_entries_are_visited(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    def put_part(name: str, *entries: str) -> None:
        rows = "".join(f"<url><loc>{web.url(entry)}</loc></url>" for entry in entries)
        web.put_raw(name, f"<urlset>{rows}</urlset>".encode(), XML)

    parts = ("part1.xml", "part2.xml")
    index = "".join(f"<sitemap><loc>{web.url(name)}</loc></sitemap>" for name in parts)
    web.put_raw("sitemap.xml", f"<sitemapindex>{index}</sitemapindex>".encode(), XML)
    put_part("part1.xml", "garden", "choir")
    put_part("part2.xml", "hub")
    seeds = {"urls": [], "sitemaps": [web.url("sitemap.xml")], "providers": []}
    profile = await stored(store, clock, spec(web, seeds=seeds))
    await scheduled(real, profile, 1)
    assert set(parts) <= set(web.asked())
    web.put("entry", ON_TOPIC)
    put_part("part2.xml", "hub", "entry")
    web.forget()
    clock.forward(minutes=10)
    await scheduled(real, profile, 2)
    assert "entry" in names(await found(store, profile))
    assert place(web, "entry") <= place(web, "part2.xml") + SOON


# --- several profiles


async def test_the_first_profile_that_reads_a_page_again_does_not_take_its_news_away_from_another(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    """The first one has no request left for the new page; the second one needs none for the hub."""
    only_hub = {"urls": [web.url("hub")], "providers": []}
    first = await stored(store, clock, spec(web, name="First", seeds=only_hub))
    second = await stored(store, clock, spec(web, name="Second"))
    await run(real, first)
    await run(real, second)
    web.put("hub", ON_TOPIC, ["cells", "dry-room", "kitchen", "news"])
    web.put("news", ON_TOPIC)
    clock.forward(minutes=5)
    web.forget()
    poor = structs.replace(first.spec, budget=structs.replace(first.spec.budget, pages=1))
    await store.write(lambda t: t.profiles.replace(first, poor, clock.now()))
    await run(real, structs.replace(first, spec=poor), 2)
    assert web.asked() == ["hub"]
    clock.forward(minutes=1)
    web.forget()
    await run(real, second, 2)
    assert "news" in web.asked()
    assert "hub" not in web.asked()
    assert "news" in names(await found(store, second))


async def test_what_has_appeared_is_told_to_other_profiles_once(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    profile = await stored(store, clock, spec(web, seeds={"urls": [web.url("hub")], "providers": []}))
    await run(real, profile)
    assert await store.read(lambda t: t.news.since(0.0, 99)) == []
    web.put("hub", ON_TOPIC, ["cells", "dry-room", "kitchen", "news"])
    web.put("news", ON_TOPIC, ["hub"])
    for number in (2, 3):
        clock.forward(minutes=5)
        await run(real, profile, number)
    [item] = await store.read(lambda t: t.news.since(0.0, 99))
    assert (item.url, item.carrier, item.kind, item.anchor) == (
        web.url("news"),
        web.url("hub"),
        "link",
        "about news",
    )
    assert item.seen_at == (clock.now() - timedelta(minutes=5)).timestamp()


# --- records


@pytest.mark.parametrize(("text", "worth"), [(ON_TOPIC, 1), (OFF_TOPIC, 0)])
async def test_what_became_of_news_is_counted_for_its_place(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock, text: list[str], worth: int
) -> None:
    profile = await stored(store, clock, spec(web, seeds={"urls": [web.url("hub")], "providers": []}))
    await run(real, profile)
    web.put("hub", ON_TOPIC, ["cells", "dry-room", "kitchen", "news"])
    web.put("news", text)
    clock.forward(minutes=5)
    await run(real, profile, 2)
    rows = await store.read(lambda t: t.news._all("SELECT source, followed, found FROM news_sources"))
    [row] = rows
    assert row.source.startswith("place ")
    assert (row.followed, row.found) == (1, worth)
