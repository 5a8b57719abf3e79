"""How does an agent look at a page with its own net, and learn from the link it took? (S002 section 3)"""

import numpy as np
from msgspec import Struct, structs

from watchd.core.population.crawl_graph import CrawlGraph
from watchd.core.population.genome import Genome
from watchd.core.population.links.net import estimates, learn, link_inputs, occurrences_of
from watchd.core.population.strategies.protocol import Agent, PageVisit, View

MAX_INPUTS = 250_000  # that are kept: 2 MB


class Layout(Struct, frozen=True):
    """Where words and links stand on a page: all that a net needs to look at it again."""

    url: str
    rows: np.ndarray  # its links in the frontier, each once
    places: list[int]  # by row: which link of the page it is (the first, if it occurs twice)
    links: int
    terms: tuple[str, ...]
    coordinates: tuple[int, ...]


def layout(visit: PageVisit, graph: CrawlGraph) -> Layout:
    """The layout of the page just read."""
    page, rows = visit.page, visit.known.rows
    row_of = graph.frontier.row_of
    of_links = [row_of.get(link.url) for link in page.links]
    first = dict(zip(reversed(of_links), reversed(range(len(of_links))), strict=True))  # the last one put in
    places = [first[row] for row in rows.tolist()]
    return Layout(visit.known.url, rows, places, len(page.links), page.terms, page.coordinates)


def look(genome: Genome, page: Layout) -> View:
    """The links of a page as this net sees them."""
    where = occurrences_of(genome.keywords, page.terms, page.coordinates)
    inputs = link_inputs(where, page.links)[page.places]
    return View(page.url, page.rows, inputs, estimates(genome.net, inputs))


class Looks:
    """What agents have seen of late: one that goes to and fro between pages sees the same until it learns.

    A page is laid out once in a run, so its address stands for its layout.
    """

    def __init__(self, most: int = MAX_INPUTS) -> None:
        self._most = most
        self._held = 0
        self._seen: dict[tuple[str, Genome], View] = {}

    def again(self, genome: Genome, page: Layout) -> View:
        """The same as `look`, with no link taken yet."""
        key = (page.url, genome)
        seen = self._seen.get(key)
        if seen is None:
            seen = self._seen[key] = look(genome, page)
            self._held += _size(seen)
            while self._held > self._most:
                self._held -= _size(self._seen.pop(next(iter(self._seen))))
        return View(seen.url, seen.rows, seen.inputs, seen.estimates)


def _size(view: View) -> int:
    """A page without links takes some room, too."""
    return view.inputs.size + 50


def reinforce(agent: Agent, reward: float, seen: View, *, rate: float, discount: float) -> None:
    """Q-learning: the estimate of the link taken moves towards what it brought and what comes next."""
    view = agent.view
    if view is None or view.taken is None or agent.genome is None:
        return
    best_next = float(seen.estimates.max()) if len(seen.estimates) else 0.0
    lesson = learn(
        agent.genome.net,
        view.inputs[view.taken],
        reward=reward,
        best_next=best_next,
        rate=rate,
        discount=discount,
    )
    agent.genome = structs.replace(agent.genome, net=lesson.net)


def keywords_of(graph: CrawlGraph, most: int) -> tuple[str, ...]:
    """The heaviest terms of the profile."""
    return tuple(graph.topic.weights())[:most]


def open_links(view: View, graph: CrawlGraph) -> np.ndarray:
    """Which links of the view nobody has followed."""
    return np.flatnonzero(graph.frontier.open[view.rows])
