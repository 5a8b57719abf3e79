"""Sinks: what each receiver has confirmed, and when to try again."""

from collections.abc import Sequence
from datetime import datetime

from watchd.model.sink import SinkState
from watchd.model.times import rfc3339
from watchd.store.columns import json_of, moment_or_none, rfc3339_or_none
from watchd.store.queries import Queries
from watchd.store.row import Row

GET = "SELECT * FROM portal_sinks WHERE name = :name"
PUT = """
INSERT INTO portal_sinks (name, serial, attempts, retry_at, last_error, rejected, updated_at)
VALUES (:name, :serial, :attempts, :retry_at, :last_error, :rejected, :now)
ON CONFLICT (name) DO UPDATE SET serial = excluded.serial, attempts = excluded.attempts, retry_at = excluded.retry_at,
    last_error = excluded.last_error, rejected = excluded.rejected, updated_at = excluded.updated_at"""
FORGET = "DELETE FROM portal_sinks WHERE name NOT IN (SELECT value FROM json_each(:names))"


class PortalSinks(Queries):
    """The portal_sinks table."""

    async def get(self, name: str) -> SinkState:
        """A sink that nobody has heard of stands at the beginning."""
        row = await self._one(GET, name=name)
        return _state(row) if row else SinkState(name=name)

    async def put(self, state: SinkState, now: datetime) -> None:
        await self._run(
            PUT,
            name=state.name,
            serial=state.serial,
            attempts=state.attempts,
            retry_at=rfc3339_or_none(state.retry_at),
            last_error=state.last_error,
            rejected=state.rejected,
            now=rfc3339(now),
        )

    async def forget_all_but(self, names: Sequence[str]) -> None:
        """A sink that is configured no more must not keep marks of removed documents alive."""
        await self._run(FORGET, names=json_of(names))


def _state(row: Row) -> SinkState:
    return SinkState(
        name=row.name,
        serial=row.serial,
        attempts=row.attempts,
        retry_at=moment_or_none(row.retry_at),
        last_error=row.last_error,
        rejected=row.rejected,
    )
