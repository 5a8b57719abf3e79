"""Prior log-odds of a page, from the route on which a run met it and from the number of pages that the profile has read.

*Route.* A link that has just appeared on a page that matters, an entry that is new in a feed, or a page that a list says
has changed is likely to be news. An old page that agents meet while they explore is more often one that only mentions the
topic, so it needs more evidence. Pages that the person or a search provider named stand between the two.

*Pages read.* A profile that has read thirty pages of three small sites which its owner chose meets relevant pages often.
After hundreds of pages most of them are off the topic, and by chance some of these have much in common with the query.

Both are log-odds that add to those of the content. The numbers are chosen over judged runs
(docs/explanation/measured-relevance.md).
"""

import math
import re
from typing import Literal

Route = Literal["news", "named", "explored"]

AGENT = re.compile(r"[0-9.]*")  # agents have numbers for names
OF_ROUTE: dict[Route, float] = {"news": 1.0, "named": 0.5, "explored": 0.2}
PER_FACTOR = 0.65  # for each factor e by which fewer pages were read than MAX_PAGES
MIN_PAGES, MAX_PAGES = 30, 200


def prior_log_odds(route: Route, pages_read: int) -> float:
    """Return what route and pages read add to the log-odds of a page."""
    pages = min(MAX_PAGES, max(MIN_PAGES, pages_read))
    return OF_ROUTE[route] + PER_FACTOR * math.log(MAX_PAGES / pages)


def route_of_source(source: str | None) -> Route:
    """Return the route of a page that nothing announced, from its source: who named it, or the agent that met it.

    What a feed or a sitemap lists at the first look is not news.
    """
    is_met = source is None or AGENT.fullmatch(source) or source.startswith(("feed:", "sitemap:"))
    return "explored" if is_met else "named"
