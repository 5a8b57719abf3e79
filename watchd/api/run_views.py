"""/runs/{id}/…: what happened in a run, while it goes on and afterwards."""

from collections.abc import AsyncIterator
from datetime import datetime
from functools import partial
from typing import Any

import msgspec
from litestar import Controller, Request, get
from litestar.params import FromPath
from litestar.response import ServerSentEvent, ServerSentEventMessage
from msgspec import Struct

from watchd.api.paging import Cursor, Limit, Listing, listing, position
from watchd.api.problems import invalid, not_found
from watchd.api.runs import existing_run
from watchd.api.services import Services, Wired
from watchd.errors import Fault
from watchd.flow import tokens
from watchd.model.agent import AgentRecord, RunEvent, RunPage
from watchd.model.run import ACTIVE_STATES, Run
from watchd.model.token import Token
from watchd.store.tables import Tables

BATCH = 200  # events read at a time
KEEP_ALIVE = 15.0  # seconds: proxies close a stream that says nothing
CHECK = 3.0  # seconds: so long may a stream outlive its token
MOST_POINTS = 100_000  # of a timeline: one per step
MOST_PAGES = 10_000  # of one agent


class Point(Struct, frozen=True):
    """The state of a run after one step."""

    at: datetime
    settled: int
    population: int
    energy: float
    remnants: float
    relevant: int


class TimelineOut(Struct, frozen=True):
    """The series of a run, in the order of its steps."""

    points: list[Point]


class AgentOut(Struct, frozen=True):
    """An agent in the family tree; times are pages that the run had settled."""

    name: str
    parent: str | None
    born_at: int
    died_at: int | None
    energy: float
    visited: int
    findings: int


class AgentVisit(Struct, frozen=True):
    """A page that an agent was the first to read, with its energy before and after."""

    url: str
    title: str
    relevance: float
    energy_before: float
    energy_after: float


class AgentDetail(AgentOut, frozen=True):
    """An agent with its genome and the pages it read, in order."""

    genome: dict[str, Any] | None
    pages: list[AgentVisit]


class ResultOut(Struct, frozen=True):
    """A page that a run has read."""

    url: str
    title: str
    language: str | None
    relevance: float
    found_by: str
    agent: str


class RunViews(Controller):
    """Events, timeline, agents and results of a run."""

    path = "/runs/{run_id:str}"
    tags = ["Runs"]  # noqa: RUF012 (the framework's way)

    @get("/events", opt={"scope": "read"}, summary="Follow a run", media_type="text/event-stream")
    async def events(
        self, request: Request[Any, Any, Any], services: Wired, run_id: FromPath[str]
    ) -> ServerSentEvent:
        """Server-sent events: `visit`, `born`, `starved`, `teleport`, `finding`, `population`, `done`. A client that
        was cut off goes on with `Last-Event-ID`. The stream ends within seconds when its token is revoked or expires."""
        await services.store.read(lambda tables: existing_run(tables, run_id))
        return ServerSentEvent(_stream(services, run_id, _last_seen(request), request.auth))

    @get("/timeline", opt={"scope": "read"}, summary="A run over time")
    async def timeline(self, services: Wired, run_id: FromPath[str]) -> TimelineOut:
        """Population, energy of the agents, energy on pages, and relevant pages so far, after every step."""

        async def look(tables: Tables) -> list[RunEvent]:
            await existing_run(tables, run_id)
            return await tables.run_log.events_of_kind(run_id, "population", after=0, limit=MOST_POINTS)

        return TimelineOut([msgspec.json.decode(e.body, type=Point) for e in await services.store.read(look)])

    @get("/agents", opt={"scope": "read"}, summary="The family tree of a run")
    async def agents(
        self, services: Wired, run_id: FromPath[str], limit: Limit = 50, cursor: Cursor = None
    ) -> Listing[AgentOut]:
        """By name; a name is a lineage: 3.1.2 is the second child of the first child of founder 3."""
        after = position(cursor)

        async def look(tables: Tables) -> list[AgentRecord]:
            await existing_run(tables, run_id)
            return await tables.run_log.agents(run_id, after=after, limit=limit + 1)

        found = [_agent(agent) for agent in await services.store.read(look)]
        return listing(found, limit, key=lambda agent: agent.name)

    @get("/agents/{name:str}", opt={"scope": "read"}, summary="One agent of a run")
    async def agent(self, services: Wired, run_id: FromPath[str], name: FromPath[str]) -> AgentDetail:
        """Its genome, and the pages it was the first to read, with its energy before and after."""

        async def look(tables: Tables) -> tuple[AgentRecord | None, list[RunPage]]:
            await existing_run(tables, run_id)
            return (
                await tables.run_log.agent(run_id, name),
                await tables.run_log.pages_of(run_id, name, MOST_PAGES),
            )

        found, pages = await services.store.read(look)
        if found is None:
            raise not_found("agent", name)
        plain = msgspec.structs.asdict(_agent(found))
        return AgentDetail(**plain, genome=found.genome, pages=[_visit(page) for page in pages])

    @get("/results", opt={"scope": "read"}, summary="Pages that a run has read")
    async def results(
        self, services: Wired, run_id: FromPath[str], limit: Limit = 50, cursor: Cursor = None
    ) -> Listing[ResultOut]:
        """The most relevant first, each with who found it: an agent's name, or that of a seed's source."""
        relevance, url = _place(cursor)

        async def look(tables: Tables) -> list[RunPage]:
            await existing_run(tables, run_id)
            return await tables.run_log.ranked(run_id, relevance=relevance, url=url, limit=limit + 1)

        found = await services.store.read(look)
        return listing(
            [_result(page) for page in found], limit, key=lambda result: f"{result.relevance!r} {result.url}"
        )


