"""Backups of changedetection.io: its watches become profiles, and what cannot be taken over is said."""

import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.api.resources.test_profiles import PATH, problem
from tests.api.resources.test_transfer import send, specs
from watchd.flow.profiles.importing import profiles_from_watches
from watchd.model.profile import ProfileSpec
from watchd.web.listings.changedetection import parse_backup

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
DAY = {"enabled": True, "start_time": "00:00", "duration": {"hours": "24", "minutes": "00"}}
# A watch that nobody has touched after its creation, as the program writes it.
UNTOUCHED: dict[str, Any] = {
    "uuid": "w-4", "url": "https://example.org/plain", "title": None, "page_title": "Plain", "tag": "", "tags": [],
    "paused": False, "processor": "text_json_diff", "method": "GET", "body": None, "headers": {}, "proxy": None,
    "fetch_backend": "system", "browser_steps": [], "webdriver_delay": None, "webdriver_js_execute_code": None,
    "include_filters": [], "subtractive_selectors": [""], "ignore_text": [], "trigger_text": [], "extract_text": [],
    "text_should_not_be_present": [], "conditions": [{"operator": None, "field": "", "value": ""}],
    "conditions_match_logic": "ALL", "check_unique_lines": False, "filter_text_added": True,
    "filter_text_removed": True, "filter_text_replaced": True, "ignore_status_codes": None, "in_stock_only": True,
    "follow_price_changes": True, "notification_urls": [], "notification_title": None, "notification_body": None,
    "notification_format": "System default", "notification_muted": False, "time_between_check": PAUSE,
    "time_between_check_use_default": True, "history_n": 3, "last_checked": 1700000000, "previous_md5": "0" * 32,
    "time_schedule_limit": {"enabled": False, "monday": DAY, "tuesday": DAY},
}  # fmt: skip
SETTINGS: dict[str, Any] = {
    "requests": {"time_between_check": {**PAUSE, "hours": 12}},
    "application": {"tags": {"t-1": {"uuid": "t-1", "title": "Competitors"}}, "password": "s3cret-hash"},
}


def one_file(*watches: dict[str, Any], settings: dict[str, Any] = SETTINGS) -> bytes:
    """The form up to 2025: everything in url-watches.json."""
    return json.dumps({"watching": {w["uuid"]: w for w in watches}, "settings": settings}).encode()


