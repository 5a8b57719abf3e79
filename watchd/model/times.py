"""Times in UTC, names of time zones, and durations such as 90s, 15m, 6h, 7d.

All times in watchd are aware and in UTC.
"""

import re
from datetime import UTC, datetime
from typing import Annotated
from zoneinfo import ZoneInfo

from msgspec import Meta

# In a pattern, $ alone would let a line break at the end pass; JSON Schema has no \Z.
CLOCK_TIME = r"^([01][0-9]|2[0-3]):[0-5][0-9]$(?!\n)"
ZONE_NAME = re.compile(r"[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+){0,2}")


def rfc3339(moment: datetime) -> str:
    """Return a text such as 2026-11-16T07:30:00.123456Z: fixed width, so that text order is time order."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def from_rfc3339(text: str) -> datetime:
    return datetime.fromisoformat(text)


def zone(name: str) -> ZoneInfo:
    """Return the time zone with this name; raise ValueError with a sentence for people if there is none."""
    try:
        if not ZONE_NAME.fullmatch(name):
            raise ValueError(name)
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError) as cause:
        raise ValueError(
            f"must be a time zone; got {name!r}; use a name such as Europe/Berlin or UTC"
        ) from cause


DURATION = r"^[0-9]{1,9}(\.[0-9]{1,3})?(ms|s|m|h|d)$(?!\n)"
UNIT_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}

Duration = Annotated[
    str, Meta(pattern=DURATION, description="A duration such as 90s, 15m, 6h or 7d.", examples=["6h"])
]


def duration_seconds(text: str) -> float:
    """Return the seconds of a duration; raise ValueError with a sentence for people if it is invalid."""
    if not re.match(DURATION, text):
        raise ValueError(f"{text!r} is not a duration; write a number and a unit, such as 90s, 15m, 6h or 7d")
    number, unit = re.split(r"(?<=[0-9])(?=[a-z])", text, maxsplit=1)
    return float(number) * UNIT_SECONDS[unit]
