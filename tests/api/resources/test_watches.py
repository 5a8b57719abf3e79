"""Backups of changedetection.io over the API: their watches become profiles, and unusable files change nothing."""

import json

import httpx
import pytest

from tests.api.resources.test_profiles import PATH, problem
from tests.api.resources.test_transfer import send, specs
from tests.flow.profiles.changedetection_files import NEWS, PRICES, SOURCE, folders, one_file, zipped

FORMS = {
    "url-watches.json": (one_file(NEWS, PRICES, SOURCE), "application/json"),
    "older backup": (zipped({"url-watches.json": one_file(NEWS, PRICES, SOURCE)}), "application/zip"),
    "backup of today": (folders(NEWS, PRICES, SOURCE), "application/zip"),
}


@pytest.mark.parametrize("form", FORMS)
async def test_watches_become_profiles_that_look_at_their_page(admin: httpx.AsyncClient, form: str) -> None:
    body, media_type = FORMS[form]
    answer = await send(admin, body, media_type)
    assert answer.status_code == 201, answer.text
    stored = {spec["name"]: spec for spec in await specs(admin)}
    assert set(stored) == {"News of Example", "Prices"}
    news = stored["News of Example"]
    assert news["seeds"]["urls"] == ["https://example.org/news"]
    assert news["seeds"]["providers"] == []
    assert (news["schedule"], news["tags"], news["enabled"]) == ({"every": "30m"}, ["Competitors"], True)
    assert news["budget"]["pages"] == 1
    assert (stored["Prices"]["schedule"], stored["Prices"]["enabled"]) == ({"every": "12h"}, False)
    notes = " ".join(answer.json()["notes"])
    for word in ("'Tricky' was left out", "CSS or XPath", "browser", "channels"):
        assert word in notes
    assert "user:secret" not in answer.text


async def test_two_watches_of_one_title_are_told_apart(admin: httpx.AsyncClient) -> None:
    twin = {**NEWS, "uuid": "w-9", "url": "https://example.org/other"}
    assert (await send(admin, one_file(NEWS, twin), "application/json")).status_code == 201
    assert {spec["name"] for spec in await specs(admin)} == {"News of Example", "News of Example (2)"}


async def test_old_files_with_words_as_tags_are_understood(admin: httpx.AsyncClient) -> None:
    old = {"uuid": "w", "url": "https://example.org/", "tag": "a, b", "minutes_between_check": 5}
    assert (await send(admin, one_file(old), "application/json")).status_code == 201
    (spec,) = await specs(admin)
    assert (spec["name"], spec["tags"], spec["schedule"]) == (
        "https://example.org/",
        ["a", "b"],
        {"every": "5m"},
    )


BOMB = zipped({"url-watches.json": b" " * (65 * 2**20)})
BAD = {
    "no ZIP": (b"PK\x03\x04 nonsense", 400),
    "a bomb": (BOMB, 400),
    "no JSON inside": (zipped({"url-watches.json": b"{"}), 400),
    "other JSON inside": (zipped({"url-watches.json": b"[1]"}), 400),
    "another ZIP": (zipped({"readme.txt": b"hello"}), 400),
    "a path that climbs": (zipped({"../../watch.json": json.dumps(NEWS).encode()}), 400),
    "only what cannot be followed": (folders(SOURCE), 422),
    "nonsense for values": (one_file({"uuid": "w", "url": {"a": 1}, "tags": 5, "time_between_check": []}), 422),
}


@pytest.mark.parametrize("case", BAD)
async def test_a_file_that_is_none_changes_nothing(admin: httpx.AsyncClient, case: str) -> None:
    body, status = BAD[case]
    problem(await send(admin, body, "application/zip"), status)
    assert (await admin.get(PATH)).json()["items"] == []


async def test_a_bomb_is_small_on_the_wire() -> None:
    """A large file would test the size limit of bodies instead."""
    assert len(BOMB) < 2**20
