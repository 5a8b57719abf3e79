"""Tests of `watchd finding` with a real daemon that has a finding."""

import asyncio
import json
import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta

import pytest
from msgspec import structs

from tests.commands.terminal import on_terminal
from tests.support import MONDAY, RunningDaemon, running_daemon
from tests.test_cli import call
from watchd.core.changes.signature import content_hash
from watchd.model.finding import Change, Finding, ValueChange
from watchd.model.page import PageVersion, StoredPage
from watchd.store.database import open_database
from watchd.store.tables import Tables

ALIKE = ("01m7nxsxc4hh6kq2n5yerxn6t6", "01m7nxsxc4hh6zq2n5yerxn6t6")
OLD, NEW = "The pilot line opens in 2027.\n", "The pilot line opens in 2028.\n\x1b[2JIt is red.\n"


@pytest.fixture(scope="module")
def daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningDaemon]:
    with running_daemon(tmp_path_factory.mktemp("finding") / "state") as running:
        added = call("profile", "add", "Batteries", "battery", "--every", "7d", "--json", daemon=running)
        asyncio.run(store(running, json.loads(added.stdout)["id"]))
        yield running


async def store(daemon: RunningDaemon, profile_id: str) -> None:
    database = await open_database(daemon.state, MONDAY)
    found = Finding(
        id="f1", profile_id=profile_id, run_id=None, page_id="page", kind="changed", url="https://example.org/",
        title="A \x1b[31mred page", language="en", score=0.62, found_at=MONDAY, content_hash=content_hash(NEW),
        change=Change("new", "old", 0.5, content_hash(OLD), (ValueChange("price", "7,490 €", "6,990 €"),)),
        published_at=MONDAY - timedelta(days=14),
    )  # fmt: skip

    async def work(tables: Tables) -> None:
        await tables.pages.put(StoredPage(id="page", url="https://example.org/", host="example.org"))
        for hours, text in enumerate((OLD, NEW)):
            version = PageVersion(content_hash(text), MONDAY + timedelta(hours=hours), text)
            await tables.versions.put("page", version)
        await tables.findings.add(found)
        for id in ALIKE:  # of the same moment
            more = {"id": id, "kind": "new", "title": "Alike", "content_hash": id, "published_at": MONDAY}
            await tables.findings.add(structs.replace(found, **more, change=None))

    await database.write(work)
    await database.close()


def test_findings_are_listed_and_filtered(daemon: RunningDaemon) -> None:
    listed = call("finding", "list", "--profile", "Batteries", "--kind", "changed", daemon=daemon)
    lines = [line.split("\t") for line in listed.stdout.splitlines()]
    assert lines[1] == [
        "f1",
        "2026-11-16T07:30:00Z",
        "changed",
        "0.62",
        "A [31mred page",
        "https://example.org/",
        "2026-11-02T07:30:00Z",
        "Price: 7,490 € → 6,990 €",
    ]
    assert len(call("finding", "list", "--min-score", "0.9", daemon=daemon).stdout.splitlines()) == 1
    assert (
        json.loads(call("finding", "list", "--json", "--query", "red", daemon=daemon).stdout)[0]["id"] == "f1"
    )


def test_a_finding_is_shown(daemon: RunningDaemon) -> None:
    shown = json.loads(call("finding", "show", "f1", daemon=daemon).stdout)
    assert (shown["change"]["added"], shown["published_at"]) == ("new", "2026-11-02T07:30:00Z")
    missing = call("finding", "show", "missing", daemon=daemon)
    assert missing.returncode == 1
    assert "There is no finding 'missing'; `watchd finding list` shows them." in missing.stderr


def test_in_a_terminal_a_finding_begins_with_its_changed_values(daemon: RunningDaemon) -> None:
    ours, theirs = pty.openpty()
    environ = {**os.environ, "WATCHD_STATE__DIR": str(daemon.state), "WATCHD_SERVER": daemon.address}
    words = [sys.executable, "-m", "watchd", "finding", "show", "f1"]
    subprocess.run(words, env={**environ, "COLUMNS": "120"}, stdout=theirs, timeout=60, check=True)
    os.close(theirs)
    first, *others = os.read(ours, 100_000).decode().splitlines()
    os.close(ours)
    assert first.endswith("Price: 7,490 € → 6,990 €")
    assert any("published" in line and "2026-11-02" in line for line in others)


def test_a_diff_is_shown_and_cannot_redraw_the_terminal(daemon: RunningDaemon) -> None:
    shown = call("finding", "diff", "f1", daemon=daemon).stdout
    assert shown == "~ The pilot line opens in [-2027.-] {+2028.+}\n+ [2JIt is red.\n"
    assert json.loads(call("finding", "diff", "f1", "--json", daemon=daemon).stdout)["is_complete"]


def test_an_ambiguous_beginning_of_an_id_names_the_candidates(daemon: RunningDaemon) -> None:
    refused = call("finding", "show", ALIKE[0][:12], daemon=daemon)
    assert refused.returncode == 1
    assert f"Several ids begin with {ALIKE[0][:12]!r}; give more of the finding's id:" in refused.stderr
    assert all(id in refused.stderr for id in ALIKE)
    shown = call("finding", "show", ALIKE[0][:14], daemon=daemon)
    assert json.loads(shown.stdout)["id"] == ALIKE[0]


def test_the_date_of_publication_is_shown_where_there_is_one(daemon: RunningDaemon) -> None:
    listed = call("finding", "list", "--query", "Alike", daemon=daemon).stdout.splitlines()
    assert [line.split("\t")[-2] for line in listed] == ["PUBLISHED", *["2026-11-16T07:30:00Z"] * 2]
    _, output = on_terminal("finding", "list", "--query", "Alike", daemon=daemon)
    assert output.splitlines()[0].split() == ["ID", "FOUND", "PUBLISHED", "KIND", "SCORE", "TITLE"]
    assert max(map(len, output.splitlines())) <= 80
    _, output = on_terminal("finding", "show", ALIKE[0], daemon=daemon)
    assert "\npublished   2026-11-16 " in output
