"""Calibration of relevance scores: fitted on development topics, checked on the others."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from msgspec import Struct

from watchd.core.relevance.curve import CURVE, Curve, Evidence
from watchd.core.relevance.topic import Topic
from watchd.lab.corpus import Corpus, TopicTask
from watchd.lab.report import ExperimentReport, Panel, PaperClaim, Series

THRESHOLD = 0.3  # the default of report.min_score
BINS = (0.0, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 1.0)


class CalibrationPlan(Struct, frozen=True):
    """Size of the experiment."""

    topics: int = 20
    pages: int = 300  # per topic, from those within two links of the start pages


class _Recorder(Curve, frozen=True, kw_only=True):
    """A curve that records the evidence it is called with."""

    calls: list[tuple[float, ...]]

    def total(self, evidence: Evidence) -> float:
        self.calls.append((evidence.closeness, evidence.coverage, evidence.heading, evidence.around))
        return super().total(evidence)


class Observed(Struct, frozen=True):
    """Scores and truth of pages near the start pages of one topic."""

    corpus: str
    evidence: np.ndarray  # one row of four per page
    scores: np.ndarray
    truth: np.ndarray


def observed(task: TopicTask, plan: CalibrationPlan) -> Observed:
    """Score pages for a profile with the topic's title; without hints, since this provider does not know the topic."""
    recorder = _Recorder(calls=[])
    topic = Topic(task.subject.title, languages=("en",), own=task.portal(), curve=recorder)
    evidence, scores, truth = [], [], []
    for url in _near(task, plan.pages):
        recorder.calls.clear()
        scores.append(topic.score(task.corpus.document(url)).value)
        evidence.append(max(recorder.calls, default=(0.0,) * 4))
        truth.append(url in task.subject.relevant)
    return Observed(task.corpus.name, np.array(evidence), np.array(scores), np.array(truth, dtype=float))


def _near(task: TopicTask, limit: int) -> list[str]:
    seen, edge = dict.fromkeys(task.seeds), list(task.seeds)
    for _ in range(2):
        pages = [page for url in edge if (page := task.page(url)) is not None]
        links = [link.url for page in pages for link in page.links]
        edge = [url for url in dict.fromkeys(links) if url not in seen and task.page(url) is not None]
        seen.update(dict.fromkeys(edge))
    order = np.random.default_rng(1).permutation(len(seen))[:limit]
    urls = list(seen)
    return [urls[i] for i in order]


def fit(features: np.ndarray, truth: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Fit a logistic regression by Newton's method; return the base, then one slope per feature."""
    table = np.column_stack([np.ones(len(features)), features])
    b = np.zeros(table.shape[1])
    for _ in range(40):
        p = 1.0 / (1.0 + np.exp(-table @ b))
        gradient = table.T @ (weights * (truth - p)) - 1e-3 * b
        hessian = (table * (weights * p * (1 - p))[:, None]).T @ table + 1e-3 * np.eye(len(b))
        b = b + np.linalg.solve(hessian, gradient)
    return b


def run(corpora: Sequence[Corpus], plan: CalibrationPlan) -> ExperimentReport:
    """Fit on one side of the split, and measure on the other."""
    sides: dict[bool, list[Observed]] = {False: [], True: []}
    for corpus in corpora:
        for subject in corpus.subjects(plan.topics):
            seen = observed(TopicTask(corpus, subject), plan)
            if seen.truth.any():
                sides[subject.held_out].append(seen)
    fitted = fit(
        np.concatenate([seen.evidence for seen in sides[False]]),
        np.concatenate([seen.truth for seen in sides[False]]),
        np.concatenate([np.full(len(seen.truth), 1.0 / len(seen.truth)) for seen in sides[False]]),
    )
    scores = {
        name: (
            np.concatenate([seen.scores for seen in sides[True] if seen.corpus == name]),
            np.concatenate([seen.truth for seen in sides[True] if seen.corpus == name]),
        )
        for name in dict.fromkeys(seen.corpus for seen in sides[True])
    }
    rows = [row for name, (s, t) in scores.items() for row in _bins(name, s, t)]
    return _report(plan, fitted, rows, scores)


def _ratios(slopes: Sequence[float] | np.ndarray) -> str:
    return ", ".join(f"{slope / slopes[0]:.2f}" for slope in slopes[1:])


def _reported(scores: dict[str, tuple[np.ndarray, np.ndarray]]) -> tuple[float, float]:
    """Return precision and recall of the pages that a profile with the default threshold reports."""
    reported = np.concatenate([s for s, _ in scores.values()]) >= THRESHOLD
    truth = np.concatenate([t for _, t in scores.values()]) > 0
    right = float((reported & truth).sum())
    return right / max(1.0, float(reported.sum())), right / max(1.0, float(truth.sum()))


def _bins(name: str, scores: np.ndarray, truth: np.ndarray) -> list[tuple[Any, ...]]:
    rows = []
    for low, high in pairwise(BINS):
        inside = (scores >= low) & (scores < high if high < 1 else scores <= 1)
        if inside.any():
            share, mean = float(truth[inside].mean()), float(scores[inside].mean())
            rows.append((name, f"{low:.2f}..{high:.2f}", int(inside.sum()), mean, share))
    return rows


def _gap(rows: Sequence[tuple[Any, ...]]) -> float:
    """Return the mean distance between mean score and relevant share, weighted by pages."""
    pages = sum(row[2] for row in rows)
    return sum(abs(row[3] - row[4]) * row[2] for row in rows) / pages if pages else 0.0


def _report(
    plan: CalibrationPlan,
    fitted: np.ndarray,
    rows: list[tuple[Any, ...]],
    scores: dict[str, tuple[np.ndarray, np.ndarray]],
) -> ExperimentReport:
    gap = _gap(rows)
    high = _gap([row for row in rows if row[3] >= 0.2])
    precision, recall = _reported(scores)
    series = [
        Series(name, [r[4] for r in rows if r[0] == name], [r[3] for r in rows if r[0] == name])
        for name in scores
    ]
    ideal = Series("ideal", [0.0, 1.0], [0.0, 1.0], dashed=True)
    return ExperimentReport(
        name="calibrate",
        title="Calibration of scores, on held-out topics",
        settings={
            "topics": plan.topics,
            "coverage, heading and around per closeness, fitted on development topics": _ratios(fitted[1:]),
            "the same in use": _ratios((CURVE.closeness, CURVE.coverage, CURVE.heading, CURVE.around)),
        },
        columns=("corpus", "score", "pages", "mean score", "share relevant"),
        rows=rows,
        claims=[
            PaperClaim("mean gap between score and share relevant", "at most 0.05", f"{gap:.3f}", gap <= 0.05),
            PaperClaim("the same for pages that score at least 0.2", "at most 0.1", f"{high:.3f}", high <= 0.1),
            PaperClaim("precision at a score of 0.3", "at least 80 %", f"{precision:.0%}", precision >= 0.8),
            PaperClaim("recall at a score of 0.3", "at least 90 %", f"{recall:.0%}", recall >= 0.9),
        ],
        panels=[Panel("reliability", "score", "share relevant", [*series, ideal])],
    )
