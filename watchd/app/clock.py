"""System clock and system randomness."""

import secrets
from datetime import UTC, datetime


class SystemClock:
    """Wall clock in UTC."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class SystemEntropy:
    """Randomness of the operating system."""

    def bits(self, count: int) -> int:
        return secrets.randbits(count)

    def chance(self) -> float:
        return secrets.randbits(53) / (1 << 53)
