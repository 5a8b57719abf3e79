"""A run: one population's life for one profile."""

from datetime import datetime
from typing import Literal

from msgspec import Struct

RunState = Literal["queued", "running", "finished", "stopped", "failed"]
Trigger = Literal["schedule", "manual", "preview", "restart"]

ACTIVE_STATES: tuple[RunState, ...] = ("queued", "running")


class Run(Struct, frozen=True, kw_only=True):
    """A stored run."""

    id: str
    profile_id: str
    state: RunState
    trigger: Trigger
    entropy: int
    queued_at: datetime
    started_at: datetime | None = None
    ended_at: datetime | None = None
    stop_reason: str | None = None
