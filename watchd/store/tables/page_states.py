"""Table of page states: relevance, remaining energy and next visit of a page for one profile."""

import msgspec

from watchd.model.page import KnownState, PageState
from watchd.store.driver import Row
from watchd.store.queries import Queries, json_of, moment_or_none, rfc3339_or_none

COLUMNS = (
    "profile_id", "page_id", "relevance", "unspent", "energy", "visits", "visited_at", "ripe_at", "content_hash",
    "hub_yield", "hub_time", "hub_prior", "changed_days", "still_days", "change_rate", "promise", "missed", "source",
    "followed_hash",
)  # fmt: skip
# Only constants of this file are put together here; values are bound.
PUT = f"""
INSERT INTO page_states ({", ".join(COLUMNS)}) VALUES ({", ".join(f":{c}" for c in COLUMNS)})
ON CONFLICT (profile_id, page_id) DO UPDATE SET {", ".join(f"{c} = excluded.{c}" for c in COLUMNS[2:])}"""  # noqa: S608
# The profile may have been deleted, or may know the page already.
OFFER = f"""
INSERT INTO page_states ({", ".join(COLUMNS)})
SELECT {", ".join(f":{c}" for c in COLUMNS)} FROM profiles WHERE id = :profile_id
ON CONFLICT (profile_id, page_id) DO NOTHING"""  # noqa: S608
# These profiles know another text of a page that may be relevant to them: the new text has its full energy.
RESTORE_ENERGY = """
UPDATE page_states SET energy = relevance, unspent = 1.0
 WHERE page_id = :page_id AND profile_id <> :besides AND relevance >= :least AND content_hash <> :content_hash"""
# The same for a page that was not relevant to this profile, with a text that is.
RAISE_ENERGY = """
UPDATE page_states SET energy = :energy, unspent = 1.0
 WHERE profile_id = :profile_id AND page_id = :page_id AND relevance < :energy AND content_hash <> :content_hash"""
GET = "SELECT * FROM page_states WHERE profile_id = :profile_id AND page_id = :page_id"
ALL = """
SELECT s.*, p.url, p.kind, p.content_hash IS NOT s.content_hash AS is_unread
  FROM page_states s JOIN pages p ON p.id = s.page_id
 WHERE s.profile_id = :profile_id ORDER BY s.page_id LIMIT :limit"""
RELEVANT = """
SELECT s.* FROM page_states s JOIN pages p ON p.id = s.page_id
 WHERE s.profile_id = :profile_id AND s.relevance >= :least AND s.visits > 0 AND p.kind = 'page'
 ORDER BY s.visited_at DESC, s.page_id LIMIT :limit"""
BEST = """
SELECT s.page_id, s.relevance FROM page_states s JOIN pages p ON p.id = s.page_id
 WHERE s.profile_id = :profile_id AND s.relevance > 0 AND s.visits > 0 AND p.kind = 'page'
 ORDER BY s.relevance DESC, s.page_id LIMIT :limit"""
ALIASES = """
SELECT a.url FROM page_states s JOIN page_aliases a ON a.page_id = s.page_id
 WHERE s.profile_id = :profile_id LIMIT :limit"""
CREDIT_HUB = """
UPDATE page_states SET hub_yield = hub_yield + :found WHERE profile_id = :profile_id AND page_id = :page_id"""
SET_ENERGY = """
UPDATE page_states SET energy = :energy, unspent = :unspent
 WHERE profile_id = :profile_id AND page_id = (SELECT id FROM pages WHERE url = :url)"""
CLEAR_PROMISES = "UPDATE page_states SET promise = 0 WHERE profile_id = :profile_id AND promise > 0"
SET_PROMISE = """
UPDATE page_states SET promise = :promise
 WHERE profile_id = :profile_id AND page_id = (SELECT id FROM pages WHERE url = :url)"""


