"""Notes on the visits and waiting links of a run, from which `GET /profiles/{id}/explain` answers.

Their number is bounded: one note for each address, the newest addresses of a profile, and the first of each queue.
"""

from datetime import datetime

from watchd.core.run.crawl_state import CrawlState
from watchd.core.run.judgement import judgement_of, needed_score
from watchd.core.run.visit_result import VisitResult
from watchd.model.finding import MatchedTerm
from watchd.model.profile import Profile
from watchd.model.run import StopReason
from watchd.model.visit import JudgementEvidence, LastVisit
from watchd.store.tables import Tables

MAX_TERMS = 5  # of a page that is not a finding
MAX_WAITING = 300  # of each queue of one run
# Of one profile. A visit takes about 800 bytes with its indexes.
MAX_VISITS_KEPT = 10_000
MAX_WAITING_KEPT = 2_000
MAX_REASON_CHARS = 300


def is_noted(result: VisitResult) -> bool:
    """Return whether a visit says something new: a start page that was recalled for free does not."""
    return not (result.outcome == "recalled" and result.is_free)


def note_of(result: VisitResult, state: CrawlState, profile: Profile) -> LastVisit:
    """Return the note on a visit. It is stored under the address of the page, which a redirect may have led to."""
    source, report = state.sources.get(result.move.url) or "", profile.spec.report
    judged = judgement_of(result, report, profile.spec.query.languages)
    is_read, is_new_text = judged is not None, judged is not None and result.is_changed
    return LastVisit(
        url=result.page.url if result.page else result.move.url,
        profile_id=profile.id,
        run_id=state.run.id,
        at=result.now,
        outcome=result.outcome,
        status=result.status,
        failure=result.failure,
        reason=result.reason[:MAX_REASON_CHARS],
        last_source=source,
        first_at=result.now,
        first_run_id=state.run.id,
        route=state.population.route_to(result.move, source),
        read_at=result.now if is_read else None,
        judged=judged,
        score=round(result.score.value, 4) if is_read else None,
        bar=needed_score(result, report) if is_read else None,
        evidence=_evidence(result),
        changed_at=result.now if is_new_text else None,
        change_judged=judged if is_new_text else None,
    )


def _evidence(result: VisitResult) -> JudgementEvidence:
    score = result.score
    matched = tuple(MatchedTerm(term.term, round(term.weight, 2)) for term in score.matched[:MAX_TERMS])
    neighbours = None if score.neighbours is None else round(score.neighbours, 4)
    language = result.document.language if result.document else None
    return JudgementEvidence(matched, neighbours, score.excluded_by, language)


async def note_end(
    tables: Tables, state: CrawlState, profile_id: str, reason: StopReason, now: datetime
) -> None:
    """Store what the run knew and did not visit, and delete the oldest notes of the profile."""
    waiting = state.population.waiting(MAX_WAITING, reason, state.sources.get)
    await tables.visits.put_waiting(profile_id, state.run.id, waiting, now)
    await tables.visits.trim(profile_id, visits=MAX_VISITS_KEPT, waiting=MAX_WAITING_KEPT)
