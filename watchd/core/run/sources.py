"""Reports on the sources that a profile itself names: feeds, sitemaps, pages and examples.

A feed or sitemap is always reported, with the number of its entries. A page is reported only when it could not be read: a
profile may name hundreds of pages, and those that were read are among the results.
"""

from collections.abc import Iterable, Sequence

from watchd.core.population.events import Seed
from watchd.core.run.visit_result import VisitResult
from watchd.model.seed import SourceReport, SourceState

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
