"""May this line be logged? The same sentence about the same host at most so often a minute; the rest is counted.

A hostile or broken host can make us say the same thing thousands of times. The first line after a pause tells how many
were left out. Errors are never left out.
"""

import logging
import time
from collections.abc import Callable

MOST = 30  # lines of one kind about one host in a minute: nobody reads more
MINUTE = 60.0
KINDS = 10_000  # that are counted at a time; beyond, counting starts afresh


class Flood(logging.Filter):
    """Counts lines by what they say and whom they are about."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._minute = 0
        self._counted: dict[tuple[str, str, str], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Python's name for the question whether a line may pass."""
        if record.levelno >= logging.ERROR:
            return True
        kind = _kind(record)
        minute = int(self._clock() / MINUTE)
        left_out = 0
        if minute != self._minute or len(self._counted) >= KINDS:
            left_out = max(0, self._counted.get(kind, 0) - MOST)
            self._minute, self._counted = minute, {}
        self._counted[kind] = self._counted.get(kind, 0) + 1
        if left_out and isinstance(record.msg, dict):
            record.msg["suppressed"] = left_out
        return self._counted[kind] <= MOST


def _kind(record: logging.LogRecord) -> tuple[str, str, str]:
    if not isinstance(record.msg, dict):
        return record.name, str(record.msg), ""
    event = record.msg
    # Not parsed: strangers write addresses that cannot be.
    about = event.get("host") or str(event.get("url", "")).partition("://")[2].partition("/")[0]
    return record.name, str(event.get("event", "")), str(about)
