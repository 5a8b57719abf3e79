"""Which settings of a watch of changedetection.io have no counterpart here?

A setting may stand in the watch, in one of its groups, or in the settings for all watches; the first place that says
something decides. Only that a setting is there leaves this file, never what it says: headers and notification addresses
are secrets.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

Loss = Literal[
    "selectors",
    "ignored_text",
    "triggers",
    "absent_text",
    "extracted_text",
    "conditions",
    "kinds_of_edit",
    "price_or_stock",
    "no_text",
    "request",
    "proxy",
    "browser",
    "status",
    "hours",
    "receivers",
    "wording",
    "muted",
]
Place = Literal["watch", "group", "all"]
Settings = Mapping[str, Any]
# True: it is used here. False: it is switched off here. None: nothing is said here, the next place decides.
Rule = Callable[[Settings], bool | None]

PLAIN_FETCHER = "html_requests"
TEXT = "text_json_diff"
RESTOCK = "restock_diff"
DEEPEST = 3  # a list of conditions, each with its parts


def losses(watch: Settings, groups: Sequence[Settings], general: Settings) -> dict[Loss, Place]:
    """What a watch uses that cannot be taken over, and where that is set."""
    places: list[tuple[Place, Settings]] = [("watch", watch)]
    places += [("group", group) for group in groups]
    places.append(("all", _as_watch(general)))
    found: dict[Loss, Place] = {}
    for loss, rule in RULES.items():
        said = ((place, used) for place, settings in places if (used := rule(settings)) is not None)
        place, is_used = next(said, ("watch", False))
        if is_used:
            found[loss] = place
    return found


def _as_watch(general: Settings) -> Settings:
    """The settings for all watches under the names that they have in a watch."""
    application, requests = _part(general, "application"), _part(general, "requests")
    return {
        "notification_urls": application.get("notification_urls"),
        "notification_muted": application.get("all_muted"),
        "ignore_text": application.get("global_ignore_text"),
        "subtractive_selectors": application.get("global_subtractive_selectors"),
        "fetch_backend": application.get("fetch_backend"),
        "headers": general.get("headers"),
        "proxy": requests.get("proxy"),
        "time_between_check_use_default": False,
        "time_schedule_limit": requests.get("time_schedule_limit"),
    }


def _part(settings: Settings, name: str) -> Settings:
    part = settings.get(name)
    return part if isinstance(part, dict) else {}


def _any_of(*names: str) -> Rule:
    return lambda settings: any(_is_filled(settings.get(name)) for name in names) or None


def _is_filled(value: Any, depth: int = 0) -> bool:
    """Whether anything stands there: forms leave empty lines and rows behind."""
    if isinstance(value, list | dict):
        inner = value.values() if isinstance(value, dict) else value
        return any(depth == DEEPEST or _is_filled(entry, depth + 1) for entry in inner)
    return bool(value.strip() if isinstance(value, str) else value)


def _tells_some_edits_only(settings: Settings) -> bool | None:
    sides = ("filter_text_added", "filter_text_removed", "filter_text_replaced")
    return bool(settings.get("check_unique_lines")) or any(settings.get(s) is False for s in sides) or None


def _sends_more(settings: Settings) -> bool | None:
    is_plain = str(settings.get("method") or "GET").upper() == "GET"
    return not is_plain or _is_filled(settings.get("headers")) or _is_filled(settings.get("body")) or None


def _by_proxy(settings: Settings) -> bool | None:
    proxy = settings.get("proxy")
    return proxy != "no-proxy" if _is_filled(proxy) else None


def _by_browser(settings: Settings) -> bool | None:
    if _is_filled(settings.get("browser_steps")) or _is_filled(settings.get("webdriver_js_execute_code")):
        return True
    fetcher = settings.get("fetch_backend")
    return None if fetcher in (None, "", "system") else fetcher != PLAIN_FETCHER


def _in_hours(settings: Settings) -> bool | None:
    if settings.get("time_between_check_use_default", True):
        return None
    return bool(_part(settings, "time_schedule_limit").get("enabled"))


RULES: dict[Loss, Rule] = {
    "selectors": _any_of("include_filters", "css_filter", "subtractive_selectors"),
    "ignored_text": _any_of("ignore_text"),
    "triggers": _any_of("trigger_text"),
    "absent_text": _any_of("text_should_not_be_present"),
    "extracted_text": _any_of("extract_text"),
    "conditions": _any_of("conditions"),
    "kinds_of_edit": _tells_some_edits_only,
    "price_or_stock": lambda settings: settings.get("processor") == RESTOCK or None,
    "no_text": lambda settings: settings.get("processor") not in (None, "", TEXT, RESTOCK) or None,
    "request": _sends_more,
    "proxy": _by_proxy,
    "browser": _by_browser,
    "status": _any_of("ignore_status_codes"),
    "hours": _in_hours,
    "receivers": _any_of("notification_urls"),
    "wording": _any_of("notification_title", "notification_body"),
    "muted": _any_of("notification_muted"),
}
