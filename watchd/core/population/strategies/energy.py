"""The colony: agents with genomes and energy on one shared frontier, guided by a learned scorer. The default.

    each agent in turn:
        here     = the best open link on the page it stands on (shared score + a little of its own net)
        anywhere = the best open link of the frontier
        follow `here` if it scores at least loyalty x `anywhere`, else jump to `anywhere`
        the page arrives: the ledger pays, the scorer learns, credit flows back along the path, the net learns

The shared frontier is the lever: agents that can only walk lose to it at an equal budget. The energy economy
decides how many agents there are and where they gather; it changes the number of relevant pages little
(docs/explanation).
"""

from collections.abc import Iterator
from random import Random
from typing import Annotated, Any

import msgspec
import numpy as np
from msgspec import Meta, Struct

from watchd.core.population.crawl_graph import CrawlGraph
from watchd.core.population.energy_ledger import Economy
from watchd.core.population.genome import Genome, founder, offspring
from watchd.core.population.links.scorer import LinkScorer, ScorerRule
from watchd.core.population.strategies import walking
from watchd.core.population.strategies.protocol import Agent, Choice, How, Memory, PageVisit, bad_bounds
from watchd.errors import Fault

Positive = Annotated[float, Meta(gt=0, le=100)]
Share = Annotated[float, Meta(ge=0, le=1)]

KEYWORDS = 8  # of a founder
LEAST = 6  # agents; fewer where fewer are the most
REMEMBERED = 12  # genomes kept for the next run
CREDIT_STEPS = 3  # how far credit flows back


class EnergyParams(Struct, frozen=True, forbid_unknown_fields=True):
    """How the colony lives and learns; ridge and word_scale were tuned (measured-agents.md)."""

    economy: bool = True  # False: a fixed number of agents without energy, for comparison
    gain: Positive = 8.0
    cost: Positive = 0.1
    window: Annotated[int, Meta(ge=10, le=1000)] = 60
    least: Annotated[int, Meta(ge=1, le=2000)] = LEAST
    most: Annotated[int, Meta(ge=1, le=2000)] = 24
    loyalty: Annotated[float, Meta(ge=0, le=2)] = 1.0  # of founders; offspring differ by up to 0.1
    diversity: Share = 0.0  # weight of an agent's own net in its choice
    learning: bool = True  # False: the scorer keeps its prior
    ridge: Positive = 0.3
    word_scale: Positive = 0.6
    discount: Share = 0.5

    def faults(self) -> Iterator[Fault]:
        yield from bad_bounds(self.least, self.most, usual=LEAST)


