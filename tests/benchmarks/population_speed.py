"""Speed of the population's decisions: CPU per page with 1,000 agents and a frontier of 100,000 links.

python -m tests.benchmarks.population_speed
"""

import os
import time
import tracemalloc
from random import Random
from statistics import median, quantiles

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before numpy is loaded: one core, and no idle threads in the count

from watchd.core.population import strategies
from watchd.core.population.crawl_graph import CrawlGraph
from watchd.core.population.events import Arrival, RunBudget, Seed
from watchd.core.population.population import Population
from watchd.core.relevance.topic import Topic
from watchd.model.page import Link, Page

WORDS = [f"word{i}" for i in range(3000)] + ["battery", "solid"] * 20
AGENTS, LINKS, PAGES, TERMS_PER_PAGE = 1_000, 100_000, 400, 500
TURN = 50  # pages before the next strategy has its turn
READ = 10_000  # pages for the measurement of memory
LINKS_PER_PAGE, KNOWN = 60, 0.9  # on the documentation trees of the lab one link in twenty is new


def target(random: Random, known: list[str], share_known: float) -> str:
    """Return a link that was seen before, or a new one."""
    if known and random.random() < share_known:
        return random.choice(known)
    name = f"{random.choice(WORDS)}-{random.choice(WORDS)}-{random.randrange(10**6)}"
    return f"http://site{random.randrange(300)}.test/f{random.randrange(9)}/{name}.html"


def made_page(url: str, random: Random, links: int, known: list[str], share_known: float = KNOWN) -> Page:
    """Return a page of usual size."""
    terms = tuple(random.choice(WORDS) for _ in range(TERMS_PER_PAGE))
    return Page(
        url=url,
        language="en",
        links=tuple(
            Link(
                url=target(random, known, share_known), anchor="a", tag_path=f"main/ul/li{random.randrange(20)}"
            )
            for _ in range(links)
        ),
        terms=terms,
        coordinates=tuple(sorted(random.randrange(-1, 2 * links) for _ in terms)),
    )


def grown(strategy: str, random: Random) -> Population:
    """Return a population with all its agents and a full frontier."""
    params = {"least": AGENTS, "most": AGENTS} if strategy != "best_first" else {}
    seeds = [Seed(f"http://start{i}.test/") for i in range(10)]
    population = Population(
        strategies.make(strategy, params),
        seeds,
        CrawlGraph(Topic("solid battery", languages=("en",))),
        entropy=1,
        budget=RunBudget(pages=10**6, bytes=10**12),
    )
    while len(population.graph.frontier) < LINKS:
        step(population, random, links=1000)
    return population


def step(population: Population, random: Random, links: int = LINKS_PER_PAGE) -> float:
    """Return the CPU milliseconds to choose and settle one page, without the time to make the page."""
    begin = time.process_time()
    (move,) = population.moves(1)
    spent = time.process_time() - begin
    known = population.graph.frontier.urls if links == LINKS_PER_PAGE else []
    arrival = Arrival(move.number, made_page(move.url, random, links, known), random.random() ** 3)
    begin = time.process_time()
    population.settle(arrival)
    return 1000 * (spent + time.process_time() - begin)


def main() -> list[dict[str, float | int | str]]:
    """Measure and print a table. The strategies take turns, so that a busy machine slows all of them equally."""
    names = ("energy", "infospiders", "best_first")
    randoms = {name: Random(1) for name in names}
    populations = {name: grown(name, randoms[name]) for name in names}
    costs: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(0, PAGES, TURN):
        for name in names:
            costs[name] += [step(populations[name], randoms[name]) for _ in range(TURN)]
    peer = median(costs["best_first"])
    rows: list[dict[str, float | int | str]] = [
        {
            "strategy": name,
            "agents": len(populations[name].agents),
            "frontier": len(populations[name].graph.frontier),
            "median ms": round(median(spent), 3),
            "p95 ms": round(quantiles(spent, n=20)[-1], 3),
            "mean ms": round(sum(spent) / len(spent), 3),
            "ratio": round(median(spent) / peer, 2),
        }
        for name, spent in costs.items()
    ]
    print(*rows[0], sep="\t")
    for row in rows:
        print(*row.values(), sep="\t")
    per_link, per_page = memory()
    print(f"memory: {per_link:.0f} bytes a link; {per_page:.0f} bytes a page read while no link is new")
    return rows


def memory() -> tuple[float, float]:
    """Return the memory per link of the frontier, and per page read when the frontier does not grow."""
    random = Random(2)
    tracemalloc.start()
    population = grown("energy", random)
    full, _ = tracemalloc.get_traced_memory()
    links = len(population.graph.frontier)
    known = list(population.graph.frontier.urls)
    for _ in range(READ):
        (move,) = population.moves(1)
        page = made_page(move.url, random, LINKS_PER_PAGE, known, share_known=1.0)
        population.settle(Arrival(move.number, page, random.random() ** 3))
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return full / links, (after - full) / READ


if __name__ == "__main__":
    main()