def zipped(members: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def folders(*watches: dict[str, Any], settings: dict[str, Any] = SETTINGS) -> bytes:
    """The form of today: a folder for each watch and each tag, beside its snapshots."""
    general = {**settings, "application": {**settings["application"], "tags": None}}
    members = {
        "changedetection.json": json.dumps({"settings": general, "app_guid": "x"}).encode(),
        "url-list.txt": b"https://example.org/news\r\n",
    }
    for uuid, tag in settings["application"]["tags"].items():
        members[f"{uuid}/tag.json"] = json.dumps(tag).encode()
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
    for word in ("'Tricky' was left out", "CSS or XPath", "browser", "channels"):
        assert word in notes
    assert "user:secret" not in answer.text


LAYOUTS: dict[str, Callable[..., bytes]] = {"url-watches.json": one_file, "watch.json": folders}


def taken_over(
    layout: str, *watches: dict[str, Any], settings: dict[str, Any] = SETTINGS
) -> tuple[list[ProfileSpec], list[str]]:
    """What an import makes of these watches, without a daemon; whatever it says has no secret in it."""
    found, notes = profiles_from_watches(parse_backup(LAYOUTS[layout](*watches, settings=settings)).watches)
    assert "s3cret" not in repr((found, notes))
    return found, notes


def notes_on(layout: str, *watches: dict[str, Any], settings: dict[str, Any] = SETTINGS) -> list[str]:
    return taken_over(layout, *watches, settings=settings)[1]


LOSSES: dict[str, tuple[dict[str, Any], str]] = {
    "a price": ({"processor": "restock_diff", "in_stock_only": False}, "follow a price or the stock"),
    "a picture": ({"processor": "image_ssim_diff"}, "something other than text"),
    "a chosen part": ({"include_filters": ["xpath://main"]}, "CSS or XPath"),
    "a part left out": ({"subtractive_selectors": ["nav", ".ad"]}, "CSS or XPath"),
    "an old filter": ({"css_filter": "#main"}, "CSS or XPath"),
    "text to ignore": ({"ignore_text": ["/visitors: [0-9]+/"]}, "ignore certain text"),
    "a trigger": ({"trigger_text": ["in stock"]}, "wait for certain words"),
    "text to be gone": ({"text_should_not_be_present": ["Sold out"]}, "until certain words are gone"),
    "a pattern": ({"extract_text": ["/[0-9]+ EUR/"]}, "extract text"),
    "a condition": (
        {"conditions": [{"operator": ">", "field": "extracted_number", "value": "5"}]},
        "conditions",
    ),
    "additions only": ({"filter_text_removed": False}, "only some edits"),
    "unique lines": ({"check_unique_lines": True}, "only some edits"),
    "a cookie": ({"headers": {"Cookie": "session=s3cret"}}, "headers, cookies or a form"),
    "a form": ({"method": "POST", "body": "password=s3cret"}, "headers, cookies or a form"),
    "a proxy": ({"proxy": "ui-0home"}, "use a proxy"),
    "a browser": ({"fetch_backend": "html_webdriver"}, "use a browser"),
    "another browser": ({"fetch_backend": "extra_browser_Stealth"}, "use a browser"),
    "a click": ({"browser_steps": [{"operation": "Click element", "selector": "#ok"}]}, "use a browser"),
    "error pages": ({"ignore_status_codes": True}, "error pages"),
    "office hours": (
        {"time_between_check_use_default": False, "time_schedule_limit": {"enabled": True, "monday": DAY}},
        "in certain hours only",
    ),
    "an address": ({"notification_urls": ["tgram://s3cret/1"]}, "notification addresses"),
    "words": ({"notification_title": "{{watch_url}} changed"}, "own message texts"),
    "silence": ({"notification_muted": True}, "are muted"),
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("loss", LOSSES)
def test_each_setting_that_is_lost_is_told_with_the_watch_that_had_it(loss: str, layout: str) -> None:
    changes, told = LOSSES[loss]
    (note,) = notes_on(layout, {**UNTOUCHED, **changes}, {**UNTOUCHED, "uuid": "w-5", "page_title": "B"})
    assert note.startswith("1 watch(es) ('Plain') ")
    assert told in note


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_watch_that_nobody_has_touched_loses_nothing(layout: str) -> None:
    assert notes_on(layout, UNTOUCHED) == []


@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_a_group_or_the_settings_for_all_say_is_lost_as_well(layout: str) -> None:
    group = {"uuid": "t-1", "title": "Shops", "overrides_watch": True, "subtractive_selectors": [".ad"],
             "notification_urls": ["slack://s3cret/s3cret/s3cret"]}  # fmt: skip
    settings = {
        "headers": {"Authorization": "Basic s3cret"},
        "requests": {"proxy": "ui-1office", "time_schedule_limit": {"enabled": True, "monday": DAY}},
        "application": {"tags": {"t-1": group}, "notification_urls": ["mailto://a:s3cret@example.org"],
                        "global_ignore_text": ["Cookies"], "fetch_backend": "html_webdriver"},
    }  # fmt: skip
    watches = [
        {**UNTOUCHED, "uuid": f"w-{i}", "page_title": f"Page {i}", "tags": ["t-1"] * (i == 0)}
        for i in (0, 1, 2)
    ]
    notes = notes_on(layout, *watches, settings=settings)
    told = "\n".join(notes)
    assert (
        "1 watch(es) ('Page 0') choose or leave out parts of the page by CSS or XPath (1 by their groups)"
        in told
    )
    assert "All 3 watches have notification addresses (1 by their groups, 2 by the settings for all)" in told
    for words in (
        "use a browser",
        "use a proxy",
        "with the request",
        "certain text",
        "in certain hours only",
    ):
        assert any(words in note and "3 by the settings for all" in note for note in notes), words


def test_a_watch_that_switches_off_what_is_set_for_all_does_not_lose_it() -> None:
    settings = {"requests": {"proxy": "x"}, "application": {"tags": {}, "fetch_backend": "html_webdriver"}}
    own = {**UNTOUCHED, "fetch_backend": "html_requests", "proxy": "no-proxy"}
    assert notes_on("watch.json", own, settings=settings) == []


def test_where_everything_was_paused_every_profile_is() -> None:
    settings = {"requests": {}, "application": {"tags": {}, "all_paused": True}}
    (spec,), _ = taken_over("watch.json", UNTOUCHED, settings=settings)
    assert not spec.enabled


def test_watches_that_are_left_out_are_named_with_the_reason_and_without_secrets() -> None:
    strange = {
        "w-6": "https://bob:s3cret@example.org/",
        "w-7": "https://example.org/{% now 'utc' %}",
        "w-8": f"https://example.org/{'a' * 3000}",
    }
    watches = [{"uuid": uuid, "url": url} for uuid, url in strange.items()]
    notes = notes_on("watch.json", UNTOUCHED, SOURCE, *watches)
    for told, why in zip(notes, ("http://", "password", "blank", "longer than"), strict=True):
        assert "was left out: its address" in told
        assert why in told
    assert notes[0].startswith("'Tricky'")
    assert notes[1].startswith("'https://example.org/'")


def test_of_many_watches_some_are_named_and_the_rest_is_counted() -> None:
    lossy = [
        {**UNTOUCHED, "uuid": f"y-{i}", "page_title": f"Page {i}", "trigger_text": ["x"]} for i in range(30)
    ]
    broken = [{"uuid": f"x-{i}", "url": "nonsense", "title": f"Broken {i}"} for i in range(30)]
    notes = notes_on("watch.json", UNTOUCHED, *lossy, *broken)
    assert len(notes) == 12
    assert notes[10] == "20 more watch(es) were left out because of their addresses."
    assert notes[11].startswith("30 watch(es) ('Page 0', ")
    assert "20 more) wait for certain words" in notes[11]


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
