"""Judgement of a visit: why its page is or is not a finding, in the order in which core/changes/assess.py decides."""

from collections.abc import Collection

from watchd.core.changes.assess import STILL_RELEVANT
from watchd.core.run.visit_result import VisitResult
from watchd.model.profile import Report
from watchd.model.visit import PageJudgement


def judgement_of(result: VisitResult, report: Report, languages: Collection[str]) -> PageJudgement | None:
    """Return the judgement of the page that a visit brought; None if it brought no page."""
    if result.page is None:
        return None
    if result.kind != "page":
        return "list"
    if result.assessment is not None:
        return "finding"
    if result.score.excluded_by is not None:
        return "excluded_word"
    if result.score.value < needed_score(result, report):
        language = result.document.language if result.document else None
        return "other_language" if languages and language and language not in languages else "below_bar"
    return _of_relevant_page(result, report)


def needed_score(result: VisitResult, report: Report) -> float:
    """Return the score from which the page of a visit is relevant: less for a page that the profile follows."""
    return report.min_score * (STILL_RELEVANT if _is_followed(result, report) else 1.0)


def _is_followed(result: VisitResult, report: Report) -> bool:
    state = result.state
    if state is None or state.content_hash is None:
        return False
    return result.was_reported or state.followed_hash is not None or state.relevance >= report.min_score


def _of_relevant_page(result: VisitResult, report: Report) -> PageJudgement:
    """Return why a page with a sufficient score is not a finding."""
    state, page = result.state, result.page
    assert page is not None
    if state is None or state.content_hash is None:
        return "front_page" if "new" in report.kinds else "kind_not_wanted"
    if state.content_hash == page.content_hash:
        return "unchanged"
    if not page.text:
        return "no_text"
    return "minor_change" if "changed" in report.kinds else "kind_not_wanted"
