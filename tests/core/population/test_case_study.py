"""The case study of S002 section 6.4: one of four relevant pages is known; since then it links to a second.

That one links to the other two. Ten agents started on the search provider's ten hits found all four after 66
new pages.
"""

from random import Random

import pytest

from watchd.core.population import strategies
from watchd.core.population.crawl_graph import CrawlGraph
from watchd.core.population.events import Arrival, RunBudget, Seed
from watchd.core.population.population import Population
from watchd.core.relevance.document import document_of
from watchd.core.relevance.topic import Topic
from watchd.model.page import Link, Page

NOISE = ("garden", "weather", "football", "recipe", "travel", "music", "history", "market")
RELEVANT = [f"http://good.test/{i}.html" for i in range(4)]
HITS = [RELEVANT[0], *(f"http://hit{i}.test/" for i in range(9))]


def page(url: str, targets: list[str], random: Random) -> Page:
    """Forty words; relevant pages speak of the topic, the hits mention it, others do not."""
    words = random.choices(NOISE, k=40)
    if url in RELEVANT:
        words[::4] = ["endogenous", "fitness"] * 5
    elif url in HITS:
        words[5] = "fitness"
    links = tuple(Link(url=t, anchor=random.choice(NOISE), tag_path="p") for t in targets)
    text = " ".join(words)
    coordinates = sorted(random.randrange(-1, 2 * max(1, len(links))) for _ in words)
    return Page(
        url=url, text=text, language="en", links=links, terms=tuple(words), coordinates=tuple(coordinates)
    )


def small_web(random: Random) -> dict[str, Page]:
    """Every page has eight links to irrelevant pages; the relevant pages link to each other."""
    others = [f"http://other{i}.test/" for i in range(400)]
    further = {RELEVANT[0]: [RELEVANT[1]], RELEVANT[1]: RELEVANT[2:]}
    return {
        url: page(url, [*random.sample(others, 8), *further.get(url, [])], random)
        for url in [*HITS, *RELEVANT[1:], *others]
    }


@pytest.mark.parametrize("entropy", range(5))
def test_all_four_pages_are_found_within_the_papers_66_new_pages(entropy: int) -> None:
    web = small_web(Random(entropy))
    topic = Topic("endogenous fitness", languages=("en",))
    population = Population(
        strategies.make("energy", {"least": 10}),
        [Seed(url) for url in HITS],
        CrawlGraph(topic),
        entropy=entropy,
        budget=RunBudget(pages=10 + 66),
    )
    found = set()
    while moves := population.moves(10):
        arrivals = []
        for move in moves:
            answer = web[move.url]
            arrivals.append(Arrival(move.number, answer, topic.score(document_of(answer)).value))
            found.add(move.url)
        population.settle(*arrivals)
    assert set(RELEVANT) <= found
