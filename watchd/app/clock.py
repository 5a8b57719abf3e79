"""System clock, the watch over its jumps, and system randomness."""

import secrets
import time
from datetime import UTC, datetime, timedelta

from watchd.core.policy.clock_skew import CLOCK_SLACK, ProvenTime
from watchd.ports import Clock


class SystemClock:
    """Wall clock in UTC."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class ClockWatch:
    """Wall clock beside the time since the machine was started, which cannot be set: their difference shows a jump.

    Its own time, `now`, is the time for deletions.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._offset = clock.now() - _uptime()
        self._proven = ProvenTime(clock.now(), _uptime(), None)

    def resume(self, last: datetime | None) -> None:
        """Continue from the last time that `now` has returned in an earlier process."""
        self._proven = ProvenTime(self._clock.now(), _uptime(), last)

    def jump(self) -> timedelta | None:
        """Return by how much the clock was set since the last call; None if it was not."""
        offset = self._clock.now() - _uptime()
        jumped = offset - self._offset
        self._offset = offset
        return jumped if abs(jumped) > CLOCK_SLACK else None

    def now(self) -> datetime:
        return self._proven.at(self._clock.now(), _uptime())


def _uptime() -> timedelta:
    """Return the time since the machine was started; it includes the time that the machine was suspended."""
    return timedelta(seconds=time.clock_gettime(time.CLOCK_BOOTTIME))


class SystemEntropy:
    """Randomness of the operating system."""

    def bits(self, count: int) -> int:
        return secrets.randbits(count)

    def chance(self) -> float:
        return secrets.randbits(53) / (1 << 53)
