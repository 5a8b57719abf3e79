"""Experiment (b), size of a population: fixed gain against balance, with and without buffer (S004).

The web of this experiment has no end: every page leads to new pages whose relevance is similar to its own. A *rich*
topic has many relevant pages, a *poor* one few. Without balance a population explodes on a rich topic and dies on
a poor one, unless gain and cost happen to fit. The buffer (LB, UB, remnants) keeps both populations within bounds;
balance keeps the size stable by itself.
"""

from random import Random
from typing import Any, Literal

import numpy as np
from msgspec import Struct, structs

from watchd.core.population.crawl_graph import CrawlGraph
from watchd.core.population.energy_ledger import Economy, balance
from watchd.core.population.events import Arrival, RunBudget, Seed
from watchd.core.population.population import Population
from watchd.core.population.strategies import energy
from watchd.core.population.strategies.protocol import Memory
from watchd.core.relevance.topic import Topic
from watchd.lab.report import ExperimentReport, Panel, PaperClaim, Series
from watchd.model.page import Link, Page

KINDS: dict[str, tuple[Literal["balanced", "fixed"], bool]] = {
    "fixed gain": ("fixed", False),
    "sigmoid": ("balanced", False),
    "fixed gain + buffer": ("fixed", True),
    "sigmoid + buffer": ("balanced", True),
}


class TracePlan(Struct, frozen=True):
    """Size of the experiment, and the values to vary."""

    pages: int = 1000
    costs: tuple[float, ...] = (0.1, 0.5)  # C
    gains: tuple[float, ...] = (2.0, 8.0)  # G
    richness: tuple[float, ...] = (0.03, 0.25)  # mean relevance of a poor and of a rich topic
    least: int = 6
    most: int = 24
    ceiling: int = 300  # a population without buffer that reaches this has exploded


class EndlessWeb:
    """Web whose pages are made on request; the same entropy makes the same web."""

    LINKS = 8

    def __init__(self, richness: float, entropy: int) -> None:
        self._richness, self._entropy = richness, entropy
        self.relevance: dict[str, float] = {f"http://start{i}.test/": 0.5 for i in range(5)}

    def page(self, url: str) -> Page:
        """Return the page, and draw the relevances of its children around its own."""
        random = Random(f"{self._entropy}/{url}")  # noqa: S311 - chance that must be repeatable
        links = []
        for i in range(self.LINKS):
            child = f"{url}{i}/"
            drift = 0.5 * self.relevance[url] + 0.5 * random.expovariate(1.0 / self._richness)
            self.relevance[child] = min(1.0, drift * random.random() * 2.0)
            links.append(Link(url=child, anchor=f"link {i}", tag_path="li"))
        return Page(url=url, links=tuple(links))


class FixedScorer(energy.EnergyColony):
    """The energy strategy with other energy rules and a scorer that does not learn: only the energy rules vary."""

    def __init__(self, economy: Economy) -> None:
        super().__init__(energy.EnergyParams(learning=False), Memory())
        self.economy = economy


def trace(plan: TracePlan, kind: str, *, cost: float, gain: float, richness: float) -> list[int]:
    """Return the number of agents after every page; the list ends early when the population died or exploded."""
    payoff, buffered = KINDS[kind]
    economy = Economy(payoff=payoff, gain=gain, cost=cost, least=plan.least, most=plan.most)
    if not buffered:
        economy = structs.replace(economy, least=0, most=plan.ceiling)
    web = EndlessWeb(richness, entropy=1)
    seeds = [Seed(url) for url in web.relevance]
    population = Population(
        FixedScorer(economy),
        seeds,
        CrawlGraph(Topic("anything")),
        entropy=1,
        budget=RunBudget(pages=plan.pages),
    )
    sizes = [len(population.agents)]
    while moves := population.moves(1):
        page = web.page(moves[0].url)
        population.settle(Arrival(moves[0].number, page, web.relevance[page.url]))
        sizes.append(len(population.agents))
        if not buffered and sizes[-1] >= plan.ceiling:
            break
    return sizes


