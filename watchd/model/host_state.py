"""What the door to the web has promised, as it is stored: how hosts are treated, and what is not to be read again."""

from msgspec import Struct


class HostPace(Struct, frozen=True):
    """What we have promised a host."""

    host: str
    free_at: float  # wall clock, whole seconds since 1970
    failures: int = 0
    openings: int = 0
    crawl_delay: float = 0.0


class Quarantined(Struct, frozen=True):
    """One document, what it did, and until when (seconds since 1970) it is left alone."""

    digest: str
    kind: str
    until: float
