"""Statistics of a run: counts, the family tree of agents and the yield of each origin, updated with every step."""

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
        outcomes = Counter(result.outcome for result in results)
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
