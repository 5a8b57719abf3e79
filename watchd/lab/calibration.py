"""Does a score mean the same for every profile? Fitted on development topics, checked on the others."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from msgspec import Struct

from watchd.core.relevance.curve import CURVE, Curve, Evidence
from watchd.core.relevance.topic import Topic
from watchd.lab.corpus import Corpus, Stage
from watchd.lab.report import ExperimentReport, Panel, PaperClaim, Series

THRESHOLD = 0.3  # report.min_score of a profile that does not say otherwise
BINS = (0.0, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 1.0)


class CalibrationPlan(Struct, frozen=True):
    """How much to look at."""

    topics: int = 20
    pages: int = 300  # per topic, from those within two links of the start pages


class _Recorder(Curve, frozen=True, kw_only=True):
    """Notes what the curve is asked for."""

    asked: list[tuple[float, ...]]

    def __call__(self, evidence: Evidence, needed: float) -> float:
        self.asked.append((evidence.closeness, evidence.coverage, evidence.heading, evidence.around or 0.0))
        return super().__call__(evidence, needed)


class Observed(Struct, frozen=True):
    """Pages near the start pages of one topic."""

    corpus: str
    evidence: np.ndarray  # one row of four per page
    scores: np.ndarray
    truth: np.ndarray


def observed(stage: Stage, plan: CalibrationPlan) -> Observed:
    """What a profile with the topic's title makes of pages; no hints, since this engine knows nothing of the topic."""
    recorder = _Recorder(asked=[])
    topic = Topic(stage.subject.title, languages=("en",), own=stage.portal(), curve=recorder)
    evidence, scores, truth = [], [], []
    for url in _near(stage, plan.pages):
        recorder.asked.clear()
        scores.append(topic.score(stage.corpus.document(url)).value)
        evidence.append(max(recorder.asked, default=(0.0,) * 4))
        truth.append(url in stage.subject.relevant)
    return Observed(stage.corpus.name, np.array(evidence), np.array(scores), np.array(truth, dtype=float))


def _near(stage: Stage, most: int) -> list[str]:
    seen, edge = dict.fromkeys(stage.seeds), list(stage.seeds)
    for _ in range(2):
        pages = [page for url in edge if (page := stage.page(url)) is not None]
        links = [link.url for page in pages for link in page.links]
        edge = [url for url in dict.fromkeys(links) if url not in seen and stage.page(url) is not None]
        seen.update(dict.fromkeys(edge))
    order = np.random.default_rng(1).permutation(len(seen))[:most]
    urls = list(seen)
    return [urls[i] for i in order]


def fit(features: np.ndarray, truth: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Logistic regression by Newton's method: the base, then one slope per feature."""
    table = np.column_stack([np.ones(len(features)), features])
    b = np.zeros(table.shape[1])
    for _ in range(40):
        p = 1.0 / (1.0 + np.exp(-table @ b))
        slope = table.T @ (weights * (truth - p)) - 1e-3 * b
        bend = (table * (weights * p * (1 - p))[:, None]).T @ table + 1e-3 * np.eye(len(b))
        b = b + np.linalg.solve(bend, slope)
    return b


def run(corpora: Sequence[Corpus], plan: CalibrationPlan) -> ExperimentReport:
    """Fit on one side of the split, look at the other."""
    sides: dict[bool, list[Observed]] = {False: [], True: []}
    for corpus in corpora:
        for subject in corpus.subjects(plan.topics):
            seen = observed(Stage(corpus, subject), plan)
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


def _told(scores: dict[str, tuple[np.ndarray, np.ndarray]]) -> tuple[float, float]:
    """(precision, recall) of what a profile with the usual threshold is told."""
    told = np.concatenate([s for s, _ in scores.values()]) >= THRESHOLD
    truth = np.concatenate([t for _, t in scores.values()]) > 0
    right = float((told & truth).sum())
    return right / max(1.0, float(told.sum())), right / max(1.0, float(truth.sum()))


def _bins(name: str, scores: np.ndarray, truth: np.ndarray) -> list[tuple[Any, ...]]:
    rows = []
    for low, high in pairwise(BINS):
        inside = (scores >= low) & (scores < high if high < 1 else scores <= 1)
        if inside.any():
            share, mean = float(truth[inside].mean()), float(scores[inside].mean())
            rows.append((name, f"{low:.2f}..{high:.2f}", int(inside.sum()), mean, share))
    return rows


def _gap(rows: Sequence[tuple[Any, ...]]) -> float:
    """How far mean score and share relevant are apart, weighted by pages."""
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
    precision, recall = _told(scores)
    series = [
        Series(name, [r[4] for r in rows if r[0] == name], [r[3] for r in rows if r[0] == name])
        for name in scores
    ]
    ideal = Series("ideal", [0.0, 1.0], [0.0, 1.0], dashed=True)
    return ExperimentReport(
        name="calibrate",
        title="What a score means, on held-out topics",
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
