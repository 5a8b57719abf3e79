"""Waiting links of a run that has ended: news, start pages and links that it knew and did not visit, and why.

Only the first of each queue are returned: a frontier may have a hundred thousand links, and almost all of them are there
because every page has a menu.
"""

from collections.abc import Callable, Sequence

import numpy as np

from watchd.core.population.crawl_graph import CrawlGraph
from watchd.core.population.visit_queue import VisitQueue
from watchd.model.visit import Queue, WaitingLink, WaitingReason

MIN_SCORE = -1e30  # a link that was never scored has minus infinity


def waiting_links(
    graph: CrawlGraph,
    queue: VisitQueue,
    limit: int,
    reason: WaitingReason,
    source_of: Callable[[str], str | None],
) -> list[WaitingLink]:
    """Return the first `limit` of each queue: news, start pages, and the open links by their score."""
    frontier = graph.frontier
    news, seeds = queue.waiting()
    rows = frontier.open_rows()
    rows = rows[~np.isin(rows, [*news, *seeds])]
    links = rows[np.argsort(-frontier.scores[rows], kind="stable")]
    # With time left, agents could not have followed these either.
    may_not_explore = queue.has_used_its_share

    def of_queue(name: Queue, rows: Sequence[int], reason: WaitingReason) -> list[WaitingLink]:
        return [
            WaitingLink(
                url=frontier.urls[row],
                queue=name,
                place=place,
                of=len(rows),
                score=max(MIN_SCORE, round(float(frontier.scores[row]), 4)),
                reason="busy_site" if frontier.is_held(row) else reason,
                route=graph.route_to(row, source_of(frontier.urls[row]) or ""),
            )
            for place, row in enumerate(rows[:limit], 1)
        ]

    return [
        *of_queue("news", news, reason),
        *of_queue("start", seeds, reason),
        *of_queue("link", links.tolist(), "explored_share" if may_not_explore else reason),
    ]
