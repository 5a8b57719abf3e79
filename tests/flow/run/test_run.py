"""Whole runs on a small web: real HTTP, real extraction, a real database."""

import asyncio
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from tests.flow.small_web import OFF_TOPIC, ON_TOPIC, SmallWeb, spec, world
from tests.support import HandWoundClock
from tests.web.site import Answer
from watchd import validation
from watchd.core.population.events import Entry, RunBudget
from watchd.core.population.origin import Origin, populate, topic_of
from watchd.core.population.population import replay
from watchd.core.relevance import document
from watchd.core.relevance.words import words
from watchd.core.run.progress import event_kind
from watchd.flow.run.control import RunControl
from watchd.flow.run.environment import RunEnvironment
from watchd.flow.run.run import execute_run
from watchd.model.finding import Finding
from watchd.model.profile import Profile, ProfileSpec
from watchd.model.run import Run
from watchd.store.database import Database
from watchd.store.tables import Tables
from watchd.store.tables.findings import FindingFilter

EVENTS = 10_000


async def stored(store: Database, clock: HandWoundClock, written: dict[str, Any]) -> Profile:
    profile = validation.verify(validation.read(ProfileSpec, written))
    return await store.write(lambda t: t.profiles.insert(f"profile {written['name']}", profile, clock.now()))


async def queued(world: RunEnvironment, profile: Profile, number: int = 1) -> Run:
    """A run, claimed as the runner claims it."""
    now = world.clock.now()

    async def claim(tables: Tables) -> Run:
        await tables.runs.queue(f"run {profile.id} {number}", profile, "manual", number, now)
        (run,) = await tables.runs.claim("tester", now=now, lease_until=now + timedelta(minutes=1), limit=1)
        return run

    return await world.store.write(claim)


async def run(
    world: RunEnvironment, profile: Profile, number: int = 1, control: RunControl | None = None
) -> str:
    fresh = await world.store.read(lambda tables: tables.profiles.get(profile.id))
    return await execute_run(world, await queued(world, profile, number), fresh, control or RunControl())


async def found(store: Database, profile: Profile) -> list[Finding]:
    newest_first = await store.read(
        lambda t: t.findings.listed(FindingFilter(profile.id), before="~", limit=100)
    )
    return newest_first[::-1]


def names(findings: list[Finding]) -> set[str]:
    return {finding.url.rpartition("/")[2] for finding in findings}


