"""What one errand takes from the web, and how much it may take."""

from msgspec import Struct


class Meter(Struct):
    """Counts whatever comes of an errand, also when nothing does: redirects and robots.txt included."""

    most: int | None = None  # bytes; None: only the bounds that hold for everybody
    received: int = 0  # bytes: heads, bodies and framing
    requests: int = 0

    @property
    def left(self) -> int | None:
        """Bytes that it may still take."""
        return None if self.most is None else max(0, self.most - self.received)
