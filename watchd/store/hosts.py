"""What we have promised hosts. A restart forgets nothing that still matters."""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from watchd.model.promise import HostPace
from watchd.model.times import rfc3339
from watchd.store.columns import json_of
from watchd.store.queries import Queries

ALL = "SELECT body FROM hosts ORDER BY host"
PUT = """
INSERT INTO hosts (host, body, updated_at) VALUES (:host, :body, :now)
ON CONFLICT (host) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at"""
FORGET = "DELETE FROM hosts WHERE host = :host"


class Hosts(Queries):
    """The hosts table."""

    async def all(self) -> list[HostPace]:
        return [msgspec.json.decode(row.body, type=HostPace) for row in await self._all(ALL)]

    async def put(self, paces: Sequence[HostPace], now: datetime) -> None:
        at = rfc3339(now)
        await self._run_many(
            PUT,
            [{"host": pace.host, "body": json_of(pace), "now": at} for pace in paces],
        )

    async def forget(self, names: Sequence[str]) -> None:
        await self._run_many(FORGET, [{"host": name} for name in names])