def fate(plan: TracePlan, sizes: list[int]) -> str:
    """Return in words how a population ended."""
    if sizes[-1] == 0:
        return f"died at {len(sizes) - 1}"
    if sizes[-1] >= plan.ceiling:
        return f"exploded at {len(sizes) - 1}"
    return f"{min(sizes)}..{max(sizes)}"


def run(plan: TracePlan) -> ExperimentReport:
    """Run all combinations of C, G and both topics."""
    rows: list[tuple[Any, ...]] = []
    panels: list[Panel] = []
    buffered: list[list[int]] = []
    loose: dict[str, list[str]] = {"fixed gain": [], "sigmoid": []}
    for richness in plan.richness:
        for cost in plan.costs:
            for gain in plan.gains:
                traces = {k: trace(plan, k, cost=cost, gain=gain, richness=richness) for k in KINDS}
                rows.append((richness, cost, gain, *(fate(plan, t) for t in traces.values())))
                buffered.append(traces["sigmoid + buffer"])
                for kind, fates in loose.items():
                    fates.append(fate(plan, traces[kind]))
                panels.append(_panel(plan, f"topic {richness}, C={cost}, G={gain}", traces))
    return ExperimentReport(
        name="population",
        title="Populations with fixed gain and with balance (S004 figures 2, 3 and 5)",
        settings={"pages": plan.pages, "LB": plan.least, "UB": plan.most, "ceiling": plan.ceiling},
        columns=("topic", "C", "G", *KINDS),
        rows=rows,
        claims=[_bounded(plan, buffered), _unstable(loose), _differ(buffered)],
        panels=[_payoffs(plan), *panels],
    )


def _payoffs(plan: TracePlan) -> Panel:
    """Draw the payoff of pages: the sigmoid adapts to a poor and to a rich topic, a fixed gain does not."""
    random = Random(1)  # noqa: S311 - chance that must be repeatable
    gain, cost = plan.gains[-1], plan.costs[-1]
    grid = np.linspace(0.0, 1.0, 101).tolist()
    series = [Series("fixed gain", [gain * r - cost for r in grid], grid, dashed=True)]
    for richness in plan.richness:
        window = [min(1.0, random.expovariate(1.0 / richness)) for _ in range(60)]
        placed = balance(window, gain=gain, cost=cost)
        series.append(Series(f"balanced, topic {richness}", [placed.payoff(r) for r in grid], grid))
    return Panel(f"payoff, C={cost}, G={gain}", "relevance", "energy", series, bands=(0.0,))


def _bounded(plan: TracePlan, traces: list[list[int]]) -> PaperClaim:
    low, high = min(map(min, traces)), max(map(max, traces))
    inside = low >= plan.least and high <= plan.most
    return PaperClaim("sigmoid with buffer stays within LB..UB", "yes", f"{low}..{high}", inside)


def _unstable(loose: dict[str, list[str]]) -> PaperClaim:
    ended = sum("at" in fate for fate in loose["fixed gain"])
    balanced = sum("at" in fate for fate in loose["sigmoid"])
    total = len(loose["fixed gain"])
    return PaperClaim(
        "fixed gain explodes or dies without buffer",
        "always",
        f"{ended} of {total} (sigmoid {balanced} of {total})",
        ended == total,
        ""
        if ended == total
        else "where gain x mean relevance happens to equal cost, the size stays nearly constant",
    )


def _differ(traces: list[list[int]]) -> PaperClaim:
    distinct = len({tuple(t) for t in traces})
    return PaperClaim(
        "traces differ between topics", "yes", f"{distinct} of {len(traces)}", distinct == len(traces)
    )


def _panel(plan: TracePlan, title: str, traces: dict[str, list[int]]) -> Panel:
    series = [
        Series(name, [float(n) for n in np.array(sizes)], dashed="buffer" not in name)
        for name, sizes in traces.items()
    ]
    return Panel(title, "pages", "agents", series, bands=(plan.least, plan.most), log=True)
