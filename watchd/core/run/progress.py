"""Progress of a run as people see it: counts, family tree of agents, paths to pages, numbered events."""

from collections import Counter
from collections.abc import Callable, Sequence

import msgspec
from msgspec import structs

from watchd.core.population.events import Born, Event, Found, Starved, Teleported, Visited
from watchd.core.population.population import Population
from watchd.core.population.strategies.protocol import Agent
from watchd.core.revisits.start_pages import origin_of
from watchd.core.run.visit_result import VisitResult
from watchd.model.agent import AgentRecord, RunEvent, RunPage
from watchd.model.finding import Finding, PathStep
from watchd.model.run import Books, RunCounts, RunState, StopReason


class RunStats:
    """Counts, agents and yields of one run."""

    def __init__(self, population: Population, counts: RunCounts, sources: dict[str, str]) -> None:
        self._population = population
        self._sources = sources
        self._agents: dict[str, Agent] = dict(population.agents)
        self._died: dict[str, int] = {}
        self._written_energy: dict[str, float] = {}  # on pages, as it was written last
        self.counts = counts
        # By the origin of the path: new relevant pages that were fetched, and requests.
        self.relevant_by_origin: Counter[str] = Counter()
        self.requests_by_origin: Counter[str] = Counter()

    def restore(self, events: Sequence[Event]) -> None:
        """Restore agents and energy after a replay, without counting anything twice."""
        self._follow(events)
        self._written_energy = self._population.remnants()

    def count_step(self, results: Sequence[VisitResult], events: Sequence[Event], min_score: float) -> None:
        """Count the visits and events of a step."""
        self._follow(events)
        outcomes = Counter(
            result.outcome for result in results if not result.rest
        )  # a page that rests comes later
        happened = Counter(type(event) for event in events)
        relevant = [r for r in results if r.page is not None and r.score.value >= min_score]
        counts = self.counts
        self.counts = structs.replace(
            counts,
            fetched=counts.fetched + outcomes["fetched"],
            not_modified=counts.not_modified + outcomes["not_modified"],
            recalled=counts.recalled + outcomes["recalled"],
            failed=counts.failed + outcomes["failed"] + outcomes["gone"],
            refused=counts.refused + outcomes["refused"],
            bytes=counts.bytes + sum(result.bytes for result in results),
            relevant=counts.relevant + len(relevant),
            born=counts.born + happened[Born],
            starved=counts.starved + happened[Starved],
            teleported=counts.teleported + happened[Teleported],
            alive=len(self._population.agents),
        )
        requests = [result for result in results if result.outcome != "recalled" and not result.is_free]
        self.requests_by_origin.update(map(self._origin, requests))
        for result in relevant:
            is_new = result.state is None or result.state.content_hash is None
            is_news = is_new or (result.assessment is not None and result.assessment.kind == "changed")
            if is_news and result.outcome != "recalled":
                self.relevant_by_origin[self._origin(result)] += 1

    def add_findings(self, number: int) -> None:
        """Add the number of new findings of a step."""
        self.counts = structs.replace(self.counts, findings=self.counts.findings + number)

    def broke_off(self, received: int) -> None:
        """Add the bytes received for visits that the end of the run cancelled."""
        self.counts = structs.replace(self.counts, bytes=self.counts.bytes + received)

    def books(self) -> Books:
        return self._population.books()

    def changed_energies(self) -> list[tuple[str, float, float]]:
        """Return the pages whose energy has changed since it was written: URL, energy, unspent share."""
        now, before = self._population.remnants(), self._written_energy
        urls = [url for url in {*now, *before} if now.get(url) != before.get(url)]
        self._written_energy = now
        return [(url, *self._population.energy_left(url)) for url in sorted(urls)]

    def agents_in(self, events: Sequence[Event]) -> list[AgentRecord]:
        """Return the records of the agents in these events."""
        names = {e.agent for e in events} | {e.parent for e in events if isinstance(e, Born)}
        # An agent that was born and starved between two pages was never recorded.
        return [self._record(name) for name in sorted(names & self._agents.keys())]

    def living_agents(self) -> list[AgentRecord]:
        """Return the records of all living agents, for the start and the end of the family tree."""
        # Agents that pass known pages may have had children since the last page arrived.
        self._agents.update(self._population.agents)
        return [self._record(name) for name in sorted(self._population.agents)]

    def _record(self, name: str) -> AgentRecord:
        agent = self._agents[name]
        return AgentRecord(
            name=name,
            parent=agent.parent,
            born_after=agent.born_at,
            died_after=self._died.get(name),
            energy=self._population.energy_of(name),
            visited=agent.visited,
            findings=agent.findings,
            genome=msgspec.to_builtins(agent.genome),
        )

    def _follow(self, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, Starved):
                self._died[event.agent] = self._population.settled
        # Dead agents stay: the family tree shows them.
        self._agents.update(self._population.agents)

    def _origin(self, result: VisitResult) -> str:
        at = result.page.url if result.page else self._population.page_with_link(result.move)
        hops = self._population.path_to(at) if at is not None else ()
        return origin_of(self._sources.get(hops[0].url if hops else result.move.url, "search"))


