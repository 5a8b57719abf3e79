"""Old rows are deleted, the newest stay, and the database stays below its limit."""

import random
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from tests.flow.run.test_run import run as live_run
from tests.flow.run.test_run import stored
from tests.flow.small_web import ON_TOPIC, battery_web, spec, world
from tests.portal_pages import PAGES, fill, keep, profile, sighting
from tests.support import MONDAY, HandWoundClock
from tests.web.site import site
from watchd import validation
from watchd.core.revisits.news import link_key
from watchd.errors import FieldErrors
from watchd.flow.upkeep import retention
from watchd.flow.upkeep.retention import LINK_AGE, NEWS_AGE, SOURCE_AGE, Retention, RetentionSettings
from watchd.model.news import NewsItem
from watchd.model.page import Page
from watchd.model.portal import SinkState
from watchd.model.run import RunCounts
from watchd.model.values import Duration, duration_seconds, rfc3339
from watchd.store.database import Database
from watchd.store.queries import pack_text

VERSION = (
    "INSERT INTO page_versions (page_id, seen_at, content_hash, main_text) VALUES (:id, :seen_at, 'x', :text)"
)
SNAPSHOT = "INSERT INTO page_snapshots (page_id, seen_at, body) VALUES (:id, :seen_at, :text)"


async def run(store: Database, sql: str, *rows: dict[str, Any]) -> None:
    await store.write(lambda t: t.portal._run_many(sql, list(rows)))


async def scalar(store: Database, sql: str) -> int:
    row = await store.read(lambda t: t.portal._one(sql))
    assert row is not None
    return int(row[0])


def version(id: str, days: float, text: str = "text") -> dict[str, Any]:
    return {"id": id, "seen_at": rfc3339(MONDAY - timedelta(days=days)), "text": pack_text(text)}


async def test_old_texts_are_deleted_except_the_newest_and_those_that_a_profile_knows(
    store: Database, clock: HandWoundClock
) -> None:
    await fill(store)
    await run(store, VERSION, *(version("page-0", days) for days in (0, 300, 400, 500)))
    await run(store, VERSION, version("page-1", 700), version("page-1", 800))
    await run(store, VERSION, version("page-2", 700), version("page-2", 0))
    state = """
        INSERT INTO page_states (profile_id, page_id, relevance, unspent, energy, content_hash)
        VALUES ('batteries', 'page-2', 1, 1, 1, 'x')"""
    await run(store, state, {})
    await run(store, VERSION, version("page-3", 700), version("page-3", 0))
    hidden = """
        INSERT INTO page_states (profile_id, page_id, relevance, unspent, energy, content_hash, followed_hash)
        VALUES ('batteries', 'page-3', 0, 1, 1, 'wall', 'x')"""
    await run(store, hidden, {})
    dropped = await Retention(RetentionSettings(), store, clock).trim_old()
    assert dropped["versions"] == 2 + 1
    kept = await store.read(lambda t: t.portal.versions("page-0", 99))
    assert [(MONDAY - entry.seen_at).days for entry in kept] == [0, 300]
    assert len(await store.read(lambda t: t.portal.versions("page-1", 99))) == 1
    assert len(await store.read(lambda t: t.portal.versions("page-2", 99))) == 2
    assert len(await store.read(lambda t: t.portal.versions("page-3", 99))) == 2


async def test_the_age_of_rows_is_told_by_the_clock_for_ages(store: Database, clock: HandWoundClock) -> None:
    await fill(store)
    await run(store, VERSION, version("page-0", 0), version("page-0", 300))
    ahead = HandWoundClock(MONDAY + timedelta(days=3650))
    assert (await Retention(RetentionSettings(), store, ahead, age_clock=clock).trim_old()).total() == 0
    assert (await Retention(RetentionSettings(), store, ahead).trim_old())["versions"] > 0


async def test_marks_are_deleted_when_every_sink_has_confirmed_them(
    store: Database, clock: HandWoundClock
) -> None:
    await fill(store)
    await store.write(lambda t: t.portal.remove(["page-0"], MONDAY))
    behind = SinkState(name="slow", serial=4)
    await store.write(lambda t: t.portal_sinks.put(behind, MONDAY))
    clock.forward(days=91)
    assert (await Retention(RetentionSettings(), store, clock).trim_old())["marks"] == 0
    await store.write(lambda t: t.portal_sinks.put(SinkState(name="slow", serial=5), MONDAY))
    assert (await Retention(RetentionSettings(), store, clock).trim_old())["marks"] == 1
    assert await store.read(lambda t: t.portal.purged_serial()) == 5


