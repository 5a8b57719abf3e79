"""/runs/{id}/…: events, timeline, agents and results of a run, during the run and afterwards."""

from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from functools import partial
from typing import Any

import msgspec
from litestar import Controller, Request, get
from litestar.params import FromPath
from litestar.response import ServerSentEvent, ServerSentEventMessage
from msgspec import Struct

from watchd.api.edge.gate import AT_END, abort_response
from watchd.api.edge.paging import Cursor, Limit, ListingPage, decode_cursor, listing, unknown_cursor
from watchd.api.edge.problems import ProblemError, invalid, not_found
from watchd.api.resources.runs import existing_run
from watchd.api.services import Injected, Services
from watchd.api.streams import MAX_STREAMS_PER_TOKEN, EventStream, TooManyStreams
from watchd.core.run import progress
from watchd.errors import Fault
from watchd.flow.upkeep import tokens
from watchd.model.agent import AgentRecord, AgentVisit, Lifetime, RunEvent, RunPage
from watchd.model.run import ACTIVE_STATES, Run
from watchd.model.token import Token
from watchd.store.tables import Tables

EVENTS_PER_READ = 200
KEEP_ALIVE_SECONDS = 15.0  # proxies close a silent stream
TOKEN_CHECK_SECONDS = 3.0  # a stream ends at most this long after its token
STREAM_RETRY_SECONDS = 10
MAX_POINTS = 100_000  # of a timeline, one per step
MAX_PAGES = 10_000  # of one agent


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
    """An agent in the family tree. Its times are those of the step in which it was born or starved; null while it lives,
    and when the details of its run are no longer stored."""

    name: str
    parent: str | None
    born_at: datetime | None
    died_at: datetime | None
    born_after: int  # pages that the run had read by then
    died_after: int | None
    energy: float
    visited: int  # pages that it visited; answers that could not be read do not count
    findings: int


class VisitOut(Struct, frozen=True):
    """A visit of an agent, with its energy before and after; also to a page that was read before, or to a feed."""

    url: str
    title: str  # empty: not a page, or not readable
    relevance: float
    energy_before: float
    energy_after: float
    readable: bool


class AgentDetail(AgentOut, frozen=True):
    """An agent with its genome and the pages it visited, in order."""

    genome: dict[str, Any] | None
    pages: list[VisitOut]


class ResultOut(Struct, frozen=True):
    """A page that a run has read."""

    url: str
    title: str
    language: str | None
    relevance: float
    found_by: str
    agent: str


class RunViewController(Controller):
    """Events, timeline, agents and results of a run."""

    path = "/runs/{run_id:str}"
    tags = ["Runs"]  # noqa: RUF012 (the framework's way)

    @get("/events", opt={"scope": "read"}, summary="Follow a run", media_type="text/event-stream")
    async def events(
        self, request: Request[Any, Any, Any], services: Injected, run_id: FromPath[str]
    ) -> ServerSentEvent:
        """Send server-sent events: `visit`, `born`, `starved`, `teleport`, `finding`, `population`, `done`. After a lost
        connection, a client continues with `Last-Event-ID`. The stream ends within seconds when its token is revoked or
        expires. A token can have 20 open streams. When all tokens together have too many, the oldest stream ends."""
        await services.store.read(lambda tables: existing_run(tables, run_id))
        after = _last_seen(request)
        return ServerSentEvent(_stream(services, run_id, after, request.auth, _admitted(request, services)))

    @get("/timeline", opt={"scope": "read"}, summary="A run over time")
    async def timeline(self, services: Injected, run_id: FromPath[str]) -> TimelineOut:
        """Show population, energy of the agents, energy on pages, and relevant pages so far, after every step."""

        async def look(tables: Tables) -> list[RunEvent]:
            await existing_run(tables, run_id)
            return await tables.run_log.events_of_kind(run_id, "population", after=0, limit=MAX_POINTS)

        return TimelineOut([msgspec.json.decode(e.body, type=Point) for e in await services.store.read(look)])

    @get("/agents", opt={"scope": "read"}, summary="The family tree of a run")
    async def agents(
        self, services: Injected, run_id: FromPath[str], limit: Limit = 50, cursor: Cursor = None
    ) -> ListingPage[AgentOut]:
        """List by name; a name is a lineage: 3.1.2 is the second child of the first child of founder 3."""
        after = decode_cursor(cursor)

        async def look(tables: Tables) -> list[AgentOut]:
            run = await existing_run(tables, run_id)
            return await _agents(tables, run, await tables.run_log.agents(run_id, after=after, limit=limit + 1))

        return listing(await services.store.read(look), limit, key=lambda agent: agent.name)

    @get("/agents/{name:str}", opt={"scope": "read"}, summary="One agent of a run")
    async def agent(self, services: Injected, run_id: FromPath[str], name: FromPath[str]) -> AgentDetail:
        """Show its genome and its visits in order, with its energy before and after."""

        async def look(tables: Tables) -> AgentDetail:
            run = await existing_run(tables, run_id)
            found = await tables.run_log.agent(run_id, name)
            if found is None:
                raise not_found("agent", name)
            (agent,) = await _agents(tables, run, [found])
            visits = await tables.run_log.visits_of(run_id, name, MAX_PAGES)
            plain = msgspec.structs.asdict(agent)
            return AgentDetail(**plain, genome=found.genome, pages=[_visit(visit) for visit in visits])

        return await services.store.read(look)

    @get("/results", opt={"scope": "read"}, summary="Pages that a run has read")
    async def results(
        self, services: Injected, run_id: FromPath[str], limit: Limit = 50, cursor: Cursor = None
    ) -> ListingPage[ResultOut]:
        """List the most relevant first, each with its finder: the name of an agent, or of the source of a seed."""
        relevance, url = _ranking_position(cursor)

        async def look(tables: Tables) -> list[RunPage]:
            await existing_run(tables, run_id)
            return await tables.run_log.ranked(run_id, relevance=relevance, url=url, limit=limit + 1)

        found = await services.store.read(look)
        return listing(
            [_result(page) for page in found], limit, key=lambda result: f"{result.relevance!r} {result.url}"
        )


