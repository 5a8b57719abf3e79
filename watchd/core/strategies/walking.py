"""How does an agent look at a page with its own net, and learn from the link it took? (S002 section 3)"""

import numpy as np
from msgspec import structs

from watchd.core.ground import Ground
from watchd.core.links.inputs import link_inputs, occurrences_of
from watchd.core.links.net import estimates, learn
from watchd.core.strategies.protocol import Agent, View, Visit


def look(agent: Agent, visit: Visit, ground: Ground, *, squash: bool = True) -> View:
    """The links of the page just read, as this agent's net sees them; a link that occurs twice counts once."""
    assert agent.genome is not None
    page = visit.page
    row_of = ground.frontier.row_of
    index = {row_of[link.url]: i for i, link in reversed(list(enumerate(page.links))) if link.url in row_of}
    where = occurrences_of(agent.genome.keywords, page.terms, page.coordinates)
    inputs = link_inputs(where, len(page.links), squash=squash)
    rows = visit.known.rows
    inputs = inputs[[index[int(row)] for row in rows]] if len(rows) else inputs[:0]
    return View(rows, inputs, estimates(agent.genome.net, inputs))


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


def keywords_of(ground: Ground, most: int) -> tuple[str, ...]:
    """The heaviest terms of the profile."""
    return tuple(ground.topic.weights())[:most]


def open_links(view: View, ground: Ground) -> np.ndarray:
    """Which links of the view nobody has followed."""
    return np.flatnonzero(ground.frontier.open[view.rows])
