"""/findings/export: a spreadsheet reads every cell as text, and a program reads every finding."""

import csv
import io
import json
from typing import Any

import httpx
import pytest

from tests.api.resources.test_profiles import fields_of, problem
from tests.flow.alert_world import World
from tests.notify.hostile import HOSTILE
from tests.support import MONDAY, SeededEntropy
from watchd.api.resources import findings_export
from watchd.api.services import Services
from watchd.model.finding import Change, MatchedTerm, ValueChange, Why

EXPORT = "/api/v1/findings/export"


@pytest.fixture
def world(services: Services) -> World:
    return World(services.store, SeededEntropy(3))


async def rows(client: httpx.AsyncClient, **params: Any) -> list[dict[str, str]]:
    answer = await client.get(EXPORT, params=params)
    assert answer.status_code == 200
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))


async def test_a_finding_is_a_row_with_its_times_its_profile_and_what_changed(
    admin: httpx.AsyncClient, world: World
) -> None:
    profile = await world.profile(name="Zürich: Zellen")
    await world.find(
        profile,
        kind="changed",
        title='Größe, "neu"',
        summary="Zwei Sätze. Ja.",
        change=Change("Mai\nJuni", "April", 0.2, values=(ValueChange("price", "90 €", "75 €"),)),
        published_at=MONDAY,
        why=Why((MatchedTerm("pilot line", 0.6), MatchedTerm("cells", 0.4)), (), "feed"),
    )
    answer = await admin.get(EXPORT)
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"] == 'attachment; filename="watchd-findings.csv"'
    assert answer.content.startswith(b"\xef\xbb\xbfid,profile_id,profile,kind,title,url,score,")
    [row] = await rows(admin)
    assert row == {
        "id": "f00001",
        "profile_id": profile.id,
        "profile": "Zürich: Zellen",
        "kind": "changed",
        "title": 'Größe, "neu"',
        "url": "https://site-1.example/",
        "score": "0.7000",
        "found_at": "2026-11-16T07:30:00.000000Z",
        "published_at": "2026-11-16T07:30:00.000000Z",
        "language": "en",
        "summary": "Zwei Sätze. Ja.",
        "added": "Mai\nJuni",
        "removed": "April",
        "values": "Price: 90 € → 75 €",
        "matched_terms": "pilot line; cells",
        "found_by": "feed",
        "verdict": "",
        "state": "unread",
        "run_id": "run",
    }


@pytest.mark.parametrize(
    "start", ["=", "+", "-", "@", "\t=", "\r=", "\n+", " =", "＝", "＠", "\u00a0=", "\x00=", "\ufeff="]
)
async def test_no_cell_is_a_formula(admin: httpx.AsyncClient, world: World, start: str) -> None:
    said = f"{start}HYPERLINK(1)"
    profile = await world.profile(name="=1+1")
    why = Why((MatchedTerm(said, 1.0),), (), said)
    change = Change(said, said, 0.1, values=(ValueChange("stock", said, said, said),))
    await world.find(profile, title=said, summary=said, change=change, why=why)
    [row] = await rows(admin)
    for name, cell in row.items():
        assert not cell.strip().startswith(tuple("=+-@＝＋－＠")), name
        assert not cell.startswith(("\t", "\r", "\n")), name
    assert row["title"].startswith("'")
    assert row["profile"] == "'=1+1"


async def test_whatever_pages_say_the_file_has_one_row_per_finding(
    admin: httpx.AsyncClient, world: World
) -> None:
    profile = await world.profile()
    for text in HOSTILE:
        safe = text.encode("utf-8", "replace").decode()  # as extraction returns it
        await world.find(profile, title=safe, summary=safe, change=Change(safe, safe, 0.5))
    read = await rows(admin)
    assert len(read) == len(HOSTILE)
    assert all(len(row) == len(findings_export.COLUMNS) and None not in row for row in read)


async def test_json_lines_have_the_findings_as_the_list_has_them(
    admin: httpx.AsyncClient, world: World
) -> None:
    await world.find(await world.profile(), 3, signature=5)
    answer = await admin.get(EXPORT, params={"format": "jsonl"})
    assert answer.headers["content-type"].partition(";")[0] == "application/x-ndjson"
    assert [json.loads(line) for line in answer.text.splitlines()] == (
        await admin.get("/api/v1/findings")
    ).json()["items"]


@pytest.mark.parametrize("count", [0, 1, 2, 4, 5])
async def test_a_file_has_every_finding_once_wherever_batches_end(
    admin: httpx.AsyncClient, world: World, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    monkeypatch.setattr(findings_export, "BATCH_FINDINGS", 2)
    await world.find(await world.profile(), count)
    assert [row["id"] for row in await rows(admin)] == [f"f{n:05}" for n in range(count, 0, -1)]


async def test_the_filters_are_those_of_the_list(admin: httpx.AsyncClient, world: World) -> None:
    mine, other = await world.profile(), await world.profile(name="Other")
    await world.find(mine, score=0.9, title="Cells")
    await world.find(mine, score=0.2)
    await world.find(other, kind="changed")
    for params in (
        {"profile": mine.id},
        {"min_score": "0.5"},
        {"kind": "changed"},
        {"q": "cells"},
        {"state": "read"},
        {"since": "2027-01-01T00:00:00Z"},
    ):
        listed = (await admin.get("/api/v1/findings", params=params)).json()["items"]
        assert [row["id"] for row in await rows(admin, **params)] == [item["id"] for item in listed], params


async def test_what_is_wrong_is_named(admin: httpx.AsyncClient, anonymous: httpx.AsyncClient) -> None:
    for params in ({"format": "xlsx"}, {"limit": "5"}):
        assert fields_of(problem(await admin.get(EXPORT, params=params), 422)) == set(params)
    del anonymous.headers["Authorization"]
    assert (await anonymous.get(EXPORT)).status_code == 401
