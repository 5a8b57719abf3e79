"""Experiment (e), revisits: sources that show new pages at unknown rates, and a small number of visits."""

from random import Random
from typing import Any

import numpy as np
from msgspec import Struct

from watchd.core.revisits.freshness import Freshness, HubYield, KnownPage, expected_energy
from watchd.lab.report import ExperimentReport, Panel, PaperClaim, Series


class VisitPlan(Struct, frozen=True):
    """Size of the simulation."""

    sources: int = 400
    periods: int = 200
    visible: float = 20.0  # periods after which a new page is no longer shown by its source
    budgets: tuple[float, ...] = (0.025, 0.2)  # visits per source and period: scarce, rich
    repeats: int = 3


class SimulatedSources:
    """Sources with their true rates, and a feature that correlates with the rate."""

    def __init__(self, plan: VisitPlan, entropy: int) -> None:
        random = np.random.default_rng(entropy)
        self.rates = random.gamma(0.25, 0.2, plan.sources)  # many sources show little, a few show much
        self.hint = self.rates * np.exp(random.normal(0.0, 0.7, plan.sources))
        self.news = [
            np.sort(random.uniform(0, plan.periods, random.poisson(rate * plan.periods))) for rate in self.rates
        ]


def simulate(plan: VisitPlan, budget: float, policy: str, entropy: int) -> tuple[float, list[float]]:
    """Return the share of the new pages found, and the delay of each."""
    world, random = SimulatedSources(plan, entropy), Random(entropy)  # noqa: S311 - chance that must be repeatable
    last = np.zeros(plan.sources)
    hubs = [HubYield(prior_shape=0.5 + min(2.0, 6.0 * h)) for h in world.hint]
    seen = [0] * plan.sources
    delays: list[float] = []
    for now in range(1, plan.periods + 1):
        waited = now - last
        if policy == "uniform":
            scores = waited
        elif policy == "known rates":
            scores = world.rates * np.minimum(waited, plan.visible)
        else:
            scores = _sampled(plan, hubs, waited, random)
        for i in np.argsort(-scores)[: round(budget * plan.sources)].tolist():
            upto = int(np.searchsorted(world.news[i], now))
            shown = [t for t in world.news[i][seen[i] : upto] if now - t <= plan.visible]
            delays += [now - float(t) for t in shown]
            seen[i] = upto
            hubs[i] = hubs[i].after(len(shown), min(now - last[i], plan.visible))
            last[i] = now
    return len(delays) / max(1, sum(map(len, world.news))), delays


def _sampled(plan: VisitPlan, hubs: list[HubYield], waited: np.ndarray, random: Random) -> np.ndarray:
    """Draw the expected energy of a visit to each source (Thompson sampling)."""
    rule = Freshness(window=plan.visible)
    return np.array(
        [
            expected_energy(KnownPage(str(i), hub, waited=float(waited[i])), random, rule)
            for i, hub in enumerate(hubs)
        ]
    )


def run(plan: VisitPlan) -> ExperimentReport:
    """Run three policies at a scarce and at a rich budget."""
    rows: list[tuple[Any, ...]] = []
    shares: dict[tuple[float, str], float] = {}
    panels: list[Panel] = []
    for budget in plan.budgets:
        series = []
        for policy in ("uniform", "thompson", "known rates"):
            runs = [simulate(plan, budget, policy, entropy) for entropy in range(1, plan.repeats + 1)]
            delays = np.concatenate([r[1] for r in runs])
            share = shares[budget, policy] = float(np.mean([r[0] for r in runs]))
            middle, late = np.percentile(delays, [50, 90]).tolist()
            visits = budget * plan.sources * plan.periods * plan.repeats / max(1, len(delays))
            rows.append((f"{budget:.1%}", policy, share, middle, late, visits))
            grid = np.linspace(0, plan.visible, 41)
            seen = [share * float((delays <= g).mean()) for g in grid]
            series.append(Series(policy, seen, grid.tolist()))
        panels.append(Panel(f"budget {budget:.1%}", "delay (periods)", "share of new pages found", series))
    return ExperimentReport(
        name="freshness",
        title="Policies for revisits",
        settings={"sources": plan.sources, "periods": plan.periods, "repeats": plan.repeats},
        columns=("budget", "policy", "found", "median delay", "p90 delay", "requests per find"),
        rows=rows,
        claims=_claims(plan, shares),
        panels=panels,
    )


def _claims(plan: VisitPlan, shares: dict[tuple[float, str], float]) -> list[PaperClaim]:
    scarce, rich = plan.budgets[0], plan.budgets[-1]
    uniform, ours, known = (shares[scarce, p] for p in ("uniform", "thompson", "known rates"))
    return [
        PaperClaim(
            "scarce budget: found by uniform, Thompson, known rates",
            "33 %, 64 %, 70 %",
            f"{uniform:.0%}, {ours:.0%}, {known:.0%}",
            ours > 1.5 * uniform and ours >= 0.85 * known,
            "the rates of the simulation are ours; a visit to the richest known page each time is not optimal",
        ),
        PaperClaim(
            "rich budget: uniform finds as much, but later",
            "yes",
            f"{shares[rich, 'uniform']:.0%} against {shares[rich, 'thompson']:.0%}",
            shares[rich, "uniform"] >= 0.9 * shares[rich, "thompson"],
        ),
    ]
