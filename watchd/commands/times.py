"""Times on the command line: `2 h ago` on a terminal, RFC 3339 elsewhere, and times that people write."""

import re
import sys
from datetime import UTC, datetime, timedelta
from typing import Any

import click

UNITS = {
    "s": 1, "sec": 1, "second": 1, "m": 60, "min": 60, "minute": 60, "h": 3600, "hour": 3600, "d": 86_400, "day": 86_400,
    "w": 604_800, "week": 604_800,
}  # fmt: skip
AGE = re.compile(r"(\d{1,6})\s*([a-z]+?)s?(\s+ago)?", re.IGNORECASE)
SHOWN_UNITS = ((86_400, "d"), (3600, "h"), (60, "min"), (1, "s"))
MAX_RELATIVE = timedelta(days=7)  # an older time is a date
DAYS = {"today": 0, "yesterday": 1}


class Since(click.ParamType):  # type: ignore[type-arg]  # generic only in newer versions
    """A time in the past: a date, a time, or an age such as `2 days`; RFC 3339 in UTC for the daemon."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        text = str(value).strip()
        try:
            moment = _moment(text, datetime.now(UTC))
        except (ValueError, OverflowError):
            self.fail(
                f"must be a date such as 2026-11-18, a time, or an age such as 2d or '2 days'; got {value!r}"
            )
        return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def _moment(text: str, now: datetime) -> datetime:
    """Return the time that a text names; a date or a time without a zone is one of this machine."""
    if text.lower() in DAYS:
        day = now.astimezone().replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
        return (day - timedelta(days=DAYS[text.lower()])).astimezone()
    if age := AGE.fullmatch(text):
        unit = age[2].lower()
        if unit not in UNITS:
            raise ValueError(unit)
        return now - timedelta(seconds=int(age[1]) * UNITS[unit])
    return datetime.fromisoformat(text).astimezone()


def when(text: str | None) -> str:
    """Return a time of the API for a table: relative on a terminal, as it is elsewhere."""
    if not text or not sys.stdout.isatty():
        return text or ""
    return relative(datetime.fromisoformat(text), datetime.now(UTC))


def local(text: str | None) -> str:
    """Return a time of the API for a person: in the zone of this machine, and relative."""
    if not text:
        return ""
    moment, now = datetime.fromisoformat(text), datetime.now(UTC)
    near = f" ({relative(moment, now)})" if abs(now - moment) < MAX_RELATIVE else ""
    return f"{moment.astimezone():%Y-%m-%d %H:%M}{near}"


def due(text: str | None) -> str:
    """Return the time of a next run for a person."""
    if not text:
        return "when you start it"
    return "now" if datetime.fromisoformat(text) <= datetime.now(UTC) else local(text)


def relative(moment: datetime, now: datetime) -> str:
    """Return a time as seen from now: `2 h ago`, `in 5 min`; a date when it is a week away or more."""
    distance = abs(now - moment)
    if distance >= MAX_RELATIVE:
        return f"{moment.astimezone():%Y-%m-%d}"
    seconds = int(distance.total_seconds())
    length, unit = next(((length, unit) for length, unit in SHOWN_UNITS if seconds >= length), (1, "s"))
    words = f"{seconds // length} {unit}"
    return f"{words} ago" if moment <= now else f"in {words}"
