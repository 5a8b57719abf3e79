"""View of a page through an agent's own net, and learning from the link that the agent took (S002 section 3)."""

import numpy as np
from msgspec import Struct, structs

from watchd.core.population.crawl_graph import CrawlGraph
from watchd.core.population.genome import Genome
from watchd.core.population.links.net import estimates, learn, link_inputs, occurrences_of
from watchd.core.population.strategies.protocol import Agent, PageVisit, View

MAX_INPUTS_KEPT = 250_000  # 2 MB
VIEW_OVERHEAD_INPUTS = 50  # a page without links needs memory too


class Layout(Struct, frozen=True):
    """Positions of words and links on a page: all that a net needs to view the page again."""

    url: str
    rows: np.ndarray  # its links in the frontier, each once
    places: list[int]  # by row: its number among the links of the page (the first, if it occurs twice)
    links: int
    terms: tuple[str, ...]
    coordinates: tuple[int, ...]


def layout(visit: PageVisit, graph: CrawlGraph) -> Layout:
    """Return the layout of the page just read."""
    page, rows = visit.page, visit.known.rows
    row_of = graph.frontier.row_of
    of_links = [row_of.get(link.url) for link in page.links]
    # The first occurrence is put in last.
    first = dict(zip(reversed(of_links), reversed(range(len(of_links))), strict=True))
    places = [first[row] for row in rows.tolist()]
    return Layout(visit.known.url, rows, places, len(page.links), page.terms, page.coordinates)


def view_page(genome: Genome, page: Layout) -> View:
    """Return the links of a page as this net sees them."""
    where = occurrences_of(genome.keywords, page.terms, page.coordinates)
    inputs = link_inputs(where, page.links)[page.places]
    return View(page.url, page.rows, inputs, estimates(genome.net, inputs))


class ViewCache:
    """The last views of agents: an agent that comes back to a page sees the same until it learns.

    A page has one layout in a run, so its address identifies the layout.
    """

    def __init__(self, max_inputs: int = MAX_INPUTS_KEPT) -> None:
        self._max_inputs = max_inputs
        self._inputs = 0
        self._views: dict[tuple[str, Genome], View] = {}

    def view(self, genome: Genome, page: Layout) -> View:
        """Return the same as `view_page`, with no link taken yet."""
        key = (page.url, genome)
        view = self._views.get(key)
        if view is None:
            view = self._views[key] = view_page(genome, page)
            self._inputs += _size(view)
            while self._inputs > self._max_inputs:
                self._inputs -= _size(self._views.pop(next(iter(self._views))))
        return View(view.url, view.rows, view.inputs, view.estimates)


def _size(view: View) -> int:
    return view.inputs.size + VIEW_OVERHEAD_INPUTS


def reinforce(agent: Agent, reward: float, seen: View, *, rate: float, discount: float) -> None:
    """Move the estimate of the link taken towards the reward and the best next estimate (Q-learning)."""
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


def keywords_of(graph: CrawlGraph, limit: int) -> tuple[str, ...]:
    """Return the terms of the profile with the highest weights."""
    return tuple(graph.topic.weights())[:limit]
