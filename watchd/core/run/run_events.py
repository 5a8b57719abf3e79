"""Numbered events and pages of a run, for clients that follow it."""

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
    """Return numbered events: those of the population, the findings, and the state of the run after them.

    A preview stores no findings (None): its events contain the pages that the agents found relevant instead.
    """
    new = [(kind(e), msgspec.json.encode(e)) for e in events if findings is None or not isinstance(e, Found)]
    new += [("finding", msgspec.json.encode(_short(finding))) for finding in findings or ()]
    new.append(("population", msgspec.json.encode(point)))
    return [RunEvent(first + i, kind, body) for i, (kind, body) in enumerate(new)]


def at_the_end(
    findings: Sequence[Finding], state: RunState, reason: StopReason, *, first: int
) -> list[RunEvent]:
    """Return numbered events: the findings of the reassessment, and the end of the run."""
    new = [("finding", msgspec.json.encode(_short(finding))) for finding in findings]
    new.append(("done", msgspec.json.encode({"state": state, "stop_reason": reason})))
    return [RunEvent(first + i, kind, body) for i, (kind, body) in enumerate(new)]


def kind(event: Event) -> str:
    """Return the name of an event in the stream."""
    tag: str = event.__struct_config__.tag  # type: ignore[assignment]
    return tag


def point(at: object, counts: RunCounts, books: Books) -> dict[str, object]:
    """Return one point of the timeline."""
    return {
        "at": at,
        "settled": counts.fetched + counts.not_modified + counts.recalled,
        "population": counts.alive,
        "energy": round(books.agents, 6),
        "remnants": round(books.remnants, 6),
        "relevant": counts.relevant,
    }


def results(visits: Sequence[VisitResult], events: Sequence[Event], paths: PathLog) -> list[RunPage]:
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
