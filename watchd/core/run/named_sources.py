"""Can what the profile itself names still be read? Its feeds, sitemaps, pages and examples are sources of the run, too.

A feed or sitemap is told whatever came of it, with the number of its entries. A page is told only when it could not be
read: a profile may name hundreds, and those that are there are among the results.
"""

from collections.abc import Iterable, Sequence

from watchd.core.population.events import Seed
from watchd.core.run.visit_result import VisitResult
from watchd.model.seed import SourceReport, SourceState

LISTS = ("feed", "sitemap")


class NamedSources:
    """All sources of one run, those that its profile names as they are visited."""

    def __init__(self, named: Iterable[Seed], reports: Iterable[SourceReport]) -> None:
        self._kinds = {seed.url: seed.source for seed in named}
        self._reports = {report.source: report for report in reports}

    @property
    def reports(self) -> tuple[SourceReport, ...]:
        """How every source did, so far."""
        return tuple(self._reports.values())

    def take(self, results: Sequence[VisitResult]) -> bool:
        """Note what came of the visits; True when there is something to tell."""
        told = [report for result in results if (report := self._report(result))]
        self._reports.update((report.source, report) for report in told)
        return bool(told)

    def _report(self, result: VisitResult) -> SourceReport | None:
        kind = self._kinds.get(result.move.url)
        if kind is None:
            return None
        source = f"{kind}:{result.move.url}"
        if result.page is None:
            return SourceReport(source, "failed", seconds=round(result.seconds, 3), reason=result.reason)
        if kind not in LISTS:
            return None
        state: SourceState = "remembered" if result.came == "recalled" else "answered"
        reason = f"It is a page, not a {kind}." if result.kind == "page" else ""
        return SourceReport(source, state, len(result.page.links), round(result.seconds, 3), reason)
