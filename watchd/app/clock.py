"""The machine's clock and its source of chance."""

import secrets
from datetime import UTC, datetime


class SystemClock:
    """The wall clock."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class SystemEntropy:
    """The operating system's randomness."""

    def bits(self, count: int) -> int:
        return secrets.randbits(count)

    def chance(self) -> float:
        return secrets.randbits(53) / (1 << 53)
