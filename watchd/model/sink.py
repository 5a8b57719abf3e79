"""How far a sink, a receiver of the portal's documents, has followed."""

from datetime import datetime

from msgspec import Struct


class SinkState(Struct, frozen=True, kw_only=True):
    """One row per sink."""

    name: str
    serial: int = 0  # the last change that the receiver has confirmed
    attempts: int = 0  # in a row that failed
    retry_at: datetime | None = None
    last_error: str | None = None
    rejected: int = 0  # documents that the receiver refused for good
