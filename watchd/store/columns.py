"""How values are written into columns, and read from them again, where the column's type is not the value's."""

from datetime import datetime

import msgspec

from watchd.model.times import from_rfc3339, rfc3339

HALF = 1 << 63


def rfc3339_or_none(moment: datetime | None) -> str | None:
    """A time that may be missing."""
    return rfc3339(moment) if moment else None


def moment_or_none(text: str | None) -> datetime | None:
    return from_rfc3339(text) if text else None


def json_of(value: object) -> str:
    return msgspec.json.encode(value).decode()


def signed(number: int) -> int:
    """64 bits without a sign do not fit into a column; the same bits with one do."""
    return number - 2 * HALF if number >= HALF else number


def unsigned(number: int) -> int:
    return number + 2 * HALF if number < 0 else number
