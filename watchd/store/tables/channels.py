"""Table of channels."""

from datetime import datetime
from typing import Any

import msgspec

from watchd.errors import Conflict
from watchd.model.channel import Channel, EventKind, Rest, Secrets, Template
from watchd.model.values import from_rfc3339, rfc3339
from watchd.store.driver import Row
from watchd.store.queries import Queries, json_of, moment_or_none

INSERT = """
INSERT INTO channels (name, url, template, events, created_at, updated_at, revision, secret)
VALUES (:name, :url, :template, :events, :created_at, :updated_at, 1, :secret)"""
# A change ends the rest and the pause of a channel: its owner may have repaired it.
UPDATE = """
UPDATE channels SET url = :url, template = :template, events = :events, updated_at = :updated_at, revision = revision + 1,
       secret = coalesce(secret, :secret), rests_since = NULL, rest_reason = NULL, paused_until = NULL
 WHERE name = :name AND created_at = :created_at AND revision = :revision"""
DELETE = "DELETE FROM channels WHERE name = :name"
GET = "SELECT * FROM channels WHERE name = :name"
LIST = "SELECT * FROM channels WHERE name > :after ORDER BY name LIMIT :limit"
USED_BY = """
SELECT p.name FROM profile_channels c JOIN profiles p ON p.id = c.profile_id
 WHERE c.channel_name = :name ORDER BY p.name LIMIT 4"""
COUNT = "SELECT count(*) AS total FROM channels"
COUNT_RESTING = "SELECT count(*) AS total FROM channels WHERE rests_since IS NOT NULL"
SILENT = """
SELECT name, rest_reason, paused_until FROM channels
 WHERE rests_since IS NOT NULL OR paused_until > :now ORDER BY name"""
PAUSE = "UPDATE channels SET paused_until = :until WHERE name = :name"
SHORTEN_PAUSES = "UPDATE channels SET paused_until = :to WHERE paused_until > :latest"
REST = (
    "UPDATE channels SET rests_since = :now, rest_reason = :reason WHERE name = :name AND rests_since IS NULL"
)
WAKE = "UPDATE channels SET rests_since = NULL, rest_reason = NULL, paused_until = NULL WHERE name = :name"
ROTATE = """
UPDATE channels SET former_secret = secret, secret = :secret, rotated_at = :now
 WHERE name = :name AND secret IS NOT NULL"""
# Other channels that reach the owners of those profiles.
ALTERNATIVES = """
SELECT DISTINCT c.* FROM profile_channels mine
  JOIN profile_channels other ON other.profile_id = mine.profile_id AND other.channel_name <> mine.channel_name
  JOIN channels c ON c.name = other.channel_name
 WHERE mine.channel_name = :name AND c.rests_since IS NULL ORDER BY c.name"""


class ChannelTable(Queries):
    """The channels table."""

    async def insert(self, channel: Channel) -> None:
        if await self.get(channel.name):
            raise Conflict(
                f"A channel named {channel.name!r} exists already; choose another name.", field="name"
            )
        await self._run(INSERT, **_columns(channel))

    async def replace(self, channel: Channel) -> bool:
        """Store a change; return False if the channel is not at the revision that was read."""
        return await self._run(UPDATE, revision=channel.revision, **_columns(channel)) > 0

    async def delete(self, name: str) -> bool:
        users = [row.name for row in await self._all(USED_BY, name=name)]
        if users:
            named = ", ".join(repr(user) for user in users[:3]) + (" and others" if len(users) > 3 else "")
            raise Conflict(
                f"The channel {name!r} is in use by {named}; remove it from their delivery.channels first."
            )
        return await self._run(DELETE, name=name) > 0

    async def get(self, name: str) -> Channel | None:
        row = await self._one(GET, name=name)
        return _channel(row) if row else None

    async def listed(self, *, after: str, limit: int) -> list[Channel]:
        return [_channel(row) for row in await self._all(LIST, after=after, limit=limit)]

    async def silent(self, now: datetime) -> dict[str, str]:
        """Return why channels do not send now, by name."""
        return {
            row.name: row.rest_reason
            or f"Its receiver did not accept the last message; it waits until {row.paused_until}."
            for row in await self._all(SILENT, now=rfc3339(now))
        }

    async def count(self) -> int:
        return await self._count(COUNT)

    async def count_resting(self) -> int:
        return await self._count(COUNT_RESTING)

    async def pause(self, name: str, until: datetime) -> None:
        """Send nothing to this channel before this time."""
        await self._run(PAUSE, name=name, until=rfc3339(until))

    async def shorten_pauses(self, latest: datetime, to: datetime) -> int:
        """Let pauses that end after `latest` end at `to`."""
        return await self._run(SHORTEN_PAUSES, latest=rfc3339(latest), to=rfc3339(to))

    async def rest(self, name: str, now: datetime, reason: str) -> bool:
        """Let a channel rest; return False if it rests already."""
        return await self._run(REST, name=name, now=rfc3339(now), reason=reason) > 0

    async def wake(self, name: str) -> None:
        """End the rest and the pause of a channel."""
        await self._run(WAKE, name=name)

    async def rotate(self, name: str, secret: str, now: datetime) -> bool:
        """Store a new secret and keep the former one; return False for a channel without a secret."""
        return await self._run(ROTATE, name=name, secret=secret, now=rfc3339(now)) > 0

    async def alternatives_to(self, name: str) -> list[Channel]:
        """Return the other channels of every profile that uses this one."""
        return [_channel(row) for row in await self._all(ALTERNATIVES, name=name)]

    async def _count(self, sql: str) -> int:
        row = await self._only(sql)
        return int(row.total)


def _columns(channel: Channel) -> dict[str, Any]:
    return {
        "name": channel.name,
        "url": channel.url,
        "template": json_of(channel.template) if channel.template else None,
        "events": json_of(channel.events),
        "created_at": rfc3339(channel.created_at),
        "updated_at": rfc3339(channel.updated_at),
        "secret": channel.secrets.current if channel.secrets else None,
    }


def _channel(row: Row) -> Channel:
    return Channel(
        name=row.name,
        url=row.url,
        template=msgspec.json.decode(row.template, type=Template) if row.template else None,
        events=msgspec.json.decode(row.events, type=list[EventKind]),
        created_at=from_rfc3339(row.created_at),
        updated_at=from_rfc3339(row.updated_at),
        revision=row.revision,
        secrets=_secrets(row),
        rest=Rest(from_rfc3339(row.rests_since), row.rest_reason) if row.rests_since else None,
        paused_until=moment_or_none(row.paused_until),
    )


def _secrets(row: Row) -> Secrets | None:
    if row.secret is None:
        return None
    return Secrets(row.secret, row.former_secret, moment_or_none(row.rotated_at))