async def test_dead_and_unused_pages_are_deleted_unless_something_refers_to_them(
    store: Database, clock: HandWoundClock
) -> None:
    await fill(store)
    page = "INSERT INTO pages (id, url, host, status, fetched_at) VALUES (:id, :id, 'h', :status, :fetched_at)"
    old, new = rfc3339(MONDAY - timedelta(days=100)), rfc3339(MONDAY)
    await run(
        store,
        page,
        {"id": "gone", "status": 404, "fetched_at": old},
        {"id": "just gone", "status": 404, "fetched_at": new},
        {"id": "unknown", "status": 200, "fetched_at": old},
        {"id": "known", "status": 200, "fetched_at": old},
    )
    state = "INSERT INTO page_states (profile_id, page_id, relevance, unspent, energy) VALUES ('batteries', :id, 1, 1, 1)"
    await run(store, state, {"id": "known"}, {"id": "gone"})
    assert (await Retention(RetentionSettings(), store, clock).trim_old())["pages"] == 2
    assert await scalar(store, "SELECT count(*) FROM pages WHERE id IN ('just gone', 'known')") == 2
    assert await scalar(store, "SELECT count(*) FROM page_states") == 1


async def test_the_details_of_old_runs_are_deleted_and_the_runs_stay(
    store: Database, clock: HandWoundClock
) -> None:
    await profile(store)
    run_row = """
        INSERT INTO runs (id, profile_id, spec, state, trigger_kind, entropy, queued_at, ended_at)
        VALUES (:id, 'batteries', '{}', :state, 'manual', 1, 'x', :ended_at)"""
    old = rfc3339(MONDAY - timedelta(days=31))
    await run(
        store,
        run_row,
        {"id": "run-1", "state": "finished", "ended_at": old},
        {"id": "run-2", "state": "finished", "ended_at": old},
        {"id": "run-3", "state": "finished", "ended_at": rfc3339(MONDAY)},
    )
    event = "INSERT INTO run_events (run_id, number, kind, body) VALUES (:id, :number, 'visit', '{}')"
    await run(store, event, *({"id": f"run-{n}", "number": i} for n in (1, 2, 3) for i in range(10)))
    assert (await Retention(RetentionSettings(), store, clock).trim_old())["run_details"] == 20
    assert await scalar(store, "SELECT count(*) FROM run_events") == 10
    assert await scalar(store, "SELECT count(*) FROM runs") == 3


async def test_old_runs_with_findings_stay_and_so_do_the_newest_of_each_profile(
    store: Database, clock: HandWoundClock
) -> None:
    await profile(store)
    row = """
        INSERT INTO runs (id, profile_id, spec, state, trigger_kind, entropy, queued_at, ended_at, counts)
        VALUES (:id, :profile, '{}', 'finished', 'schedule', 1, 'x', :ended_at, :counts)"""

    def ended(name: str, days: int, findings: int = 0, profile: str | None = "batteries") -> dict[str, object]:
        counts = msgspec.json.encode(RunCounts(fetched=9, findings=findings)).decode()
        moment = rfc3339(MONDAY - timedelta(days=days))
        return {"id": name, "profile": profile, "ended_at": moment, "counts": counts}

    await run(store, row, *(ended(f"run {n:03}", 40, findings=n % 50 == 0) for n in range(150)))
    await run(store, row, ended("preview", 40, findings=0, profile=None), ended("new preview", 4, profile=None))
    dropped = await Retention(RetentionSettings(), store, clock).trim_old()
    assert dropped["runs"] == 50  # 49 of the oldest 50, and the preview
    left = await store.read(lambda t: t.portal._all("SELECT id FROM runs ORDER BY id"))
    assert [r.id for r in left] == ["new preview", "run 000", *(f"run {n:03}" for n in range(50, 150))]


HISTORY = {"findings", "runs"}  # people come back to these; they stay, or are deleted much later


async def rows_of(store: Database) -> dict[str, int]:
    listed = await store.read(
        lambda t: t.portal._all(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'portal_index%'"
        )
    )
    return {row.name: await scalar(store, f"SELECT count(*) FROM {row.name}") for row in listed}


