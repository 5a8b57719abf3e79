"""Parser for backups of changedetection.io: the watched pages, and the settings that watchd cannot take over.

A backup has one of three forms: a ZIP with a changedetection.json for the settings and a folder per watch and per tag
(watch.json, tag.json); an older ZIP with everything in one url-watches.json; or that JSON file alone. A sandboxed child
process parses it, as a ZIP may unpack to any size. No member is written to the disk, and member names are never used as
paths.

A setting may be in the watch, in one of its groups, or in the settings for all watches; the first that has a value
decides. This module returns only that a setting is used, never its value: headers and notification URLs are secrets.
"""

import io
import json
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from watchd.errors import Unreadable

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
# True: the setting is used here. False: it is off here. None: it is not set here, the next level decides.
Rule = Callable[[Settings], bool | None]

PLAIN_FETCHER = "html_requests"
TEXT = "text_json_diff"
RESTOCK = "restock_diff"
SETTINGS = ("url-watches.json", "changedetection.json")
# Far more than any installation needs, far less than a decompression bomb.
MAX_MEMBERS = 100_000
MAX_UNPACKED_BYTES = 64 * 2**20
# The default of changedetection.io, if neither the watch nor the settings have an interval.
DEFAULT_INTERVAL_SECONDS = 3 * 3600
UNITS = {"weeks": 604_800, "days": 86_400, "hours": 3600, "minutes": 60, "seconds": 1}
MAX_DEPTH = 3  # a list of conditions, each with its parts


def losses(watch: Settings, groups: Sequence[Settings], general: Settings) -> dict[Loss, Place]:
    """Return the settings of a watch that watchd cannot take over, and where each is set."""
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
    """Return the settings for all watches under their names in a watch."""
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
    """Return whether the value is not empty; web forms store empty lines and rows."""
    if isinstance(value, list | dict):
        inner = value.values() if isinstance(value, dict) else value
        return any(depth == MAX_DEPTH or _is_filled(entry, depth + 1) for entry in inner)
    return bool(value.strip() if isinstance(value, str) else value)


def _reports_some_edits_only(settings: Settings) -> bool | None:
    sides = ("filter_text_added", "filter_text_removed", "filter_text_replaced")
    return bool(settings.get("check_unique_lines")) or any(settings.get(s) is False for s in sides) or None


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


RULES: dict[Loss, Rule] = {
    "selectors": _any_of("include_filters", "css_filter", "subtractive_selectors"),
    "ignored_text": _any_of("ignore_text"),
    "triggers": _any_of("trigger_text"),
    "absent_text": _any_of("text_should_not_be_present"),
    "extracted_text": _any_of("extract_text"),
    "conditions": _any_of("conditions"),
    "kinds_of_edit": _reports_some_edits_only,
    "price_or_stock": lambda settings: settings.get("processor") == RESTOCK or None,
    "no_text": lambda settings: settings.get("processor") not in (None, "", TEXT, RESTOCK) or None,
    "request": _sends_more_than_get,
    "proxy": _uses_proxy,
    "browser": _uses_browser,
    "status": _any_of("ignore_status_codes"),
    "hours": _limits_hours,
    "receivers": _any_of("notification_urls"),
    "wording": _any_of("notification_title", "notification_body"),
    "muted": _any_of("notification_muted"),
}


class NotABackup(Unreadable):
    """Raised for a document that is not a backup of changedetection.io."""


class Watch(Struct, frozen=True):
    """Watched page with the settings that watchd can take over."""

    url: str
    title: str
    tags: list[str]
    seconds: int
    paused: bool
    lost: dict[Loss, Place]  # settings that watchd cannot take over, and where they are set


class WatchList(Struct, frozen=True):
    """All watches of a backup."""

    watches: list[Watch]


def parse_backup(body: bytes) -> WatchList:
    """Parse a backup; raise NotABackup."""
    settings, watches, tags = _from_zip(body) if body.startswith(b"PK") else _from_json(body)
    groups = {uuid: tag for uuid, tag in tags.items() if isinstance(tag, dict)}
    general = settings if isinstance(settings, dict) else {}
    found = [
        _watch(watch, groups, general) for watch in watches if isinstance(watch, dict) and watch.get("url")
    ]
    if not found:
        raise NotABackup("Not a backup of changedetection.io: it contains no watches.")
    return WatchList(found)


