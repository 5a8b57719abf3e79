"""Energy strategy, the default: agents with genomes and energy on one shared frontier, with a learned link scorer.

    each agent in turn:
        here     = the best open link on its current page (shared score + a little of its own net)
        anywhere = the best open link of the frontier
        follow `here` if it scores at least loyalty x `anywhere`, else jump to `anywhere`
        the page arrives: the ledger pays, the scorer learns, the links of the path get credit, the net learns

The shared frontier matters most: agents that can only walk find less at an equal budget. The energy rules
decide how many agents there are and where they search; they change the number of relevant pages little
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
from watchd.core.population.strategies.protocol import Agent, Choice, How, Memory, PageVisit, bound_faults
from watchd.errors import Fault

Positive = Annotated[float, Meta(gt=0, le=100)]
Share = Annotated[float, Meta(ge=0, le=1)]

MAX_FOUNDER_KEYWORDS = 8
DEFAULT_LEAST = 6  # agents; fewer if `most` is lower
MAX_GENOMES_KEPT = 12  # for the next run
MAX_CREDIT_STEPS = 3  # links before the last one that get credit for a relevant page


class EnergyParams(Struct, frozen=True, forbid_unknown_fields=True):
    """Parameters of energy and learning; ridge and word_scale were tuned (measured-agents.md)."""

    economy: bool = True  # False: a fixed number of agents without energy, for comparison
    gain: Positive = 8.0
    cost: Positive = 0.1
    window: Annotated[int, Meta(ge=10, le=1000)] = 60
    least: Annotated[int, Meta(ge=1, le=2000)] = DEFAULT_LEAST
    most: Annotated[int, Meta(ge=1, le=2000)] = 24
    loyalty: Annotated[float, Meta(ge=0, le=2)] = 1.0  # of founders; offspring differ by up to 0.1
    diversity: Share = 0.0  # weight of an agent's own net in its choice
    learning: bool = True  # False: the scorer keeps its prior
    ridge: Positive = 0.3
    word_scale: Positive = 0.6
    discount: Share = 0.5

    def faults(self) -> Iterator[Fault]:
        yield from bound_faults(self.least, self.most, default=DEFAULT_LEAST)


class EnergyColony:
    """The default strategy."""

    learns_scores = True
    finished = False

    def __init__(self, params: EnergyParams, memory: Memory) -> None:
        self._params = params
        self._ancestors = memory.genomes
        self.scorer = LinkScorer(_rule(params), memory.scorer)
        self._followed: dict[int, tuple[np.ndarray, np.ndarray]] = {}  # features of links under way, by row
        self._last_scored: tuple[int, np.ndarray, np.ndarray] | None = None  # row, features, hashed words
        self.economy = _economy(params)

    def adjust(self, params: dict[str, Any]) -> None:
        """Apply other parameters; what the scorer has learned stays."""
        self._params = msgspec.convert(params, EnergyParams)
        self.economy = _economy(self._params)
        self.scorer.rule = _rule(self._params)

    def founder(self, number: int, graph: CrawlGraph, random: Random) -> Genome:
        """Return a genome that an earlier run kept, while there are some, else a new one."""
        if number < len(self._ancestors):
            return self._ancestors[number]
        return founder(walking.keywords_of(graph, MAX_FOUNDER_KEYWORDS), random, loyalty=self._params.loyalty)

    def scores(self, graph: CrawlGraph, rows: np.ndarray) -> np.ndarray:
        """Return what the learned scorer expects of these links."""
        frontier = graph.frontier
        return self.scorer.scores(frontier.features(rows, graph.mean_relevance), frontier.buckets(rows))

    def choose(self, agent: Agent, graph: CrawlGraph) -> Choice | None:
        """Return the best link of the agent's page if it is nearly as good as the best of the frontier, else the latter."""
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
        """Give the scorer the relevance that the link led to, and credit to the links before it."""
        row = visit.known.row
        followed = None if row is None else self._followed.pop(row, None)
        if self._params.learning and followed is not None:
            self.scorer.observe(visit.known.url, *followed, visit.known.relevance)
            self._credit_path(visit, graph)
        if self._params.diversity > 0.0:
            assert agent.genome is not None
            seen = walking.view_page(agent.genome, walking.layout(visit, graph))
            # An agent's own net learns only from a link that the agent took from its page.
            walking.reinforce(agent, visit.gain / self._params.gain, seen, rate=0.05, discount=0.5)
            agent.view = seen

    def child_genome(
        self, parent: Agent, visit: PageVisit | None, graph: CrawlGraph, random: Random
    ) -> Genome | None:
        """Return a mutated copy that may get a word of the birth page as a keyword."""
        assert parent.genome is not None
        terms = visit.page.terms if visit is not None else ()
        return offspring(parent.genome, terms, graph.topic.weights(), random)

    def memory(self, agents: list[Agent]) -> Memory:
        """Return the genomes that gained the most energy, and the scorer's weights."""
        ranked = sorted(agents, key=lambda a: (-a.gained, a.name))
        genomes = tuple(a.genome for a in ranked[:MAX_GENOMES_KEPT] if a.genome is not None)
        return Memory(genomes=genomes, scorer=self.scorer.state())

    def _best(self, graph: CrawlGraph) -> int | None:
        """Return the best link of the frontier. Scores may be out of date, so the best is scored again."""
        frontier = graph.frontier
        best = frontier.best()
        if best is None:
            return None
        before = frontier.scores[best]
        rows = np.array([best])
        features, buckets = frontier.features(rows, graph.mean_relevance), frontier.buckets(rows)
        self._last_scored = (best, features[0], buckets[0])
        frontier.put_scores(rows, self.scorer.scores(features, buckets))
        return best if frontier.scores[best] >= before else frontier.best()

    def _local(self, agent: Agent, graph: CrawlGraph) -> tuple[int, float] | None:
        """Return the best open link on the agent's page, and its score."""
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
        may_follow = graph.frontier.open[row] and not graph.frontier.is_held(row)
        return (row, float(scores[best])) if may_follow else None

    def _is_loyal(self, agent: Agent, here: float, anywhere: float) -> bool:
        loyalty = agent.genome.loyalty if agent.genome is not None else self._params.loyalty
        return anywhere - here <= (1.0 - loyalty) * abs(anywhere)

    def _follow(self, row: int, how: How, graph: CrawlGraph) -> Choice:
        """Keep the features of the link as they are now: the scorer will learn from these."""
        frontier = graph.frontier
        if self._last_scored is not None and self._last_scored[0] == row:
            self._followed[row] = self._last_scored[1:]
        else:
            rows = np.array([row])
            self._followed[row] = frontier.features(rows, graph.mean_relevance)[0], frontier.buckets(rows)[0]
        return Choice(frontier.urls[row], how, row)

    def _credit_path(self, visit: PageVisit, graph: CrawlGraph) -> None:
        """Credit the links on the path to a page with its relevance, less with every step back."""
        credit, at = visit.known.relevance, visit.known.parent
        for _ in range(MAX_CREDIT_STEPS):
            if at is None:
                return
            credit *= self._params.discount
            self.scorer.credit(at, credit)
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
