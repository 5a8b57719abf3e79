"""A channel: one way to reach people. Its URL is a secret and leaves the store only towards the sender."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

EventKind = Literal["findings", "health"]
ChannelName = Annotated[
    str,
    Meta(
        pattern=r"^[a-z0-9][a-z0-9_.-]{0,63}$(?!\n)",
        description="Lower-case letters, digits, dot, dash and underscore.",
        examples=["team-slack"],
    ),
]


class Template(Struct, frozen=True, forbid_unknown_fields=True):
    """A person's own words for a message; the default ones are used where a part is absent."""

    title: Annotated[str, Meta(max_length=2_000)] | None = None
    body: Annotated[str, Meta(max_length=20_000)] | None = None


class Secrets(Struct, frozen=True):
    """What signs a webhook. For a day after a rotation both do, so that a receiver can change over."""

    current: str
    former: str | None = None
    rotated_at: datetime | None = None


class Rest(Struct, frozen=True):
    """A channel that refuses for good is left alone, and its alerts wait, until its owner does something about it."""

    since: datetime
    reason: str


class Channel(Struct, frozen=True, kw_only=True):
    """A stored channel."""

    name: str
    url: str
    template: Template | None
    events: list[EventKind]
    created_at: datetime
    updated_at: datetime
    revision: int
    secrets: Secrets | None = None  # of webhooks
    rest: Rest | None = None
    paused_until: datetime | None = None  # after a failure, or because the receiver asked for it
