"""Settings of changedetection.io: which of them watchd takes over, which are lost, and which do not matter.

Every setting of a watch, a group or the whole program is in exactly one of three lists: MAPPED, LOST or HARMLESS. A
setting that is in none of them comes from a newer version and is reported by its name. A setting at its default is not
a loss.

A setting may be in the watch, in one of its groups, or in the settings for all watches; the first that has a value
decides. This module returns only that a setting is used, never its value: headers and notification URLs are secrets.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal

Loss = Literal[
    "selectors",
    "filter_failures",
    "ignored_text",
    "ignored_lines",
    "sorted_lines",
    "duplicate_lines",
    "triggers",
    "absent_text",
    "extracted_text",
    "kept_lines",
    "conditions",
    "intent",
    "kinds_of_edit",
    "price_or_stock",
    "price_limits",
    "no_text",
    "request",
    "user_agent",
    "proxy",
    "browser",
    "browser_wait",
    "link_addresses",
    "empty_pages",
    "status",
    "hours",
    "receivers",
    "wording",
    "format",
    "summaries",
    "screenshots",
    "muted",
    "history",
]
Place = Literal["watch", "group", "all"]
Settings = Mapping[str, Any]
# True: the setting is used here. False: it is off here. None: it is not set here, the next level decides.
Rule = Callable[[Settings], bool | None]

PLAIN_FETCHER = "html_requests"
TEXT = "text_json_diff"
RESTOCK = "restock_diff"
RESTOCK_SETTINGS = "processor_config_restock_diff"
MAX_DEPTH = 3  # a list of conditions, each with its parts
MAX_UNKNOWN = 20  # settings of one watch that are reported by name
MAX_KEY_CHARS = 60
# Values that the program itself writes into the settings for all.
STANDARD_FORMATS = ("", "System default", "htmlcolor", "HTML Color")
STANDARD_WORDING = (
    "{{watch_url}} had a change.\n---\n{{diff}}\n---",
    "ChangeDetection.io Notification - {{watch_url}}",
)
STANDARD_AGENT = "Mozilla/5.0 (X11; Linux x86_64)"

# Setting of a watch: field of its profile.
MAPPED = {
    "url": "seeds.urls",
    "title": "name",
    "page_title": "name",
    "tags": "tags",
    "tag": "tags",
    "url_match_pattern": "tags",
    "paused": "enabled",
    "time_between_check": "schedule.every",
    "time_between_check_use_default": "schedule.every",
    "minutes_between_check": "schedule.every",
}
MAPPED_FOR_ALL = {
    "application.tags": "tags",
    "application.all_paused": "enabled",
    "requests.time_between_check": "schedule.every",
}
_REASONS = {
    "is a record of past checks": """browser_steps_last_error_step check_count consecutive_filter_failures content-type
        date_created fetch_time has_ldjson_price_data history history_n in_stock last_changed last_check_status
        last_checked last_error last_filter_config_hash last_notification_error last_viewed llm_evaluation_cache
        llm_last_tokens_used llm_prefilter llm_tokens_used_cumulative newest_history_key notification_alert_count
        previous_md5 previous_text remote_server_reply restock viewed""",
    "is the name of the watch inside the program": "uuid",
    "changes only how the program shows its list": "extract_title_as_title tag_colour use_page_title_in_list",
    "has an effect only with another setting, which is reported": """conditions_match_logic llm_change_summary_mode
        overrides_watch""",
    "watchd always does this": "trim_text_whitespace",
}
# Setting of a watch: why its loss changes nothing.
HARMLESS = {key: reason for reason, keys in _REASONS.items() for key in keys.split()}
_REASONS_FOR_ALL = {
    "protects the program itself": """application.api_access_token application.api_access_token_enabled
        application.password application.rss_access_token application.shared_diff_access""",
    "changes only how the program shows its pages and feeds": """application.active_base_url application.base_url
        application.extract_title_as_title application.pager_size application.rss_content_format
        application.rss_diff_length application.rss_hide_muted_watches application.rss_reader_mode
        application.rss_template_override application.rss_template_type application.ui""",
    "has an effect only with another setting, which is reported": """
        application.filter_failure_notification_threshold_attempts application.min_change_percentage
        application.pixel_difference_threshold_sensitivity application.scheduler_timezone_default
        application.ssim_threshold application.timezone requests.extra_browsers requests.extra_proxies""",
    "watchd always does this": "application.ignore_whitespace",
    "watchd has its own limits": "requests.jitter_seconds requests.timeout requests.workers",
    "is the version of the file": "application.schema_version",
}
HARMLESS_FOR_ALL = {key: reason for reason, keys in _REASONS_FOR_ALL.items() for key in keys.split()}


def losses(watch: Settings, groups: Sequence[Settings], general: Settings) -> dict[Loss, Place]:
    """Return the settings of a watch that watchd cannot take over, and where each is set."""
    places: list[tuple[Place, Settings]] = [("watch", watch)]
    places += [("group", group) for group in groups]
    places.append(("all", _as_watch(general)))
    found: dict[Loss, Place] = {}
    for loss, (_, rule) in RULES.items():
        said = ((place, used) for place, settings in places if (used := rule(settings)) is not None)
        place, is_used = next(said, ("watch", False))
        if is_used:
            found[loss] = place
    return found


def unknown(watch: Settings, groups: Sequence[Settings], general: Settings) -> dict[str, Place]:
    """Return the names of settings that are in none of the lists, and where each is set.

    An empty one is not reported: a newer version writes all its settings into every watch, and most are not in use.
    """
    found: dict[str, Place] = {}
    for key in _unknown_keys(watch):
        found[key] = "watch"
    for group in groups:
        for key in _unknown_keys(group):
            found.setdefault(key, "group")
    for section in ("application", "requests"):
        for key, value in _part(general, section).items():
            name = f"{section}.{key}"
            is_known = name in MAPPED_FOR_ALL or name in LOST_FOR_ALL or name in HARMLESS_FOR_ALL
            if not is_known and not key.startswith("llm_") and _is_filled(value):
                found.setdefault(name, "all")
    return {_shown(key): place for key, place in list(found.items())[:MAX_UNKNOWN]}


def _unknown_keys(settings: Settings) -> Iterator[str]:
    for key, value in settings.items():
        # Names with an underscore at their start live in memory only; the settings of a processor go with it.
        is_known = key in MAPPED or key in LOST or key in HARMLESS or key.startswith(("_", "processor_config_"))
        if not is_known and _is_filled(value):
            yield key
    for key in restock_settings(settings):
        if key not in _RESTOCK_KEYS:
            yield f"{RESTOCK}.{key}"


def _shown(key: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in key[:MAX_KEY_CHARS])


def restock_settings(settings: Settings) -> Settings:
    """Return the limits for price and stock, which have had two names; a group has them only if it says so."""
    if settings.get("overrides_watch", True) is not True:
        return {}
    return _part(settings, RESTOCK_SETTINGS) or _part(settings, "restock_settings")


def _as_watch(general: Settings) -> Settings:
    """Return the settings for all watches under their names in a watch."""
    application, requests = _part(general, "application"), _part(general, "requests")
    values = {
        name: _section(general, path).get(path.partition(".")[2]) for path, name in _NAMES_FOR_ALL.items()
    }
    wording = [str(application.get(name) or "").strip() for name in ("notification_body", "notification_title")]
    agents = _part(requests, "default_ua")
    plain_agent = str(agents.get("html_requests") or "")
    return values | {
        "headers": general.get("headers"),
        "time_between_check_use_default": False,
        "notification_body": [text for text in wording if text not in STANDARD_WORDING],
        "llm_change_summary": _part(application, "llm").get("change_summary_default"),
        "default_ua": [
            agents.get("html_webdriver"),
            "" if plain_agent.startswith(STANDARD_AGENT) else plain_agent,
        ],
    }


def _section(general: Settings, path: str) -> Settings:
    return _part(general, path.partition(".")[0])


def _part(settings: Settings, name: str) -> Settings:
    part = settings.get(name)
    return part if isinstance(part, dict) else {}


def _any_of(*names: str) -> tuple[tuple[str, ...], Rule]:
    return names, lambda settings: any(_is_filled(settings.get(name)) for name in names) or None


def _is_filled(value: Any, depth: int = 0) -> bool:
    """Return whether the value is not empty; web forms store empty lines and rows."""
    if isinstance(value, list | dict):
        inner = value.values() if isinstance(value, dict) else value
        return any(depth == MAX_DEPTH or _is_filled(entry, depth + 1) for entry in inner)
    return bool(value.strip() if isinstance(value, str) else value)


def _is_silent_about_filters(settings: Settings) -> bool | None:
    return settings.get("filter_failure_notification_send") is False or None


def _reports_some_edits_only(settings: Settings) -> bool | None:
    sides = ("filter_text_added", "filter_text_removed", "filter_text_replaced")
    return bool(settings.get("check_unique_lines")) or any(settings.get(s) is False for s in sides) or None


def _follows_price_or_stock(settings: Settings) -> bool | None:
    accepted = settings.get("track_ldjson_price_data") == "accepted"
    return settings.get("processor") == RESTOCK or accepted or None


def _limits_price_or_stock(settings: Settings) -> bool | None:
    limits = {key: settings.get(key) for key in _RESTOCK_KEYS} | dict(restock_settings(settings))
    numbers = ("price_change_min", "price_change_max", "price_change_threshold_percent")
    if any(_is_filled(limits.get(name)) for name in numbers):
        return True
    if settings.get("processor") != RESTOCK:
        return None
    is_partial = limits.get("follow_price_changes") is False or limits.get("in_stock_only") is False
    return is_partial or limits.get("in_stock_processing") not in (None, "", "in_stock_only") or None


def _compares_no_text(settings: Settings) -> bool | None:
    return settings.get("processor") not in (None, "", TEXT, RESTOCK) or None


def _sends_more_than_get(settings: Settings) -> bool | None:
    is_plain = str(settings.get("method") or "GET").upper() == "GET"
    return not is_plain or _is_filled(settings.get("headers")) or _is_filled(settings.get("body")) or None


def _uses_proxy(settings: Settings) -> bool | None:
    proxy = settings.get("proxy")
    return proxy != "no-proxy" if _is_filled(proxy) else None


def _uses_browser(settings: Settings) -> bool | None:
    if _is_filled(settings.get("browser_steps")) or _is_filled(settings.get("webdriver_js_execute_code")):
        return True
    fetcher = settings.get("fetch_backend")
    return None if fetcher in (None, "", "system") else fetcher != PLAIN_FETCHER


def _limits_hours(settings: Settings) -> bool | None:
    if settings.get("time_between_check_use_default", True):
        return None
    return bool(_part(settings, "time_schedule_limit").get("enabled"))


def _chooses_format(settings: Settings) -> bool | None:
    return str(settings.get("notification_format") or "").strip() not in STANDARD_FORMATS or None


_RESTOCK_KEYS = (
    "in_stock_only",
    "in_stock_processing",
    "follow_price_changes",
    "price_change_min",
    "price_change_max",
    "price_change_threshold_percent",
)
# Each loss with the settings that cause it.
RULES: dict[Loss, tuple[tuple[str, ...], Rule]] = {
    "selectors": _any_of("include_filters", "css_filter", "subtractive_selectors"),
    "filter_failures": (("filter_failure_notification_send",), _is_silent_about_filters),
    "ignored_text": _any_of("ignore_text"),
    "ignored_lines": _any_of("strip_ignored_lines"),
    "sorted_lines": _any_of("sort_text_alphabetically"),
    "duplicate_lines": _any_of("remove_duplicate_lines"),
    "triggers": _any_of("trigger_text"),
    "absent_text": _any_of("text_should_not_be_present"),
    "extracted_text": _any_of("extract_text"),
    "kept_lines": _any_of("extract_lines_containing"),
    "conditions": _any_of("conditions"),
    "intent": _any_of("llm_intent"),
    "kinds_of_edit": (
        ("check_unique_lines", "filter_text_added", "filter_text_removed", "filter_text_replaced"),
        _reports_some_edits_only,
    ),
    "price_or_stock": (("processor", "track_ldjson_price_data"), _follows_price_or_stock),
    "price_limits": (
        (
            "follow_price_changes",
            "in_stock_only",
            "price_change_threshold_percent",
            "restock_settings",
            RESTOCK_SETTINGS,
        ),
        _limits_price_or_stock,
    ),
    "no_text": (("processor",), _compares_no_text),
    "request": (("method", "headers", "body"), _sends_more_than_get),
    "user_agent": _any_of("default_ua"),
    "proxy": (("proxy",), _uses_proxy),
    "browser": (("browser_steps", "webdriver_js_execute_code", "fetch_backend"), _uses_browser),
    "browser_wait": _any_of("webdriver_delay"),
    "link_addresses": _any_of("render_anchor_tag_content"),
    "empty_pages": _any_of("empty_pages_are_a_change"),
    "status": _any_of("ignore_status_codes"),
    "hours": (("time_schedule_limit",), _limits_hours),
    "receivers": _any_of("notification_urls"),
    "wording": _any_of("notification_title", "notification_body"),
    "format": (("notification_format",), _chooses_format),
    "summaries": _any_of("llm_change_summary"),
    "screenshots": _any_of("notification_screenshot"),
    "muted": _any_of("notification_muted"),
    "history": _any_of("history_snapshot_max_length"),
}
# Settings of a watch that are lost.
LOST = frozenset(key for keys, _ in RULES.values() for key in keys)
# Settings for all watches that are lost: their names in a watch.
_NAMES_FOR_ALL = {
    "application.all_muted": "notification_muted",
    "application.empty_pages_are_a_change": "empty_pages_are_a_change",
    "application.fetch_backend": "fetch_backend",
    "application.global_ignore_text": "ignore_text",
    "application.global_subtractive_selectors": "subtractive_selectors",
    "application.history_snapshot_max_length": "history_snapshot_max_length",
    "application.ignore_status_codes": "ignore_status_codes",
    "application.notification_format": "notification_format",
    "application.notification_urls": "notification_urls",
    "application.render_anchor_tag_content": "render_anchor_tag_content",
    "application.strip_ignored_lines": "strip_ignored_lines",
    "application.webdriver_delay": "webdriver_delay",
    "requests.proxy": "proxy",
    "requests.time_schedule_limit": "time_schedule_limit",
}
LOST_FOR_ALL = frozenset(_NAMES_FOR_ALL) | {
    "application.llm",
    "application.notification_body",
    "application.notification_title",
    "requests.default_ua",
}
