"""Stored state of hosts and of quarantined documents."""

from msgspec import Struct


class HostPace(Struct, frozen=True):
    """Delay, failures and crawl-delay of a host."""

    host: str
    free_at: float  # wall clock, whole seconds since 1970
    failures: int = 0
    openings: int = 0
    crawl_delay: float = 0.0


class Quarantined(Struct, frozen=True):
    """Document that crashed or exhausted its reader, and the end of its quarantine in seconds since 1970."""

    digest: str
    kind: str
    until: float
