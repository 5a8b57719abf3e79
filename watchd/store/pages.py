"""Pages and what they mean to each profile: remnants of energy, and when a visit is worth it again."""

from datetime import datetime
from typing import Any

from sqlalchemy import Row

from watchd.model.page_state import PageState
from watchd.model.times import from_rfc3339, rfc3339
from watchd.store.queries import Queries

ADD = """
INSERT INTO pages (id, url, host) VALUES (:id, :url, :host) ON CONFLICT (url) DO NOTHING"""
ID_OF = "SELECT id FROM pages WHERE url = :url"
PUT_STATE = """
INSERT INTO page_states (profile_id, page_id, relevance, unspent, energy, visits, visited_at, ripe_at)
VALUES (:profile_id, :page_id, :relevance, :unspent, :energy, :visits, :visited_at, :ripe_at)
ON CONFLICT (profile_id, page_id) DO UPDATE SET relevance = excluded.relevance, unspent = excluded.unspent,
    energy = excluded.energy, visits = excluded.visits, visited_at = excluded.visited_at, ripe_at = excluded.ripe_at"""
REMNANTS = """
SELECT * FROM page_states WHERE profile_id = :profile_id AND energy > 0
 ORDER BY energy DESC, page_id LIMIT :limit"""
RIPE = """
SELECT * FROM page_states WHERE profile_id = :profile_id AND ripe_at <= :now
 ORDER BY ripe_at, page_id LIMIT :limit"""


class Pages(Queries):
    """The pages and page_states tables."""

    async def add(self, id: str, url: str, host: str) -> str:
        """The id of the page at this address; the given one when it is new."""
        await self._run(ADD, id=id, url=url, host=host)
        row = await self._one(ID_OF, url=url)
        assert row is not None
        page_id: str = row.id
        return page_id

    async def put_states(self, states: list[PageState]) -> None:
        await self._run_many(PUT_STATE, [_columns(state) for state in states])

    async def remnants(self, profile_id: str, limit: int) -> list[PageState]:
        """The pages that still hold energy for this profile, the richest first."""
        return [_state(row) for row in await self._all(REMNANTS, profile_id=profile_id, limit=limit)]

    async def ripe(self, profile_id: str, now: datetime, limit: int) -> list[PageState]:
        """The pages whose next visit is due, the longest waiting first."""
        rows = await self._all(RIPE, profile_id=profile_id, now=rfc3339(now), limit=limit)
        return [_state(row) for row in rows]


def _columns(state: PageState) -> dict[str, object]:
    return {
        "profile_id": state.profile_id,
        "page_id": state.page_id,
        "relevance": state.relevance,
        "unspent": state.unspent,
        "energy": state.energy,
        "visits": state.visits,
        "visited_at": rfc3339(state.visited_at) if state.visited_at else None,
        "ripe_at": rfc3339(state.ripe_at) if state.ripe_at else None,
    }


def _state(row: Row[Any]) -> PageState:
    return PageState(
        profile_id=row.profile_id,
        page_id=row.page_id,
        relevance=row.relevance,
        unspent=row.unspent,
        energy=row.energy,
        visits=row.visits,
        visited_at=from_rfc3339(row.visited_at) if row.visited_at else None,
        ripe_at=from_rfc3339(row.ripe_at) if row.ripe_at else None,
    )
