"""An alert: one message to one channel, written down before it is sent."""

from datetime import datetime
from typing import Literal

from msgspec import Struct

from watchd.model.channel import EventKind

AlertState = Literal["pending", "sent", "retrying", "failed"]
# findings: what a run found; baseline: what existed when the profile was new; health: a profile fell ill or is well
# again; channel: another channel refuses its messages.
AlertKind = Literal["findings", "baseline", "health", "channel"]

# What a channel has to listen to, to get an alert of this kind.
EVENT_OF: dict[AlertKind, EventKind] = {
    "findings": "findings",
    "baseline": "findings",
    "health": "health",
    "channel": "health",
}


class Alert(Struct, frozen=True, kw_only=True):
    """A stored alert. Its id goes along as Message-ID or webhook-id, so that a receiver can recognise a repeat."""

    id: str
    profile_id: str | None  # None: about a channel
    channel_name: str
    kind: AlertKind
    body: str  # a sentence for people; empty where the findings say it all
    dedupe_key: str  # two runs or two daemons that see the same thing make one alert
    created_at: datetime
    due_at: (
        datetime | None
    )  # its place in the channel's order, whatever goes wrong meanwhile; None: sent or given up
    state: AlertState = "pending"
    attempts: int = 0
    sent_at: datetime | None = None
    last_error: str | None = None


class Lane(Struct, frozen=True):
    """A channel with something to send, and the moment from which it may: one message at a time, in order."""

    channel: str
    ready_at: datetime


class Horizon(Struct, frozen=True):
    """How far ahead the outbox's times may lie; what lies further was written by a clock that was wrong."""

    now: datetime
    written: datetime  # when an alert was made
    due: datetime  # when it may leave
    paused: datetime  # until when a channel is left alone
    leased: datetime  # until when a sender has an alert to itself
