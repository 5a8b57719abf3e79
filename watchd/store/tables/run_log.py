"""Tables of the events, agents, pages and journal of runs; the journal replays a run."""

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from watchd.core.population.events import Visited
from watchd.model.agent import AgentRecord, AgentVisit, Lifetime, RunEvent, RunPage
from watchd.model.values import from_rfc3339
from watchd.store.driver import Row
from watchd.store.queries import Queries, json_of, pack, unpack

T = TypeVar("T")

ADD_EVENT = "INSERT INTO run_events (run_id, number, kind, body) VALUES (:run_id, :number, :kind, :body)"
EVENTS = """
SELECT number, kind, body FROM run_events WHERE run_id = :run_id AND number > :after ORDER BY number LIMIT :limit"""
OF_KIND = """
SELECT number, kind, body FROM run_events WHERE run_id = :run_id AND kind = :kind AND number > :after
 ORDER BY number LIMIT :limit"""
LATEST_OF_KIND = """
SELECT number, kind, body FROM run_events WHERE run_id = :run_id AND kind = :kind ORDER BY number DESC LIMIT 1"""
LAST_NUMBER = "SELECT coalesce(max(number), 0) AS number FROM run_events WHERE run_id = :run_id"
ADD_STEP = "INSERT INTO run_journal (run_id, step, body) VALUES (:run_id, :step, :body)"
STEPS = "SELECT step, body FROM run_journal WHERE run_id = :run_id ORDER BY step"
# Journals are large. Those of runs that ended are kept for the newest run of each profile only.
TRIM_JOURNALS = """
DELETE FROM run_journal WHERE run_id IN (
    SELECT r.id FROM runs r
     WHERE r.profile_id = :profile_id AND r.id <> :keep AND r.state NOT IN ('queued', 'running'))"""
PUT_AGENT = """
INSERT INTO agents (run_id, name, parent, born_at, died_at, energy, visited, findings, genome)
VALUES (:run_id, :name, :parent, :born_after, :died_after, :energy, :visited, :findings, :genome)
ON CONFLICT (run_id, name) DO UPDATE SET died_at = excluded.died_at, energy = excluded.energy,
    visited = excluded.visited, findings = excluded.findings, genome = excluded.genome"""
AGENTS = "SELECT * FROM agents WHERE run_id = :run_id AND name > :after ORDER BY name LIMIT :limit"
AGENT = "SELECT * FROM agents WHERE run_id = :run_id AND name = :name"
PUT_PAGE = """
INSERT INTO run_pages (run_id, url, title, language, relevance, found_by, agent)
VALUES (:run_id, :url, :title, :language, :relevance, :found_by, :agent)
ON CONFLICT (run_id, url) DO NOTHING"""
RANKED = """
SELECT * FROM run_pages
 WHERE run_id = :run_id AND (relevance < :relevance OR (relevance = :relevance AND url > :url))
 ORDER BY relevance DESC, url LIMIT :limit"""
VISITS_OF_AGENT = """
SELECT e.body, p.title FROM run_events e
  LEFT JOIN run_pages p ON p.run_id = e.run_id AND p.url = json_extract(e.body, '$.url')
 WHERE e.run_id = :run_id AND e.kind = 'visit' AND json_extract(e.body, '$.agent') = :agent
 ORDER BY e.number LIMIT :limit"""
# Events have no time of their own, but every step ends with a population event, which has one.
LIFETIMES = """
SELECT json_extract(e.body, '$.agent') AS agent, e.kind,
       (SELECT json_extract(p.body, '$.at') FROM run_events p
         WHERE p.run_id = e.run_id AND p.number > e.number AND p.kind = 'population'
         ORDER BY p.number LIMIT 1) AS moment
  FROM run_events e
 WHERE e.run_id = :run_id AND e.kind IN ('born', 'starved')
   AND json_extract(e.body, '$.agent') IN (SELECT value FROM json_each(:names))"""


