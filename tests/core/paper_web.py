"""Small random web in memory: pages with links, words and relevances, for tests of the population."""

from random import Random

from watchd.core.population.crawl_graph import CrawlGraph
from watchd.core.population.events import Arrival, Event, Move, RunBudget, Seed
from watchd.core.population.population import Population
from watchd.core.population.strategies.protocol import CrawlStrategy, Memory
from watchd.core.relevance.topic import Topic
from watchd.model.page import Link, Page

WORDS = ("battery", "solid", "pilot", "line", "weather", "sport", "recipe", "garden")


def url(number: int, site: int = 0) -> str:
    return f"http://site{site}.test/folder{number % 5}/page{number}.html"


class PaperWeb:
    """Pages 0..n-1; each links to some others; about a third are on the topic."""

    def __init__(self, pages: int = 60, links: int = 6, entropy: int = 1, sites: int = 1) -> None:
        random = Random(entropy)
        self.pages: dict[str, Page] = {}
        self.relevance: dict[str, float] = {}
        names = [url(i, i % sites) for i in range(pages)]
        for name in names:
            chosen = [random.choice(names) for _ in range(links)]
            topical = random.random() < 0.3
            terms = [random.choice(WORDS[:4] if topical else WORDS[3:]) for _ in range(3 * links)]
            self.pages[name] = Page(
                url=name,
                title=" ".join(terms[:2]),
                text=" ".join(terms),
                language="en",
                links=tuple(Link(url=c, anchor=random.choice(WORDS), tag_path="main/ul/li") for c in chosen),
                terms=tuple(terms),
                coordinates=tuple(sorted(random.randrange(-1, 2 * links) for _ in terms)),
            )
            self.relevance[name] = round(random.random(), 3) if topical else round(0.1 * random.random(), 3)
        self.names = names

    def answer(self, move: Move, *, seconds: float = 1.0) -> Arrival:
        page = self.pages.get(move.url)
        relevance = self.relevance.get(move.url, 0.0)
        return Arrival(move.number, page, relevance, seconds=seconds, bytes=1000)


def populated(
    strategy: CrawlStrategy, web: PaperWeb, *, entropy: int = 1, budget: RunBudget | None = None, seeds: int = 3
) -> Population:
    return Population(
        strategy,
        [Seed(name) for name in web.names[:seeds]],
        CrawlGraph(Topic("solid battery pilot", languages=("en",))),
        entropy=entropy,
        budget=budget or RunBudget(pages=50),
    )


def crawl(population: Population, web: PaperWeb, room: int = 3) -> list[Event]:
    """Run the population until there are no more moves; return all events."""
    events: list[Event] = []
    while moves := population.moves(room):
        events += population.settle(*[web.answer(move) for move in moves])
    return events + population.settle()


NOTHING = Memory()
