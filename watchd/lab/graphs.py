"""Experiment (a), adaptive agents on random graphs (S002 section 4): selection, beta, learning.

A graph has N pages with L links each. G: share of relevant pages. H: clusters they lie in. R: chance that a
link of a relevant page stays in its cluster. A: accuracy, the chance that the word at a link is right
about its target (else it is random with chance G). The paper does not state its feature law; this one is
ours, so figures may differ for that reason.
"""

from random import Random
from typing import Any

import numpy as np
from msgspec import Struct

from watchd.lab.report import ExperimentReport, Panel, PaperClaim, Series


class GraphPlan(Struct, frozen=True):
    """Size of the experiment."""

    pages: int = 1000
    links: int = 10
    general: tuple[float, ...] = (0.02, 0.05, 0.1)  # G
    clusters: int = 2  # H
    local: tuple[float, ...] = (0.2, 0.5, 0.8)  # R
    accurate: tuple[float, ...] = (0.2, 0.5, 0.8)  # A
    agents: int = 20
    visited: float = 0.2  # share of the graph that agents may read
    repeats: int = 3


class Graph:
    """Random graph: links, relevant pages, and the word at each link."""

    def __init__(self, plan: GraphPlan, general: float, local: float, accurate: float, entropy: int) -> None:
        random = np.random.default_rng(entropy)
        n, links = plan.pages, plan.links
        self.relevant = np.zeros(n, dtype=bool)
        good = random.choice(n, max(plan.clusters, round(general * n)), replace=False)
        self.relevant[good] = True
        cluster = np.full(n, -1)
        cluster[good] = np.arange(len(good)) % plan.clusters
        self.links = random.integers(0, n, (n, links))
        for page in good:
            mates = good[cluster[good] == cluster[page]]
            stays = random.random(links) < local
            self.links[page, stays] = random.choice(mates, int(stays.sum()))
        truth = self.relevant[self.links]
        guess = random.random((n, links)) < general
        self.words = np.where(random.random((n, links)) < accurate, truth, guess).astype(float)


class Walker:
    """An agent of this experiment: one input, one weight, beta, energy."""

    __slots__ = ("at", "beta", "energy", "weight")

    def __init__(self, at: int, beta: float, weight: float, energy: float) -> None:
        self.at, self.beta, self.weight, self.energy = at, beta, weight, energy

    def step(self, graph: Graph, random: Random) -> int:
        """Draw a link with the odds of exp(beta x weight x word)."""
        words = graph.words[self.at]
        grown = np.exp(self.beta * self.weight * words)
        drawn = random.random() * float(grown.sum())
        return min(int(np.searchsorted(np.cumsum(grown), drawn)), len(words) - 1)

    def child(self, random: Random) -> "Walker":
        """Return a child with half of the energy, and with beta changed by up to a half."""
        self.energy /= 2.0
        beta = min(5.0, max(0.01, self.beta * random.uniform(0.5, 1.5)))
        return Walker(self.at, beta, self.weight * random.uniform(0.75, 1.25), self.energy)


def search(
    graph: Graph, plan: GraphPlan, *, selection: str, learning: bool, entropy: int
) -> tuple[float, float]:
    """Return the share of relevant pages found, and the mean beta at the end."""
    random = Random(entropy)  # noqa: S311 - chance that must be repeatable
    n = plan.pages
    walkers = [Walker(random.randrange(n), 2.0, random.uniform(-0.5, 0.5), 1.0) for _ in range(plan.agents)]
    seen: set[int] = set()
    limit, cost, steps = int(plan.visited * n), 0.05, 0
    while len(seen) < limit and walkers and steps < 50 * limit:
        steps += 1
        walker = walkers.pop(0)
        link = walker.step(graph, random)
        word = float(graph.words[walker.at, link])
        walker.at = int(graph.links[walker.at, link])
        pay = 1.0 if graph.relevant[walker.at] and walker.at not in seen else 0.0
        seen.add(walker.at)
        walker.energy += pay - cost
        if learning and word:  # the weight of the word moves towards the payoff
            walker.weight += 0.05 * (pay - walker.weight * word)
        walkers += _selected(walker, walkers, selection, plan, random)
    found = sum(bool(graph.relevant[p]) for p in seen) / int(graph.relevant.sum())
    betas = [w.beta for w in walkers] or [2.0]
    return found, float(np.mean(betas))


