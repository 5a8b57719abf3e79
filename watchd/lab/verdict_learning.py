"""What are ten verdicts worth? A person judges the ten best pages of one half; the ranking of the other half is looked at.

The pages of a corpus are split in two by the hash of their address. The profile ranks one half, and its ten best pages are
judged by the truth of the corpus. Precision at 20 is measured on the other half, which nobody has judged, before and after.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import Struct

from watchd.core.feedback.feedback import Judgement, VerdictEvidence, informative_terms, taught_by
from watchd.core.relevance.topic import Topic
from watchd.errors import WatchdError
from watchd.lab.corpus import Corpus, CorpusTopic, Stage, half_of
from watchd.lab.report import ExperimentReport, Panel, PaperClaim, Series
from watchd.lab.statistics import compare

LANGUAGE = "en"


class VerdictPlan(Struct, frozen=True):
    """How much to measure."""

    topics: int = 15
    verdicts: int = 10
    depth: int = 20  # precision at
    fewest: int = 12  # relevant pages among those that nobody has judged


def run(corpora: Sequence[Corpus], plan: VerdictPlan) -> ExperimentReport:
    """Precision with and without verdicts on all corpora."""
    rows: list[tuple[Any, ...]] = []
    before: list[float] = []
    after: list[float] = []
    restored = True
    for corpus in corpora:
        for subject in corpus.subjects():
            if sum(row[0] == corpus.name for row in rows) >= plan.topics:
                break
            measured = _topic(corpus, subject, plan)
            if measured is None:
                continue
            rows.append((corpus.name, subject.title, measured.relevant, measured.before, measured.after))
            before.append(measured.before)
            after.append(measured.after)
            restored = restored and measured.is_restored
    if not rows:
        raise WatchdError(
            f"No topic here has {plan.fewest} relevant pages in the half that is held back; try a larger folder."
        )
    gain = compare(np.array(after), np.array(before))
    points = 100.0 * (float(np.mean(after)) - float(np.mean(before)))
    return ExperimentReport(
        name="verdicts",
        title=f"Precision at {plan.depth} after {plan.verdicts} verdicts",
        settings={"verdicts": plan.verdicts, "depth": plan.depth, "fewest relevant": plan.fewest},
        columns=("corpus", "topic", "of them right", "none", f"{plan.verdicts} verdicts"),
        rows=rows,
        claims=[
            PaperClaim(
                "precision rises by at least 10 points",
                "10 points",
                f"{points:.1f} points on {len(rows)} topics, {gain.wins} wins, {gain.losses} losses, p={gain.p:.3f}",
                points >= 10.0,
            ),
            PaperClaim(
                "without verdicts everything is as before", "bit for bit", "yes" if restored else "no", restored
            ),
        ],
        panels=[
            Panel(
                "held-back pages",
                "topics, the worst first",
                f"precision at {plan.depth}",
                [Series("no verdict", sorted(before)), Series(f"{plan.verdicts} verdicts", sorted(after))],
            )
        ],
    )


class _Measured(Struct, frozen=True):
    before: float
    after: float
    relevant: int  # of the judged pages
    is_restored: bool


def _topic(corpus: Corpus, subject: CorpusTopic, plan: VerdictPlan) -> _Measured | None:
    stage = Stage(corpus, subject)
    pages = [url for url in corpus.pages if url not in subject.hidden]
    shown = [url for url in pages if half_of(url)]
    kept_back = [url for url in pages if not half_of(url)]
    if sum(url in subject.relevant for url in kept_back) < plan.fewest:
        return None
    plain = stage.topic
    judged = _best(plain, corpus, shown, plan.verdicts)
    relevant = sum(url in subject.relevant for url in judged)
    judgements = [_judgement(corpus, subject, plain, url) for url in judged]
    asked = plain.weights(LANGUAGE)
    taught = taught_by(judgements, asked=asked, min_score=0.3)
    wiser = Topic(subject.title, languages=(LANGUAGE,), own=stage.portal(), learned=taught.words)
    nothing = taught_by([], asked=asked, min_score=0.3)
    again = Topic(subject.title, languages=(LANGUAGE,), own=stage.portal(), learned=nothing.words)
    return _Measured(
        _precision(plain, corpus, subject, kept_back, plan.depth),
        _precision(wiser, corpus, subject, kept_back, plan.depth),
        relevant,
        all(plain.score(corpus.document(u)) == again.score(corpus.document(u)) for u in kept_back[:50]),
    )


def _judgement(corpus: Corpus, subject: CorpusTopic, topic: Topic, url: str) -> Judgement:
    document = corpus.document(url)
    evidence = VerdictEvidence(
        url=url,
        language=LANGUAGE,
        terms=informative_terms(document, topic),
        score=topic.score(document).value,
    )
    return Judgement("relevant" if url in subject.relevant else "irrelevant", evidence)


def _best(topic: Topic, corpus: Corpus, urls: Sequence[str], most: int) -> list[str]:
    scores = {url: topic.score(corpus.document(url)).value for url in urls}
    return sorted(urls, key=lambda url: (-scores[url], url))[:most]


def _precision(topic: Topic, corpus: Corpus, subject: CorpusTopic, urls: Sequence[str], depth: int) -> float:
    best = _best(topic, corpus, urls, depth)
    return sum(url in subject.relevant for url in best) / depth
