"""Experiment on verdicts: ten verdicts on pages of one half, and the ranking of the other half before and after.

The pages of a corpus are split in two by the hash of their address. The profile ranks one half, and its ten best pages get
verdicts from the truth of the corpus. Precision at 20 is measured on the other half, which has no verdicts.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import Struct

from watchd.core.feedback.feedback import (
    Judgement,
    VerdictEvidence,
    compared_terms,
    informative_terms,
    taught_by,
)
from watchd.core.relevance.topic import Topic
from watchd.errors import WatchdError
from watchd.lab.corpus import Corpus, CorpusTopic, TopicTask, half_of
from watchd.lab.report import ExperimentReport, Panel, PaperClaim, Series
from watchd.lab.statistics import compare

LANGUAGE = "en"


class VerdictPlan(Struct, frozen=True):
    """Size of the experiment."""

    topics: int = 15
    verdicts: int = 10
    depth: int = 20  # precision at
    min_relevant: int = 12  # pages in the half without verdicts


def run(corpora: Sequence[Corpus], plan: VerdictPlan) -> ExperimentReport:
    """Measure the precision with and without verdicts on all corpora."""
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
            f"The folders must have a topic with {plan.min_relevant} relevant pages without verdicts; got none; "
            "use a larger folder."
        )
    gain = compare(np.array(after), np.array(before))
    points = 100.0 * (float(np.mean(after)) - float(np.mean(before)))
    return ExperimentReport(
        name="verdicts",
        title=f"Precision at {plan.depth} after {plan.verdicts} verdicts",
        settings={"verdicts": plan.verdicts, "depth": plan.depth, "min relevant": plan.min_relevant},
        columns=("corpus", "topic", "of them relevant", "none", f"{plan.verdicts} verdicts"),
        rows=rows,
        claims=[
            PaperClaim(
                "precision rises by at least 10 points",
                "10 points",
                f"{points:.1f} points on {len(rows)} topics, {gain.wins} wins, {gain.losses} losses, p={gain.p:.3f}",
                points >= 10.0,
            ),
            PaperClaim(
                "without verdicts all scores are the same as before",
                "bit for bit",
                "yes" if restored else "no",
                restored,
            ),
        ],
        panels=[
            Panel(
                "pages without verdicts",
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
    task = TopicTask(corpus, subject)
    pages = [url for url in corpus.pages if url not in subject.hidden]
    shown = [url for url in pages if half_of(url)]
    unjudged = [url for url in pages if not half_of(url)]
    if sum(url in subject.relevant for url in unjudged) < plan.min_relevant:
        return None
    plain = task.topic
    judged = _best(plain, corpus, shown, plan.verdicts)
    relevant = sum(url in subject.relevant for url in judged)
    judgements = [_judgement(corpus, subject, plain, url) for url in judged]
    asked = plain.weights(LANGUAGE)
    taught = taught_by(judgements, asked=asked, min_score=0.3)
    with_verdicts = Topic(subject.title, languages=(LANGUAGE,), own=task.portal()).with_shift(taught.shift)
    untaught = taught_by([], asked=asked, min_score=0.3)
    again = Topic(subject.title, languages=(LANGUAGE,), own=task.portal()).with_shift(untaught.shift)
    return _Measured(
        _precision(plain, corpus, subject, unjudged, plan.depth),
        _precision(with_verdicts, corpus, subject, unjudged, plan.depth),
        relevant,
        all(plain.score(corpus.document(u)) == again.score(corpus.document(u)) for u in unjudged[:50]),
    )


def _judgement(corpus: Corpus, subject: CorpusTopic, topic: Topic, url: str) -> Judgement:
    document = corpus.document(url)
    evidence = VerdictEvidence(
        url=url,
        language=LANGUAGE,
        terms=informative_terms(document, topic),
        score=topic.score(document).value,
        weights=compared_terms(document, topic),
    )
    return Judgement("relevant" if url in subject.relevant else "irrelevant", evidence)


def _best(topic: Topic, corpus: Corpus, urls: Sequence[str], limit: int) -> list[str]:
    scores = {url: topic.score(corpus.document(url)).value for url in urls}
    return sorted(urls, key=lambda url: (-scores[url], url))[:limit]


def _precision(topic: Topic, corpus: Corpus, subject: CorpusTopic, urls: Sequence[str], depth: int) -> float:
    best = _best(topic, corpus, urls, depth)
    return sum(url in subject.relevant for url in best) / depth
