"""Which pages does an installation of changedetection.io watch, by the backup that it makes?

Three forms are about: a ZIP with a changedetection.json for the settings and a folder per watch and per tag (watch.json,
tag.json); an older ZIP with everything in one url-watches.json; and that JSON file by itself. Read in a child: a ZIP may
unpack to anything. No member is ever written to the disk, and names are compared, not followed.
"""

import io
import json
import zipfile
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from watchd.web.unreadable import Unreadable
from watchd.web.watch_losses import Loss, Place, losses

SETTINGS = ("url-watches.json", "changedetection.json")
# Far more than anybody watches, far less than a bomb.
MOST_MEMBERS = 100_000
MOST_BYTES = 64 * 2**20
# Its own default, when neither the watch nor the settings say how often.
DEFAULT_SECONDS = 3 * 3600
UNITS = {"weeks": 604_800, "days": 86_400, "hours": 3600, "minutes": 60, "seconds": 1}


class NoBackup(Unreadable):
    """Raised for a document that is no backup of changedetection.io."""


class Watch(Struct, frozen=True):
    """One watched page, as far as we can follow it."""

    url: str
    title: str
    tags: list[str]
    seconds: int
    paused: bool
    lost: dict[Loss, Place]  # settings that we cannot follow, and where they are set


class WatchList(Struct, frozen=True):
    """Everything that is watched."""

    watches: list[Watch]


def parse_backup(body: bytes) -> WatchList:
    """Read a backup; raises NoBackup."""
    settings, watches, tags = _from_zip(body) if body.startswith(b"PK") else _from_json(body)
    groups = {uuid: tag for uuid, tag in tags.items() if isinstance(tag, dict)}
    general = settings if isinstance(settings, dict) else {}
    found = [
        _watch(watch, groups, general) for watch in watches if isinstance(watch, dict) and watch.get("url")
    ]
    if not found:
        raise NoBackup("It has no watches of changedetection.io in it.")
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
    # An installation that was brought up to date has a watch in both forms; its own file is the newer one.
    newest = {str(watch.get("uuid") or watch.get("url")): watch for watch in watches if isinstance(watch, dict)}
    return settings, list(newest.values()), tags


def _members(body: bytes) -> Iterator[tuple[str, bytes]]:
    """The members that say something about watches; snapshots and screenshots are not unpacked."""
    left = MOST_BYTES
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            entries = archive.infolist()
            if len(entries) > MOST_MEMBERS:
                raise NoBackup(f"It has more than {MOST_MEMBERS} files in it.")
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
                    raise NoBackup(f"Its settings unpack to more than {MOST_BYTES // 2**20} MiB.")
                yield entry.filename, content
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError) as cause:
        raise NoBackup(f"It is no ZIP file that can be read: {cause}.") from cause


def _object(body: bytes) -> dict[str, Any]:
    try:
        content = json.loads(body)
    except (ValueError, RecursionError) as cause:
        raise NoBackup(f"It has a file in it that is no JSON: {cause}.") from cause
    if not isinstance(content, dict):
        raise NoBackup("It has a JSON file in it that is no object.")
    return content


def _watch(watch: dict[str, Any], groups: dict[str, dict[str, Any]], general: dict[str, Any]) -> Watch:
    ids = watch.get("tags")
    mine = [groups[str(id)] for id in (ids if isinstance(ids, list) else []) if str(id) in groups]
    usual = _seconds(_inside(general, "requests", "time_between_check")) or DEFAULT_SECONDS
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
    """Names of tags: by id today, as words with commas in old files."""
    old = watch.get("tag")
    for group in groups:
        if title := str(group.get("title") or "").strip():
            yield title
    for word in old.split(",") if isinstance(old, str) else []:
        if word.strip():
            yield word.strip()


def _seconds(pause: Any) -> int | None:
    """A pause in weeks, days and so on, each a number, a text or nothing."""
    if not isinstance(pause, dict):
        return None
    numbers = ((UNITS[unit], str(pause.get(unit) or "0").strip()) for unit in UNITS)
    total = sum(length * int(number) for length, number in numbers if number.isdecimal() and len(number) < 9)
    return total or None


def _inside(content: Any, *path: str) -> Any:
    for name in path:
        content = content.get(name) if isinstance(content, dict) else None
    return content
