"""Experiment (d), comparison of strategies: recall curves over folders of HTML pages.

Every request counts. Strategies see the query, five start pages of a search provider that does not know the
topic, and the pages they fetch. Tuning may use development topics only; the table is about topics held out by
the hash of their name.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from msgspec import Struct

from watchd.lab.corpus import Corpus, TopicTask
from watchd.lab.crawl import crawl
from watchd.lab.report import ExperimentReport, Panel, PaperClaim, Series
from watchd.lab.statistics import Comparison, compare

CONTENDERS: dict[str, tuple[str, dict[str, Any]]] = {
    "breadth_first": ("breadth_first", {}),
    "infospiders": ("infospiders", {}),
    "myspiders": ("myspiders", {}),
    "genetic": ("genetic", {}),
    "best_first": ("best_first", {}),
    "best_first, context": ("best_first", {"context": True}),
    "energy, no economy": ("energy", {"economy": False}),
    "energy": ("energy", {}),
}
BY_CHANCE = {"infospiders", "myspiders", "genetic", "energy", "energy, no economy"}


class Plan(Struct, frozen=True):
    """Size of the experiment."""

    topics: int = 20  # of each side of the split
    entropies: int = 3  # per topic, for strategies that use chance; averaged before any test
    budget: int = 500  # requests
    share: float = 0.25  # but at most this share of the corpus
    held_out: bool = True
    contenders: tuple[str, ...] = tuple(CONTENDERS)


class CrawlOutcome(Struct, frozen=True):
    """One strategy on one corpus: a recall curve per topic (the mean over entropies)."""

    auc: list[float]
    curve: list[float]
    at: dict[int, float]


def run(corpora: Sequence[Corpus], plan: Plan, say: Callable[[str], None] = lambda _: None) -> ExperimentReport:
    """Measure all contenders on all corpora."""
    rows: list[tuple[Any, ...]] = []
    panels: list[Panel] = []
    claims: list[PaperClaim] = []
    pooled: dict[str, list[float]] = {name: [] for name in plan.contenders}
    facts: dict[str, Any] = {}
    for corpus in corpora:
        tasks = tasks_of(corpus, plan)
        budget = min(plan.budget, int(plan.share * len(corpus.pages)))
        facts[corpus.name] = f"{len(corpus.pages)} pages, {len(tasks)} topics, {budget} requests"
        outcomes = {}
        for name in plan.contenders:
            outcomes[name] = measure(tasks, name, budget, plan.entropies)
            pooled[name] += outcomes[name].auc
            say(f"{corpus.name}: {name} recall-AUC {np.mean(outcomes[name].auc):.4f}")
        rows += [
            (corpus.name, name, o.at[10], o.at[50], o.at[100], float(np.mean(o.auc)))
            for name, o in outcomes.items()
        ]
        claims += _claims(corpus.name, {name: np.array(o.auc) for name, o in outcomes.items()})
        panels.append(_panel(corpus.name, outcomes))
    claims += _claims("all topics", {name: np.array(auc) for name, auc in pooled.items()})
    side = "held-out" if plan.held_out else "development"
    return ExperimentReport(
        name="strategies",
        title=f"Strategies compared on {side} topics",
        settings={"entropies": plan.entropies, "site cap": "none", **facts},
        columns=("corpus", "strategy", "recall@10%", "recall@50%", "recall@100%", "recall-AUC"),
        rows=rows,
        claims=claims,
        panels=panels,
        notes=[
            "recall@50% is recall after half of the budget. Only relevant pages that links lead to count.",
            "Intervals are 95 % bootstrap over topics; p is a paired sign-flip test.",
        ],
    )


def tasks_of(corpus: Corpus, plan: Plan) -> list[TopicTask]:
    """Return the topics of one side with at least three relevant pages that links lead to."""
    subjects = [s for s in corpus.subjects(plan.topics) if s.held_out == plan.held_out]
    return [task for task in (TopicTask(corpus, s) for s in subjects) if len(task.reachable) >= 3]


def measure(tasks: Sequence[TopicTask], name: str, budget: int, entropies: int) -> CrawlOutcome:
    """Measure one contender over all topics."""
    strategy, params = CONTENDERS[name]
    repeats = range(1, (entropies if name in BY_CHANCE else 1) + 1)
    curves = [
        np.mean([crawl(s, strategy, params, budget=budget, entropy=e).recall for e in repeats], axis=0)
        for s in tasks
    ]
    mean = np.mean(curves, axis=0)
    marks = {share: float(mean[max(0, budget * share // 100 - 1)]) for share in (10, 50, 100)}
    return CrawlOutcome([float(c.mean()) for c in curves], mean.tolist(), marks)


def _claims(where: str, auc: dict[str, np.ndarray]) -> list[PaperClaim]:
    """Compare energy with best_first, with the mix, and with itself without energy rules."""
    claims = []
    for other, theirs, wanted in (
        ("best_first", "+18 % (encyclopaedia)", 0.10),
        ("best_first, context", "+11 % (encyclopaedia)", 0.0),
        ("energy, no economy", "no measurable difference", None),
    ):
        if other in auc and "energy" in auc:
            gap = compare(auc["energy"], auc[other])
            claims.append(
                PaperClaim(
                    what=f"{where}: energy over {other}",
                    theirs=theirs,
                    ours=_gap(gap),
                    agrees=_agrees(gap, wanted),
                    remark=f"{gap.wins} wins, {gap.losses} losses, p={gap.p:.4f}",
                )
            )
    return claims


def _agrees(gap: Comparison, wanted: float | None) -> bool:
    if wanted is None:
        return gap.low <= 0.0 <= gap.high
    return gap.relative >= wanted and gap.low > 0.0


def _gap(gap: Comparison) -> str:
    return f"{100 * gap.relative:+.1f} % ({gap.difference:+.3f} [{gap.low:+.3f}, {gap.high:+.3f}])"


def _panel(corpus: str, outcomes: dict[str, CrawlOutcome]) -> Panel:
    series = [Series(name, o.curve, dashed=not name.startswith("energy")) for name, o in outcomes.items()]
    return Panel(corpus, "requests", "recall", series)
