"""How fast does the engine decide? CPU per page with 1,000 agents and a frontier of 100,000 links.

python -m tests.benchmarks.engine
"""

import os
import time
import tracemalloc
from random import Random
from statistics import median, quantiles

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before numpy: one core, and no threads that spin and are counted

from watchd.core import strategies
from watchd.core.events import Arrival, Budget, Seed
from watchd.core.ground import Ground
from watchd.core.population import Population
from watchd.core.relevance import Topic
from watchd.model.page import Link, Page

WORDS = [f"word{i}" for i in range(3000)] + ["battery", "solid"] * 20
AGENTS, LINKS, PAGES, TERMS_PER_PAGE = 1_000, 100_000, 400, 500
LINKS_PER_PAGE, KNOWN = 60, 0.9  # on the documentation trees of the lab one link in twenty is new


def target(random: Random, known: list[str]) -> str:
    """A link that was seen before, or a new one."""
    if known and random.random() < KNOWN:
        return random.choice(known)
    name = f"{random.choice(WORDS)}-{random.choice(WORDS)}-{random.randrange(10**6)}"
    return f"http://site{random.randrange(300)}.test/f{random.randrange(9)}/{name}.html"


def made_page(url: str, random: Random, links: int, known: list[str]) -> Page:
    """A page of usual size."""
    terms = tuple(random.choice(WORDS) for _ in range(TERMS_PER_PAGE))
    return Page(
        url=url,
        language="en",
        links=tuple(
            Link(url=target(random, known), anchor="a", tag_path=f"main/ul/li{random.randrange(20)}")
            for _ in range(links)
        ),
        terms=terms,
        coordinates=tuple(sorted(random.randrange(-1, 2 * links) for _ in terms)),
    )


def grown(strategy: str, random: Random) -> Population:
    """A population with all its agents and a full frontier."""
    params = {"least": AGENTS, "most": AGENTS} if strategy != "best_first" else {}
    seeds = [Seed(f"http://start{i}.test/") for i in range(10)]
    population = Population(
        strategies.make(strategy, params),
        seeds,
        Ground(Topic("solid battery", languages=("en",))),
        entropy=1,
        budget=Budget(pages=10**6, bytes=10**12),
    )
    while len(population.ground.frontier) < LINKS:
        step(population, random, links=1000)
    return population


def step(population: Population, random: Random, links: int = LINKS_PER_PAGE) -> float:
    """CPU milliseconds that choosing and settling one page took; making the page is not counted."""
    begin = time.process_time()
    (move,) = population.moves(1)
    spent = time.process_time() - begin
    known = population.ground.frontier.urls if links == LINKS_PER_PAGE else []
    arrival = Arrival(move.number, made_page(move.url, random, links, known), random.random() ** 3)
    begin = time.process_time()
    population.settle(arrival)
    return 1000 * (spent + time.process_time() - begin)


def main() -> list[dict[str, float | int | str]]:
    """Measure and print a table."""
    rows: list[dict[str, float | int | str]] = []
    for strategy in ("energy", "infospiders", "best_first"):
        random = Random(1)
        population = grown(strategy, random)
        costs = [step(population, random) for _ in range(PAGES)]
        rows.append(
            {
                "strategy": strategy,
                "agents": len(population.agents),
                "frontier": len(population.ground.frontier),
                "median ms": round(median(costs), 3),
                "p95 ms": round(quantiles(costs, n=20)[-1], 3),
                "mean ms": round(sum(costs) / len(costs), 3),
            }
        )
    print(*rows[0], sep="\t")
    for row in rows:
        print(*row.values(), sep="\t")
    print(f"memory: {bytes_per_link():.0f} bytes a link")
    return rows


def bytes_per_link() -> float:
    """How much memory grows with the frontier; pages themselves are not kept."""
    random = Random(2)
    tracemalloc.start()
    population = grown("energy", random)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return size / len(population.ground.frontier)


if __name__ == "__main__":
    main()
