"""Channels: ways to reach people."""

from typing import Any

import msgspec
from sqlalchemy import Row

from watchd.errors import Conflict
from watchd.model.channel import Channel, EventKind, Template
from watchd.model.times import from_rfc3339, rfc3339
from watchd.store.queries import Queries

INSERT = """
INSERT INTO channels (name, url, template, events, created_at, updated_at, revision)
VALUES (:name, :url, :template, :events, :created_at, :updated_at, 1)"""
UPDATE = """
UPDATE channels SET url = :url, template = :template, events = :events, updated_at = :updated_at, revision = revision + 1
 WHERE name = :name AND created_at = :created_at AND revision = :revision"""
DELETE = "DELETE FROM channels WHERE name = :name"
GET = "SELECT * FROM channels WHERE name = :name"
LIST = "SELECT * FROM channels WHERE name > :after ORDER BY name LIMIT :limit"
USED_BY = """
SELECT p.name FROM profile_channels c JOIN profiles p ON p.id = c.profile_id
 WHERE c.channel_name = :name ORDER BY p.name LIMIT 4"""
COUNT = "SELECT count(*) AS total FROM channels"


class Channels(Queries):
    """The channels table."""

    async def insert(self, channel: Channel) -> None:
        if await self.get(channel.name):
            raise Conflict(
                f"There is a channel named {channel.name!r} already; choose another name.", field="name"
            )
        await self._run(INSERT, **_columns(channel))

    async def replace(self, channel: Channel) -> bool:
        """Store a change over exactly the revision that was read."""
        return await self._run(UPDATE, revision=channel.revision, **_columns(channel)) > 0

    async def delete(self, name: str) -> bool:
        users = [row.name for row in await self._all(USED_BY, name=name)]
        if users:
            named = ", ".join(repr(user) for user in users[:3]) + (" and others" if len(users) > 3 else "")
            raise Conflict(
                f"The channel {name!r} is used by {named}; take it out of their delivery.channels first."
            )
        return await self._run(DELETE, name=name) > 0

    async def get(self, name: str) -> Channel | None:
        row = await self._one(GET, name=name)
        return _channel(row) if row else None

    async def listed(self, *, after: str, limit: int) -> list[Channel]:
        return [_channel(row) for row in await self._all(LIST, after=after, limit=limit)]

    async def count(self) -> int:
        row = await self._one(COUNT)
        assert row is not None
        total: int = row.total
        return total


def _columns(channel: Channel) -> dict[str, Any]:
    return {
        "name": channel.name,
        "url": channel.url,
        "template": msgspec.json.encode(channel.template).decode() if channel.template else None,
        "events": msgspec.json.encode(channel.events).decode(),
        "created_at": rfc3339(channel.created_at),
        "updated_at": rfc3339(channel.updated_at),
    }


def _channel(row: Row[Any]) -> Channel:
    return Channel(
        name=row.name,
        url=row.url,
        template=msgspec.json.decode(row.template, type=Template) if row.template else None,
        events=msgspec.json.decode(row.events, type=list[EventKind]),
        created_at=from_rfc3339(row.created_at),
        updated_at=from_rfc3339(row.updated_at),
        revision=row.revision,
    )
