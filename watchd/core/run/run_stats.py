"""How far is a run? Counts, the family tree and the paid origins, brought up to date with every step."""

from collections import Counter
from collections.abc import Sequence

import msgspec
from msgspec import structs

from watchd.core.population.events import Born, Event, Starved, Teleported
from watchd.core.population.population import Population
from watchd.core.population.strategies.protocol import Agent
from watchd.core.revisits.start_pages import origin_of
from watchd.core.run.visit_result import VisitResult
from watchd.model.agent import AgentRecord
from watchd.model.run import Books, RunCounts


class RunStats:
    """The books of one run, for people."""

    def __init__(self, population: Population, counts: RunCounts, sources: dict[str, str]) -> None:
        self._population = population
        self._sources = sources
        self._met: dict[str, Agent] = dict(population.agents)
        self._died: dict[str, int] = {}
        self._left: dict[str, float] = {}  # energy on pages, as it was written last
        self.counts = counts
        # By the origin of the path: new relevant pages that were asked for, and requests.
        self.paid: Counter[str] = Counter()
        self.asked: Counter[str] = Counter()

    def catch_up(self, events: Sequence[Event]) -> None:
        """After a replay: who lives, who died, what lies where, without counting anything twice."""
        self._follow(events)
        self._left = self._population.remnants()

    def take(self, results: Sequence[VisitResult], events: Sequence[Event], min_score: float) -> None:
        """Count what a step brought."""
        self._follow(events)
        came = Counter(result.came for result in results)
        happened = Counter(type(event) for event in events)
        relevant = [s for s in results if s.page is not None and s.score.value >= min_score]
        counts = self.counts
        self.counts = structs.replace(
            counts,
            fetched=counts.fetched + came["fetched"],
            not_modified=counts.not_modified + came["not_modified"],
            recalled=counts.recalled + came["recalled"],
            failed=counts.failed + came["failed"] + came["gone"],
            refused=counts.refused + came["refused"],
            bytes=counts.bytes + sum(result.bytes for result in results),
            relevant=counts.relevant + len(relevant),
            born=counts.born + happened[Born],
            starved=counts.starved + happened[Starved],
            teleported=counts.teleported + happened[Teleported],
            alive=len(self._population.agents),
        )
        asked = [result for result in results if result.came != "recalled" and not result.is_unasked]
        self.asked.update(map(self._origin, asked))
        for result in relevant:
            is_new = result.state is None or result.state.content_hash is None
            is_news = is_new or (result.judged is not None and result.judged.kind == "changed")
            if is_news and result.came != "recalled":
                self.paid[self._origin(result)] += 1

    def found(self, number: int) -> None:
        """So many findings of the step were new."""
        self.counts = structs.replace(self.counts, findings=self.counts.findings + number)

    def broke_off(self, received: int) -> None:
        """So much had arrived for visits that the end of the run broke off."""
        self.counts = structs.replace(self.counts, bytes=self.counts.bytes + received)

    def books(self) -> Books:
        return self._population.books()

    def moved(self) -> list[tuple[str, float, float]]:
        """Pages whose energy is not what was written last: URL, energy, unspent share."""
        now = self._population.remnants()
        urls = [url for url in {*now, *self._left} if now.get(url) != self._left.get(url)]
        self._left = now
        return [(url, *self._population.energy_left(url)) for url in sorted(urls)]

    def agents(self, events: Sequence[Event]) -> list[AgentRecord]:
        """The agents that something happened to."""
        names = {e.agent for e in events} | {e.parent for e in events if isinstance(e, Born)}
        # One that was born and starved on the way between two pages was never met.
        return [self._record(name) for name in sorted(names & self._met.keys())]

    def everyone(self) -> list[AgentRecord]:
        """Those alive now, for the first and the last page of the family tree."""
        # Agents that pass pages they know may have had children since the last page arrived.
        self._met.update(self._population.agents)
        return [self._record(name) for name in sorted(self._population.agents)]

    def _record(self, name: str) -> AgentRecord:
        agent = self._met[name]
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
        # The dead stay known: the tree shows them.
        self._met.update(self._population.agents)

    def _origin(self, result: VisitResult) -> str:
        at = result.page.url if result.page else self._population.page_with_link(result.move)
        hops = self._population.path_to(at) if at is not None else ()
        return origin_of(self._sources.get(hops[0].url if hops else result.move.url, "search"))
