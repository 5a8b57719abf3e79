"""Answer to why a page was or was not reported: the verdict, its sentence, and the way out.

The rules go backwards through the data flow: what happened to a finding, then the rules and the last request, then how the
page was judged, then why no run has read it. The first rule that applies gives the verdict.
"""

from collections.abc import Callable

from watchd.core.explain import of_finding, of_page, of_unread
from watchd.core.explain.explain_input import ExplainInput, Explanation
from watchd.core.explain.next_look import next_look
from watchd.core.explain.steps import steps_of
from watchd.core.explain.verdict import ExplainedVerdict

RULES: tuple[Callable[[ExplainInput], ExplainedVerdict | None], ...] = (
    of_finding.later_text,
    of_finding.reported,
    of_unread.out_of_scope,
    of_unread.refused_or_failed,
    of_page.judged,
    of_unread.waiting,
    of_unread.seen,
    of_unread.unseen,
)


def explain(given: ExplainInput) -> Explanation:
    """Return why the page was or was not reported."""
    verdict = next(found for rule in RULES if (found := rule(given)) is not None)
    look = next_look(given)
    return Explanation(
        verdict=verdict.code,
        summary=verdict.summary,
        way_out=verdict.way_out,
        next_look_at=look.at,
        steps=tuple(steps_of(given, look)),
    )
