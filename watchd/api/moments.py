"""Which moments may a client name? Those that have a time zone and exist in UTC."""

from datetime import UTC, datetime

from watchd.api.problems import invalid
from watchd.errors import Fault

# Nothing of ours is older. Programs that know no time send the year 1.
EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)


def in_utc(field: str, moment: datetime) -> datetime:
    if moment.tzinfo is None:
        raise invalid([Fault(field, "has no time zone; write it like 2026-11-16T07:30:00Z")])
    try:
        return max(EARLIEST, moment.astimezone(UTC))
    except OverflowError:
        raise invalid([Fault(field, "is no time in UTC; write one like 2026-11-16T07:30:00Z")]) from None