async def test_many_rounds_of_change_do_not_grow_the_database(store: Database, clock: HandWoundClock) -> None:
    """Run ten days apart on pages whose text changes each time."""
    chance = random.Random(1)
    texts = "SELECT total(length(main_text)) FROM page_versions"
    measured: list[tuple[dict[str, int], int]] = []
    async with site() as running, world(store, clock) as real:
        web = battery_web(running)
        batteries = await stored(store, clock, spec(web))
        keeping = Retention(RetentionSettings(), store, clock)
        for number in range(20):
            for name in ("hub", "cells", "dry-room"):
                news = [f"Cell {chance.randrange(10**6)} left the pilot line." for _ in range(20)]
                web.put(name, [*ON_TOPIC, *news], ["cells", "hub", "dry-room"])
            clock.forward(days=10)
            await live_run(real, batteries, 100 + number)
            await keeping.trim_old()
            if number in (9, 19):
                measured.append((await rows_of(store), await scalar(store, texts)))
    (rows, size), (later_rows, later_size) = measured
    assert later_rows["findings"] > rows["findings"] + 20
    grown = {name for name, count in later_rows.items() if count > 1.1 * rows[name] + 2}
    assert grown == HISTORY
    assert later_size < 1.1 * size


async def test_documents_are_removed_with_their_last_profile(store: Database, clock: HandWoundClock) -> None:
    await fill(store)
    await profile(store, "other")
    await keep(store, sighting(1, PAGES[1], profile_id="other"))
    stored = await store.read(lambda t: t.profiles.get("batteries"))
    assert stored is not None
    await store.write(lambda t: t.profiles.delete(stored))
    assert (await Retention(RetentionSettings(), store, clock).trim_old())["documents"] == 3
    assert (await store.read(lambda t: t.portal_search.counts(()))).documents == 1


async def test_the_database_stays_below_its_limit_and_the_newest_documents_stay(
    store: Database, clock: HandWoundClock
) -> None:
    await profile(store)
    chance = random.Random(1)
    limit = 16

    async def write(first: int, count: int, days: int) -> None:
        pages = [
            Page(url=f"https://a.example/{n}", title=f"Page {n}", text=f"{chance.randbytes(1500).hex(' ')}")
            for n in range(first, first + count)
        ]
        now = MONDAY + timedelta(days=days)
        await keep(store, *(sighting(first + n, page, now=now) for n, page in enumerate(pages)))
        await run(
            store, VERSION, *(version(f"page-{first + n}", -days, page.text) for n, page in enumerate(pages))
        )

    keeping = Retention(RetentionSettings(max_database_mib=limit), store, clock)
    total = 0
    for day in range(40):
        await write(day * 40, 40, day)
        dropped = await keeping.trim_to_size()
        total += dropped["documents"]
        assert await store.read(lambda t: t.retention.used_bytes()) <= 0.9 * limit * 2**20
        assert store.file.stat().st_size < limit * 2**20
    assert total > 0
    assert await store.read(lambda t: t.portal.get("page-0")) is None
    assert await store.read(lambda t: t.portal.get("page-1599")) is not None
    await store.check()


def days_of(age: Duration) -> float:
    return duration_seconds(age) / 86_400


def ago(days: float) -> float:
    return (MONDAY - timedelta(days=days)).timestamp()


async def test_news_is_deleted_when_it_is_no_news_any_more(store: Database, clock: HandWoundClock) -> None:
    age = days_of(NEWS_AGE)
    items = [NewsItem(f"u{n}", "hub", "link", "", ago(days)) for n, days in enumerate((age + 1, age - 1, 0))]
    await store.write(lambda t: t.news.add(items))
    assert (await Retention(RetentionSettings(), store, clock).trim_old())["news"] == 1
    assert await store.read(lambda t: t.news.since(0.0, 99)) == [items[2], items[1]]


async def test_records_of_sources_are_deleted_when_they_are_old_or_too_many(
    store: Database, clock: HandWoundClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "MAX_SOURCES", 3)
    age = days_of(SOURCE_AGE)
    for name, days in {"stale": age + 1, "a": 4, "b": 3, "c": 2, "d": 1}.items():
        await store.write(lambda t, name=name, days=days: t.news.count(name, ago(days), found=True))  # type: ignore[misc]
    await store.write(lambda t: t.news.count("a", ago(0), found=False))  # used again
    assert (await Retention(RetentionSettings(), store, clock).trim_old())["news_sources"] == 2
    left = await store.read(lambda t: t.news.records(["stale", "a", "b", "c", "d"]))
    assert set(left) == {"a", "c", "d"}
    assert left["a"].followed == 2


async def test_links_that_no_page_has_shown_for_the_longest_time_are_forgotten_when_there_are_too_many(
    store: Database, clock: HandWoundClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "MAX_LINKS", 60)
    monkeypatch.setattr(retention, "BATCH_LINKS", 7)
    for first, days in ((0, 40), (100, 30), (200, 20)):
        await store.write(
            lambda t, first=first, days=days: t.news.see(range(first, first + 30), ago(days))  # type: ignore[misc]
        )
    await store.write(lambda t: t.news.see(range(5), ago(1)))  # seen first, and shown again since
    assert (await Retention(RetentionSettings(), store, clock).trim_old())["links"] == 30
    left = set(await store.read(lambda t: t.news.seen([*range(30), *range(100, 130), *range(200, 230)])))
    assert left == {*range(5), *range(105, 130), *range(200, 230)}
    assert (await Retention(RetentionSettings(), store, clock).trim_old())["links"] == 0


