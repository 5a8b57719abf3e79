"""What is the company of pages worth? Who is told of what, by words alone and beside neighbours.

As in a run with a search engine that knows half of the manual: the query is a title and the words that tell the pages
below it apart, the first ten pages that the engine names are hints, and what the engine knows says which words are common.
Every page of the manual is judged.
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
    strength_of,
)
from watchd.core.relevance.topic import Topic
from watchd.core.relevance.words import words
from watchd.lab.corpus import Corpus, CorpusTopic, Stage
from watchd.lab.report import ExperimentReport, Panel, PaperClaim, Series

THRESHOLD = 0.3  # report.min_score of a profile that does not say otherwise
HINTS = 10
WORDS = 4  # that a person adds to a title
KINDS = ("words", "words and company")


class NeighbourPlan(Struct, frozen=True):
    """How many topics of each side of the split."""

    topics: int = 20


class _Told(Struct, frozen=True):
    """How well a topic was judged."""

    recall: float
    precision: float

    @property
    def both(self) -> float:
        """F1."""
        total = self.recall + self.precision
        return 2 * self.recall * self.precision / total if total else 0.0


def run(corpora: Sequence[Corpus], plan: NeighbourPlan) -> ExperimentReport:
    """Judge the pages of every topic twice."""
    rows: list[tuple[Any, ...]] = []
    set_aside: list[tuple[_Told, _Told]] = []
    for corpus in corpora:
        common = _navigation(corpus)
        sides: dict[bool, list[tuple[_Told, _Told]]] = {False: [], True: []}
        for subject in corpus.subjects(plan.topics):
            sides[subject.held_out].append(_judged(Stage(corpus, subject), common))
        for held_out, judged in sides.items():
            rows += _rows(corpus.name, "set aside" if held_out else "for tuning", judged)
        set_aside += sides[True]
    return _report(plan, [*rows, *_rows("all", "set aside", set_aside)], set_aside)


def _rows(name: str, side: str, judged: list[tuple[_Told, _Told]]) -> list[tuple[Any, ...]]:
    return [
        (name, side, by, len(judged), *_means([pair[number] for pair in judged]))
        for number, by in enumerate(KINDS)
    ]


def _judged(stage: Stage, common: frozenset[str]) -> tuple[_Told, _Told]:
    urls = [url for url in stage.corpus.pages if stage.page(url) is not None]
    documents = {url: stage.corpus.document(url) for url in urls}
    query = _query(stage.corpus, stage.subject)
    plain = Topic(query, languages=("en",), own=stage.portal())
    known = [url for url in stage.corpus.known if url in documents]
    named = sorted(known, key=lambda url: (-plain.score(documents[url]).total, url))[:HINTS]
    topic = plain.with_hints([documents[url] for url in named])
    scores = {url: topic.score(documents[url]).value for url in urls}
    candidates = [
        Candidate(url, strength_of(scores[url]), frozenset(link.url for link in page.links))
        for url in urls
        if (page := stage.page(url)) is not None
    ]
    evidence, benchmark = score_together(candidates, {}, common)
    beside = {
        url: NEIGHBOUR_CURVE(page, benchmark) if scores[url] > 0 else 0.0 for url, page in evidence.items()
    }
    return _told(scores, stage.subject), _told(beside, stage.subject)


def _query(corpus: Corpus, subject: CorpusTopic) -> str:
    """The title and a few words of the titles below it, as a person would write who knows the subject."""
    inside = Counter(t for url in subject.relevant for t in set(words(corpus.titles[url], "en")))
    outside = Counter(
        t
        for url, title in corpus.titles.items()
        if url not in subject.relevant
        for t in set(words(title, "en"))
    )
    said = set(words(subject.title, "en"))
    total = len(corpus.titles)
    telling = {t: n * math.log((1 + total) / (1 + outside[t])) for t, n in inside.items() if t not in said}
    return " ".join([subject.title, *sorted(telling, key=lambda t: (-telling[t], t))[:WORDS]])


def _navigation(corpus: Corpus) -> frozenset[str]:
    on = Counter(url for page in corpus.pages.values() for url in {link.url for link in page.links})
    return frozenset(url for url, pages in on.items() if pages > NAVIGATION_SHARE * len(corpus.pages))


def _told(scores: dict[str, float], subject: CorpusTopic) -> _Told:
    told = {url for url, score in scores.items() if score >= THRESHOLD}
    right = len(told & subject.relevant)
    return _Told(right / len(subject.relevant), right / len(told) if told else 0.0)


def _means(told: Sequence[_Told]) -> tuple[float, float, float]:
    n = max(1, len(told))
    return sum(t.recall for t in told) / n, sum(t.precision for t in told) / n, sum(t.both for t in told) / n


def _report(
    plan: NeighbourPlan, rows: list[tuple[Any, ...]], judged: list[tuple[_Told, _Told]]
) -> ExperimentReport:
    better = sum(beside.both > alone.both for alone, beside in judged)
    worse = sum(beside.both < alone.both for alone, beside in judged)
    return ExperimentReport(
        name="company",
        title="Who is told of what, by words alone and beside neighbours",
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


def _line(judged: list[tuple[_Told, _Told]], number: int) -> Series:
    return Series(KINDS[number], sorted(pair[number].both for pair in judged))
