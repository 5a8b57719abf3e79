"""What we remember of each search provider: its quota, its rest, its last trouble. A restart forgets nothing."""

from datetime import datetime

import msgspec

from watchd.model.provider import ProviderState
from watchd.model.times import rfc3339
from watchd.store.columns import json_of
from watchd.store.queries import Queries

GET = "SELECT body FROM provider_states WHERE name = :name"
PUT = """
INSERT INTO provider_states (name, body, updated_at) VALUES (:name, :body, :now)
ON CONFLICT (name) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at"""


class ProviderStates(Queries):
    """The provider_states table."""

    async def get(self, name: str) -> ProviderState:
        """The state of this provider; a new one when it was never asked."""
        row = await self._one(GET, name=name)
        return msgspec.json.decode(row.body, type=ProviderState) if row else ProviderState()

    async def put(self, name: str, state: ProviderState, now: datetime) -> None:
        await self._run(PUT, name=name, body=json_of(state), now=rfc3339(now))