async def _stream(
    services: Services, run_id: str, after: int, token: Token
) -> AsyncIterator[ServerSentEventMessage]:
    """What the store has, then whatever is added, until the run is over and everything was said."""
    silent = 0.0
    with services.bell.listen(run_id) as rung:
        while True:
            rung.clear()
            # Looked up each time: a token may be revoked by another process.
            if not await services.store.read(lambda tables: tokens.admits(tables, token, services.clock.now())):
                return
            run, events = await services.store.read(partial(_look, run_id=run_id, after=after))
            for event in events:
                after = event.number
                yield ServerSentEventMessage(data=event.body.decode(), event=event.kind, id=str(event.number))
            if len(events) == BATCH:
                continue
            if run is None or run.state not in ACTIVE_STATES:
                return
            silent = 0.0 if await services.bell.rings(rung, CHECK) else silent + CHECK
            if silent >= KEEP_ALIVE:
                silent = 0.0
                yield ServerSentEventMessage(comment="still here")


async def _look(tables: Tables, *, run_id: str, after: int) -> tuple[Run | None, list[RunEvent]]:
    # The run first: what is written between the two reads is then seen, and asked for once more at worst.
    return await tables.runs.get(run_id), await tables.run_log.events(run_id, after=after, limit=BATCH)


def _last_seen(request: Request[Any, Any, Any]) -> int:
    text = request.headers.get("last-event-id", "0").strip() or "0"
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise invalid([Fault("Last-Event-ID", "is not one of ours; send the id of the last event you saw")])
    return int(text)


def _place(cursor: str | None) -> tuple[float, str]:
    relevance, _, url = position(cursor, "2.0 ").partition(" ")
    try:
        return float(relevance), url
    except ValueError:
        raise invalid([Fault("cursor", "is not one of ours; take it from `next` of the page before")]) from None


def _agent(agent: AgentRecord) -> AgentOut:
    return AgentOut(
        agent.name, agent.parent, agent.born_at, agent.died_at, agent.energy, agent.visited, agent.findings
    )


def _visit(page: RunPage) -> AgentVisit:
    return AgentVisit(page.url, page.title, page.relevance, page.energy - page.gain, page.energy)


def _result(page: RunPage) -> ResultOut:
    return ResultOut(page.url, page.title, page.language, page.relevance, page.found_by, page.agent)
