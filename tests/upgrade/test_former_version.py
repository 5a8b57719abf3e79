"""Databases and journals of the version before the modules were renamed: this version reads, replays and resumes them.

`former.db.zst` is a database as that version wrote it, over the pages of `paper_site`. `former.json.zst` holds what that
version read from it, and the events of its replays, row by row. Do not change the two files to fit the code: a change that
does not fit them breaks databases that people have, so correct the code or add a migration.
"""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import zip_longest
from pathlib import Path

import msgspec
import pytest
from zstandard import ZstdDecompressor

from tests.flow.small_web import world
from tests.support import HandWoundClock, SeededEntropy
from tests.upgrade.paper_site import PaperSite
from tests.upgrade.reading import (
    PACKED,
    Journal,
    books,
    contents,
    journals,
    lines_of,
    packed_bodies,
    plain_data,
    unpacked,
)
from watchd.core.feedback.feedback import Lessons
from watchd.core.population.events import Entry, Settled
from watchd.flow.alerts.planner import ChannelAlertPlanner
from watchd.flow.run.run_worker import RunWorker
from watchd.flow.run.schedule import queue_run
from watchd.flow.upkeep.portal_feed import PortalFeed
from watchd.model.run import Run
from watchd.store.database import FILE_NAME, Database, open_database
from watchd.store.tables import Tables

HERE = Path(__file__).parent
NOW = datetime(2026, 12, 19, 2, 0, tzinfo=UTC)  # half an hour after the former version stopped
INTERRUPTED = "41run-my-2"
TAUGHT = "01profile-energy"  # a profile with verdicts


def recorded() -> dict[str, list[str]]:
    """Return what the former version said, by group."""
    said = ZstdDecompressor().decompress((HERE / "former.json.zst").read_bytes())
    return msgspec.json.decode(said, type=dict[str, list[str]])


@pytest.fixture
def clock() -> HandWoundClock:
    return HandWoundClock(NOW)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    body = ZstdDecompressor().decompress((HERE / "former.db.zst").read_bytes())
    (tmp_path / FILE_NAME).write_bytes(body)
    return tmp_path / FILE_NAME


@pytest.fixture
async def former(file: Path) -> AsyncIterator[Database]:
    database = await open_database(file.parent, NOW, may_create=False)
    yield database
    await database.close()


def differences(groups: dict[str, list[str]]) -> dict[str, tuple[str, str]]:
    """Return, for each group that is not as recorded, its first row that differs: as it was, and as it is."""
    found: dict[str, tuple[str, str]] = {}
    former = recorded()
    for name, rows in groups.items():
        pairs = zip_longest(former[name], rows, fillvalue="")
        different = next((pair for pair in pairs if pair[0] != pair[1]), None)
        if different is not None:
            found[name] = different
    return found


def without_new_fields(now: object, before: object) -> object:
    """Return a decoded row without the fields that the former version did not know."""
    if isinstance(now, dict) and isinstance(before, dict):
        return {key: without_new_fields(value, before[key]) for key, value in now.items() if key in before}
    if isinstance(now, list) and isinstance(before, list) and len(now) >= len(before):
        # A row has its new fields at the end.
        return [without_new_fields(one, other) for one, other in zip(now, before, strict=False)]
    return now


async def test_every_row_of_the_former_version_is_read_as_the_former_version_read_it(former: Database) -> None:
    groups = lines_of(await contents(former))
    different = {
        name: (before, now)
        for name, (before, now) in differences(groups).items()
        if not before
        or not now
        or any(
            without_new_fields(msgspec.json.decode(row), msgspec.json.decode(recorded_row))
            != msgspec.json.decode(recorded_row)
            for recorded_row, row in zip_longest(recorded()[name], groups[name], fillvalue="null")
        )
    }
    assert different == {}
    assert set(groups) == {name for name in recorded() if not name.startswith(("replayed ", "books "))}


async def test_every_journal_replays_to_the_same_events_byte_for_byte(former: Database) -> None:
    kept = await journals(former)
    events = {f"replayed {j.run_id}": [event.decode() for event in j.replayed()[0]] for j in kept}
    assert differences(events) == {}
    assert set(events) == {name for name in recorded() if name.startswith("replayed ")}


async def test_every_replay_leaves_the_same_energy_with_agents_and_on_pages(former: Database) -> None:
    kept = await journals(former)
    left = lines_of({f"books {j.run_id}": [books(j.replayed()[1])] for j in kept})
    assert differences(left) == {}
    assert set(left) == {name for name in recorded() if name.startswith("books ")}


def test_the_recorded_replays_show_every_kind_of_event() -> None:
    replays = [rows for name, rows in recorded().items() if name.startswith("replayed ")]
    kinds = {msgspec.json.decode(row)["type"] for rows in replays for row in rows}
    assert kinds == {"visit", "born", "starved", "teleport", "finding"}


async def test_the_journals_hold_every_kind_of_entry_and_five_strategies(former: Database) -> None:
    kept = await journals(former)
    entries = [msgspec.to_builtins(entry)["type"] for j in kept for step in j.steps for entry in step]
    assert set(entries) == {"asked", "settled", "seeded", "adjusted"}
    assert {j.origin.strategy for j in kept} == {"energy", "infospiders", "genetic", "myspiders", "best_first"}


def test_every_packed_struct_is_written_again_with_the_same_names_and_values(file: Path) -> None:
    bodies = packed_bodies(file)
    for kind, body in bodies:
        plain = unpacked(body)
        assert plain_data(msgspec.msgpack.encode(msgspec.msgpack.decode(plain, type=kind))) == plain_data(plain)
    assert {kind for kind, _ in bodies} == {kind for _, kind in PACKED}


