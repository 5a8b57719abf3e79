"""A message: everything that can be said in an alert, before it is put into the words of a channel."""

from datetime import datetime
from typing import Literal

from msgspec import Struct

from watchd.model.channel import Template
from watchd.model.finding import Finding

MessageKind = Literal["findings", "baseline", "health", "channel", "test"]


class Entry(Struct, frozen=True):
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
    entries: tuple[Entry, ...] = ()
    more: int = 0
    more_link: str = ""  # where programs get all findings of the profile, with a token
    alert_link: str = ""  # a page with all findings of this message, for people: it opens without logging in
    template: Template | None = None

    @property
    def total(self) -> int:
        return len(self.entries) + self.more