async def test_a_run_finds_the_relevant_pages_and_says_why(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    profile = await stored(store, clock, spec(web))
    assert await run(real, profile) == "exhausted"
    findings = await found(store, profile)
    assert names(findings) == {"hub", "cells", "dry-room"}
    cells = next(f for f in findings if f.url.endswith("cells"))
    assert cells.kind == "new"
    assert "pilot line" in cells.summary
    assert {match.term for match in cells.why.matched_terms} >= {"pilot", "solid"}
    assert [step.url.rpartition("/")[2] for step in cells.why.path] == ["start", "hub", "cells"]
    assert cells.why.path[1].anchor == "about hub"
    assert cells.why.found_by not in ("", "url")
    start = next(f for f in findings if f.url.endswith("hub"))
    assert start.run_id == f"run {profile.id} 1"


async def test_every_page_is_asked_for_once(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    await run(real, await stored(store, clock, spec(web)))
    assert sorted(web.asked()) == sorted(set(web.asked()))
    assert len(web.asked()) == 7


async def test_what_happened_can_be_looked_at(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    profile = await stored(store, clock, spec(web))
    await run(real, profile)
    run_id = f"run {profile.id} 1"

    async def look(tables: Tables) -> None:
        ended = await tables.runs.get(run_id)
        assert ended is not None
        assert (ended.state, ended.stop_reason) == ("finished", "exhausted")
        assert (ended.counts.fetched, ended.counts.relevant, ended.counts.findings) == (7, 3, 3)
        assert ended.counts.alive >= 6
        assert ended.counts.bytes > 1000
        books = ended.books
        assert books.agents + books.remnants + books.dissipated == pytest.approx(books.injected, abs=1e-9)
        events = await tables.run_log.events(run_id, after=0, limit=EVENTS)
        assert [event.number for event in events] == list(range(1, len(events) + 1))
        assert events[-1].kind == "done"
        reported = [event.kind for event in events]
        assert (reported.count("visit"), reported.count("finding")) == (7, 3)
        assert reported.count("population") >= 1
        ranked = await tables.run_log.ranked(run_id, relevance=2.0, url="", limit=10)
        assert [page.url.rpartition("/")[2] for page in ranked[-1:]] != ["cells"]
        assert [page.relevance for page in ranked] == sorted((p.relevance for p in ranked), reverse=True)
        agents = await tables.run_log.agents(run_id, after="", limit=100)
        assert sum(agent.energy for agent in agents) == pytest.approx(books.agents, abs=1e-9)
        assert sum(agent.visited for agent in agents) >= 7
        for agent in agents:
            visits = await tables.run_log.visits_of(run_id, agent.name, 100)
            assert sum(visit.readable for visit in visits) == agent.visited
        lifetimes = await tables.run_log.lifetimes(run_id, [agent.name for agent in agents])
        assert {name for name, lifetime in lifetimes.items() if lifetime.born_at} == {
            agent.name for agent in agents if agent.parent is not None
        }

    await store.read(look)


async def test_the_second_run_tells_only_what_is_new_changed_or_gone(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    kinds = {"report": {"kinds": ["new", "changed", "gone"]}}
    profile = await stored(store, clock, spec(web, **kinds))
    await run(real, profile)
    clock.forward(days=2)
    web.put("hub", ON_TOPIC, ["cells", "dry-room", "kitchen", "news"])
    web.put("news", ON_TOPIC)
    addition = "The new pilot line for solid state batteries will be built in Dresden with 200 people."
    web.put("cells", [*ON_TOPIC[1:], addition], ["hub"])
    web.forget()
    await run(real, profile, 2)
    later = (await found(store, profile))[3:]
    assert {(f.kind, f.url.rpartition("/")[2]) for f in later} == {("new", "news"), ("changed", "cells")}
    changed = next(f for f in later if f.kind == "changed")
    assert changed.change is not None
    assert "Dresden" in changed.change.added
    for number in (3, 4):
        clock.forward(days=40)
        web.site.pages.pop("/dry-room", None)
        await run(real, profile, number)
    (gone,) = (await found(store, profile))[5:]
    assert (gone.kind, gone.title) == ("gone", "dry-room page")
    assert gone.summary


@pytest.mark.parametrize("kinds", [["new", "changed"], ["changed"]])
async def test_a_page_that_hid_behind_a_login_for_a_while_is_no_news_when_it_comes_back(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock, kinds: list[str]
) -> None:
    profile = await stored(store, clock, spec(web, report={"kinds": kinds}))
    await run(real, profile)
    at_first = await found(store, profile)
    walls = ["Please log in to read this page."], ["The site is down for maintenance."]
    for number, text in enumerate([*walls, ON_TOPIC[1:], walls[0]], start=2):
        web.put("cells", text, ["hub"])
        clock.forward(days=40)
        web.forget()
        await run(real, profile, number)
        assert "cells" in web.asked()
        assert await found(store, profile) == at_first
    news = "The third pilot line for solid state batteries will be built in Dresden with 200 people."
    web.put("cells", [*ON_TOPIC[1:], news], ["hub"])
    clock.forward(days=40)
    await run(real, profile, 6)
    (changed,) = (await found(store, profile))[len(at_first) :]
    assert changed.change is not None
    assert (changed.kind, changed.change.added, changed.change.removed) == ("changed", news, "")


async def test_an_unchanged_page_costs_a_conditional_request_only(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    profile = await stored(store, clock, spec(web, budget={"pages": 20, "seconds": 60, "megabytes": 10}))
    await run(real, profile)
    clock.forward(days=40)
    web.forget()
    await run(real, profile, 2)
    again = await store.read(lambda t: t.runs.get(f"run {profile.id} 2"))
    assert again is not None
    assert again.counts.fetched == 0
    assert again.counts.not_modified >= 2
    assert again.counts.findings == 0


async def test_noise_is_no_change(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    web.put("cells", [*ON_TOPIC[1:], "Page viewed 1,023 times. Updated 12 May 2026."], ["hub"])
    profile = await stored(store, clock, spec(web))
    await run(real, profile)
    clock.forward(days=40)
    web.put("cells", [*ON_TOPIC[1:], "Page viewed 1,987 times. Updated 30 June 2026."], ["hub"])
    await run(real, profile, 2)
    assert len(await found(store, profile)) == 3


async def test_the_words_of_a_page_are_counted_once_for_all_profiles(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    profile = await stored(store, clock, spec(web))
    other = await stored(store, clock, spec(web, name="Others"))
    counted: list[str] = []

    def count(text: str, language: str | None = None) -> list[str]:
        counted.append(text)
        return words(text, language)

    monkeypatch.setattr(document, "words", count)
    await run(real, profile)
    assert counted.count("garden page") == 1
    known = await store.read(lambda t: t.page_states.known(other.id, 100))
    assert web.url("cells") in {k.url for k in known}  # pages were compared with the other profile, too


async def test_a_page_that_did_not_matter_wakes_up_when_another_profile_reads_a_text_that_does(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    async def left_on_the_garden() -> tuple[float, float]:
        known = await store.read(lambda t: t.page_states.known(profile.id, 100))
        state = next(k.state for k in known if k.url == web.url("garden"))
        return state.energy, state.unspent

    profile = await stored(store, clock, spec(web))
    await run(real, profile)
    asleep = await left_on_the_garden()
    clock.forward(days=1)
    web.put("garden", [OFF_TOPIC[0], *ON_TOPIC], ["choir", "start"])
    seeds = {"urls": [web.url("garden")], "providers": []}  # what a person names is always asked for
    await run(real, await stored(store, clock, spec(web, name="Gardens", query={"text": "roses"}, seeds=seeds)))
    awake = await left_on_the_garden()
    assert awake[0] > max(asleep[0], 0.3)
    assert awake[1] == 1.0
    clock.forward(minutes=1)
    web.forget()
    await run(real, profile, 2)
    assert "garden" in names(await found(store, profile))
    assert "garden" not in web.asked()  # it was read for the other one


@pytest.mark.parametrize("kind", ["feeds", "sitemaps"])
async def test_a_list_that_the_person_named_leads_to_its_pages_and_is_asked_conditionally(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock, kind: str
) -> None:
    lists = {
        "feeds": f"<rss version='2.0'><channel><item><link>{web.url('cells')}</link></item></channel></rss>",
        "sitemaps": f"<urlset><url><loc>{web.url('cells')}</loc></url></urlset>",
    }
    web.put_raw("list.xml", lists[kind].encode(), "application/xml")
    profile = await stored(store, clock, spec(web, seeds={kind: [web.url("list.xml")], "providers": []}))
    await run(real, profile)
    assert "cells" in names(await found(store, profile))
    web.forget()
    clock.forward(days=1)
    await run(real, profile, 2)
    again = [hit for hit in web.site.log if hit.path == "/list.xml"]
    assert [hit.headers.get("if-none-match") is not None for hit in again] == [True]


async def test_a_feed_of_a_relevant_site_is_found_and_what_it_announces_is_visited_first(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    head = '<link rel="alternate" type="application/rss+xml" href="/feed.xml">'
    web.put("hub", ON_TOPIC, ["cells", "dry-room", "kitchen"], head=head)

    def feed(*pages: str) -> None:
        items = "".join(f"<item><title>{p}</title><link>{web.url(p)}</link></item>" for p in pages)
        body = f'<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>{items}</channel></rss>'
        web.put_raw("feed.xml", body.encode(), "application/rss+xml")

    feed("cells")
    profile = await stored(store, clock, spec(web))
    await run(real, profile)
    assert "feed.xml" in web.asked()
    clock.forward(hours=6)
    web.put("quiet-news", ON_TOPIC)  # no page links to it
    feed("quiet-news", "cells")
    web.forget()
    await run(real, profile, 2)
    assert "quiet-news" in web.asked()
    news = (await found(store, profile))[-1]
    assert news.url == web.url("quiet-news")
    assert news.why.found_by == f"feed:{web.url('feed.xml')}"
    assert [step.url for step in news.why.path] == [web.url("feed.xml"), web.url("quiet-news")]
    hub = await store.read(lambda t: t.pages.by_url(web.url("feed.xml")))
    assert hub is not None
    state = await store.read(lambda t: t.page_states.get(profile.id, hub.id))
    assert state is not None
    assert state.hub_yield >= 1.0  # the feed led to it


async def test_a_page_in_another_language_pays_nothing_but_leads_on(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    german = "Die Pilotlinie für die solid state battery liefert die ersten Zellen in diesem Jahr aus."
    body = f'<html lang=de><title>Zellen</title><main><p>{german}</p></main><a href="/deep">weiter</a></html>'
    web.put_raw("start", body.encode(), "text/html; charset=utf-8")
    web.put("deep", ON_TOPIC)
    profile = await stored(store, clock, spec(web))
    await run(real, profile)
    assert names(await found(store, profile)) == {"deep"}


@pytest.mark.parametrize(
    ("budget", "reason"),
    [
        ({"pages": 3, "seconds": 60, "megabytes": 10}, "budget_pages"),
        ({"pages": 50, "seconds": 1, "megabytes": 10}, "budget_seconds"),
    ],
)
async def test_budgets_are_hard_caps(
    web: SmallWeb,
    store: Database,
    clock: HandWoundClock,
    budget: dict[str, int],
    reason: str,
) -> None:
    pause = "0.4s" if reason == "budget_seconds" else "0s"
    async with world(store, clock, min_delay=pause) as slow:
        profile = await stored(store, clock, spec(web, budget=budget))
        assert await run(slow, profile) == reason
    assert len(web.asked()) <= budget["pages"]
    assert len(web.asked()) < 7


async def test_a_run_can_be_stopped_and_keeps_what_it_found(
    web: SmallWeb, store: Database, clock: HandWoundClock
) -> None:
    async with world(store, clock, min_delay="0.15s") as slow:
        profile, control = await stored(store, clock, spec(web)), RunControl()
        going = asyncio.create_task(run(slow, profile, control=control))
        while not await found(store, profile):
            await asyncio.sleep(0.02)
        control.ask_to_stop("stopped")
        assert await going == "stopped"
    assert await found(store, profile)
    assert len(web.asked()) < 7
    ended = await store.read(lambda t: t.runs.get(f"run {profile.id} 1"))
    assert ended is not None
    assert ended.state == "stopped"


async def test_the_budget_can_grow_while_a_run_goes_on(
    web: SmallWeb, store: Database, clock: HandWoundClock
) -> None:
    async with world(store, clock, min_delay="0.1s") as slow:
        few = {"pages": 4, "seconds": 60, "megabytes": 10}
        profile, control = await stored(store, clock, spec(web, budget=few)), RunControl()
        going = asyncio.create_task(run(slow, profile, control=control))
        while len(web.asked()) < 2:
            await asyncio.sleep(0.02)
        control.adjust(RunBudget(pages=50), {"most": 12})
        assert await going == "exhausted"
    assert len(web.asked()) == 7


@pytest.mark.parametrize(
    "strategy", ["energy", "infospiders", "myspiders", "best_first", "genetic", "breadth_first"]
)
async def test_the_journal_of_a_run_gives_the_same_events_byte_for_byte(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock, strategy: str
) -> None:
    profile = await stored(store, clock, spec(web, strategy={"name": strategy}))
    await run(real, profile)
    run_id = f"run {profile.id} 1"
    first, *steps = await store.read(lambda t: t.run_log.journal(run_id))

    def unpacked(tables: Tables) -> tuple[Origin, list[Entry]]:
        entries = [entry for step in steps for entry in tables.run_log.unpacked(step, list[Entry])]
        return tables.run_log.unpacked(first, Origin), entries

    async def read(tables: Tables) -> tuple[Origin, list[Entry]]:
        return unpacked(tables)

    origin, entries = await store.read(read)
    again = replay(populate(origin, topic_of(origin)), entries)
    reported = [
        (event_kind(event), msgspec.json.encode(event)) for event in again if event_kind(event) != "finding"
    ]
    events = await store.read(lambda t: t.run_log.events(run_id, after=0, limit=EVENTS))
    lived = [(e.kind, e.body) for e in events if e.kind in ("visit", "born", "starved", "teleport")]
    assert reported == lived
    assert len(lived) >= 7


async def test_a_preview_remembers_nothing(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    profile = validation.verify(validation.read(ProfileSpec, spec(web)))
    now = clock.now()

    async def claim(tables: Tables) -> Run:
        await tables.runs.queue_preview("preview 1", profile, 1, now)
        (run,) = await tables.runs.claim("tester", now=now, lease_until=now + timedelta(minutes=1), limit=1)
        return run

    run = await store.write(claim)
    assert await execute_run(real, run, None, RunControl()) == "exhausted"
    ranked = await store.read(lambda t: t.run_log.ranked("preview 1", relevance=2.0, url="", limit=3))
    assert {page.url.rpartition("/")[2] for page in ranked} == {"hub", "cells", "dry-room"}
    assert await store.read(lambda t: t.pages.by_url(web.url("hub"))) is None
    events = await store.read(lambda t: t.run_log.events("preview 1", after=0, limit=EVENTS))
    assert [event.kind for event in events].count("finding") == 3


async def test_two_profiles_do_not_ask_for_the_same_fresh_page_twice(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    one = await stored(store, clock, spec(web))
    other = await stored(store, clock, spec(web, name="Lines", query={"text": "pilot line solid state"}))
    await run(real, one)
    web.forget()
    clock.forward(minutes=2)
    await run(real, other)
    remembered = {"start", "hub", "cells", "dry-room"}
    assert not remembered.intersection(web.asked())
    assert names(await found(store, other)) & {"cells", "hub", "dry-room"}


async def test_addresses_that_are_not_visited_leave_the_budget_to_those_that_are(
    web: SmallWeb, store: Database, clock: HandWoundClock
) -> None:
    articles = [f"article/{n}" for n in range(40)]
    web.put("start", OFF_TOPIC, [*articles, "hub", "private/1", "private/2"])
    for name in articles:
        web.put(name, OFF_TOPIC)
    web.site.pages["/robots.txt"] = Answer(b"User-agent: *\nDisallow: /private")
    profile = await stored(store, clock, spec(web, budget={"pages": 15}))
    async with world(store, clock, trap_pages_per_pattern=5) as real:
        assert await run(real, profile) == "exhausted"
    ended = await store.read(lambda t: t.runs.get(f"run {profile.id} 1"))
    assert ended is not None
    assert ended.counts.refused == 35 + 2
    assert ended.counts.fetched == len(web.asked()) == 5 + 7
    assert {"cells", "dry-room"} <= names(await found(store, profile))


async def test_the_budget_of_pages_bounds_what_other_profiles_have_read(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    pages = [f"page{n}" for n in range(12)]
    web.put("start", OFF_TOPIC, pages)
    for name in pages:
        web.put(name, ON_TOPIC)
    await run(real, await stored(store, clock, spec(web)))
    web.forget()
    clock.forward(minutes=2)
    # Another topic: nothing of this was left for it, so it comes to these pages by links only.
    other = await stored(
        store, clock, spec(web, name="Gardens", query={"text": "roses in bloom"}, budget={"pages": 4})
    )
    assert await run(real, other) == "budget_pages"
    ended = await store.read(lambda t: t.runs.get(f"run {other.id} 1"))
    assert ended is not None
    assert (ended.counts.recalled, ended.counts.fetched, web.asked()) == (4, 0, [])


async def test_pages_off_topic_are_never_found(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    web.put("kitchen", OFF_TOPIC, [])
    profile = await stored(store, clock, spec(web))
    await run(real, profile)
    assert not names(await found(store, profile)) & {"kitchen", "garden", "choir", "start"}


async def test_what_the_first_look_took_for_relevant_is_judged_again_at_its_end(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    """Every page of this web speaks of solid states and lines: only at the end it is known that this says nothing."""
    names_of_pages = [f"page{n}" for n in range(60)]
    common = "Every line of this handbook is about solid states of mind, and a line is a line."
    for number, name in enumerate(names_of_pages):
        web.put(name, [common, *OFF_TOPIC], names_of_pages[number + 1 : number + 4])
    web.put("start", [common], ["page0", "cells"])
    web.put("cells", ON_TOPIC, ["page1"])
    profile = await stored(store, clock, spec(web))
    await run(real, profile)
    left = await found(store, profile)
    assert "cells" in names(left)
    ended = await store.read(lambda t: t.runs.get(f"run {profile.id} 1"))
    again = await store.read(lambda t: t.profiles.get(profile.id))
    assert ended is not None
    assert again is not None
    assert again.counts.findings == again.counts.unread == len(left)
    assert len(left) == ended.counts.findings  # some were withdrawn, none was counted twice
