"""Verdicts about a page that was read and has no finding: how it was judged."""

from watchd.core.explain.explain_input import ExplainInput
from watchd.core.explain.verdict import ExplainedVerdict
from watchd.core.explain.wording import evidence, on, score
from watchd.model.visit import JudgementEvidence, PageJudgement

MIN_ADVISED_SCORE = 0.05  # a lower min_score would report nearly every page


def judged(given: ExplainInput) -> ExplainedVerdict | None:
    """Explain how the page was judged at the last visit that brought it."""
    if given.read_at is None:
        return None
    if given.visit is not None and given.visit.judged is not None:
        return of_judgement(given, given.visit.judged)
    if given.score is not None and given.score < given.min_score:
        return _below_bar(given, given.min_score, JudgementEvidence())
    return ExplainedVerdict(
        "judgement_not_known",
        f"The page was read{on(given.read_at)} and has no finding. How it was judged is not known any more.",
        "Ask what the profile would report today with `POST /profiles/{id}/replay`.",
    )


def of_judgement(given: ExplainInput, code: PageJudgement) -> ExplainedVerdict:
    """Explain one judgement."""
    visit, report = given.visit, given.profile.spec.report
    assert visit is not None
    read = f"The page was read{on(given.read_at)}"
    match code:
        case "below_bar":
            return _below_bar(given, visit.bar if visit.bar is not None else given.min_score, visit.evidence)
        case "list":
            return ExplainedVerdict(
                "list",
                f"{read} as a feed or sitemap. Lists are not reported, only the pages that they announce.",
                "Ask about the address of a page in the list.",
            )
        case "other_language":
            wanted = ", ".join(given.profile.spec.query.languages)
            return ExplainedVerdict(
                "other_language",
                f"{read}, but its language is {visit.evidence.language or 'another one'}, and "
                f"query.languages has {wanted}.",
                "Add the language to query.languages, or leave query.languages empty for any language.",
            )
        case "excluded_word":
            word = visit.evidence.excluded_by or "a word"
            return ExplainedVerdict(
                "excluded_word",
                f"{read}, but it has “{word}”, which the query excludes.",
                f"Remove -{word} from query.text.",
            )
        case "kind_not_wanted":
            kind = "new" if "new" not in report.kinds and visit.changed_at == visit.first_at else "changed"
            return ExplainedVerdict(
                "kind_not_wanted",
                f"{read} and is relevant{_with_score(given)}, but report.kinds "
                f"({', '.join(report.kinds) or 'empty'}) does not "
                f"have {kind}.",
                f"Add {kind} to report.kinds.",
            )
        case "front_page":
            return ExplainedVerdict(
                "front_page",
                f"{read} and is relevant{_with_score(given)}, but it is a front page or a list of other "
                "pages, which report "
                "their news themselves.",
                "Ask about the address of the page that it leads to; to hear of every edit of this page "
                "itself, use "
                "`watchd watch URL`.",
            )
        case "unchanged":
            return ExplainedVerdict(
                "unchanged",
                f"{read} and has the text that the profile knew already.",
                "Nothing has to be done: watchd reports the page when its text changes.",
            )
        case "no_text":
            return ExplainedVerdict(
                "no_text",
                f"{read}, but no main text was found in it, so that it could not be compared.",
                "Look at what watchd sees of it with `watchd fetch URL`.",
            )
        case "minor_change":
            return ExplainedVerdict(
                "minor_change",
                f"A new text was read{on(visit.changed_at)}, but no part of the change is on the topic, or "
                "the text was known "
                "from before. Changed dates, counters and places of paragraphs do not count either.",
                "To hear of every edit of this page, use `watchd watch URL`, or set report.min_score to 0.",
            )
        case "withdrawn":
            return ExplainedVerdict(
                "withdrawn",
                f"{read}. It seemed relevant then, and at the end of the first run it was not, beside all "
                "other pages of the "
                f"run{_with_score(given)}.",
                _lower_bar(given),
            )
    return ExplainedVerdict(
        "found_before",
        f"{read} and is relevant, but it has no finding: this text was reported before, or the finding was "
        "deleted.",
        "`watchd finding list` shows what was found.",
    )


def _below_bar(given: ExplainInput, bar: float, reasons: JudgementEvidence) -> ExplainedVerdict:
    value = given.score if given.score is not None else 0.0
    because = f" ({evidence(reasons)})" if evidence(reasons) else " (no word of the query matched)"
    return ExplainedVerdict(
        "below_bar",
        f"The page was read{on(given.read_at)}, but its score {score(value)} is below {score(bar)}, the "
        "score that is needed"
        f"{because}.",
        _lower_bar(given),
    )


def _with_score(given: ExplainInput) -> str:
    return f" (score {score(given.score)})" if given.score is not None else ""


def _lower_bar(given: ExplainInput) -> str:
    """Return how the page could become relevant."""
    value = given.score if given.score is not None else 0.0
    judge = (
        "call the page relevant with `POST /profiles/{id}/feedback`, or add words that it uses to query.text"
    )
    if value < MIN_ADVISED_SCORE:
        return f"Its score is too low for a lower report.min_score; {judge}."
    advised = int(value * 100) / 100
    return f"Lower report.min_score to {advised:.2f}, or {judge}."
