"""Parser for backups of changedetection.io: the watched pages, and the settings that watchd cannot take over.

A backup has one of three forms: a ZIP with a changedetection.json for the settings and a folder per watch and per tag
(watch.json, tag.json, and restock_diff.json for the limits of a price); an older ZIP with everything in one
url-watches.json; or that JSON file alone. A sandboxed child process parses it, as a ZIP may unpack to any size. No member
is written to the disk, and member names are never used as paths.
"""

import io
import json
import zipfile
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any

from msgspec import Struct

from watchd.errors import Unreadable
from watchd.web.listings.changedetection_settings import RESTOCK, RESTOCK_SETTINGS, Loss, Place, losses, unknown

SETTINGS = ("url-watches.json", "changedetection.json")
PRICE_LIMITS = f"{RESTOCK}.json"
MEMBERS = ("/watch.json", "/tag.json", f"/{PRICE_LIMITS}")
# Far more than any installation needs, far less than a decompression bomb.
MAX_MEMBERS = 100_000
MAX_UNPACKED_BYTES = 64 * 2**20
# The default of changedetection.io, if neither the watch nor the settings have an interval.
DEFAULT_INTERVAL_SECONDS = 3 * 3600
MAX_PATTERN_CHARS = 500
UNITS = {"weeks": 604_800, "days": 86_400, "hours": 3600, "minutes": 60, "seconds": 1}


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
    unknown: dict[str, Place]  # settings of a newer version, by their names


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
    limits: dict[str, Any] = {}
    for name, content in _members(body):
        if name in SETTINGS:
            settings, listed, known = _from_json(content)
            watches += listed
            tags = known | tags
        elif name.endswith("/watch.json"):
            watches.append(_object(content))
        elif name.endswith(f"/{PRICE_LIMITS}"):
            limits[name.partition("/")[0]] = _object(content).get(RESTOCK)
        else:
            tags[name.partition("/")[0]] = _object(content)
    # After an upgrade of changedetection.io a watch is there in both forms; its own file is the newer one.
    newest = {str(watch.get("uuid") or watch.get("url")): watch for watch in watches if isinstance(watch, dict)}
    with_limits = [
        {**watch, RESTOCK_SETTINGS: limits[uuid]}
        if uuid in limits and watch.get("processor") == RESTOCK
        else watch
        for uuid, watch in newest.items()
    ]
    return settings, with_limits, tags


def _members(body: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the members about watches; snapshots and screenshots are not unpacked."""
    left = MAX_UNPACKED_BYTES
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            entries = archive.infolist()
            if len(entries) > MAX_MEMBERS:
                raise NotABackup(f"The ZIP file must have at most {MAX_MEMBERS} files; got {len(entries)}.")
            wanted = [e for e in entries if e.filename in SETTINGS]
            wanted += [e for e in entries if e.filename.count("/") == 1 and e.filename.endswith(MEMBERS)]
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
    mine = _groups_of(watch, groups)
    usual = _seconds(_inside(general, "requests", "time_between_check")) or DEFAULT_INTERVAL_SECONDS
    own = _seconds(watch.get("time_between_check")) or _seconds({"minutes": watch.get("minutes_between_check")})
    uses_default = watch.get("time_between_check_use_default", own is None)
    return Watch(
        url=str(watch["url"]).strip(),
        title=str(watch.get("title") or watch.get("page_title") or "").strip(),
        tags=list(_tags(watch, mine)),
        seconds=usual if uses_default or own is None else own,
        paused=bool(watch.get("paused") or _inside(general, "application", "all_paused")),
        lost=losses(watch, mine, general),
        unknown=unknown(watch, mine, general),
    )


def _groups_of(watch: dict[str, Any], groups: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the groups that a person chose for a watch, and those that choose their watches by a pattern."""
    ids = watch.get("tags")
    chosen = [str(id) for id in ids if str(id) in groups] if isinstance(ids, list) else []
    url = str(watch["url"]).strip().lower()
    matching = [id for id, group in groups.items() if _matches(url, group.get("url_match_pattern"))]
    return [groups[id] for id in dict.fromkeys(chosen + matching)]


def _matches(url: str, pattern: Any) -> bool:
    """Return whether a pattern fits: with wildcards it must fit the whole address, without them a part of it."""
    wanted = pattern.strip().lower()[:MAX_PATTERN_CHARS] if isinstance(pattern, str) else ""
    if not wanted:
        return False
    return fnmatchcase(url, wanted) if any(sign in wanted for sign in "*?[") else wanted in url


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
