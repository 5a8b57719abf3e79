"""Channels: ways to reach people. The URL of a channel is a secret: only the sender reads it."""

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
        extra={
            "must_be": "1 to 64 lower-case letters, digits, dots, dashes and underscores, such as team-slack"
        },
    ),
]


class Template(Struct, frozen=True, forbid_unknown_fields=True):
    """Template of a message; the default text replaces a part that is absent."""

    title: Annotated[str, Meta(max_length=2_000)] | None = None
    body: Annotated[str, Meta(max_length=20_000)] | None = None


class Secrets(Struct, frozen=True):
    """Secrets that sign webhooks. For a day after a rotation both sign, so that a receiver can change its secret."""

    current: str
    former: str | None = None
    rotated_at: datetime | None = None


class Rest(Struct, frozen=True):
    """Pause of a channel that refuses permanently; its alerts wait until its owner changes or tests it."""

    since: datetime
    reason: str


class Channel(Struct, frozen=True, kw_only=True):
    """Stored channel."""

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
