"""How is a run told to those who follow it? Events with numbers, and the pages it has read."""

from collections.abc import Sequence

import msgspec

from watchd.core.population.events import Event, Found, Visited
from watchd.core.run.path import PathLog
from watchd.core.run.visit_result import VisitResult
from watchd.model.agent import RunEvent, RunPage
from watchd.model.finding import Finding
from watchd.model.run import Books, RunCounts, RunState, StopReason


def numbered(
    events: Sequence[Event],
    findings: Sequence[Finding] | None,
    point: dict[str, object],
    *,
    first: int,
) -> list[RunEvent]:
    """Every event of the population, what was found, and the state of the run after it.

    A preview stores no findings (None): there, what the agents call relevant is told.
    """
    told = [(kind(e), msgspec.json.encode(e)) for e in events if findings is None or not isinstance(e, Found)]
    told += [("finding", msgspec.json.encode(_short(finding))) for finding in findings or ()]
    told.append(("population", msgspec.json.encode(point)))
    return [RunEvent(first + i, kind, body) for i, (kind, body) in enumerate(told)]


def at_the_end(
    findings: Sequence[Finding], state: RunState, reason: StopReason, *, first: int
) -> list[RunEvent]:
    """What a second look has found, and that the run is over."""
    told = [("finding", msgspec.json.encode(_short(finding))) for finding in findings]
    told.append(("done", msgspec.json.encode({"state": state, "stop_reason": reason})))
    return [RunEvent(first + i, kind, body) for i, (kind, body) in enumerate(told)]


def kind(event: Event) -> str:
    """What an event is called in the stream."""
    tag: str = event.__struct_config__.tag  # type: ignore[assignment]
    return tag


def point(at: object, counts: RunCounts, books: Books) -> dict[str, object]:
    """One point of the timeline."""
    return {
        "at": at,
        "settled": counts.fetched + counts.not_modified + counts.recalled,
        "population": counts.alive,
        "energy": round(books.agents, 6),
        "remnants": round(books.remnants, 6),
        "relevant": counts.relevant,
    }


def results(visits: Sequence[VisitResult], events: Sequence[Event], paths: PathLog) -> list[RunPage]:
    """The pages of a step that the run had not read before, with who found each."""
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
