"""A message: everything that can be said in an alert, before it is put into the words of a channel.

An alert: one message to one channel, written down before it is sent.

What came of handing a message to a channel: an outcome is a value, never an exception.
"""

from datetime import datetime
from typing import Literal

from msgspec import Struct

from watchd.model.channel import EventKind, Template
from watchd.model.finding import Finding

MessageKind = Literal["findings", "baseline", "health", "channel", "test"]


class MessageEntry(Struct, frozen=True):
    """One finding of a message."""

    finding: Finding
    sources: tuple[str, ...] = ()  # other pages with the same story, a few of them
    more_sources: int = 0
    relevant_link: str = ""  # opens a page on which the verdict can be given without logging in
    irrelevant_link: str = ""


class Message(Struct, frozen=True, kw_only=True):
    """What the sender gets. `more` findings are not among the entries: a message says so, and drops nothing silently."""

    id: str
    kind: MessageKind
    created_at: datetime
    profile_id: str | None = None
    profile_name: str = ""
    query: str = ""
    text: str = ""
    entries: tuple[MessageEntry, ...] = ()
    more: int = 0
    more_link: str = ""  # where programs get all findings of the profile, with a token
    alert_link: str = ""  # a page with all findings of this message, for people: it opens without logging in
    template: Template | None = None

    @property
    def total(self) -> int:
        return len(self.entries) + self.more


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


class ChannelQueue(Struct, frozen=True):
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


class Delivered(Struct, frozen=True, tag="delivered"):
    """The receiver took it."""

    note: str = ""  # what its owner should know, such as a template that could not be used


class Delayed(Struct, frozen=True, tag="delayed"):
    """It may work another time."""

    detail: str
    retry_after: float | None = None  # seconds, when the receiver asked for a pause


class Rejected(Struct, frozen=True, tag="rejected"):
    """The receiver will not have it: this message, or anything from us."""

    detail: str
    by: Literal["message", "channel"]
    tries: int = 1  # believe it after so many tries


DeliveryOutcome = Delivered | Delayed | Rejected