def test_every_step_of_a_journal_is_written_again_to_the_same_bytes(file: Path) -> None:
    steps = [unpacked(body) for kind, body in packed_bodies(file) if kind == list[Entry]]
    assert [msgspec.msgpack.encode(msgspec.msgpack.decode(step, type=list[Entry])) for step in steps] == steps
    assert len(steps) > 50


async def test_an_interrupted_run_goes_on_to_its_end_and_repeats_no_step(
    former: Database, clock: HandWoundClock
) -> None:
    before, reported = await journal_of(former, INTERRUPTED), await events_of(former, INTERRUPTED)
    bodies = await former.read(lambda t: t.run_log.journal(INTERRUPTED))
    site = PaperSite(2)
    ended = await run_to_its_end(former, clock, site, INTERRUPTED)
    assert ended.state == "finished"
    assert ended.stop_reason in ("budget_pages", "exhausted", "extinct")  # the order of arrivals decides which
    after, reported_now = await journal_of(former, INTERRUPTED), await events_of(former, INTERRUPTED)
    bodies_now = await former.read(lambda t: t.run_log.journal(INTERRUPTED))
    assert bodies_now[: len(bodies)] == bodies
    assert len(bodies_now) > len(bodies)
    assert reported_now[: len(reported)] == reported
    assert [number for number, _, _ in reported_now] == list(range(1, len(reported_now) + 1))
    assert reported_now[-1][1] == "done"
    moves = settled_moves(after)
    assert moves == list(range(len(moves)))  # each move arrived once, and none was lost
    assert len(moves) > len(settled_moves(before))
    events, population = after.replayed()
    lived = [body for _, kind, body in reported_now if kind in ("visit", "born", "starved", "teleport")]
    assert [event for event in events if b'"type":"finding"' not in event] == lived
    assert abs(population.ledger.error()) < 1e-9
    assert before.replayed()[1].under_way  # the crash came while pages were under way
    assert set(site.asked) & visited(before) == set()  # what had arrived is not asked for again
    assert len(site.asked) == len(set(site.asked))


async def test_a_resumed_run_leaves_the_findings_of_other_runs_as_they_were(
    former: Database, clock: HandWoundClock
) -> None:
    def others(rows: list[str]) -> list[str]:
        return [row for row in rows if INTERRUPTED not in row]

    await run_to_its_end(former, clock, PaperSite(2), INTERRUPTED)
    groups = lines_of(await contents(former))
    assert others(groups["findings"]) == others(recorded()["findings"])
    assert len(groups["findings"]) == len(set(groups["findings"])) > len(others(groups["findings"]))


async def test_a_profile_of_the_former_version_runs_again_with_what_it_learned(
    former: Database, clock: HandWoundClock
) -> None:
    taught = await former.read(lambda t: t.learned.get(TAUGHT, "taught", Lessons))

    async def queue(tables: Tables) -> str:
        profile = await tables.profiles.get(TAUGHT)
        assert profile is not None
        return (await queue_run(tables, profile, "manual", SeededEntropy(5), NOW)).id

    run_id = await former.write(queue)
    ended = await run_to_its_end(former, clock, PaperSite(2), run_id)
    assert ended.state == "finished"
    journal = await journal_of(former, run_id)
    assert taught is not None
    words, now = taught.words.importance, journal.origin.learned.importance
    numbers = {term for term in words if not any(map(str.isalpha, term))}
    assert numbers, "the former version learned numbers"
    assert now.keys() == words.keys() - numbers
    assert all(now[term] * words[term] > 0 for term in now)
    assert journal.origin.shift, "the verdicts of the former version shift scores"
    assert {seed.source for seed in journal.origin.seeds} & {"remnant", "ripe"}


async def run_to_its_end(store: Database, clock: HandWoundClock, site: PaperSite, run_id: str) -> Run:
    """Start the runner over the pages of the site, as the daemon does, until this run has ended."""
    planner = ChannelAlertPlanner(SeededEntropy(9), written=lambda: None)
    async with world(store, clock, planner=planner, portal=PortalFeed()) as made:
        runner = RunWorker(replace(made, fetcher=site))
        await runner.start()
        try:
            async with asyncio.timeout(30):
                while True:
                    run = await store.read(lambda t: t.runs.get(run_id))
                    assert run is not None
                    if run.state not in ("queued", "running"):
                        return run
                    await asyncio.sleep(0.02)
        finally:
            await runner.stop()


async def journal_of(store: Database, run_id: str) -> Journal:
    return next(journal for journal in await journals(store) if journal.run_id == run_id)


async def events_of(store: Database, run_id: str) -> list[tuple[int, str, bytes]]:
    events = await store.read(lambda t: t.run_log.events(run_id, after=0, limit=10_000))
    return [(event.number, event.kind, event.body) for event in events]


def settled_moves(journal: Journal) -> list[int]:
    """Return the numbers of the moves whose pages arrived, sorted."""
    settled = [entry for step in journal.steps for entry in step if isinstance(entry, Settled)]
    return sorted(arrival.move for entry in settled for arrival in entry.arrivals)


def visited(journal: Journal) -> set[str]:
    """Return the addresses whose visit the journal holds."""
    events = [msgspec.json.decode(event) for event in journal.replayed()[0]]
    return {event["url"] for event in events if event["type"] == "visit"}
