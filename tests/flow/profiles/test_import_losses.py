"""No setting of changedetection.io disappears silently: each is mapped, a named loss, harmless, or reported as unknown."""

import json
from typing import Any

import pytest

from tests.flow.profiles.changedetection_files import DAY, PAUSE, SETTINGS, UNTOUCHED, folders, one_file, zipped
from watchd.flow.profiles import import_notes
from watchd.flow.profiles.importing import profiles_from_watches
from watchd.web.listings import changedetection_settings as settings_lists
from watchd.web.listings.changedetection import parse_backup
from watchd.web.listings.changedetection_settings import Loss

# Every setting of a watch in version 0.55.8 (August 2026), each with a value that is not its default.
WATCH: dict[str, Any] = {
    "body": "name=s3cret", "browser_steps": [{"operation": "Click element", "selector": "#ok"}],
    "browser_steps_last_error_step": 1, "check_count": 7, "check_unique_lines": True,
    "conditions": [{"operator": ">", "field": "extracted_number", "value": "5"}], "conditions_match_logic": "ANY",
    "consecutive_filter_failures": 2, "content-type": "text/html", "date_created": 1700000000,
    "extract_lines_containing": ["EUR"], "extract_text": ["/[0-9]+/"], "fetch_backend": "html_webdriver",
    "fetch_time": 1.5, "filter_failure_notification_send": False, "filter_text_added": False,
    "filter_text_removed": False, "filter_text_replaced": False, "follow_price_changes": False,
    "has_ldjson_price_data": True, "headers": {"Cookie": "s3cret"}, "history_snapshot_max_length": 50,
    "ignore_status_codes": True, "ignore_text": ["Cookies"], "in_stock_only": False, "include_filters": ["#main"],
    "last_checked": 1700000000, "last_error": "Timeout", "last_notification_error": "refused", "last_viewed": 17,
    "llm_change_summary": "List the new offers.", "llm_change_summary_mode": "append",
    "llm_evaluation_cache": {"x": {"important": True}}, "llm_intent": "only a lower price", "llm_prefilter": "footer",
    "method": "POST", "notification_alert_count": 3, "notification_body": "{{diff}}", "notification_format": "text",
    "notification_muted": True, "notification_screenshot": True, "notification_title": "Changed",
    "notification_urls": ["tgram://s3cret/1"], "page_title": "Page", "paused": True, "previous_md5": "0" * 32,
    "price_change_threshold_percent": 5, "processor": "restock_diff", "proxy": "ui-0home",
    "remote_server_reply": "nginx", "remove_duplicate_lines": True, "sort_text_alphabetically": True,
    "strip_ignored_lines": True, "subtractive_selectors": [".ad"], "tag": "old", "tags": ["t-1"],
    "text_should_not_be_present": ["Sold out"], "time_between_check": {**PAUSE, "hours": 1},
    "time_between_check_use_default": False, "time_schedule_limit": {"enabled": True, "monday": DAY},
    "title": "Everything", "track_ldjson_price_data": "accepted", "trigger_text": ["in stock"],
    "trim_text_whitespace": True, "url": "https://example.org/all", "use_page_title_in_list": True, "uuid": "w-1",
    "webdriver_delay": 5, "webdriver_js_execute_code": "scroll()",
}  # fmt: skip
# Every setting for all watches, with a value that is not its default.
FOR_ALL: dict[str, dict[str, Any]] = {
    "requests": {
        "extra_proxies": [{"proxy_name": "home", "proxy_url": "http://s3cret@proxy"}], "jitter_seconds": 30,
        "extra_browsers": [{"browser_name": "b", "browser_connection_url": "ws://s3cret"}], "proxy": "ui-0home",
        "time_between_check": {**PAUSE, "hours": 6}, "timeout": 90, "workers": 2,
        "default_ua": {"html_requests": "Opera", "html_webdriver": None},
        "time_schedule_limit": {"enabled": True, "monday": DAY},
    },
    "application": {
        "all_paused": True, "all_muted": True, "api_access_token_enabled": False, "base_url": "https://example.org",
        "empty_pages_are_a_change": True, "fetch_backend": "html_webdriver", "global_ignore_text": ["Cookies"],
        "filter_failure_notification_threshold_attempts": 2, "global_subtractive_selectors": [".ad"],
        "history_snapshot_max_length": 9, "ignore_whitespace": False, "ignore_status_codes": True,
        "ssim_threshold": "0.5", "notification_body": "{{diff}}", "notification_format": "text",
        "notification_title": "Changed", "notification_urls": ["tgram://s3cret/1"], "pager_size": 10,
        "password": "s3cret", "render_anchor_tag_content": True, "rss_access_token": "s3cret",
        "rss_content_format": "text", "rss_template_type": "notification_body", "rss_template_override": "x",
        "rss_diff_length": 9, "rss_hide_muted_watches": False, "rss_reader_mode": True,
        "scheduler_timezone_default": "Europe/Berlin", "schema_version": 32, "shared_diff_access": True,
        "strip_ignored_lines": True, "tags": {}, "webdriver_delay": 5, "ui": {"sidebar_mode": "pinned"},
        "llm": {"model": "m", "api_key": "s3cret", "change_summary_default": "In one line."},
    },
}  # fmt: skip
ONLY_FOR_ALL = {"default_ua", "render_anchor_tag_content", "empty_pages_are_a_change"}
LOST_KEYS = [key for key in WATCH if key in settings_lists.LOST]
# A setting of prices works only in a watch of prices.
BESIDE: dict[str, dict[str, Any]] = {
    "follow_price_changes": {"processor": "restock_diff"},
    "in_stock_only": {"processor": "restock_diff"},
    "time_schedule_limit": {"time_between_check_use_default": False},
}


