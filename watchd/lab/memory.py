"""Experiment on memory between runs: a first run, new pages on the topic, and a second run of few requests.

Half of a topic's pages do not exist in the first run. Then they are published, and the experiment counts how many of
them a second run finds in 50 requests: without memory, with the scorer and genomes of the first run,
or also with visits to the hubs of the first run.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
from msgspec import Struct, structs

from watchd.core.population.events import Seed
from watchd.core.population.population import Population
from watchd.core.revisits.freshness import Freshness, KnownPage, hub_prior, ripe
from watchd.lab.corpus import Corpus, CorpusTopic, TopicTask
from watchd.lab.crawl import populate, walk
from watchd.lab.report import ExperimentReport, Panel, PaperClaim, Series
from watchd.lab.statistics import compare

KINDS = (
    "best_first, no memory",
    "energy, no memory",
    "energy, warm scorer",
    "energy, warm and remembered hubs",
)
MIN_HUB_LINK_SCORE = 0.2  # a page with a link to a page of this score is a hub


class MemoryPlan(Struct, frozen=True):
    """Size of the experiment."""

    topics: int = 15
    first: int = 200  # requests of the first run
    second: int = 50
    hubs: int = 30  # remembered pages that the second run visits first
    held_out: bool = True


def run(corpora: Sequence[Corpus], plan: MemoryPlan) -> ExperimentReport:
    """Make second runs on all corpora."""
    rows: list[tuple[Any, ...]] = []
    panels: list[Panel] = []
    pooled: dict[str, list[float]] = {kind: [] for kind in KINDS}
    for corpus in corpora:
        subjects = [s for s in corpus.subjects(plan.topics) if s.held_out == plan.held_out]
        curves = [c for c in (_second_runs(corpus, s, plan) for s in subjects) if c is not None]
        for kind in KINDS:
            ends = [curve[kind][-1] for curve in curves]
            pooled[kind] += ends
            rows.append((corpus.name, kind, len(ends), float(np.mean(ends))))
        means = [Series(k, np.mean([c[k] for c in curves], axis=0).tolist()) for k in KINDS]
        panels.append(Panel(corpus.name, "requests of the second run", "share of new pages found", means))
    return ExperimentReport(
        name="memory",
        title="New pages found by a second run",
        settings={"first run": plan.first, "second run": plan.second, "remembered hubs": plan.hubs},
        columns=("corpus", "second run", "topics", f"found@{plan.second}"),
        rows=rows,
        claims=_claims({kind: np.array(found) for kind, found in pooled.items()}),
        panels=panels,
    )


def _second_runs(corpus: Corpus, subject: CorpusTopic, plan: MemoryPlan) -> dict[str, list[float]] | None:
    """Return the share of new pages found after each request, for each kind of second run."""
    later = frozenset(sorted(subject.relevant)[::2])
    before = TopicTask(corpus, structs.replace(subject, hidden=subject.hidden | later))
    after = TopicTask(corpus, subject)
    wanted = after.reachable & later
    if len(wanted) < 3:
        return None
    first = populate(before, "energy", budget=plan.first, entropy=1)
    for _ in walk(first, before):
        pass
    memory = first.memory()
    remembered = [Seed(url, "remnant", 0.0) for url in _hubs(first, plan)]
    started = [Seed(url) for url in before.seeds]
    runs = {
        "best_first, no memory": populate(after, "best_first", budget=plan.second, entropy=2, seeds=started),
        "energy, no memory": populate(after, "energy", budget=plan.second, entropy=2, seeds=started),
        "energy, warm scorer": populate(
            after, "energy", budget=plan.second, entropy=2, memory=memory, seeds=started
        ),
        "energy, warm and remembered hubs": populate(
            after, "energy", budget=plan.second, entropy=2, memory=memory, seeds=remembered
        ),
    }
    return {kind: _found(population, after, wanted, plan.second) for kind, population in runs.items()}


def _found(population: Population, task: TopicTask, wanted: frozenset[str], budget: int) -> list[float]:
    steps = np.cumsum([url in wanted for url in walk(population, task)]) / len(wanted)
    curve = [float(s) for s in steps]
    return curve + [curve[-1]] * (budget - len(curve))


def _hubs(population: Population, plan: MemoryPlan) -> list[str]:
    """Return the pages of the first run to visit first, by the number of relevant pages they link to."""
    known = []
    for url in population.relevances():
        links = population.links_on([url])
        good = sum((population.page_relevance(link) or 0.0) >= MIN_HUB_LINK_SCORE for link in links)
        known.append(KnownPage(url, hub_prior(good, len(links)), waited=7.0))
    return ripe(known, plan.hubs, Random(1), Freshness(share=1.0))  # noqa: S311 - must be repeatable


def _claims(found: dict[str, np.ndarray]) -> list[PaperClaim]:
    means = {kind: float(values.mean()) for kind, values in found.items()}
    restart, _, warm, full = (means[kind] for kind in KINDS)
    gap = compare(found[KINDS[3]], found[KINDS[2]])
    return [
        PaperClaim(
            "found@50: best_first without memory, warm scorer, warm with hubs",
            "6 %, 16 %, 37 % (encyclopaedia)",
            f"{restart:.0%}, {warm:.0%}, {full:.0%}",
            restart < warm < full,
        ),
        PaperClaim(
            "remembered hubs find at least twice as much as a warm restart",
            "2.3 times",
            f"{full / max(warm, 1e-9):.2f} times, {gap.wins} wins, {gap.losses} losses, p={gap.p:.3f}",
            full >= 2 * warm,
        ),
    ]
