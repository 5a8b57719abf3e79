"""Tables of pages as profiles know them: page states (relevance, remaining energy, next visit), the last visits, and the
links that runs left unvisited."""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from watchd.model.page import KnownState, PageKind, PageState
from watchd.model.values import from_rfc3339, rfc3339
from watchd.model.visit import (
    JudgementEvidence,
    LastVisit,
    OtherVisit,
    PageJudgement,
    Route,
    StoredWaitingLink,
    WaitingLink,
)
from watchd.store.driver import Row
from watchd.store.queries import Queries, json_of, moment_or_none, rfc3339_or_none

COLUMNS = (
    "profile_id", "page_id", "relevance", "unspent", "energy", "visits", "visited_at", "ripe_at", "content_hash",
    "hub_yield", "hub_time", "hub_prior", "changed_days", "still_days", "change_rate", "promise", "missed", "source",
    "followed_hash", "score_scale",
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
SELECT s.*, p.url, p.kind, p.content_hash IS NOT s.content_hash AS is_unread, p.fetched_at
  FROM page_states s JOIN pages p ON p.id = s.page_id
 WHERE s.profile_id = :profile_id ORDER BY s.page_id LIMIT :limit"""
LISTS = """
SELECT p.id, p.url, p.kind FROM page_states s JOIN pages p ON p.id = s.page_id
 WHERE s.profile_id = :profile_id AND p.kind <> 'page'
 ORDER BY s.hub_yield DESC, p.host <> :host, s.page_id LIMIT :limit"""
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
SET_HUB_PRIOR = """
UPDATE page_states SET hub_prior = :hub_prior
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
        return [
            KnownState(row.url, row.kind, _state(row), bool(row.is_unread), moment_or_none(row.fetched_at))
            for row in rows
        ]

    async def lists(self, profile_id: str, host: str, limit: int) -> list[tuple[str, str, PageKind]]:
        """Return id, address and kind of known feeds and sitemaps; of equals those of a host first."""
        rows = await self._all(LISTS, profile_id=profile_id, host=host, limit=limit)
        return [(row.id, row.url, row.kind) for row in rows]

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

    async def set_hub_priors(self, profile_id: str, priors: dict[str, float]) -> None:
        """Set what pages are expected to show, by the links that they have."""
        rows: list[dict[str, object]] = [
            {"profile_id": profile_id, "url": url, "hub_prior": prior} for url, prior in priors.items()
        ]
        await self._run_many(SET_HUB_PRIOR, rows)

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


VISIT_ROUTE = ("source", "carrier", "anchor", "tag_path")
PUT_VISIT = """
INSERT INTO visits (url, profile_id, run_id, at, outcome, status, failure, reason, last_source, first_at, first_run_id,
                    source, carrier, anchor, tag_path, read_at, judged, score, bar, evidence, changed_at, change_judged)
VALUES (:url, :profile_id, :run_id, :at, :outcome, :status, :failure, :reason, :last_source, :at, :run_id,
        :source, :carrier, :anchor, :tag_path, :read_at, :judged, :score, :bar, :evidence, :changed_at, :change_judged)
ON CONFLICT (url, profile_id) DO UPDATE SET run_id = excluded.run_id, at = excluded.at, outcome = excluded.outcome,
    status = excluded.status, failure = excluded.failure, reason = excluded.reason, last_source = excluded.last_source,
    read_at = coalesce(excluded.read_at, read_at), judged = coalesce(excluded.judged, judged),
    score = coalesce(excluded.score, score), bar = coalesce(excluded.bar, bar),
    evidence = coalesce(excluded.evidence, evidence), changed_at = coalesce(excluded.changed_at, changed_at),
    change_judged = coalesce(excluded.change_judged, change_judged)"""
REJUDGE = """
UPDATE visits SET judged = :judged, score = :score,
       change_judged = CASE WHEN change_judged IS NULL THEN NULL ELSE :judged END
 WHERE url = :url AND profile_id = :profile_id"""
GET_VISIT = "SELECT * FROM visits WHERE url = :url AND profile_id = :profile_id"
VISITS_OF_OTHERS = """
SELECT v.profile_id, p.name, v.run_id, v.at, v.outcome FROM visits v JOIN profiles p ON p.id = v.profile_id
 WHERE v.url = :url AND v.profile_id <> :profile_id ORDER BY v.at DESC LIMIT :limit"""
TRIM_VISITS = """
DELETE FROM visits WHERE rowid IN (
    SELECT rowid FROM visits WHERE profile_id = :profile_id ORDER BY at DESC LIMIT -1 OFFSET :kept)"""
PUT_WAITING = """
INSERT INTO waiting_links (profile_id, url, run_id, at, queue, place, of, score, reason, source, carrier, anchor, tag_path)
VALUES (:profile_id, :url, :run_id, :at, :queue, :place, :of, :score, :reason, :source, :carrier, :anchor, :tag_path)
ON CONFLICT (profile_id, url) DO UPDATE SET run_id = excluded.run_id, at = excluded.at, queue = excluded.queue,
    place = excluded.place, of = excluded.of, score = excluded.score, reason = excluded.reason, source = excluded.source,
    carrier = excluded.carrier, anchor = excluded.anchor, tag_path = excluded.tag_path"""
GET_WAITING = "SELECT * FROM waiting_links WHERE profile_id = :profile_id AND url = :url"
TRIM_WAITING = """
DELETE FROM waiting_links WHERE rowid IN (
    SELECT rowid FROM waiting_links WHERE profile_id = :profile_id ORDER BY at DESC, place LIMIT -1 OFFSET :kept)"""


class VisitTable(Queries):
    """The visits and waiting_links tables."""

    async def put(self, visits: Sequence[LastVisit]) -> None:
        """Store visits; of an address that was visited before, the first route and the last judgement stay."""
        await self._run_many(PUT_VISIT, [_visit_columns(visit) for visit in visits])

    async def rejudge(self, profile_id: str, judgements: Sequence[tuple[str, PageJudgement, float]]) -> None:
        """Replace judgement and score of pages (URL, judgement, score) that were scored again."""
        rows: list[dict[str, object]] = [
            {"profile_id": profile_id, "url": url, "judged": judged, "score": score}
            for url, judged, score in judgements
        ]
        await self._run_many(REJUDGE, rows)

    async def get(self, profile_id: str, url: str) -> LastVisit | None:
        row = await self._one(GET_VISIT, url=url, profile_id=profile_id)
        return _last_visit(row) if row else None

    async def of_others(self, profile_id: str, url: str, limit: int) -> list[OtherVisit]:
        """Return visits of other profiles to this address, the newest first."""
        rows = await self._all(VISITS_OF_OTHERS, url=url, profile_id=profile_id, limit=limit)
        return [
            OtherVisit(row.profile_id, row.name, row.run_id, from_rfc3339(row.at), row.outcome) for row in rows
        ]

    async def put_waiting(
        self, profile_id: str, run_id: str, links: Sequence[WaitingLink], now: datetime
    ) -> None:
        """Store what a run knew and did not visit."""
        common = {"profile_id": profile_id, "run_id": run_id, "at": rfc3339(now)}
        rows: list[dict[str, object]] = []
        for link in links:
            columns = msgspec.structs.asdict(link)
            route = msgspec.structs.asdict(columns.pop("route"))
            rows.append({**common, **columns, **route})
        await self._run_many(PUT_WAITING, rows)

    async def waiting(self, profile_id: str, url: str) -> StoredWaitingLink | None:
        row = await self._one(GET_WAITING, profile_id=profile_id, url=url)
        if row is None:
            return None
        link = WaitingLink(
            url=row.url, queue=row.queue, place=row.place, of=row.of, score=row.score, reason=row.reason, route=_route(row)
        )  # fmt: skip
        return StoredWaitingLink(link, row.run_id, from_rfc3339(row.at))

    async def trim(self, profile_id: str, *, visits: int, waiting: int) -> None:
        """Delete the oldest rows of a profile, so that these numbers are left."""
        await self._run(TRIM_VISITS, profile_id=profile_id, kept=visits)
        await self._run(TRIM_WAITING, profile_id=profile_id, kept=waiting)


def _route(row: Row) -> Route:
    return Route(*(getattr(row, name) for name in VISIT_ROUTE))


def _visit_columns(visit: LastVisit) -> dict[str, object]:
    columns = msgspec.structs.asdict(visit)
    columns |= msgspec.structs.asdict(columns.pop("route"))
    for name in ("at", "read_at", "changed_at"):
        columns[name] = rfc3339_or_none(columns[name])
    columns["evidence"] = json_of(visit.evidence) if visit.judged else None
    del columns["first_at"], columns["first_run_id"]  # the table keeps those of the first visit
    return columns


def _last_visit(row: Row) -> LastVisit:
    return LastVisit(
        url=row.url,
        profile_id=row.profile_id,
        run_id=row.run_id,
        at=from_rfc3339(row.at),
        outcome=row.outcome,
        status=row.status,
        failure=row.failure,
        reason=row.reason,
        last_source=row.last_source,
        first_at=from_rfc3339(row.first_at),
        first_run_id=row.first_run_id,
        route=_route(row),
        read_at=moment_or_none(row.read_at),
        judged=row.judged,
        score=row.score,
        bar=row.bar,
        evidence=msgspec.json.decode(row.evidence, type=JudgementEvidence)
        if row.evidence
        else JudgementEvidence(),
        changed_at=moment_or_none(row.changed_at),
        change_judged=row.change_judged,
    )
