"""Watches of changedetection.io become profiles, and a note reports every setting that is lost."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.flow.profiles.changedetection_files import DAY, SETTINGS, SOURCE, UNTOUCHED, folders, one_file
from watchd.flow.profiles.importing import profiles_from_watches
from watchd.model.profile import ProfileSpec
from watchd.web.listings.changedetection import parse_backup

LAYOUTS: dict[str, Callable[..., bytes]] = {"url-watches.json": one_file, "watch.json": folders}


def taken_over(
    layout: str, *watches: dict[str, Any], settings: dict[str, Any] = SETTINGS
) -> tuple[list[ProfileSpec], list[str]]:
    """Import these watches without a daemon, and check that no text contains a secret."""
    found, notes = profiles_from_watches(parse_backup(LAYOUTS[layout](*watches, settings=settings)).watches)
    assert "s3cret" not in repr((found, notes))
    return found, notes


def notes_on(layout: str, *watches: dict[str, Any], settings: dict[str, Any] = SETTINGS) -> list[str]:
    return taken_over(layout, *watches, settings=settings)[1]


LOSSES: dict[str, tuple[dict[str, Any], str]] = {
    "a price": ({"processor": "restock_diff"}, "follow a price or the stock"),
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
    changes, reported = LOSSES[loss]
    (note,) = notes_on(layout, {**UNTOUCHED, **changes}, {**UNTOUCHED, "uuid": "w-5", "page_title": "B"})
    assert note.startswith("1 watch(es) ('Plain') ")
    assert reported in note


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
    reported = "\n".join(notes)
    assert (
        "1 watch(es) ('Page 0') choose or leave out parts of the page by CSS or XPath (1 by their groups)"
        in reported
    )
    assert (
        "All 3 watches have notification addresses (1 by their groups, 2 by the settings for all)" in reported
    )
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
    for reported, why in zip(notes, ("http://", "password", "blank", "longer than"), strict=True):
        assert "was left out: its address" in reported
        assert why in reported
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