class RunLogTable(Queries):
    """The run_events, run_journal, agents and run_pages tables."""

    async def add_events(self, run_id: str, events: list[RunEvent]) -> None:
        rows = [{"run_id": run_id, "number": e.number, "kind": e.kind, "body": e.body.decode()} for e in events]
        await self._run_many(ADD_EVENT, rows)

    async def events(self, run_id: str, *, after: int, limit: int) -> list[RunEvent]:
        return [_event(row) for row in await self._all(EVENTS, run_id=run_id, after=after, limit=limit)]

    async def events_of_kind(self, run_id: str, kind: str, *, after: int, limit: int) -> list[RunEvent]:
        rows = await self._all(OF_KIND, run_id=run_id, kind=kind, after=after, limit=limit)
        return [_event(row) for row in rows]

    async def latest_of_kind(self, run_id: str, kind: str) -> RunEvent | None:
        row = await self._one(LATEST_OF_KIND, run_id=run_id, kind=kind)
        return _event(row) if row else None

    async def last_number(self, run_id: str) -> int:
        row = await self._only(LAST_NUMBER, run_id=run_id)
        return int(row.number)

    async def add_step(self, run_id: str, step: int, entries: object) -> None:
        """Store one step of the journal; the primary key refuses a step that is written twice."""
        await self._run(ADD_STEP, run_id=run_id, step=step, body=pack(entries))

    async def journal(self, run_id: str) -> list[bytes]:
        """Return the packed steps, in order; `unpacked` reads one."""
        return [row.body for row in await self._all(STEPS, run_id=run_id)]

    @staticmethod
    def unpacked(body: bytes, type: type[T]) -> T:
        return unpack(body, type)

    async def trim_journals(self, profile_id: str, keep: str) -> None:
        """Delete the journals of earlier runs of this profile; their findings stay."""
        await self._run(TRIM_JOURNALS, profile_id=profile_id, keep=keep)

    async def put_agents(self, run_id: str, agents: list[AgentRecord]) -> None:
        rows = [_agent_columns(run_id, agent) for agent in agents]
        await self._run_many(PUT_AGENT, rows)

    async def agents(self, run_id: str, *, after: str, limit: int) -> list[AgentRecord]:
        return [_agent(row) for row in await self._all(AGENTS, run_id=run_id, after=after, limit=limit)]

    async def agent(self, run_id: str, name: str) -> AgentRecord | None:
        row = await self._one(AGENT, run_id=run_id, name=name)
        return _agent(row) if row else None

    async def put_pages(self, run_id: str, pages: list[RunPage]) -> None:
        await self._run_many(PUT_PAGE, [{"run_id": run_id, **msgspec.structs.asdict(page)} for page in pages])

    async def ranked(self, run_id: str, *, relevance: float, url: str, limit: int) -> list[RunPage]:
        """Return pages after this place in the ranking, the most relevant first."""
        rows = await self._all(RANKED, run_id=run_id, relevance=relevance, url=url, limit=limit)
        return [_page(row) for row in rows]

    async def visits_of(self, run_id: str, agent: str, limit: int) -> list[AgentVisit]:
        """Return the visits of an agent, in order."""
        rows = await self._all(VISITS_OF_AGENT, run_id=run_id, agent=agent, limit=limit)
        return [_visit(row) for row in rows]

    async def lifetimes(self, run_id: str, names: Sequence[str]) -> dict[str, Lifetime]:
        """Return birth and death times of agents. Founders have no birth event: they exist from the start of the run."""
        rows = await self._all(LIFETIMES, run_id=run_id, names=json_of(names))
        times = {(row.agent, row.kind): from_rfc3339(row.moment) for row in rows if row.moment}
        return {name: Lifetime(times.get((name, "born")), times.get((name, "starved"))) for name in names}


def _event(row: Row) -> RunEvent:
    return RunEvent(row.number, row.kind, row.body.encode())


def _agent_columns(run_id: str, agent: AgentRecord) -> dict[str, object]:
    columns = msgspec.structs.asdict(agent)
    return {**columns, "run_id": run_id, "genome": json_of(agent.genome)}


def _agent(row: Row) -> AgentRecord:
    return AgentRecord(
        name=row.name,
        parent=row.parent,
        born_after=row.born_at,
        died_after=row.died_at,
        energy=row.energy,
        visited=row.visited,
        findings=row.findings,
        genome=msgspec.json.decode(row.genome),
    )


def _visit(row: Row) -> AgentVisit:
    visit = msgspec.json.decode(row.body, type=Visited)
    return AgentVisit(
        url=visit.url,
        title=row.title or "",
        relevance=visit.relevance,
        gain=visit.gain,
        energy=visit.energy,
        readable=visit.readable,
    )


def _page(row: Row) -> RunPage:
    return RunPage(
        url=row.url,
        title=row.title,
        language=row.language,
        relevance=row.relevance,
        found_by=row.found_by,
        agent=row.agent,
    )
