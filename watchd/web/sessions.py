"""Does a page put a session id on its links? Then every visitor would see a site of their own, and it would have no end.

What a value looks like does not settle it: "sid=327818850972" may be a product or a visitor. But no product's number stands
on all links of a page to its own site.
"""

from collections import Counter
from collections.abc import Collection, Iterable

from watchd.web.parameters import SESSIONS

FEWEST = 5  # links to the page's own site; on fewer, one value everywhere may be chance
NEARLY_ALL = 0.8  # a link or two are written by hand


def sessions_of(page: str, links: Iterable[str]) -> frozenset[str]:
    """The parameters, written as name=value, that say who is looking; most pages have none."""
    home = _origin(page)
    own = {url for url in links if url.startswith(home)}
    carried = Counter(
        pair for url in own for pair in set(_pairs(url)) if pair.partition("=")[0].lower() in SESSIONS
    )
    fewest = max(FEWEST, NEARLY_ALL * len(own))
    return frozenset(pair for pair, times in carried.items() if times >= fewest)


def without(url: str, sessions: Collection[str]) -> str:
    """The address that every visitor would see."""
    place, mark, query = url.partition("?")
    kept = "&".join(pair for pair in query.split("&") if pair not in sessions)
    return f"{place}{mark}{kept}" if kept else place


def _pairs(url: str) -> list[str]:
    return url.partition("?")[2].split("&")


def _origin(url: str) -> str:
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.partition('/')[0]}/"