def notes_on(
    *watches: dict[str, Any], settings: dict[str, Any] = SETTINGS, limits: dict[str, Any] | None = None
) -> list[str]:
    backup = folders(*watches, settings=settings)
    if limits is not None:
        members = {f"{watch['uuid']}/watch.json": json.dumps(watch).encode() for watch in watches}
        backup = zipped({**members, f"{watches[0]['uuid']}/restock_diff.json": json.dumps(limits).encode()})
    notes = profiles_from_watches(parse_backup(backup).watches)[1]
    assert "s3cret" not in repr(notes)
    return notes


def lists_with(key: str, *lists: Any) -> int:
    return sum(key in which for which in lists)


@pytest.mark.parametrize("key", WATCH)
def test_each_setting_of_a_watch_is_in_exactly_one_list(key: str) -> None:
    assert lists_with(key, settings_lists.MAPPED, settings_lists.LOST, settings_lists.HARMLESS) == 1


@pytest.mark.parametrize("key", [f"{part}.{key}" for part, inner in FOR_ALL.items() for key in inner])
def test_each_setting_for_all_is_in_exactly_one_list(key: str) -> None:
    lists = (settings_lists.MAPPED_FOR_ALL, settings_lists.LOST_FOR_ALL, settings_lists.HARMLESS_FOR_ALL)
    assert lists_with(key, *lists) == 1


def test_the_lists_share_no_setting_and_every_loss_has_its_words() -> None:
    assert not settings_lists.LOST & settings_lists.MAPPED.keys()
    assert not settings_lists.LOST & settings_lists.HARMLESS.keys()
    assert not settings_lists.MAPPED.keys() & settings_lists.HARMLESS.keys()
    assert set(import_notes.LOST) == set(settings_lists.RULES)


def expected(losses: set[Loss]) -> set[str]:
    return {f"1 watch(es) ('Everything') {import_notes.LOST[loss][0]}" for loss in losses}


def test_a_watch_with_every_setting_changed_gets_a_line_for_each_named_loss() -> None:
    lines = "\n".join(notes_on({**UNTOUCHED, **WATCH}))
    # A watch compares either a price or something other than text; three settings exist for all watches only.
    named = {loss for loss, (keys, _) in settings_lists.RULES.items() if not ONLY_FOR_ALL & set(keys)} - {
        "no_text"
    }
    assert [line for line in expected(named) if line not in lines] == []
    assert "unknown" not in lines
    assert "something other than text" in "\n".join(notes_on({**UNTOUCHED, "processor": "image_ssim_diff"}))


@pytest.mark.parametrize("key", LOST_KEYS)
def test_each_lost_setting_is_reported_when_it_is_the_only_one(key: str) -> None:
    alone = {**UNTOUCHED, **BESIDE.get(key, {}), key: WATCH[key]}
    without = {**UNTOUCHED, **BESIDE.get(key, {})}
    assert len(notes_on(alone)) == len(notes_on(without)) + 1


def test_settings_for_all_are_reported_for_all_watches() -> None:
    watches = [{**UNTOUCHED, "uuid": f"w-{i}", "page_title": f"Page {i}"} for i in range(2)]
    notes = notes_on(*watches, settings=FOR_ALL)
    assert all("All 2 watches" in note and "2 by the settings for all" in note for note in notes)
    words = "\n".join(notes)
    for loss in ("user_agent", "link_addresses", "empty_pages", "wording", "format", "summaries", "history",
                 "ignored_lines", "browser_wait", "status", "muted", "hours", "receivers"):  # fmt: skip
        assert import_notes.LOST[loss][0] in words