class EnergyColony:
    """The default strategy."""

    restless = True
    finished = False

    def __init__(self, params: EnergyParams, memory: Memory) -> None:
        self._params = params
        self._ancestors = memory.genomes
        self.scorer = LinkScorer(_rule(params), memory.scorer)
        self._followed: dict[int, tuple[np.ndarray, np.ndarray]] = {}  # features of links under way, by row
        self._looked_at: tuple[int, np.ndarray, np.ndarray] | None = None  # the link scored last
        self.economy = _economy(params)

    def adjust(self, params: dict[str, Any]) -> None:
        """Agents go on under another economy; what the scorer has learned stays."""
        self._params = msgspec.convert(params, EnergyParams)
        self.economy = _economy(self._params)
        self.scorer.rule = _rule(self._params)

    def founder(self, number: int, graph: CrawlGraph, random: Random) -> Genome:
        """A remembered genome while there are some, then new ones."""
        if number < len(self._ancestors):
            return self._ancestors[number]
        return founder(walking.keywords_of(graph, KEYWORDS), random, loyalty=self._params.loyalty)

    def scores(self, graph: CrawlGraph, rows: np.ndarray) -> np.ndarray:
        """What the learned scorer expects of these links."""
        frontier = graph.frontier
        return self.scorer.scores(frontier.features(rows, graph.usual), frontier.buckets(rows))

    def choose(self, agent: Agent, graph: CrawlGraph) -> Choice | None:
        """The best link here if it is nearly as good as the best anywhere, else that one."""
        best = self._best(graph)
        if best is None:
            return None
        here = self._local(agent, graph)
        if here is not None and self._is_loyal(agent, here[1], float(graph.frontier.scores[best])):
            return self._follow(here[0], "link", graph)
        if agent.view is not None:
            agent.view.taken = None
        return self._follow(best, "jump", graph)

    def learn(self, agent: Agent, visit: PageVisit, graph: CrawlGraph) -> None:
        """Teach the scorer what the link brought, and the pages on the way what they led to."""
        row = visit.known.row
        followed = None if row is None else self._followed.pop(row, None)
        if self._params.learning and followed is not None:
            self.scorer.observe(visit.known.url, *followed, visit.known.relevance)
            self._flow_back(visit, graph)
        if self._params.diversity > 0.0:
            assert agent.genome is not None
            seen = walking.look(agent.genome, walking.layout(visit, graph))
            # Only a link taken from the page it stood on teaches an agent's own net.
            walking.reinforce(agent, visit.gain / self._params.gain, seen, rate=0.05, discount=0.5)
            agent.view = seen

    def heir(self, parent: Agent, visit: PageVisit | None, graph: CrawlGraph, random: Random) -> Genome | None:
        """A mutated copy that may take a word of the birth page into its keywords."""
        assert parent.genome is not None
        terms = visit.page.terms if visit is not None else ()
        return offspring(parent.genome, terms, graph.topic.weights(), random)

    def memory(self, agents: list[Agent]) -> Memory:
        """The genomes that gained most, and the scorer's weights."""
        ranked = sorted(agents, key=lambda a: (-a.gained, a.name))
        genomes = tuple(a.genome for a in ranked[:REMEMBERED] if a.genome is not None)
        return Memory(genomes=genomes, scorer=self.scorer.state())

    def _best(self, graph: CrawlGraph) -> int | None:
        """The best link of the frontier. Scores may be stale, so the winner is scored anew."""
        frontier = graph.frontier
        best = frontier.best()
        if best is None:
            return None
        before = frontier.scores[best]
        rows = np.array([best])
        features, buckets = frontier.features(rows, graph.usual), frontier.buckets(rows)
        self._looked_at = (best, features[0], buckets[0])
        frontier.put_scores(rows, self.scorer.scores(features, buckets))
        return best if frontier.scores[best] >= before else frontier.best()

    def _local(self, agent: Agent, graph: CrawlGraph) -> tuple[int, float] | None:
        """The best open link on the agent's page, and its score."""
        page = graph.pages.get(agent.at or "")
        if page is None or len(page.rows) == 0:
            return None
        scores = graph.frontier.scores[page.rows].astype(float)
        if agent.view is not None and agent.view.url == page.url:
            scores += self._params.diversity * agent.view.estimates
        best = int(np.argmax(scores))
        if agent.view is not None:
            agent.view.taken = best
        row = int(page.rows[best])
        return (row, float(scores[best])) if graph.frontier.open[row] else None

    def _is_loyal(self, agent: Agent, here: float, anywhere: float) -> bool:
        loyalty = agent.genome.loyalty if agent.genome is not None else self._params.loyalty
        return anywhere - here <= (1.0 - loyalty) * abs(anywhere)

    def _follow(self, row: int, how: How, graph: CrawlGraph) -> Choice:
        """Note what is known of the link now: what it brings will be learned against this."""
        frontier = graph.frontier
        if self._looked_at is not None and self._looked_at[0] == row:
            self._followed[row] = self._looked_at[1:]
        else:
            rows = np.array([row])
            self._followed[row] = frontier.features(rows, graph.usual)[0], frontier.buckets(rows)[0]
        return Choice(frontier.urls[row], how, row)

    def _flow_back(self, visit: PageVisit, graph: CrawlGraph) -> None:
        """A relevant page raises what the links on the way to it were worth, less with every step."""
        worth, at = visit.known.relevance, visit.known.parent
        for _ in range(CREDIT_STEPS):
            if at is None:
                return
            worth *= self.scorer.discount
            self.scorer.credit(at, worth)
            at = graph.parent_of(at)


def _economy(params: EnergyParams) -> Economy:
    return Economy(
        payoff="balanced" if params.economy else "off",
        gain=params.gain,
        cost=params.cost,
        window=params.window,
        least=min(params.least, params.most),
        most=params.most,
    )


def _rule(params: EnergyParams) -> ScorerRule:
    return ScorerRule(ridge=params.ridge, word_scale=params.word_scale, discount=params.discount)
