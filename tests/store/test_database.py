"""A database is created completely, checked, upgraded, and never replaced silently."""

import contextlib
import re
import sqlite3
import stat
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.support import MONDAY
from watchd import validation
from watchd.api.resources.run_views import ResultOut
from watchd.errors import DatabaseDamaged, DatabaseTooNew, Unavailable
from watchd.model.profile import ProfileSpec
from watchd.store import migrations
from watchd.store.database import FILE_NAME, open_database
from watchd.store.migrations import Migration
from watchd.store.tables import Tables, alerts, findings, pages, profiles, runs, stories
from watchd.store.tables.findings import FindingFilter


async def make(folder: Path) -> Path:
    await (await open_database(folder, MONDAY)).close()
    return folder / FILE_NAME


async def test_a_new_database_is_private_and_in_wal_mode(tmp_path: Path) -> None:
    file = await make(tmp_path)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with sqlite3.connect(file) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()
    assert [f.name for f in tmp_path.iterdir() if "new" in f.name] == []


async def test_opening_again_applies_nothing_and_keeps_everything(tmp_path: Path) -> None:
    file = await make(tmp_path)
    before = rows(file, "SELECT * FROM migrations")
    await make(tmp_path)
    assert rows(file, "SELECT * FROM migrations") == before


async def test_a_draft_that_a_crash_left_behind_is_deleted(tmp_path: Path) -> None:
    (tmp_path / "watchd.new").write_bytes(b"half made")
    await make(tmp_path)
    assert not (tmp_path / "watchd.new").exists()


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda good: b"",
    "no database": lambda good: b"hello, I am a text file\n" * 1000,
    "cut in half": lambda good: good[: len(good) // 2],
    "first page overwritten": lambda good: good[:100] + b"\xff" * 3996 + good[4096:],
    "page in the middle overwritten": lambda good: good[: 4096 * 5] + b"\xff" * 4096 + good[4096 * 6 :],
    "header only": lambda good: good[:100],
}


@pytest.mark.parametrize("damage", DAMAGES)
async def test_a_damaged_file_is_refused_and_left_untouched(tmp_path: Path, damage: str) -> None:
    file = await make(tmp_path)
    broken = DAMAGES[damage](file.read_bytes())
    file.write_bytes(broken)
    with pytest.raises(DatabaseDamaged, match="Restore a backup"):
        await open_database(tmp_path, MONDAY)
    assert file.read_bytes() == broken


async def test_a_log_without_its_database_is_not_replayed_into_a_new_one(tmp_path: Path) -> None:
    file = await make(tmp_path)
    file.rename(tmp_path / "away.db")
    (tmp_path / "watchd.db-wal").write_bytes(b"left behind")
    with pytest.raises(DatabaseDamaged, match="its log is still there"):
        await open_database(tmp_path, MONDAY)
    assert not file.exists()


async def test_a_locked_database_is_busy_and_not_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from watchd.store import connection_pool

    file = await make(tmp_path)
    monkeypatch.setattr(connection_pool, "WRITER_PRAGMAS", ("PRAGMA busy_timeout = 50",))
    monkeypatch.setattr(connection_pool, "READER_PRAGMAS", ("PRAGMA busy_timeout = 50",))
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("PRAGMA locking_mode = EXCLUSIVE")
    holder.execute("BEGIN EXCLUSIVE")
    with pytest.raises(Unavailable, match="locked"):
        await open_database(tmp_path, MONDAY)
    holder.close()
    await make(tmp_path)


async def test_a_folder_with_odd_characters_in_its_name_holds_its_own_database(tmp_path: Path) -> None:
    folder = tmp_path / "a?b=%41#c"
    folder.mkdir()
    assert (await make(folder)).stat().st_size > 0
    assert [path.name for path in tmp_path.iterdir()] == [folder.name]


async def test_a_database_that_was_removed_while_open_is_noticed(tmp_path: Path) -> None:
    database = await open_database(tmp_path, MONDAY)
    assert database.trouble() is None
    database.file.unlink()
    assert "restart" in (database.trouble() or "")
    await database.close()


