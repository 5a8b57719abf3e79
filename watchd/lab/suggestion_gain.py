"""Experiment on suggested words: queries of two words, before and after a person accepts the words that fit.

All folders are one pool of unrelated sites. A query has the two rarest words of a topic's title. The best pages of the pool
are the profile's best pages, and a simulated person who knows the topic accepts a word if many relevant pages have it
and few others. Average precision and F1 are those of the whole pool.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import Struct

from watchd.core.feedback.suggestions import MAX_BEST_PAGES, suggested
from watchd.core.relevance.curve import chance_of, log_odds_of
from watchd.core.relevance.score_shift import ScoreShift
from watchd.core.relevance.topic import Topic
from watchd.core.relevance.words import words
from watchd.errors import WatchdError
from watchd.lab.corpus import Corpus, CorpusTopic
from watchd.lab.report import ExperimentReport, Panel, Series
from watchd.lab.statistics import compare, mean_interval
from watchd.lab.verdict_pool import MIN_SCORE, SitePool

WORDS = 2


class SuggestionPlan(Struct, frozen=True):
    """Size of the experiment."""

    topics: int = 8  # of each folder
    min_pages: int = 8  # of a topic
    counted_pages: int = 500
    min_share: float = 0.3  # of the relevant pages, for a word that a person accepts
    min_ratio: float = 4.0  # to its share of all pages


class Gain(Struct, frozen=True):
    """One topic before and after."""

    offered: int
    accepted: int
    precision: tuple[float, float]  # average precision
    f1: tuple[float, float]


def run(corpora: Sequence[Corpus], plan: SuggestionPlan) -> ExperimentReport:
    """Measure average precision and F1 before and after words were accepted."""
    pool = SitePool(corpora)
    rows: list[tuple[Any, ...]] = []
    gains: list[Gain] = []
    for corpus in corpora:
        for subject in pool.subjects(corpus, plan.topics, plan.min_pages):
            query, gain = _gain(pool, subject, plan)
            if gain is not None:
                gains.append(gain)
                rows.append((corpus.name, query, gain.offered, gain.accepted, *gain.precision, *gain.f1))
    if not gains:
        raise WatchdError("The folders must have a topic with a title of two words; got none; add folders.")
    return _report(plan, pool, rows, gains)


def _gain(pool: SitePool, subject: CorpusTopic, plan: SuggestionPlan) -> tuple[str, Gain | None]:
    language = pool.language_of(subject)
    own = pool.counts(subject, plan.counted_pages)
    rarity = Topic("", languages=(language,), own=own).rarity(language)
    pieces = {piece: terms for piece in subject.title.split() if (terms := words(piece, language))}
    rarest = sorted(pieces, key=lambda piece: -max(map(rarity, pieces[piece])))[:WORDS]
    query = " ".join(rarest)
    if len(rarest) < WORDS:
        return query, None
    topic = Topic(query, languages=(language,), own=own)
    before = pool.scores(topic, language, subject)
    best = sorted(before, key=lambda url: (-before[url], url))[:MAX_BEST_PAGES]
    groups = suggested(topic, [pool.page(url) for url in best], ())
    offered = list(dict.fromkeys(word.word for group in groups for word in group.words))
    accepted = tuple(word for word in offered if _fits(pool, subject, language, word, plan))
    shift = ScoreShift(related=accepted)
    after = {
        url: chance_of(log_odds_of(score) + topic.shift_by(shift, pool.documents[url])) if accepted else score
        for url, score in before.items()
    }
    wanted = subject.relevant
    return query, Gain(
        len(offered),
        len(accepted),
        (_average_precision(before, wanted), _average_precision(after, wanted)),
        (_f1(before, wanted), _f1(after, wanted)),
    )


def _fits(pool: SitePool, subject: CorpusTopic, language: str, word: str, plan: SuggestionPlan) -> bool:
    """Return whether a person who knows the topic would accept the word."""
    terms = words(word, language)
    if not terms:
        return False
    having = {url for url in pool.with_term(terms[0]) if terms[0] in pool.documents[url].counts}
    share = len(having & subject.relevant) / len(subject.relevant)
    return share >= plan.min_share and share >= plan.min_ratio * len(having) / len(pool.documents)


def _average_precision(scores: dict[str, float], relevant: frozenset[str]) -> float:
    ranked = sorted(scores, key=lambda url: (-scores[url], url))
    places = [place for place, url in enumerate(ranked, start=1) if url in relevant]
    return sum(number / place for number, place in enumerate(places, start=1)) / len(relevant)


def _f1(scores: dict[str, float], relevant: frozenset[str]) -> float:
    reported = {url for url, score in scores.items() if score >= MIN_SCORE}
    return 2 * len(reported & relevant) / (len(reported) + len(relevant))


def _report(
    plan: SuggestionPlan, pool: SitePool, rows: list[tuple[Any, ...]], gains: Sequence[Gain]
) -> ExperimentReport:
    precision, f1 = (np.array([getattr(gain, name) for gain in gains]) for name in ("precision", "f1"))
    helped = [gain for gain in gains if gain.accepted]
    good = sum(gain.accepted for gain in gains) / max(1, sum(gain.offered for gain in gains))
    notes = [
        f"Of the offered words {good:.0%} fit; {len(helped)} of {len(gains)} topics were offered a word that fits.",
        *(
            f"{name}: {_interval(values[:, 0])} before, {_interval(values[:, 1])} after; "
            f"difference {(gap := compare(values[:, 1], values[:, 0])).difference:+.3f} [{gap.low:+.3f}, {gap.high:+.3f}], "
            f"{gap.wins} better, {gap.losses} worse."
            for name, values in (("Average precision", precision), ("F1", f1))
        ),
        "Intervals: 95 %, bootstrap over topics.",
    ]
    panel = Panel(
        "queries of two words",
        "topics, the worst first",
        "average precision",
        [
            Series("before", sorted(precision[:, 0].tolist())),
            Series("words accepted", sorted(precision[:, 1].tolist())),
        ],
    )
    return ExperimentReport(
        name="suggestions",
        title="Suggested words for queries of two words",
        settings={"folders": len(pool.corpora), "pages": len(pool.documents), "topics": len(gains)},
        columns=("corpus", "query", "offered", "fit", "AP before", "AP after", "F1 before", "F1 after"),
        rows=rows,
        claims=[],
        panels=[panel],
        notes=notes,
    )


def _interval(values: np.ndarray) -> str:
    mean, low, high = mean_interval(values)
    return f"{mean:.3f} [{low:.3f}, {high:.3f}]"
