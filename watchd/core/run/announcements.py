"""What do feeds and sitemaps announce? Pages that are new to the profile, and known ones that have changed since.

The first look at a list only adds its links to those that agents choose from. Later, what is new in it is visited
first: somebody has just said that it exists. A list that claims a change of nearly everything each time is not believed.
"""

from collections.abc import Mapping, Sequence

from watchd.core.population.events import Seed
from watchd.core.run.visit_result import VisitResult

MOST = 20  # start pages from one list in one run
BELIEVED = 0.3  # a list that says more than this share of the known pages has changed is not believed
FEW = 10  # below so many known pages the share says nothing
SLACK = 1.0  # seconds: dates in feeds have no fractions


class Announcements:
    """Which links of lists to follow, in one run."""

    def __init__(self, visited: Mapping[str, float]) -> None:
        self._visited = visited  # known addresses, and when they were visited last
        self._changed: set[str] = set()

    def take(self, result: VisitResult) -> list[Seed]:
        """Start pages that this list names, the newest first."""
        assert result.page is not None
        said = self._said_changed(result)
        self._changed |= said
        if result.state is None or result.state.visits == 0:
            return []
        seen = result.state.visited_at.timestamp() if result.state.visited_at else 0.0
        links = [link.url for link in result.page.links]  # the newest first
        new = [
            url for url in links if url not in self._visited and result.newest.get(url, seen) >= seen - SLACK
        ]
        source = f"{result.kind}:{result.page.url}"
        return [Seed(url, source) for url in _interleaved([u for u in links if u in said], new)[:MOST]]

    def may_follow(self, url: str) -> bool:
        """A known page is left to the choice of ripe pages, unless a list says that it has changed."""
        return url not in self._visited or url in self._changed

    def _said_changed(self, result: VisitResult) -> set[str]:
        known = [url for url in result.newest if url in self._visited]
        changed = {url for url in known if result.newest[url] > self._visited[url] + SLACK}
        if len(known) >= FEW and len(changed) > BELIEVED * len(known):
            return set()
        return changed


def _interleaved(one: Sequence[str], other: Sequence[str]) -> list[str]:
    """By turns, so that many changed pages cannot crowd out the new ones."""
    longest = max(len(one), len(other))
    return [urls[i] for i in range(longest) for urls in (one, other) if i < len(urls)]