async def test_a_process_without_the_lock_does_not_create_a_database(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="Try again"):
        await open_database(tmp_path, MONDAY, may_create=False)
    assert list(tmp_path.iterdir()) == []


async def test_a_newer_schema_is_refused_with_the_way_out(tmp_path: Path) -> None:
    file = await make(tmp_path)
    with sqlite3.connect(file) as connection:
        connection.execute("INSERT INTO migrations VALUES (9999, '9999_future', 'x', 'now')")
    connection.close()
    with pytest.raises(DatabaseTooNew, match="newer version"):
        await open_database(tmp_path, MONDAY)


async def test_a_migration_that_was_changed_afterwards_is_refused(tmp_path: Path) -> None:
    file = await make(tmp_path)
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE migrations SET checksum = 'other'")
    connection.close()
    with pytest.raises(DatabaseDamaged, match="modified version"):
        await open_database(tmp_path, MONDAY)


async def test_a_migration_that_fails_half_way_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = await make(tmp_path)
    good = migrations.known()
    bad = Migration(9998, "9998_bad", "CREATE TABLE half (a TEXT); INSERT INTO nowhere VALUES (1);")
    monkeypatch.setattr(migrations, "known", lambda: [*good, bad])
    with pytest.raises(DatabaseDamaged):
        await open_database(tmp_path, MONDAY)
    assert rows(file, "SELECT name FROM sqlite_master WHERE name = 'half'") == []
    assert len(rows(file, "SELECT * FROM migrations")) == len(good)
    mended = Migration(9998, "9998_bad", "CREATE TABLE half (a TEXT);")
    monkeypatch.setattr(migrations, "known", lambda: [*good, mended])
    await make(tmp_path)
    assert len(rows(file, "SELECT * FROM migrations")) == len(good) + 1


def test_every_migration_has_a_number_of_its_own() -> None:
    numbers = [m.number for m in migrations.known()]
    assert numbers[0] == 1
    assert numbers == sorted(set(numbers))


HOT_QUERIES = {
    "due profiles": (profiles.DUE, "profiles_due"),
    "next due": (profiles.NEXT_DUE, "profiles_due"),
    "unread findings": (
        findings.select_listed(FindingFilter(profile_id="a", state="unread"))[0],
        "findings_unread",
    ),
    "findings of a profile": (findings.select_listed(FindingFilter(profile_id="a"))[0], "findings_of_profile"),
    "the stream of findings": (findings.AFTER, "findings_in_order"),
    "what a person knows of a page": (findings.NEWEST_VERDICT, "findings_on_page"),
    "the version of a finding": (pages.GET_VERSION, "sqlite_autoindex_page_versions_1"),
    "first alert of a channel queue": (alerts.CLAIM, "alerts_of_channel"),
    "channel queues": (alerts.CHANNEL_QUEUES, "alerts_of_channel"),
    "alerts of a wrong clock": (alerts.HAS_TIMES_AHEAD, "sqlite_autoindex_alerts_1"),
    "alerts that wait for too long": (alerts.HAS_TIMES_AHEAD, "alerts_of_channel"),
    "alert to join": (alerts.OPEN, "alerts_open"),
    "recent stories": (stories.RECENT, "stories_grown"),
    "active run": (runs.ACTIVE, "runs_one_active"),
}


@pytest.mark.parametrize("query", HOT_QUERIES)
async def test_frequent_queries_use_an_index_and_sort_nothing(tmp_path: Path, query: str) -> None:
    sql, index = HOT_QUERIES[query]
    values = dict.fromkeys(re.findall(r":(\w+)", sql), "1")
    plan = " ".join(str(row) for row in rows(await make(tmp_path), f"EXPLAIN QUERY PLAN {sql}", values))
    assert f"USING INDEX {index}" in plan or f"USING COVERING INDEX {index}" in plan
    assert "TEMP B-TREE" not in plan