def _admitted(request: Request[Any, Any, Any], services: Services) -> EventStream:
    """Count a new stream until its request ends, or refuse it."""
    scope: Any = request.scope
    try:
        stream = services.streams.open(request.auth.id, partial(abort_response, scope))
    except TooManyStreams:
        detail = f"A token can have at most {MAX_STREAMS_PER_TOKEN} open event streams; close one, or use another token."
        headers = {"Retry-After": str(STREAM_RETRY_SECONDS)}
        raise ProblemError(429, "too-many-streams", detail, headers=headers) from None
    scope[AT_END].append(partial(services.streams.close, stream))
    return stream


async def _stream(
    services: Services, run_id: str, after: int, token: Token, stream: EventStream
) -> AsyncIterator[ServerSentEventMessage]:
    """Yield the stored events, then new ones, until the run is over and all events were sent, or the stream must end."""
    silent = 0.0
    with services.notifier.listen(run_id) as notified:
        stream.on_end(notified.set)
        while not stream.is_ended:
            notified.clear()
            now = services.clock.now()
            seen = await services.store.read(partial(_look, run_id=run_id, after=after, token=token, now=now))
            if seen is None:
                return
            run, events = seen
            for event in events:
                after = event.number
                yield _message(event)
            if len(events) == EVENTS_PER_READ:
                continue
            if run is None:  # it was deleted with its profile and could not write its last event
                yield _message(*progress.end_events((), "stopped", "stopped", first=after + 1))
                return
            if run.state not in ACTIVE_STATES:
                return
            silent = (
                0.0
                if await services.notifier.wait(notified, TOKEN_CHECK_SECONDS)
                else silent + TOKEN_CHECK_SECONDS
            )
            if silent >= KEEP_ALIVE_SECONDS:
                silent = 0.0
                yield ServerSentEventMessage(comment="keep-alive")


def _message(event: RunEvent) -> ServerSentEventMessage:
    return ServerSentEventMessage(data=event.body.decode(), event=event.kind, id=str(event.number))


async def _look(
    tables: Tables, *, run_id: str, after: int, token: Token, now: datetime
) -> tuple[Run | None, list[RunEvent]] | None:
    """Return the run and its new events; None when the token is no longer valid, which another process may have decided."""
    if not await tokens.is_valid(tables, token, now):
        return None
    return await tables.runs.get(run_id), await tables.run_log.events(
        run_id, after=after, limit=EVENTS_PER_READ
    )


def _last_seen(request: Request[Any, Any, Any]) -> int:
    text = request.headers.get("last-event-id", "0").strip() or "0"
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise invalid(
            [
                Fault(
                    "Last-Event-ID",
                    "must be the id of an event; send the last id that you received",
                )
            ]
        )
    return int(text)


def _ranking_position(cursor: str | None) -> tuple[float, str]:
    relevance, _, url = decode_cursor(cursor, "2.0 ").partition(" ")
    try:
        return float(relevance), url
    except ValueError:
        raise unknown_cursor() from None


async def _agents(tables: Tables, run: Run, agents: Sequence[AgentRecord]) -> list[AgentOut]:
    lifetimes = await tables.run_log.lifetimes(run.id, [agent.name for agent in agents])
    return [_agent(agent, lifetimes[agent.name], run) for agent in agents]


def _agent(agent: AgentRecord, lifetime: Lifetime, run: Run) -> AgentOut:
    return AgentOut(
        name=agent.name,
        parent=agent.parent,
        born_at=run.started_at if agent.parent is None else lifetime.born_at,
        died_at=lifetime.died_at,
        born_after=agent.born_after,
        died_after=agent.died_after,
        energy=agent.energy,
        visited=agent.visited,
        findings=agent.findings,
    )


def _visit(visit: AgentVisit) -> VisitOut:
    before = visit.energy - visit.gain
    return VisitOut(visit.url, visit.title, visit.relevance, before, visit.energy, visit.readable)


def _result(page: RunPage) -> ResultOut:
    return ResultOut(page.url, page.title, page.language, page.relevance, page.found_by, page.agent)
