"""Experiment on neighbours: which pages are reported, by words alone and together with their neighbours.

As in a run with a search provider that knows half of the manual: the query is a title and the words that distinguish the
pages below it, the first ten pages that the provider names are hints, and the pages that it knows show which words are
common. Every page of the manual is judged.
"""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from watchd.core.relevance.neighbours import (
    NAVIGATION_SHARE,
    NEIGHBOUR_CURVE,
    Candidate,
    score_together,
    words_of,
)
from watchd.core.relevance.topic import Topic
from watchd.core.relevance.words import words
from watchd.lab.corpus import Corpus, CorpusTopic, TopicTask
from watchd.lab.report import ExperimentReport, Panel, PaperClaim, Series

THRESHOLD = 0.3  # the default of report.min_score
MAX_HINTS = 10
MAX_ADDED_WORDS = 4  # that a person adds to a title
KINDS = ("words", "words and neighbours")


class NeighbourPlan(Struct, frozen=True):
    """Size of the experiment."""

    topics: int = 20  # of each side of the split


class _Judged(Struct, frozen=True):
    """Recall and precision of the pages reported for a topic."""

    recall: float
    precision: float

    @property
    def f1(self) -> float:
        """The harmonic mean of recall and precision."""
        total = self.recall + self.precision
        return 2 * self.recall * self.precision / total if total else 0.0


def run(corpora: Sequence[Corpus], plan: NeighbourPlan) -> ExperimentReport:
    """Judge the pages of every topic in both ways."""
    rows: list[tuple[Any, ...]] = []
    set_aside: list[tuple[_Judged, _Judged]] = []
    for corpus in corpora:
        common = _navigation(corpus)
        sides: dict[bool, list[tuple[_Judged, _Judged]]] = {False: [], True: []}
        for subject in corpus.subjects(plan.topics):
            sides[subject.held_out].append(_judged(TopicTask(corpus, subject), common))
        for held_out, judged in sides.items():
            rows += _rows(corpus.name, "set aside" if held_out else "for tuning", judged)
        set_aside += sides[True]
    return _report(plan, [*rows, *_rows("all", "set aside", set_aside)], set_aside)


def _rows(name: str, side: str, judged: list[tuple[_Judged, _Judged]]) -> list[tuple[Any, ...]]:
    return [
        (name, side, by, len(judged), *_means([pair[number] for pair in judged]))
        for number, by in enumerate(KINDS)
    ]


def _judged(task: TopicTask, common: frozenset[str]) -> tuple[_Judged, _Judged]:
    urls = [url for url in task.corpus.pages if task.page(url) is not None]
    documents = {url: task.corpus.document(url) for url in urls}
    query = _query(task.corpus, task.subject)
    plain = Topic(query, languages=("en",), own=task.portal())
    known = [url for url in task.corpus.known if url in documents]
    named = sorted(known, key=lambda url: (-plain.score(documents[url]).total, url))[:MAX_HINTS]
    topic = plain.with_hints([documents[url] for url in named])
    scores = {url: topic.score(documents[url]).value for url in urls}
    candidates = [
        Candidate(url, words_of(scores[url]), frozenset(link.url for link in page.links))
        for url in urls
        if (page := task.page(url)) is not None
    ]
    evidence = score_together(candidates, {}, common)
    beside = {url: NEIGHBOUR_CURVE(page) if scores[url] > 0 else 0.0 for url, page in evidence.items()}
    return _reported(scores, task.subject), _reported(beside, task.subject)


def _query(corpus: Corpus, subject: CorpusTopic) -> str:
    """Return the title and a few words of the titles below it, as a person who knows the subject would write."""
    inside = Counter(t for url in subject.relevant for t in set(words(corpus.titles[url], "en")))
    outside = Counter(
        t
        for url, title in corpus.titles.items()
        if url not in subject.relevant
        for t in set(words(title, "en"))
    )
    in_title = set(words(subject.title, "en"))
    total = len(corpus.titles)
    weights = {t: n * math.log((1 + total) / (1 + outside[t])) for t, n in inside.items() if t not in in_title}
    return " ".join([subject.title, *sorted(weights, key=lambda t: (-weights[t], t))[:MAX_ADDED_WORDS]])


def _navigation(corpus: Corpus) -> frozenset[str]:
    on = Counter(url for page in corpus.pages.values() for url in {link.url for link in page.links})
    return frozenset(url for url, pages in on.items() if pages > NAVIGATION_SHARE * len(corpus.pages))


def _reported(scores: dict[str, float], subject: CorpusTopic) -> _Judged:
    reported = {url for url, score in scores.items() if score >= THRESHOLD}
    right = len(reported & subject.relevant)
    return _Judged(right / len(subject.relevant), right / len(reported) if reported else 0.0)


def _means(judged: Sequence[_Judged]) -> tuple[float, float, float]:
    n = max(1, len(judged))
    return (
        sum(j.recall for j in judged) / n,
        sum(j.precision for j in judged) / n,
        sum(j.f1 for j in judged) / n,
    )


def _report(
    plan: NeighbourPlan, rows: list[tuple[Any, ...]], judged: list[tuple[_Judged, _Judged]]
) -> ExperimentReport:
    better = sum(beside.f1 > alone.f1 for alone, beside in judged)
    worse = sum(beside.f1 < alone.f1 for alone, beside in judged)
    return ExperimentReport(
        name="company",
        title="Pages reported by words alone, and with their neighbours",
        settings={"topics": plan.topics, "min_score": THRESHOLD},
        columns=("corpus", "topics", "judged by", "number", "recall", "precision", "F1"),
        rows=rows,
        claims=[
            PaperClaim(
                "topics set aside that gain, that lose", "more gain", f"{better}, {worse}", better > worse
            )
        ],
        panels=[Panel("topics set aside, by their F1", "topics", "F1", [_line(judged, 0), _line(judged, 1)])],
    )


def _line(judged: list[tuple[_Judged, _Judged]], number: int) -> Series:
    return Series(KINDS[number], sorted(pair[number].f1 for pair in judged))
