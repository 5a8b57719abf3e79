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
    open_rows = frontier.open_rows()
    links = open_rows[~np.isin(open_rows, [*news, *seeds])] if news or seeds else open_rows
    # With time left, agents could not have followed these either.
    may_not_explore = queue.has_used_its_share

    def of_queue(name: Queue, rows: Sequence[int], length: int, reason: WaitingReason) -> list[WaitingLink]:
        return [
            WaitingLink(
                url=frontier.urls[row],
                queue=name,
                place=place,
                of=length,
                score=max(MIN_SCORE, round(float(frontier.scores[row]), 4)),
                reason="busy_site" if frontier.is_held(row) else reason,
                route=graph.route_to(row, source_of(frontier.urls[row]) or ""),
            )
            for place, row in enumerate(rows, 1)
        ]

    return [
        *of_queue("news", news[:limit], len(news), reason),
        *of_queue("start", seeds[:limit], len(seeds), reason),
        *of_queue(
            "link",
            _best(frontier.scores, links, limit),
            len(links),
            "explored_share" if may_not_explore else reason,
        ),
    ]


def _best(scores: np.ndarray, rows: np.ndarray, limit: int) -> list[int]:
    """Return the rows with the highest scores, the best first; of equal ones the row that was seen first."""
    if len(rows) > limit:
        rows = rows[np.argpartition(-scores[rows], limit)[:limit]]
    ranked: list[int] = rows[np.lexsort((rows, -scores[rows]))].tolist()
    return ranked
