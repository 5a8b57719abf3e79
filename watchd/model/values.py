"""Values: ids that sort by time, times in UTC, time zones, durations such as 90s, and web addresses that people write.

All times in watchd are aware and in UTC. Clients must not interpret ids. The guard checks addresses again before a request.
"""

import re
from datetime import UTC, datetime, timedelta
from typing import Annotated
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from msgspec import Meta

# Crockford's alphabet: digits before letters in ASCII, so text order is number order; no letters that look alike.
ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
RANDOM_ID_BITS = 80


def time_sorted_id(moment: datetime, randomness: int) -> str:
    """Return 26 characters: 48 bits of milliseconds, then 80 bits of randomness."""
    number = (int(moment.timestamp() * 1000) << RANDOM_ID_BITS) | (randomness & ((1 << RANDOM_ID_BITS) - 1))
    return "".join(ALPHABET[(number >> shift) & 31] for shift in range(125, -5, -5))


# In a pattern, $ alone would let a line break at the end pass; JSON Schema has no \Z.
CLOCK_TIME = r"^([01][0-9]|2[0-3]):[0-5][0-9]$(?!\n)"
ZONE_NAME = re.compile(r"[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+){0,2}")


def rfc3339(moment: datetime) -> str:
    """Return a text such as 2026-11-16T07:30:00.123456Z: fixed width, so that text order is time order."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def from_rfc3339(text: str) -> datetime:
    return datetime.fromisoformat(text)


EARLIEST_DATE = datetime(1990, 1, 1, tzinfo=UTC)  # there were no web pages before
MAX_AHEAD = timedelta(days=1)  # a date without a time, in a zone where it is tomorrow already


def is_plausible_date(date: datetime, now: datetime | None) -> bool:
    """Return whether something on the Web may have been published then. Without `now`, the future is not known."""
    return date >= EARLIEST_DATE and (now is None or date <= now + MAX_AHEAD)


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
    str,
    Meta(
        pattern=DURATION,
        description="A duration such as 90s, 15m, 6h or 7d.",
        examples=["6h"],
        extra={"must_be": "a duration such as 90s, 15m, 6h or 7d"},
    ),
]


def duration_seconds(text: str) -> float:
    """Return the seconds of a duration; raise ValueError with a sentence for people if it is invalid."""
    if not re.match(DURATION, text):
        raise ValueError(f"{text!r} is not a duration; write a number and a unit, such as 90s, 15m, 6h or 7d")
    number, unit = re.split(r"(?<=[0-9])(?=[a-z])", text, maxsplit=1)
    return float(number) * UNIT_SECONDS[unit]


MAX_URL_CHARS = 2048
# URL parsers read backslashes and control characters in different ways, so they are refused.
FORBIDDEN_CHARS = re.compile(r"[\x00-\x20\x7f\\]")

PATTERN = r"^[hH][tT][tT][pP][sS]?://[^\x00-\x20\x7f\\]+$(?!\n)"

WebAddress = Annotated[
    str,
    Meta(
        min_length=8,
        max_length=MAX_URL_CHARS,
        pattern=PATTERN,
        description="An http or https URL.",
        examples=["https://example.org/news"],
        extra={"must_be": "an http or https URL"},
    ),
]


def url_problem(url: str) -> str | None:
    """Return the rest of a sentence about the fault of an address; None if it has no fault."""
    if FORBIDDEN_CHARS.search(url):
        return "must not contain a blank, a backslash or a control character; percent-encode it"
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return "must be a URL, such as https://example.org/news"
    if parts.scheme not in ("http", "https"):
        return "must begin with http:// or https://"
    if not parts.hostname:
        return "must name a host, such as https://example.org/news"
    if parts.username is not None or parts.password is not None:
        return "must not contain a user name or password; remove them: they would be stored and logged"
    if port == 0:
        return "must not have port 0; write the port of the server"
    return None
