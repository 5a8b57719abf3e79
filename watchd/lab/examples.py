"""Experiment (c), search by example (S003): best first against the genetic strategy."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import Struct

from watchd.core.population import strategies
from watchd.core.population.crawl_graph import CrawlGraph
from watchd.core.population.events import Arrival, RunBudget, Seed
from watchd.core.population.population import Population
from watchd.core.relevance.term_rarity import TermCounts
from watchd.core.relevance.topic import Topic
from watchd.lab.corpus import Corpus, CorpusTopic
from watchd.lab.report import ExperimentReport, Panel, PaperClaim, Series
from watchd.lab.similarity import Example, as_example, likeness
from watchd.lab.statistics import compare

CONTENDERS = ("best_first", "genetic", "energy")


class ExamplePlan(Struct, frozen=True):
    """Size of the experiment."""

    topics: int = 8
    examples: int = 3
    outputs: int = 10
    budget: int = 120


class _Search:
    """Search for one topic: its example pages are the start pages too."""

    def __init__(self, corpus: Corpus, subject: CorpusTopic, plan: ExamplePlan) -> None:
        self.corpus, self.plan = corpus, plan
        self.given = sorted(subject.relevant)[: plan.examples]
        self.wanted = subject.relevant - set(self.given)
        self._counts = TermCounts(documents=len(corpus.known), terms=dict(corpus.known_counts()))
        self._cache: dict[str, Example] = {}
        self._examples = [self._example(url) for url in self.given]
        self._topic = Topic(examples=[corpus.document(u) for u in self.given], languages=("en",))

    def run(self, strategy: str) -> tuple[list[float], set[str]]:
        """Return the similarity of the ten best pages after each request, and these pages."""
        population = Population(
            strategies.make(strategy),
            [Seed(url) for url in self.given],
            CrawlGraph(self._topic),
            entropy=1,
            budget=RunBudget(pages=self.plan.budget),
        )
        found: dict[str, float] = {}
        curve: list[float] = []
        while moves := population.moves(1):
            url = moves[0].url
            page = self.corpus.pages.get(url)
            score = likeness(self._example(url), self._examples) if page is not None else 0.0
            population.settle(Arrival(moves[0].number, page, score))
            if url not in self.given:
                found[url] = score
            curve.append(float(np.mean(sorted(found.values())[-self.plan.outputs :] or [0.0])))
        curve += [curve[-1]] * (self.plan.budget - len(curve))
        return curve, set(sorted(found, key=lambda u: (-found[u], u))[: self.plan.outputs])

    def _example(self, url: str) -> Example:
        if url not in self._cache:
            self._cache[url] = as_example(self.corpus.pages[url], self._counts)
        return self._cache[url]


def run(corpora: Sequence[Corpus], plan: ExamplePlan) -> ExperimentReport:
    """Run every contender on development topics of every corpus."""
    rows: list[tuple[Any, ...]] = []
    panels: list[Panel] = []
    best: dict[str, list[float]] = {name: [] for name in CONTENDERS}
    overlap: list[float] = []
    for corpus in corpora:
        subjects = [s for s in corpus.subjects(plan.topics) if not s.held_out and len(s.relevant) > 6]
        curves: dict[str, list[list[float]]] = {name: [] for name in CONTENDERS}
        right: dict[str, list[float]] = {name: [] for name in CONTENDERS}
        for subject in subjects:
            search = _Search(corpus, subject, plan)
            outputs = {}
            for name in CONTENDERS:
                curve, outputs[name] = search.run(name)
                curves[name].append(curve)
                right[name].append(len(outputs[name] & search.wanted) / plan.outputs)
                best[name].append(curve[-1])
            overlap.append(len(outputs["best_first"] & outputs["genetic"]) / plan.outputs)
        rows += [
            (corpus.name, name, float(np.mean([c[-1] for c in curves[name]])), float(np.mean(right[name])))
            for name in CONTENDERS
        ]
        means = [Series(name, np.mean(curves[name], axis=0).tolist()) for name in CONTENDERS]
        panels.append(Panel(corpus.name, "requests", "likeness of the ten best", means))
    return _report(plan, rows, panels, best, overlap)


def _report(
    plan: ExamplePlan,
    rows: list[tuple[Any, ...]],
    panels: list[Panel],
    best: dict[str, list[float]],
    overlap: list[float],
) -> ExperimentReport:
    gap = compare(np.array(best["genetic"]), np.array(best["best_first"]))
    shared = float(np.mean(overlap))
    return ExperimentReport(
        name="examples",
        title="Search by example (S003)",
        settings={"examples": plan.examples, "outputs": plan.outputs, "requests": plan.budget},
        columns=("corpus", "strategy", "likeness of the ten best", "share of the ten in the topic"),
        rows=rows,
        claims=[
            PaperClaim(
                "genetic against best first, likeness",
                "no significant difference",
                f"{100 * gap.relative:+.1f} % [{gap.low:+.3f}, {gap.high:+.3f}], p={gap.p:.3f}",
                gap.low <= 0.0 <= gap.high,
                "" if gap.low <= 0.0 <= gap.high else "perhaps because half of its requests are mutations",
            ),
            PaperClaim("they complement each other", "yes", f"{shared:.0%} of outputs shared", shared < 0.9),
        ],
        panels=panels,
    )