class PageStateTable(Queries):
    """The page_states table."""

    async def put(self, states: list[PageState]) -> None:
        await self._run_many(PUT, [_columns(state) for state in states])

    async def offer(self, states: list[PageState]) -> int:
        """Add states of pages that their profiles do not know yet; return the number of added states."""
        return sum([await self._run(OFFER, **_columns(state)) for state in states])

    async def restore_energy(
        self, page_id: str, content_hash: str, *, min_relevance: float, except_profile: str
    ) -> int:
        """Restore the energy of a page with a new text for other profiles to which it is relevant; return their number."""
        values = {"page_id": page_id, "content_hash": content_hash}
        return await self._run(RESTORE_ENERGY, **values, least=min_relevance, besides=except_profile)

    async def raise_energy(self, profile_id: str, page_id: str, content_hash: str, energy: float) -> bool:
        """Raise the energy of a page whose new text is more relevant to this profile; return False if it is not."""
        values = {"profile_id": profile_id, "page_id": page_id, "content_hash": content_hash}
        return await self._run(RAISE_ENERGY, **values, energy=energy) > 0

    async def get(self, profile_id: str, page_id: str) -> PageState | None:
        row = await self._one(GET, profile_id=profile_id, page_id=page_id)
        return _state(row) if row else None

    async def known(self, profile_id: str, limit: int) -> list[KnownState]:
        """Return every page that this profile knows."""
        rows = await self._all(ALL, profile_id=profile_id, limit=limit)
        return [KnownState(row.url, row.kind, _state(row), bool(row.is_unread)) for row in rows]

    async def relevant(self, profile_id: str, min_relevance: float, limit: int) -> list[PageState]:
        """Return the pages that a run has visited and that are as relevant as this, the last visited first."""
        rows = await self._all(RELEVANT, profile_id=profile_id, least=min_relevance, limit=limit)
        return [_state(row) for row in rows]

    async def best(self, profile_id: str, limit: int) -> list[str]:
        """Return the ids of the most relevant pages that a run has visited."""
        return [row.page_id for row in await self._all(BEST, profile_id=profile_id, limit=limit)]

    async def aliases(self, profile_id: str, limit: int) -> list[str]:
        """Return addresses that redirect to a page that this profile knows."""
        return [row.url for row in await self._all(ALIASES, profile_id=profile_id, limit=limit)]

    async def credit_hub(self, profile_id: str, page_id: str, found: int) -> None:
        """Add the number of new relevant pages that this page led to."""
        await self._run(CREDIT_HUB, profile_id=profile_id, page_id=page_id, found=found)

    async def set_energies(self, profile_id: str, left: list[tuple[str, float, float]]) -> None:
        """Set (URL, energy, unspent share) of pages."""
        rows: list[dict[str, object]] = [
            {"profile_id": profile_id, "url": url, "energy": energy, "unspent": unspent}
            for url, energy, unspent in left
        ]
        await self._run_many(SET_ENERGY, rows)

    async def set_promises(self, profile_id: str, promises: dict[str, float]) -> None:
        """Store the best unfollowed link of each page at the end of a run; delete those of earlier runs."""
        await self._run(CLEAR_PROMISES, profile_id=profile_id)
        rows: list[dict[str, object]] = [
            {"profile_id": profile_id, "url": url, "promise": promise} for url, promise in promises.items()
        ]
        await self._run_many(SET_PROMISE, rows)


def _columns(state: PageState) -> dict[str, object]:
    columns = msgspec.structs.asdict(state)
    columns["visited_at"] = rfc3339_or_none(state.visited_at)
    columns["ripe_at"] = rfc3339_or_none(state.ripe_at)
    columns["changed_days"] = json_of(state.changed_days)
    columns["still_days"] = json_of(state.still_days)
    return columns


def _state(row: Row) -> PageState:
    values = {name: getattr(row, name) for name in COLUMNS}
    values["visited_at"] = moment_or_none(row.visited_at)
    values["ripe_at"] = moment_or_none(row.ripe_at)
    values["changed_days"] = tuple(msgspec.json.decode(row.changed_days))
    values["still_days"] = tuple(msgspec.json.decode(row.still_days))
    return PageState(**values)
