"""An alert: one message to one channel, written down before it is sent."""

from datetime import datetime
from typing import Literal

from msgspec import Struct

AlertState = Literal["pending", "sent", "retrying", "failed"]


class Alert(Struct, frozen=True, kw_only=True):
    """A stored alert. Its id goes along as Message-ID or webhook-id, so that a receiver can recognise a repeat."""

    id: str
    profile_id: str | None
    channel_name: str
    kind: str
    body: str
    dedupe_key: str  # two runs or two daemons that see the same thing make one alert
    created_at: datetime
    due_at: datetime
    state: AlertState = "pending"
    attempts: int = 0
