"""Sources of a run: pages that feeds and sitemaps announce, and reports on what the profile itself names.

*Announced pages* are new to the profile, or known and changed. When a list is read for the first time, its links only
join those that agents choose from. Later, new entries are visited first. If a list says that a large share of the
known pages has changed, the run ignores these changes.

*Named sources* are feeds, sitemaps, pages and examples of the profile. A feed or sitemap is always reported, with the
number of its entries. A page is reported only when it could not be read: a profile may name hundreds of pages, and
those that were read are among the results.
"""

from collections.abc import Iterable, Mapping, Sequence

from watchd.core.population.events import Seed
from watchd.core.run.visit_result import VisitResult
from watchd.model.seed import SourceReport, SourceState

MAX_START_PAGES = 20  # from one list in one run
MAX_CHANGED_SHARE = 0.3  # of the known pages of a list; if more are said to have changed, the list is wrong
MIN_KNOWN_PAGES = 10  # with fewer known pages the share says nothing
SLACK_SECONDS = 1.0  # dates in feeds have no fractions


class Announcements:
    """Links of lists that a run follows."""

    def __init__(self, visited: Mapping[str, float]) -> None:
        self._visited = visited  # known URLs, and when they were visited last
        self._changed: set[str] = set()

    def start_pages(self, result: VisitResult) -> list[Seed]:
        """Return the start pages that a list names, the newest first."""
        assert result.page is not None
        changed = self._said_changed(result)
        self._changed |= changed
        if result.state is None or result.state.visits == 0:
            return []
        seen = result.state.visited_at.timestamp() if result.state.visited_at else 0.0
        links = [link.url for link in result.page.links]  # the newest first
        new = [
            url
            for url in links
            if url not in self._visited and result.entry_times.get(url, seen) >= seen - SLACK_SECONDS
        ]
        source = f"{result.kind}:{result.page.url}"
        urls = _interleaved([url for url in links if url in changed], new)
        return [Seed(url, source) for url in urls[:MAX_START_PAGES]]

    def may_follow(self, url: str) -> bool:
        """Return whether agents may follow a link; not to a known page, unless a list says that it has changed."""
        return url not in self._visited or url in self._changed

    def _said_changed(self, result: VisitResult) -> set[str]:
        known = [url for url in result.entry_times if url in self._visited]
        changed = {url for url in known if result.entry_times[url] > self._visited[url] + SLACK_SECONDS}
        if len(known) >= MIN_KNOWN_PAGES and len(changed) > MAX_CHANGED_SHARE * len(known):
            return set()
        return changed


def _interleaved(one: Sequence[str], other: Sequence[str]) -> list[str]:
    """Take from both lists by turns, so that many changed pages leave room for new ones."""
    longest = max(len(one), len(other))
    return [urls[i] for i in range(longest) for urls in (one, other) if i < len(urls)]


LISTS = ("feed", "sitemap")


class NamedSources:
    """Reports on all sources of one run; those that its profile names follow as they are visited."""

    def __init__(self, named: Iterable[Seed], reports: Iterable[SourceReport]) -> None:
        self._kinds = {seed.url: seed.source for seed in named}
        self._reports = {report.source: report for report in reports}

    @property
    def reports(self) -> tuple[SourceReport, ...]:
        """Reports on all sources so far."""
        return tuple(self._reports.values())

    def add(self, results: Sequence[VisitResult]) -> bool:
        """Add what visits say about sources; return whether there is a new report."""
        new = [report for result in results if (report := self._report(result))]
        self._reports.update((report.source, report) for report in new)
        return bool(new)

    def _report(self, result: VisitResult) -> SourceReport | None:
        kind = self._kinds.get(result.move.url)
        if kind is None:
            return None
        source = f"{kind}:{result.move.url}"
        if result.page is None:
            return SourceReport(source, "failed", seconds=round(result.seconds, 3), reason=result.reason)
        if kind not in LISTS:
            return None
        state: SourceState = "remembered" if result.outcome == "recalled" else "answered"
        reason = f"It is a page, not a {kind}." if result.kind == "page" else ""
        return SourceReport(source, state, len(result.page.links), round(result.seconds, 3), reason)
