"""Experiment on verdicts in a pool of unrelated sites: precision, recall and lost pages after 0, 3 and 10 verdicts.

All pages of all folders are one pool, in halves by the hash of their addresses. A profile with the title of a topic reports
pages of one half; a simulated person judges some of them, in an order that chance decides (as alerts arrive) or the best
first (as a first report lists them). Precision and recall are measured on the other half, which has no verdicts: the pages
that the profile would report there. A page of the part of the contents above the topic counts as neither.

Only topics count for which the profile reports at least `min_right` right pages in both halves together: without them no
verdict can help.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from msgspec import Struct, structs

from watchd.core.feedback.feedback import (
    Judgement,
    Lessons,
    VerdictEvidence,
    compared_terms,
    informative_terms,
    taught_by,
    threshold_of,
)
from watchd.core.relevance.curve import log_odds_of
from watchd.core.relevance.document import Document
from watchd.core.relevance.score_shift import MAX_SHIFT
from watchd.core.relevance.term_rarity import TermCounts
from watchd.core.relevance.topic import Topic
from watchd.errors import WatchdError
from watchd.lab.corpus import Corpus, CorpusTopic, half_of
from watchd.lab.report import ExperimentReport, Panel, PaperClaim, Series
from watchd.lab.statistics import mean_interval
from watchd.model.page import Page

MIN_SCORE = 0.3
MANY_RELEVANT = 3  # verdicts: fewer hardly show what relevant pages have in common
ORDERS = ("as they arrive", "the best first")


class PoolPlan(Struct, frozen=True):
    """Size of the experiment."""

    topics: int = 8  # of each folder
    numbers: tuple[int, ...] = (0, 3, 10)  # verdicts
    draws: int = 2  # orders by chance
    min_pages: int = 8  # of a topic
    min_right: int = 2
    counted_pages: int = 500  # of the pool, read by the profile, so that it knows how common words are


class SitePool:
    """Pages of unrelated sites, each on a host of its own, and an index from terms to pages."""

    def __init__(self, corpora: Sequence[Corpus]) -> None:
        self.corpora = corpora
        self.documents: dict[str, Document] = {}
        self._pages: dict[str, Page] = {}
        self._with_term: defaultdict[str, set[str]] = defaultdict(set)
        for corpus in corpora:
            for url in corpus.pages:
                place = self.place(corpus, url)
                document = structs.replace(corpus.document(url), address=place)
                self.documents[place] = document
                self._pages[place] = corpus.pages[url]
                for term in (*document.counts, *document.heading, *document.around):
                    self._with_term[term].add(place)

    def page(self, url: str) -> Page:
        return self._pages[url]

    def with_term(self, term: str) -> set[str]:
        """Return the pages that have a term in their text, title, address or surroundings."""
        return self._with_term.get(term, set())

    @staticmethod
    def place(corpus: Corpus, url: str) -> str:
        """Return the address of a page in the pool."""
        return f"http://{corpus.name}.test/{url.partition('://')[2].partition('/')[2]}"

    def subjects(self, corpus: Corpus, limit: int, min_pages: int) -> Iterator[CorpusTopic]:
        """Yield topics with their addresses in the pool."""
        large = [subject for subject in corpus.subjects() if len(subject.relevant) >= min_pages]
        for subject in large[:limit]:
            relevant, hidden = (
                frozenset(self.place(corpus, url) for url in urls)
                for urls in (subject.relevant, subject.hidden)
            )
            yield structs.replace(subject, relevant=relevant, hidden=hidden)

    def language_of(self, subject: CorpusTopic) -> str:
        """Return the language that most relevant pages have."""
        languages = Counter(self.documents[url].language or "en" for url in subject.relevant)
        return max(sorted(languages), key=lambda language: languages[language])

    def counts(self, subject: CorpusTopic, pages: int) -> TermCounts:
        """Return how common words are in a sample of the pool without the topic."""
        others = self.documents.keys() - subject.relevant - subject.hidden
        sample = sorted(others, key=lambda url: _hash(f"counted {url}"))[:pages]
        terms: Counter[str] = Counter()
        for url in sample:
            terms.update(self.documents[url].counted_terms())
        return TermCounts(len(sample), dict(terms))

    def scores(self, topic: Topic, language: str, subject: CorpusTopic) -> dict[str, float]:
        """Return the scores of all pages that have a word of the topic."""
        terms = {term for one in (language, None) for term in topic.terms(one)}
        found: set[str] = set().union(*map(self.with_term, terms))
        values = {url: topic.score(self.documents[url]).value for url in found - subject.hidden}
        return {url: value for url, value in values.items() if value > 0.0}


class Measured(Struct, frozen=True):
    """Quality of a profile in the half without verdicts."""

    precision: float | None  # None: it reports nothing
    recall: float
    lost: float  # share of the right pages reported without verdicts
    relevant_verdicts: int


Measurements = Mapping[tuple[str, int], Sequence[Measured]]  # by the order and the number of verdicts


def run(corpora: Sequence[Corpus], plan: PoolPlan) -> ExperimentReport:
    """Measure precision, recall and lost pages for each number of verdicts."""
    pool = SitePool(corpora)
    topics = [
        (corpus.name, subject.title, measured)
        for corpus in corpora
        for subject in pool.subjects(corpus, plan.topics, plan.min_pages)
        if (measured := _topic(pool, subject, plan)) is not None
    ]
    if not topics:
        raise WatchdError(
            "The folders must have a topic of which a profile with its title reports right pages; got none; add folders."
        )
    return _report(plan, pool, topics)


def _topic(pool: SitePool, subject: CorpusTopic, plan: PoolPlan) -> Measurements | None:
    language = pool.language_of(subject)
    own = pool.counts(subject, plan.counted_pages)
    topic = Topic(subject.title, languages=(language,), own=own)
    scores = pool.scores(topic, language, subject)
    reported = [url for url, score in scores.items() if score >= MIN_SCORE]
    shown = [url for url in reported if half_of(url)]
    if len(subject.relevant.intersection(reported)) < plan.min_right or not shown:
        return None
    unjudged = {url: score for url, score in scores.items() if not half_of(url)}
    asked = topic.weights(language)
    measured: defaultdict[tuple[str, int], list[Measured]] = defaultdict(list)
    for order, listed in _orders(shown, scores, plan.draws):
        for number in plan.numbers:
            judgements = [_judgement(pool, subject, topic, url, scores[url]) for url in listed[:number]]
            lessons = taught_by(judgements, asked=asked, min_score=MIN_SCORE)
            relevant = sum(judgement.verdict == "relevant" for judgement in judgements)
            measured[order, number].append(_measured(pool, subject, topic, lessons, unjudged, relevant))
    return measured


def _orders(shown: Sequence[str], scores: Mapping[str, float], draws: int) -> Iterator[tuple[str, list[str]]]:
    for draw in range(draws):
        yield ORDERS[0], sorted(shown, key=lambda url: _hash(f"{draw} {url}"))
    yield ORDERS[1], sorted(shown, key=lambda url: (-scores[url], url))


def _judgement(pool: SitePool, subject: CorpusTopic, topic: Topic, url: str, score: float) -> Judgement:
    document = pool.documents[url]
    evidence = VerdictEvidence(
        url=url,
        language=document.language,
        terms=informative_terms(document, topic),
        score=score,
        weights=compared_terms(document, topic),
    )
    return Judgement("relevant" if url in subject.relevant else "irrelevant", evidence)


def _measured(
    pool: SitePool,
    subject: CorpusTopic,
    topic: Topic,
    lessons: Lessons,
    before: Mapping[str, float],
    relevant_verdicts: int,
) -> Measured:
    bar = log_odds_of(threshold_of(MIN_SCORE, lessons))
    reported = {
        url
        for url, score in before.items()
        # What is further away no shift can lift over the threshold.
        if log_odds_of(score) >= bar - MAX_SHIFT
        and log_odds_of(score) + topic.shift_by(lessons.shift, pool.documents[url]) >= bar
    }
    right = reported & subject.relevant
    had = {url for url, score in before.items() if score >= MIN_SCORE} & subject.relevant
    all_relevant = sum(not half_of(url) for url in subject.relevant)
    return Measured(
        len(right) / len(reported) if reported else None,
        len(right) / max(1, all_relevant),
        len(had - right) / len(had) if had else 0.0,
        relevant_verdicts,
    )


def _report(
    plan: PoolPlan, pool: SitePool, topics: Sequence[tuple[str, str, Measurements]]
) -> ExperimentReport:
    rows: list[tuple[Any, ...]] = []
    claims: list[PaperClaim] = []
    for order in ORDERS:
        for number in plan.numbers:
            for least in (0, MANY_RELEVANT) if number else (0,):
                means = [_means(measured[order, number], least) for _, _, measured in topics]
                kept = [one for one in means if one is not None]
                if not kept:
                    continue
                precision, recall, lost = (
                    np.array([one[at] for one in kept if one[at] is not None]) for at in range(3)
                )
                named = f"{number}, at least {least} relevant" if least else str(number)
                rows.append((order, named, len(kept), *map(_interval, (precision, recall, lost))))
                if number == max(plan.numbers):
                    claims += _claims(f"{named}, {order}", float(precision.mean()), float(lost.mean()))
    panel = Panel(
        f"pages without verdicts, verdicts {ORDERS[0]}",
        "topics, the worst first",
        "precision",
        [Series(f"{number} verdicts", _worst_first(topics, number)) for number in plan.numbers],
    )
    return ExperimentReport(
        name="verdicts",
        title="Verdicts in a pool of unrelated sites",
        settings={"folders": len(pool.corpora), "pages": len(pool.documents), "topics": len(topics)},
        columns=("order of verdicts", "verdicts", "topics", "precision", "recall", "right pages lost"),
        rows=rows,
        claims=claims,
        panels=[panel],
        notes=["Intervals: 95 %, bootstrap over topics."],
    )


def _claims(named: str, precision: float, lost: float) -> list[PaperClaim]:
    return [
        PaperClaim(f"precision: {named}", "at least 0.80", f"{precision:.3f}", precision >= 0.8),
        PaperClaim(f"right pages lost: {named}", "at most 0.05", f"{lost:.3f}", lost <= 0.05),
    ]


def _worst_first(topics: Sequence[tuple[str, str, Measurements]], number: int) -> list[float]:
    means = [_means(measured[ORDERS[0], number], 0) for _, _, measured in topics]
    return sorted(one[0] for one in means if one is not None and one[0] is not None)


def _means(measured: Sequence[Measured], least: int) -> tuple[float | None, float, float] | None:
    """Return the means over the draws of a topic that have enough relevant verdicts."""
    chosen = [one for one in measured if one.relevant_verdicts >= least]
    if not chosen:
        return None
    precisions = [one.precision for one in chosen if one.precision is not None]
    return (
        float(np.mean(precisions)) if precisions else None,
        float(np.mean([one.recall for one in chosen])),
        float(np.mean([one.lost for one in chosen])),
    )


def _interval(values: np.ndarray) -> str:
    mean, low, high = mean_interval(values)
    return f"{mean:.3f} [{low:.3f}, {high:.3f}]"


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
