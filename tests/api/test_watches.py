"""Backups of changedetection.io: its watches become profiles, and what cannot be taken over is said."""

import io
import json
import zipfile
from typing import Any

import httpx
import pytest

from tests.api.test_profiles import PATH, problem
from tests.api.test_transfer import send, specs

PAUSE = {"weeks": None, "days": None, "hours": None, "minutes": None, "seconds": None}
NEWS = {
    "uuid": "w-1", "url": "https://example.org/news", "title": "News of Example", "tags": ["t-1"], "paused": False,
    "time_between_check": {**PAUSE, "minutes": 30}, "time_between_check_use_default": False,
    "include_filters": ["#main"], "notification_urls": ["mailto://user:secret@example.org"], "fetch_backend": "system",
}  # fmt: skip
PRICES: dict[str, Any] = {
    "uuid": "w-2", "url": "https://shop.example.org/a", "title": None, "page_title": "Prices", "tags": [], "paused": True,
    "time_between_check": PAUSE, "time_between_check_use_default": True, "fetch_backend": "html_webdriver",
}  # fmt: skip
SOURCE = {"uuid": "w-3", "url": "source:file:///etc/passwd", "title": "Tricky"}
SETTINGS = {
    "requests": {"time_between_check": {**PAUSE, "hours": 12}},
    "application": {"tags": {"t-1": {"uuid": "t-1", "title": "Competitors"}}, "password": "s3cret-hash"},
}


def one_file(*watches: dict[str, Any]) -> bytes:
    """The form up to 2025: everything in url-watches.json."""
    return json.dumps({"watching": {w["uuid"]: w for w in watches}, "settings": SETTINGS}).encode()


def zipped(members: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def folders(*watches: dict[str, Any]) -> bytes:
    """The form of today: a folder for each watch and each tag, beside its snapshots."""
    settings = {"settings": {"requests": SETTINGS["requests"], "application": {"tags": None}}, "app_guid": "x"}
    members = {
        "changedetection.json": json.dumps(settings).encode(),
        "url-list.txt": b"https://example.org/news\r\n",
    }
    members["t-1/tag.json"] = json.dumps({"uuid": "t-1", "title": "Competitors"}).encode()
    for watch in watches:
        members[f"{watch['uuid']}/watch.json"] = json.dumps(watch).encode()
        members[f"{watch['uuid']}/history.txt"] = b"1700000000,a.txt.br\n"
    return zipped(members)


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
    for word in ("1 watch(es) have no plain http", "filters", "browser", "channels"):
        assert word in notes
    assert "secret" not in answer.text


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
        {"every": "12h"},
    )


BOMB = zipped({"url-watches.json": b" " * (65 * 2**20)})
BAD = {
    "no ZIP": (b"PK\x03\x04 nonsense", 400),
    "a bomb": (BOMB, 400),
    "no JSON inside": (zipped({"url-watches.json": b"{"}), 400),
    "other JSON inside": (zipped({"url-watches.json": b"[1]"}), 400),
    "somebody else's ZIP": (zipped({"readme.txt": b"hello"}), 400),
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
    """Otherwise the case above would test the limit of a body."""
    assert len(BOMB) < 2**20