async def test_a_filtered_list_reads_wide_rows_only_for_what_it_shows(tmp_path: Path) -> None:
    asked: list[str] = []

    class Recording(profiles.ProfileTable):
        async def _all(self, sql: str, **values: object) -> list[Any]:
            asked.append(sql)
            return []

    everything = profiles.ProfileFilter(enabled=True, q="x")
    await Recording(None).listed(everything, after="", limit=9)  # type: ignore[arg-type]
    values = dict.fromkeys(re.findall(r":(\w+)", asked[0]), "1")
    plan = " ".join(str(row) for row in rows(await make(tmp_path), f"EXPLAIN QUERY PLAN {asked[0]}", values))
    assert "USING COVERING INDEX profiles_listed" in plan
    assert "SCAN" not in plan


async def test_every_entity_of_the_design_has_its_table(tmp_path: Path) -> None:
    present = {
        name for (name,) in rows(await make(tmp_path), "SELECT name FROM sqlite_master WHERE type = 'table'")
    }
    assert present >= {
        "profiles", "runs", "agents", "run_events", "run_journal", "pages", "page_versions", "page_states", "findings",
        "stories", "verdicts", "learned", "channels", "alerts", "portal_documents", "hosts", "provider_states", "bots",
        "tokens", "idempotency",
    }  # fmt: skip


async def test_a_page_of_a_run_stores_only_what_the_api_shows(tmp_path: Path) -> None:
    columns = {
        name for (name,) in rows(await make(tmp_path), "SELECT name FROM pragma_table_info('run_pages')")
    }
    assert columns == {"run_id", *ResultOut.__struct_fields__}


async def test_an_upgrade_keeps_the_results_of_earlier_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    everything = migrations.known()
    monkeypatch.setattr(migrations, "known", lambda: [m for m in everything if m.number <= 14])
    file = await make(tmp_path)
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute(
            "INSERT INTO run_pages VALUES ('run', 'https://a.example/', 'Title', 'en', 0.5, 'url', '1', 3, 0.25, 1.5)"
        )
    monkeypatch.setattr(migrations, "known", lambda: everything)
    database = await open_database(tmp_path, MONDAY)
    (page,) = await database.read(lambda t: t.run_log.ranked("run", relevance=2.0, url="", limit=9))
    await database.close()
    assert (page.url, page.title, page.relevance, page.agent) == ("https://a.example/", "Title", 0.5, "1")


async def test_an_upgrade_keeps_imported_watches_on_their_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    everything = migrations.known()
    monkeypatch.setattr(migrations, "known", lambda: [m for m in everything if m.number <= 15])
    database = await open_database(tmp_path, MONDAY)
    page = "https://a.example/prices"
    imported = {
        "query": {"examples": [page]},
        "seeds": {"urls": [page], "providers": []},
        "budget": {"pages": 1},
        "strategy": {"name": "breadth_first"},
        "report": {"kinds": ["changed", "gone"], "min_score": 0},
    }
    for name, changes in (("watch", {}), ("topic", {"budget": {"pages": 2}})):
        spec = validation.read(ProfileSpec, {"name": name, **imported, **changes})
        await database.write(partial(_insert_profile, name=name, spec=spec))
    await database.close()
    monkeypatch.setattr(migrations, "known", lambda: everything)
    database = await open_database(tmp_path, MONDAY)
    specs = await database.read(lambda t: t.profiles.specs(["watch", "topic"]))
    await database.close()
    assert {name: spec.scope.named_pages_only for name, spec in specs.items()} == {
        "watch": True,
        "topic": False,
    }


async def _insert_profile(tables: Tables, name: str, spec: ProfileSpec) -> None:
    await tables.profiles.insert(name, spec, MONDAY)


async def test_one_read_sees_one_state_of_the_database(tmp_path: Path) -> None:
    database = await open_database(tmp_path, MONDAY)

    async def look_twice(tables: Tables) -> tuple[int, int]:
        first = await tables.channels.count()
        await database.write(_add_channel)
        return first, await tables.channels.count()

    assert await database.read(look_twice) == (0, 0)
    assert await database.read(lambda t: t.channels.count()) == 1
    await database.close()


async def _add_channel(tables: Tables) -> None:
    from tests.store.test_contract import channel

    await tables.channels.insert(channel("mail"))


def rows(file: Path, sql: str, values: dict[str, str] | None = None) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(file)
    try:
        return connection.execute(sql, values or {}).fetchall()
    finally:
        connection.close()