class PathLog:
    """Readers, energy and paths of one run."""

    def __init__(self, population: Population, source_of: Callable[[str], str | None]) -> None:
        self._population = population
        self._source_of = source_of
        self._energy_at: dict[str, float] = {}  # of the agent that read a page first, after it read the page
        self.readers: dict[str, str] = {}  # the agent that read each page first

    def record(self, events: Sequence[Event]) -> None:
        """Record which agent read a page first, and the energy that it had then."""
        for event in events:
            if isinstance(event, Visited):
                self._energy_at.setdefault(event.url, event.energy)
                self.readers.setdefault(event.url, event.agent)

    def found_by(self, result: VisitResult) -> str:
        """Return the source that named a start page, or the agent that followed a link to any other page."""
        source = self._source_of(result.move.url) if result.move.how == "seed" else None
        return source or result.move.agent

    def is_start(self, result: VisitResult) -> bool:
        return self._source_of(result.move.url) is not None

    def linked_from(self, result: VisitResult) -> str | None:
        """Return the URL that led to a page: the page with the link, or the list that announced it."""
        assert result.page is not None
        announced = (self._source_of(result.move.url) or "").partition(":")[2]
        return self._population.parent_of(result.page.url) or announced or None

    def is_new_link(self, result: VisitResult) -> bool:
        """Return whether the link to a page has appeared since the page or list with the link was read before."""
        assert result.page is not None
        announced = ":" in (self._source_of(result.move.url) or "")
        return announced or self._population.is_news(result.page.url)

    def path(self, result: VisitResult) -> tuple[PathStep, ...]:
        """Return the path from the start page, with the energy that agents had on it."""
        url = result.page.url if result.page else result.move.url
        hops = self._population.path_to(url)
        if not hops:
            return (PathStep(url),)
        steps = [PathStep(h.url, h.anchor, round(self._energy_at.get(h.url, 0.0), 4)) for h in hops]
        announced = (self._source_of(hops[0].url) or "").partition(":")[2]
        return tuple([PathStep(announced), *steps] if announced else steps)


def numbered_events(
    events: Sequence[Event],
    findings: Sequence[Finding] | None,
    point: dict[str, object],
    *,
    first: int,
) -> list[RunEvent]:
    """Return numbered events: those of the population, the findings, and the state of the run after them.

    A preview stores no findings (None): its events contain the pages that the agents found relevant instead.
    """
    new = [
        (event_kind(e), msgspec.json.encode(e)) for e in events if findings is None or not isinstance(e, Found)
    ]
    new += [("finding", msgspec.json.encode(_short(finding))) for finding in findings or ()]
    new.append(("population", msgspec.json.encode(point)))
    return [RunEvent(first + i, kind, body) for i, (kind, body) in enumerate(new)]


def end_events(
    findings: Sequence[Finding], state: RunState, reason: StopReason, *, first: int
) -> list[RunEvent]:
    """Return numbered events: the findings of the reassessment, and the end of the run."""
    new = [("finding", msgspec.json.encode(_short(finding))) for finding in findings]
    new.append(("done", msgspec.json.encode({"state": state, "stop_reason": reason})))
    return [RunEvent(first + i, kind, body) for i, (kind, body) in enumerate(new)]


def event_kind(event: Event) -> str:
    """Return the name of an event in the stream."""
    tag: str = event.__struct_config__.tag  # type: ignore[assignment]
    return tag


def timeline_point(at: object, counts: RunCounts, books: Books) -> dict[str, object]:
    """Return one point of the timeline."""
    return {
        "at": at,
        "settled": counts.fetched + counts.not_modified + counts.recalled,
        "population": counts.alive,
        "energy": round(books.agents, 6),
        "remnants": round(books.remnants, 6),
        "relevant": counts.relevant,
    }


def run_pages(visits: Sequence[VisitResult], events: Sequence[Event], paths: PathLog) -> list[RunPage]:
    """Return the pages of a step that the run had not read before, each with its source or agent."""
    first_visits = {event.url for event in events if isinstance(event, Visited) and event.first}
    return [
        RunPage(
            url=result.page.url,
            title=result.page.title,
            language=result.page.language,
            relevance=result.score.value,
            found_by=paths.found_by(result),
            agent=result.move.agent,
        )
        for result in visits
        if result.page is not None and result.kind == "page" and result.page.url in first_visits
    ]


def _short(finding: Finding) -> dict[str, object]:
    return {
        "id": finding.id,
        "kind": finding.kind,
        "url": finding.url,
        "title": finding.title,
        "score": finding.score,
        "found_by": finding.why.found_by,
    }
