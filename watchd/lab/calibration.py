"""Does a score mean the same for every profile? Fitted on development topics, checked on the others."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from msgspec import Struct

from watchd.core.relevance import CURVE, Curve, Topic
from watchd.lab.corpus import Corpus, Stage
from watchd.lab.report import Claim, Panel, Report, Series

BINS = (0.0, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 1.0)


class CalibrationPlan(Struct, frozen=True):
    """How much to look at."""

    topics: int = 20
    pages: int = 300  # per topic, from those within two links of the start pages


class _Recorder(Curve, frozen=True, kw_only=True):
    """Notes what the curve is asked for."""

    asked: list[tuple[float, float]]

    def __call__(self, closeness: float, coverage: float) -> float:
        self.asked.append((closeness, coverage))
        return super().__call__(closeness, coverage)


def observed(stage: Stage, plan: CalibrationPlan) -> tuple[np.ndarray, np.ndarray]:
    """(closeness and coverage, truth) of pages near the start pages."""
    recorder = _Recorder(asked=[])
    topic = Topic(stage.subject.title, languages=("en",), own=stage.portal(), curve=recorder)
    features, truth = [], []
    for url in _near(stage, plan.pages):
        recorder.asked.clear()
        topic.score(stage.corpus.document(url))
        features.append(max(recorder.asked, default=(0.0, 0.0)))
        truth.append(url in stage.subject.relevant)
    return np.array(features), np.array(truth, dtype=float)


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


def fit(features: np.ndarray, truth: np.ndarray, weights: np.ndarray) -> Curve:
    """Logistic regression by Newton's method."""
    table = np.column_stack([np.ones(len(features)), features])
    b = np.zeros(3)
    for _ in range(40):
        p = 1.0 / (1.0 + np.exp(-table @ b))
        slope = table.T @ (weights * (truth - p)) - 1e-3 * b
        bend = (table * (weights * p * (1 - p))[:, None]).T @ table + 1e-3 * np.eye(3)
        b = b + np.linalg.solve(bend, slope)
    return Curve(base=float(b[0]), closeness=float(b[1]), coverage=float(b[2]))


def run(corpora: Sequence[Corpus], plan: CalibrationPlan) -> Report:
    """Fit on one side of the split, look at the other."""
    sides: dict[bool, list[tuple[str, np.ndarray, np.ndarray]]] = {False: [], True: []}
    for corpus in corpora:
        for subject in corpus.subjects(plan.topics):
            features, truth = observed(Stage(corpus, subject), plan)
            if truth.any():
                sides[subject.held_out].append((corpus.name, features, truth))
    fitted = fit(
        np.concatenate([f for _, f, _ in sides[False]]),
        np.concatenate([t for _, _, t in sides[False]]),
        np.concatenate([np.full(len(t), 1.0 / len(t)) for _, _, t in sides[False]]),
    )
    scores = {
        name: (
            np.array([CURVE(*x) for n, f, _ in sides[True] if n == name for x in f]),
            np.concatenate([t for n, _, t in sides[True] if n == name]),
        )
        for name in dict.fromkeys(n for n, _, _ in sides[True])
    }
    rows = [row for name, (s, t) in scores.items() for row in _bins(name, s, t)]
    return _report(plan, fitted, rows, scores)


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
    fitted: Curve,
    rows: list[tuple[Any, ...]],
    scores: dict[str, tuple[np.ndarray, np.ndarray]],
) -> Report:
    gap = _gap(rows)
    high = _gap([row for row in rows if row[3] >= 0.2])
    series = [
        Series(name, [r[4] for r in rows if r[0] == name], [r[3] for r in rows if r[0] == name])
        for name in scores
    ]
    ideal = Series("ideal", [0.0, 1.0], [0.0, 1.0], dashed=True)
    return Report(
        name="calibrate",
        title="What a score means, on held-out topics",
        settings={
            "topics": plan.topics,
            "fitted on development topics": f"{fitted.base:.2f}, {fitted.closeness:.2f}, {fitted.coverage:.2f}",
            "in use": f"{CURVE.base}, {CURVE.closeness}, {CURVE.coverage}",
        },
        columns=("corpus", "score", "pages", "mean score", "share relevant"),
        rows=rows,
        claims=[
            Claim("mean gap between score and share relevant", "at most 0.05", f"{gap:.3f}", gap <= 0.05),
            Claim("the same for pages that score at least 0.2", "at most 0.1", f"{high:.3f}", high <= 0.1),
        ],
        panels=[Panel("reliability", "score", "share relevant", [*series, ideal])],
    )
