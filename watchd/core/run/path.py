"""Who found a page, and on which way? What the explanation of a finding is made of."""

from collections.abc import Callable, Sequence

from watchd.core.population.events import Event, Visited
from watchd.core.population.population import Population
from watchd.core.run.visit_result import VisitResult
from watchd.model.finding import PathStep


class PathLog:
    """The ways of one run."""

    def __init__(self, population: Population, source_of: Callable[[str], str | None]) -> None:
        self._population = population
        self._source_of = source_of
        self._energy_at: dict[str, float] = {}  # of the agent that read a page first, after reading it
        self.readers: dict[str, str] = {}  # that agent

    def note(self, events: Sequence[Event]) -> None:
        """Remember how much energy agents had where."""
        for event in events:
            if isinstance(event, Visited):
                self._energy_at.setdefault(event.url, event.energy)
                self.readers.setdefault(event.url, event.agent)

    def found_by(self, result: VisitResult) -> str:
        """A start page was found by whoever named it, any other by the agent that followed a link to it."""
        source = self._source_of(result.move.url) if result.move.how == "seed" else None
        return source or result.move.agent

    def is_start(self, result: VisitResult) -> bool:
        return self._source_of(result.move.url) is not None

    def leading(self, result: VisitResult) -> str | None:
        """The address of the page that led here: the one with the link, or the list that announced it."""
        assert result.page is not None
        announced = (self._source_of(result.move.url) or "").partition(":")[2]
        return self._population.parent_of(result.page.url) or announced or None

    def is_news(self, result: VisitResult) -> bool:
        """Has the link to the page appeared since the page with it, or the list, was read last?"""
        assert result.page is not None
        announced = ":" in (self._source_of(result.move.url) or "")
        return announced or self._population.is_news(result.page.url)

    def path(self, result: VisitResult) -> tuple[PathStep, ...]:
        """The way from the start page, with the energy that agents had on it."""
        url = result.page.url if result.page else result.move.url
        hops = self._population.path_to(url)
        if not hops:
            return (PathStep(url),)
        steps = [PathStep(h.url, h.anchor, round(self._energy_at.get(h.url, 0.0), 4)) for h in hops]
        announced = (self._source_of(hops[0].url) or "").partition(":")[2]
        return tuple([PathStep(announced), *steps] if announced else steps)