def _from_json(body: bytes) -> tuple[Any, list[Any], dict[str, Any]]:
    content = _object(body)
    settings = content.get("settings")
    watching = content.get("watching")
    tags = _inside(settings, "application", "tags")
    return (
        settings,
        list(watching.values()) if isinstance(watching, dict) else [],
        tags if isinstance(tags, dict) else {},
    )


def _from_zip(body: bytes) -> tuple[Any, list[Any], dict[str, Any]]:
    settings: Any = None
    watches: list[Any] = []
    tags: dict[str, Any] = {}
    for name, content in _members(body):
        if name in SETTINGS:
            settings, listed, known = _from_json(content)
            watches += listed
            tags = known | tags
        elif name.endswith("/watch.json"):
            watches.append(_object(content))
        else:
            tags[name.partition("/")[0]] = _object(content)
    # After an upgrade of changedetection.io a watch is there in both forms; its own file is the newer one.
    newest = {str(watch.get("uuid") or watch.get("url")): watch for watch in watches if isinstance(watch, dict)}
    return settings, list(newest.values()), tags


def _members(body: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the members about watches; snapshots and screenshots are not unpacked."""
    left = MAX_UNPACKED_BYTES
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            entries = archive.infolist()
            if len(entries) > MAX_MEMBERS:
                raise NotABackup(f"The ZIP file must have at most {MAX_MEMBERS} files; got {len(entries)}.")
            wanted = [e for e in entries if e.filename in SETTINGS]
            wanted += [
                e
                for e in entries
                if e.filename.count("/") == 1 and e.filename.endswith(("/watch.json", "/tag.json"))
            ]
            for entry in wanted:
                with archive.open(entry) as member:
                    content = member.read(left + 1)
                left -= len(content)
                if left < 0:
                    raise NotABackup(
                        f"The settings in the ZIP file must unpack to at most {MAX_UNPACKED_BYTES // 2**20} MiB."
                    )
                yield entry.filename, content
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError) as cause:
        raise NotABackup(f"Not a readable ZIP file: {cause}.") from cause


def _object(body: bytes) -> dict[str, Any]:
    try:
        content = json.loads(body)
    except (ValueError, RecursionError) as cause:
        raise NotABackup(f"Not a backup of changedetection.io: invalid JSON: {cause}.") from cause
    if not isinstance(content, dict):
        raise NotABackup("Not a backup of changedetection.io: a JSON file must contain an object.")
    return content


def _watch(watch: dict[str, Any], groups: dict[str, dict[str, Any]], general: dict[str, Any]) -> Watch:
    ids = watch.get("tags")
    mine = [groups[str(id)] for id in (ids if isinstance(ids, list) else []) if str(id) in groups]
    usual = _seconds(_inside(general, "requests", "time_between_check")) or DEFAULT_INTERVAL_SECONDS
    own = _seconds(watch.get("time_between_check"))
    uses_default = watch.get("time_between_check_use_default", own is None)
    return Watch(
        url=str(watch["url"]).strip(),
        title=str(watch.get("title") or watch.get("page_title") or "").strip(),
        tags=list(_tags(watch, mine)),
        seconds=usual if uses_default or own is None else own,
        paused=bool(watch.get("paused") or _inside(general, "application", "all_paused")),
        lost=losses(watch, mine, general),
    )


def _tags(watch: dict[str, Any], groups: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the names of tags: by id in new files, as words with commas in old files."""
    old = watch.get("tag")
    for group in groups:
        if title := str(group.get("title") or "").strip():
            yield title
    for word in old.split(",") if isinstance(old, str) else []:
        if word.strip():
            yield word.strip()


def _seconds(pause: Any) -> int | None:
    """Return an interval in seconds; each of its parts (weeks, days, …) is a number, a text or nothing."""
    if not isinstance(pause, dict):
        return None
    numbers = ((UNITS[unit], str(pause.get(unit) or "0").strip()) for unit in UNITS)
    total = sum(length * int(number) for length, number in numbers if number.isdecimal() and len(number) < 9)
    return total or None


def _inside(content: Any, *path: str) -> Any:
    for name in path:
        content = content.get(name) if isinstance(content, dict) else None
    return content