def test_settings_that_the_program_writes_itself_are_no_loss() -> None:
    agents = {"html_requests": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36", "html_webdriver": None}
    settings = {
        "requests": {"time_between_check": PAUSE, "proxy": None, "default_ua": agents},
        "application": {"tags": {}, "notification_body": "{{watch_url}} had a change.\n---\n{{diff}}\n---\n",
                        "notification_title": "ChangeDetection.io Notification - {{watch_url}}",
                        "notification_format": "htmlcolor", "strip_ignored_lines": False, "fetch_backend": "html_requests"},
    }  # fmt: skip
    assert notes_on(UNTOUCHED, settings=settings) == []


def test_a_setting_that_no_list_knows_is_reported_by_its_name_and_never_with_its_value() -> None:
    group = {"uuid": "t-1", "title": "Shops", "group_mood": "s3cret"}
    settings = {"requests": {"teleport": 1}, "application": {"tags": {"t-1": group}, "new_empty": []}}
    watch = {**UNTOUCHED, "tags": ["t-1"], "telepathy": {"on": ["s3cret"]}, "unused": None, "off": False}
    assert notes_on(watch, {**UNTOUCHED, "uuid": "w-5", "page_title": "B"}, settings=settings) == [
        "1 watch(es) ('Plain') have the unknown setting telepathy; it was left out.",
        "1 watch(es) ('Plain') have the unknown setting group_mood (1 by their groups); it was left out.",
        "All 2 watches have the unknown setting requests.teleport (2 by the settings for all); it was left out.",
    ]


def test_a_file_with_thousands_of_unknown_settings_gives_a_short_answer() -> None:
    watches = [
        {
            **UNTOUCHED,
            "uuid": f"w-{i}",
            "page_title": f"Page {i}",
            **{f"\x1b{i}-{n}" * 50: 1 for n in range(500)},
        }
        for i in range(5)
    ]
    notes = notes_on(*watches)
    assert len(notes) == 31
    assert notes[-1] == "70 more unknown setting(s) were left out."
    assert all(note.isprintable() and len(note) < 200 for note in notes)


PRICE_LIMITS: dict[str, dict[str, Any]] = {
    "a price to fall below": {"price_change_min": 10.5},
    "a price to rise above": {"price_change_max": 99},
    "a threshold": {"price_change_threshold_percent": 3},
    "no prices": {"follow_price_changes": False},
    "any stock": {"in_stock_processing": "all_changes"},
}


@pytest.mark.parametrize("limit", PRICE_LIMITS)
def test_limits_in_the_file_of_the_price_processor_are_reported(limit: str) -> None:
    watch = {**UNTOUCHED, "processor": "restock_diff"}
    usual = {"restock_diff": {"follow_price_changes": True, "in_stock_processing": "in_stock_only"}}
    price = "1 watch(es) ('Plain') have limits for the price"
    assert not any(note.startswith(price) for note in notes_on(watch, limits=usual))
    notes = notes_on(watch, limits={"restock_diff": {**usual["restock_diff"], **PRICE_LIMITS[limit]}})
    assert sum(note.startswith(price) for note in notes) == 1
    old = {**watch, "restock_settings": PRICE_LIMITS[limit]}
    words = profiles_from_watches(parse_backup(one_file(old)).watches)[1]
    assert sum(note.startswith(price) for note in words) == 1


def test_limits_of_a_group_count_only_if_the_group_overrides_its_watches() -> None:
    limits = {"price_change_min": 10}
    for overrides, count in ((True, 1), (False, 0), (None, 0)):
        group = {
            "uuid": "t-1",
            "title": "T",
            "overrides_watch": overrides,
            "processor_config_restock_diff": limits,
        }
        settings = {"requests": {}, "application": {"tags": {"t-1": group}}}
        notes = notes_on({**UNTOUCHED, "tags": ["t-1"]}, settings=settings)
        assert sum("limits for the price" in note and "(1 by their groups)" in note for note in notes) == count


@pytest.mark.parametrize(
    ("pattern", "belongs"),
    [("example.org/plain", True), ("https://EXAMPLE.org/*", True), ("*/other*", False), ("a.net", False), ("", False)],
)  # fmt: skip
def test_a_group_that_chooses_its_watches_by_a_pattern_gives_them_its_name_and_its_settings(
    pattern: str, belongs: bool
) -> None:
    group = {"uuid": "t-1", "title": "Chosen", "url_match_pattern": pattern, "trigger_text": ["x"]}
    settings = {"requests": {}, "application": {"tags": {"t-1": group}}}
    (spec,), notes = profiles_from_watches(parse_backup(folders(UNTOUCHED, settings=settings)).watches)
    assert spec.tags == (["Chosen"] if belongs else [])
    assert len(notes) == belongs
