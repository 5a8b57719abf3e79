"""What pages mean to a profile: the ledger of energy that runs leave behind, and when a visit is worth it again."""

import msgspec

from watchd.model.page import KnownState, PageState
from watchd.store.queries import Queries, json_of, moment_or_none, rfc3339_or_none
from watchd.store.row import Row

COLUMNS = (
    "profile_id", "page_id", "relevance", "unspent", "energy", "visits", "visited_at", "ripe_at", "content_hash",
    "hub_yield", "hub_time", "hub_prior", "changed_days", "still_days", "change_rate", "promise", "missed", "source",
    "followed_hash",
)  # fmt: skip
# Only constants of this file are put together here; values are bound.
PUT = f"""
INSERT INTO page_states ({", ".join(COLUMNS)}) VALUES ({", ".join(f":{c}" for c in COLUMNS)})
ON CONFLICT (profile_id, page_id) DO UPDATE SET {", ".join(f"{c} = excluded.{c}" for c in COLUMNS[2:])}"""  # noqa: S608
# The profile may be gone by now, and may know the page already.
OFFER = f"""
INSERT INTO page_states ({", ".join(COLUMNS)})
SELECT {", ".join(f":{c}" for c in COLUMNS)} FROM profiles WHERE id = :profile_id
ON CONFLICT (profile_id, page_id) DO NOTHING"""  # noqa: S608
# Another text than the one that these profiles know, on a page that may matter to them: its energy is all there again.
RENEW = """
UPDATE page_states SET energy = relevance, unspent = 1.0
 WHERE page_id = :page_id AND profile_id <> :besides AND relevance >= :least AND content_hash <> :content_hash"""
# The same on a page that did not matter to this profile, with a text that does.
WAKE = """
UPDATE page_states SET energy = :energy, unspent = 1.0
 WHERE profile_id = :profile_id AND page_id = :page_id AND relevance < :energy AND content_hash <> :content_hash"""
GET = "SELECT * FROM page_states WHERE profile_id = :profile_id AND page_id = :page_id"
ALL = """
SELECT s.*, p.url, p.kind, p.content_hash IS NOT s.content_hash AS is_unread
  FROM page_states s JOIN pages p ON p.id = s.page_id
 WHERE s.profile_id = :profile_id ORDER BY s.page_id LIMIT :limit"""
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
        """Pages that profiles may want to know; how many of them were new to theirs."""
        return sum([await self._run(OFFER, **_columns(state)) for state in states])

    async def renew(self, page_id: str, content_hash: str, *, least: float, besides: str) -> int:
        """A new text was read: it holds energy for every other profile that the page matters to; for how many."""
        return await self._run(RENEW, page_id=page_id, content_hash=content_hash, least=least, besides=besides)

    async def wake(self, profile_id: str, page_id: str, content_hash: str, energy: float) -> bool:
        """A text was read that is worth more to this profile than the one it knows; False when it knows this one."""
        values = {"profile_id": profile_id, "page_id": page_id, "content_hash": content_hash}
        return await self._run(WAKE, **values, energy=energy) > 0

    async def get(self, profile_id: str, page_id: str) -> PageState | None:
        row = await self._one(GET, profile_id=profile_id, page_id=page_id)
        return _state(row) if row else None

    async def known(self, profile_id: str, limit: int) -> list[KnownState]:
        """Every page that this profile knows."""
        rows = await self._all(ALL, profile_id=profile_id, limit=limit)
        return [KnownState(row.url, row.kind, _state(row), bool(row.is_unread)) for row in rows]

    async def aliases(self, profile_id: str, limit: int) -> list[str]:
        """Addresses that are known to lead to one of these pages."""
        return [row.url for row in await self._all(ALIASES, profile_id=profile_id, limit=limit)]

    async def credit_hub(self, profile_id: str, page_id: str, found: int) -> None:
        """The page led to so many new relevant ones."""
        await self._run(CREDIT_HUB, profile_id=profile_id, page_id=page_id, found=found)

    async def set_energies(self, profile_id: str, left: list[tuple[str, float, float]]) -> None:
        """(URL, energy, unspent share) of pages on which something was left or eaten."""
        rows: list[dict[str, object]] = [
            {"profile_id": profile_id, "url": url, "energy": energy, "unspent": unspent}
            for url, energy, unspent in left
        ]
        await self._run_many(SET_ENERGY, rows)

    async def set_promises(self, profile_id: str, promises: dict[str, float]) -> None:
        """Where the last run would have gone on; what earlier runs said is replaced."""
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
