"""Paths of the agents to the pages of a run, for the explanation of findings."""

from collections.abc import Callable, Sequence

from watchd.core.population.events import Event, Visited
from watchd.core.population.population import Population
from watchd.core.run.visit_result import VisitResult
from watchd.model.finding import PathStep


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
