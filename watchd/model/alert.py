"""Alerts, the messages made from them, and the outcomes of delivery.

An alert is one message to one channel; it is stored before it is sent. A message has all data of an alert, before a channel
formats it. The outcome of a delivery is a value, never an exception.
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
    sources: tuple[str, ...] = ()  # some other pages with the same story
    more_sources: int = 0
    relevant_link: str = ""  # a page where a person can give the verdict without a login
    irrelevant_link: str = ""
    changes_link: str = ""  # a page with all changes; empty if nothing changed


class Message(Struct, frozen=True, kw_only=True):
    """Input of a sender. `more` is the number of findings that are not among the entries; the message states it."""

    id: str
    kind: MessageKind
    created_at: datetime
    profile_id: str | None = None
    profile_name: str = ""
    query: str = ""
    text: str = ""
    entries: tuple[MessageEntry, ...] = ()
    more: int = 0
    more_link: str = ""  # for programs: all findings of the profile; needs a token
    alert_link: str = ""  # for people: a page with all findings of this message; needs no login
    template: Template | None = None

    @property
    def total(self) -> int:
        return len(self.entries) + self.more


AlertState = Literal["pending", "sent", "retrying", "failed"]
# findings: of a run; baseline: pages that existed when the profile was new; health: the health of a profile changed;
# channel: another channel refuses its messages.
AlertKind = Literal["findings", "baseline", "health", "channel"]

# The event that a channel must have enabled to get an alert of this kind.
EVENT_OF: dict[AlertKind, EventKind] = {
    "findings": "findings",
    "baseline": "findings",
    "health": "health",
    "channel": "health",
}


class Alert(Struct, frozen=True, kw_only=True):
    """Stored alert. Its id is sent as Message-ID or webhook-id, so that a receiver can recognise a repeat."""

    id: str
    profile_id: str | None  # None: about a channel
    channel_name: str
    kind: AlertKind
    body: str  # a sentence for people; empty if the findings are enough
    dedupe_key: str  # two runs or two daemons with the same news make one alert
    created_at: datetime
    # Its place in the order of the channel, also after failures; None: sent or given up.
    due_at: datetime | None
    state: AlertState = "pending"
    attempts: int = 0
    sent_at: datetime | None = None
    last_error: str | None = None


class ChannelQueue(Struct, frozen=True):
    """Channel with alerts to send, and the time of its next message. A channel sends one message at a time, in order."""

    channel: str
    ready_at: datetime


class Horizon(Struct, frozen=True):
    """Latest plausible times in the outbox; a wrong clock wrote later ones."""

    now: datetime
    written: datetime  # creation of an alert
    due: datetime  # due time of an alert
    paused: datetime  # end of the pause of a channel
    leased: datetime  # end of the lease of a sender


class Delivered(Struct, frozen=True, tag="delivered"):
    """The receiver accepted the message."""

    note: str = ""  # for the owner of the channel, such as a template that could not be used


class Delayed(Struct, frozen=True, tag="delayed"):
    """Another try may succeed."""

    detail: str
    retry_after: float | None = None  # seconds, when the receiver asked for a pause


class Rejected(Struct, frozen=True, tag="rejected"):
    """The receiver refuses this message, or all messages."""

    detail: str
    by: Literal["message", "channel"]
    tries: int = 1  # it counts after this number of tries


DeliveryOutcome = Delivered | Delayed | Rejected
