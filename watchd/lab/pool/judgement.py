"""Experiment on judgement: every page of unrelated sites is scored for every topic, without neighbours to help.

This is the hardest case of a run: a page that agents met anywhere. Search providers named ten pages for the query, and the
best pages of the pool have been read: they are the hints, as in a run. A page that is not below the title of the topic
counts as wrong, even a near miss.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from msgspec import Struct

from watchd.core.relevance.percolator import MIN_SHARE
from watchd.core.relevance.topic import Topic
from watchd.lab.pool.pool import PagePool
from watchd.lab.pool.pool_topics import PoolTopic
from watchd.lab.report import ExperimentReport, Panel, Series

MAX_HINTS = 10
LOW_PRECISION = 0.6
DRAWS = 2_000
BINS = (0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


class JudgementPlan(Struct, frozen=True):
    """Size of the experiment."""

    threshold: float = 0.3  # the default of report.min_score


class JudgedPages(Struct, frozen=True):
    """Scores of the pages that say anything of a query, and which of them are relevant."""

    topic: PoolTopic
    style: str
    scores: np.ndarray
    truth: np.ndarray

    def figures(self, threshold: float) -> tuple[float, float, float, float, float]:
        """Return average precision, precision, recall and F1 at a threshold, and the number of reported pages.

        The precision of a query without a reported page is not a number.
        """
        order = np.argsort(-self.scores, kind="stable")
        hits = self.truth[order]
        found = np.cumsum(hits)
        relevant = len(self.topic.relevant)
        average = float((found / np.arange(1, len(hits) + 1) * hits).sum() / relevant) if len(hits) else 0.0
        reported = self.scores >= threshold
        right, count = float(self.truth[reported].sum()), int(reported.sum())
        precision = right / count if count else float("nan")
        recall = right / relevant
        f1 = 2.0 * right / (count + relevant)
        return average, precision, recall, f1, float(count)


def judged(pool: PagePool, topic: PoolTopic, style: str, threshold: float) -> JudgedPages:
    """Score all pages of the pool for one query."""
    query = topic.queries[style]
    languages = (topic.language,) if topic.language else ()
    named = pool.search(query, topic.language, topic.hidden, MAX_HINTS)
    first = Topic(query, languages=languages, hints=[pool.pages[url].document for url in named])
    terms = first.terms(topic.language)
    documents = {url: pool.document(url, terms) for url in candidates(pool, first, topic)}
    urls = list(documents)
    # As in a run: the best pages that were read join those that search providers named (core/run/scoring.py).
    firstly = {url: first.score(document) for url, document in documents.items()}
    best = sorted(urls, key=lambda url: (-firstly[url].total, url))[:MAX_HINTS]
    relevant = [documents[url] for url in best if firstly[url].value >= threshold]
    judge = first.with_hints([*(pool.pages[url].document for url in named), *relevant])
    scores = [judge.score(document).value for document in documents.values()]
    return JudgedPages(topic, style, np.array(scores), np.array([url in topic.relevant for url in urls]))


def candidates(pool: PagePool, judge: Topic, topic: PoolTopic) -> list[str]:
    """Return the pages that mention enough of a facet to be compared with it (core/relevance/percolator.py)."""
    shares: defaultdict[tuple[str, int], float] = defaultdict(float)
    for number, facet in enumerate(judge.facets(topic.language)):
        for term, weight in facet.asked.items():
            for url in pool.matching([term], topic.language):
                shares[url, number] += weight * weight
    return sorted({url for (url, _), share in shares.items() if share >= MIN_SHARE} - topic.hidden)


def run(pool: PagePool, topics: Sequence[PoolTopic], plan: JudgementPlan) -> ExperimentReport:
    """Judge all queries, and report figures by site, by language and by style of query."""
    all_judged = [judged(pool, topic, style, plan.threshold) for topic in topics for style in topic.queries]
    return report(all_judged, plan, len(pool.pages))


def report(all_judged: Sequence[JudgedPages], plan: JudgementPlan, pages: int) -> ExperimentReport:
    """Return the figures of judged queries."""
    groups: dict[tuple[str, str], list[JudgedPages]] = {("all", "all"): list(all_judged)}
    for one in all_judged:
        for key in (("style", one.style), ("language", one.topic.language or "?"), ("site", one.topic.site)):
            groups.setdefault(key, []).append(one)
    rows = [(kind, name, *_row(group, plan.threshold)) for (kind, name), group in groups.items()]
    reliability = _reliability(all_judged)
    notes = [
        "Mean over queries; in brackets 95 % intervals over topics. P is the mean over queries with a reported page.",
        f"Reliability: mean distance between score and share relevant {_gap(reliability):.3f}.",
        *(f"  score {low:.2f} to {high:.2f}: {n} pages, mean score {mean:.2f}, {share:.2f} relevant"
          for low, high, n, mean, share in reliability),
    ]  # fmt: skip
    return ExperimentReport(
        name="pool",
        title=f"Judgement of {pages} pages in one pool, {len(all_judged)} queries",
        settings={"threshold": plan.threshold, "hints": MAX_HINTS},
        columns=("by", "of", "queries", "AP", "P", "R", "F1", "P < 0.6", "silent", "median reported"),
        rows=sorted(rows, key=lambda row: (row[0] != "all", row[0], row[1])),
        claims=[],
        panels=[_diagram(reliability)],
        notes=notes,
    )


def _row(group: Sequence[JudgedPages], threshold: float) -> tuple[Any, ...]:
    figures = np.array([one.figures(threshold) for one in group])
    titles = [(one.topic.site, one.topic.title) for one in group]
    names = sorted(set(titles))
    topic = np.array([names.index(title) for title in titles])
    cells = [_with_interval(figures[:, column], topic) for column in range(4)]
    has_reported = figures[:, 4] > 0
    low = float((figures[has_reported, 1] < LOW_PRECISION).mean()) if has_reported.any() else float("nan")
    return (len(group), *cells, low, float((~has_reported).mean()), float(np.median(figures[:, 4])))


def _with_interval(values: np.ndarray, topic: np.ndarray) -> str:
    """Return the mean with its 95 % interval; topics are drawn again, each with all of its queries."""
    kept = ~np.isnan(values)
    if not kept.any():
        return "-"
    sums = np.bincount(topic[kept], weights=values[kept], minlength=topic.max() + 1)
    counts = np.bincount(topic[kept], minlength=topic.max() + 1)
    draws = np.random.default_rng(1).integers(0, len(sums), (DRAWS, len(sums)))
    drawn = counts[draws].sum(axis=1)
    means = sums[draws].sum(axis=1)[drawn > 0] / drawn[drawn > 0]
    low, high = np.percentile(means, [2.5, 97.5])
    return f"{values[kept].mean():.3f} [{low:.2f}, {high:.2f}]"


def _reliability(all_judged: Sequence[JudgedPages]) -> list[tuple[float, float, int, float, float]]:
    """Return for each range of scores: the number of pages, their mean score, and the share that is relevant."""
    scores = np.concatenate([one.scores for one in all_judged]) if all_judged else np.zeros(0)
    truth = np.concatenate([one.truth for one in all_judged]) if all_judged else np.zeros(0)
    rows = []
    for low, high in pairwise(BINS):
        inside = (scores >= low) & ((scores < high) | (high == 1.0))
        if inside.any():
            rows.append(
                (low, high, int(inside.sum()), float(scores[inside].mean()), float(truth[inside].mean()))
            )
    return rows


def _gap(rows: Sequence[tuple[float, float, int, float, float]]) -> float:
    """Return the mean distance between score and share relevant of the ranges above the lowest."""
    gaps = [abs(mean - share) for low, _, _, mean, share in rows if low > 0.0]
    return float(np.mean(gaps)) if gaps else float("nan")


def _diagram(rows: Sequence[tuple[float, float, int, float, float]]) -> Panel:
    means, shares = [row[3] for row in rows], [row[4] for row in rows]
    return Panel(
        "reliability",
        "score",
        "share relevant",
        [Series("all queries", shares, means), Series("ideal", [0.0, 1.0], [0.0, 1.0], dashed=True)],
    )
