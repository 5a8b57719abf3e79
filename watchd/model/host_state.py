"""Stored state of hosts, of pages with a fault, and of quarantined documents."""

from typing import Literal

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


# Limits that a page exceeds or misses for good, or trouble that may pass.
FaultKind = Literal["size", "type", "encoding", "redirects", "unfinished", "unavailable"]


class PageFault(Struct, frozen=True):
    """Page that could not be fetched for a reason of its own, and the time until which no run requests it again."""

    url: str
    kind: FaultKind
    detail: str  # sentence for people
    count: int  # requests in a row that ended so
    until: float  # seconds since 1970
    limits: str = ""  # digest of the settings that the page was measured against