async def test_links_that_a_page_has_shown_lately_are_not_forgotten_however_many_they_are(
    store: Database, clock: HandWoundClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "MAX_LINKS", 10)
    await store.write(lambda t: t.news.see(range(100), ago(days_of(LINK_AGE) - 2)))
    assert (await Retention(RetentionSettings(), store, clock).trim_old())["links"] == 0
    clock.forward(days=3)
    assert (await Retention(RetentionSettings(), store, clock).trim_old())["links"] == 90


@pytest.mark.parametrize("changes", [True, False], ids=["changed", "not modified"])
async def test_a_link_of_a_page_that_is_still_read_does_not_become_news_again(
    store: Database, clock: HandWoundClock, monkeypatch: pytest.MonkeyPatch, changes: bool
) -> None:
    """The page is read every other day for weeks, and nearly no link may be kept."""
    monkeypatch.setattr(retention, "MAX_LINKS", 1)
    async with site() as running, world(store, clock) as real:
        web = battery_web(running)
        seeds = {"urls": [web.url("hub")], "providers": []}
        batteries = await stored(store, clock, spec(web, seeds=seeds))
        for number in range(1, 12):
            last = f"This is sentence number {number if changes else 1}."
            web.put("hub", [*ON_TOPIC, last], links := ["cells", "dry-room", "kitchen"])
            await live_run(real, batteries, number)
            clock.forward(days=2)
            await Retention(RetentionSettings(), store, clock).trim_old()
        keys = [link_key(web.url(name)) for name in links]
        assert len(await store.read(lambda t: t.news.seen(keys))) == len(links)
        assert await store.read(lambda t: t.news.since(0.0, 99)) == []
        await store.write(lambda t: t.news._run("DELETE FROM seen_links"))  # even if all were forgotten
        web.put("hub", ON_TOPIC, ["cells", "dry-room", "kitchen", "news"])
        web.put("news", ON_TOPIC)
        await live_run(real, batteries, 12)
        assert [n.url for n in await store.read(lambda t: t.news.since(0.0, 99))] == [web.url("news")]


async def test_a_database_that_is_too_large_forgets_links_that_were_not_shown_today(
    store: Database, clock: HandWoundClock
) -> None:
    await store.write(lambda t: t.news.see(range(1000), ago(3)))
    await store.write(lambda t: t.news.see(range(100), ago(0)))
    full = Retention(RetentionSettings(max_database_mib=0), store, clock)
    assert (await full.trim_to_size())["links"] == 900


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"version_age": "5m"}, "version_age"),
        ({"dead_age": "1s"}, "dead_age"),
        ({"max_database_mib": 1}, "max_database_mib"),
    ],
)
def test_rules_that_would_delete_everything_are_refused(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(FieldErrors) as mistakes:
        validation.read(RetentionSettings, changes)
    assert [fault.field for fault in mistakes.value.faults] == [field]


async def test_old_notes_on_visits_and_waiting_links_are_deleted(
    store: Database, clock: HandWoundClock
) -> None:
    await fill(store)
    visit = """
        INSERT INTO visits (url, profile_id, run_id, at, outcome, first_at, first_run_id, source, carrier, anchor, tag_path)
        VALUES (:url, 'batteries', 'r', :at, 'fetched', :at, 'r', '', '', '', '')"""
    waiting = """
        INSERT INTO waiting_links
            (profile_id, url, run_id, at, queue, place, of, score, reason, source, carrier, anchor, tag_path)
        VALUES ('batteries', :url, 'r', :at, 'link', 1, 1, 0.1, 'budget_pages', '', '', '', '')"""
    ages = {"https://a.test/new": 1, "https://a.test/old": 31}
    rows = [{"url": url, "at": rfc3339(MONDAY - timedelta(days=days))} for url, days in ages.items()]
    await run(store, visit, *rows)
    await run(store, waiting, *rows)
    dropped = await Retention(RetentionSettings(), store, clock).trim_old()
    assert (dropped["visits"], dropped["waiting_links"]) == (1, 1)
    assert await store.read(lambda t: t.visits.get("batteries", "https://a.test/new")) is not None
    assert await store.read(lambda t: t.visits.waiting("batteries", "https://a.test/old")) is None