def _selected(
    walker: Walker, others: list[Walker], selection: str, plan: GraphPlan, random: Random
) -> list[Walker]:
    """Apply selection. Local: each agent depends on its own energy. Tournament: of two agents the poorer dies."""
    if selection == "local":
        if walker.energy <= 0.0 and len(others) >= 2:
            return []
        return [walker, walker.child(random)] if walker.energy >= 2.0 else [walker]
    if random.random() < 0.1 and others:
        rival = others[random.randrange(len(others))]
        if rival.energy < walker.energy:
            others.remove(rival)
            return [walker, walker.child(random)]
    return [walker]


def run(plan: GraphPlan) -> ExperimentReport:
    """Run all combinations of G, R and A."""
    rows: list[tuple[Any, ...]] = []
    ratios, betas, learned = [], [], []
    for general in plan.general:
        for local in plan.local:
            for accurate in plan.accurate:
                cell = _cell(plan, general, local, accurate)
                rows.append((general, local, accurate, *cell))
                ratios.append(cell[1] / max(cell[2], 1e-9))
                learned.append(cell[1] / max(cell[0], 1e-9))
                betas.append((accurate, cell[3]))
    correlation = float(np.corrcoef(np.array(betas).T)[0, 1])
    return ExperimentReport(
        name="graphs",
        title="Adaptive agents on random graphs (S002 section 4)",
        settings={"pages": plan.pages, "links": plan.links, "H": plan.clusters, "repeats": plan.repeats},
        columns=("G", "R", "A", "local, no learning", "local", "tournament", "mean beta"),
        rows=rows,
        claims=[
            _ratio_claim(ratios),
            PaperClaim(
                "correlation of beta with accuracy",
                ".77",
                f"{correlation:.2f}",
                correlation >= 0.6,
                "" if correlation >= 0.6 else "perhaps our runs are too short for selection to act on beta",
            ),
            PaperClaim(
                "Q-learning helps",
                "yes",
                f"{np.mean(learned):.2f} times as many pages",
                bool(np.mean(learned) > 1.05),
                "perhaps one word per link leaves little to learn" if np.mean(learned) <= 1.05 else "",
            ),
        ],
        panels=[_panel(plan, rows)],
    )


def _cell(plan: GraphPlan, general: float, local: float, accurate: float) -> tuple[float, float, float, float]:
    """Return means over the repeats: evolution only, local with learning, tournament with learning, beta."""
    results = []
    for entropy in range(1, plan.repeats + 1):
        graph = Graph(plan, general, local, accurate, entropy)
        bare, _ = search(graph, plan, selection="local", learning=False, entropy=entropy)
        ours, beta = search(graph, plan, selection="local", learning=True, entropy=entropy)
        rival, _ = search(graph, plan, selection="tournament", learning=True, entropy=entropy)
        results.append((bare, ours, rival, beta))
    bare, ours, rival, beta = np.mean(results, axis=0).tolist()
    return bare, ours, rival, beta


def _ratio_claim(ratios: list[float]) -> PaperClaim:
    low, high, mean = min(ratios), max(ratios), float(np.mean(ratios))
    return PaperClaim(
        "local selection finds more than tournament",
        "2 to 10 times",
        f"{low:.2f} to {high:.2f} times, mean {mean:.2f}",
        mean >= 2.0,
        "" if mean >= 2.0 else "not reproduced under our feature law",
    )


def _panel(plan: GraphPlan, rows: list[tuple[Any, ...]]) -> Panel:
    def line(name: str, column: int) -> Series:
        values = [float(np.mean([r[column] for r in rows if r[1] == local])) for local in plan.local]
        return Series(name, values, list(plan.local))

    series = [line("local", 4), line("local, no learning", 3), line("tournament", 5)]
    return Panel("found, over all G and A", "R", "share of relevant pages", series)
