"""The learned scorer: from prior to evidence, memory within bounds, credit, storage."""

import msgspec
import numpy as np
import pytest

from watchd.core.population.links.scorer import (
    COLUMN,
    COLUMNS,
    FLOOR,
    PRIOR,
    SCALE,
    WIDTH,
    LinkScorer,
    ScorerRule,
    ScorerState,
    by_column,
)
from watchd.core.relevance.link_features import BUCKETS, SLOTS


def link(**columns: float) -> np.ndarray:
    row = np.zeros(WIDTH)
    row[COLUMN["one"]] = 1.0
    for name, value in columns.items():
        row[COLUMN[name]] = value
    return row


def words(*buckets: int) -> np.ndarray:
    row = np.zeros(SLOTS, dtype=np.int32)
    row[: len(buckets)] = buckets
    return row


def score(scorer: LinkScorer, features: np.ndarray, buckets: np.ndarray) -> float:
    return float(scorer.scores(features[None, :], buckets[None, :])[0])


def test_before_any_evidence_the_prior_decides() -> None:
    scorer = LinkScorer()
    expected = PRIOR["parent_best"] + FLOOR["parent_best"]
    assert score(scorer, link(parent_best=1.0), words()) == pytest.approx(expected)
    assert score(scorer, link(), words(5, 6)) == 0.0


def test_features_that_brought_something_score_higher() -> None:
    scorer = LinkScorer()
    for i in range(40):
        good = i % 2 == 0
        scorer.observe(str(i), link(folder=float(good)), words(7 if good else 9), 0.8 if good else 0.0)
    assert score(scorer, link(folder=1.0), words()) > score(scorer, link(), words()) + 0.2
    assert score(scorer, link(), words(7)) > score(scorer, link(), words(9)) + 0.05


def test_a_strong_ridge_keeps_to_the_prior() -> None:
    loose, strict = (LinkScorer(ScorerRule(ridge=ridge)) for ridge in (0.1, 1000.0))
    for scorer in (loose, strict):
        for i in range(20):
            scorer.observe(str(i), link(url=1.0), words(), 1.0)
    assert score(strict, link(url=1.0), words()) < 0.3
    assert score(loose, link(url=1.0), words()) > 0.7


def test_old_evidence_leaves_the_window_but_not_the_weights() -> None:
    scorer = LinkScorer(ScorerRule(memory=20, every=5, ridge=0.1))
    for i in range(20):
        scorer.observe(f"old{i}", link(), words(3), 0.9)
    for i in range(30):
        scorer.observe(f"new{i}", link(), words(4), 0.1)
    assert score(scorer, link(), words(3)) > score(scorer, link(), words(4)) + 0.1
    scorer.credit("old0", 1.0)  # no longer in the window: nothing happens


@pytest.mark.parametrize("later", [ScorerRule(), ScorerRule(ridge=2.0, word_scale=0.2)])
def test_weights_are_those_of_a_regression_solved_at_once(later: ScorerRule) -> None:
    random = np.random.default_rng(1)
    scorer = LinkScorer()
    rows, counts, targets = np.zeros((40, WIDTH)), np.zeros((40, BUCKETS)), random.random(40)
    for i in range(40):
        buckets = random.integers(0, 30, SLOTS)
        rows[i] = random.random(WIDTH)
        counts[i] = np.bincount(buckets, minlength=BUCKETS)
        if i == 39:
            scorer.rule = later
        scorer.observe(str(i), rows[i], buckets, targets[i])
    counts[:, 0] = 0.0
    scale = np.array([SCALE.get(name, 1.0) for name in COLUMNS])
    everything = np.hstack([rows * scale, later.word_scale * counts])
    prior = np.concatenate([by_column(PRIOR) / scale, np.zeros(BUCKETS)])
    kernel = everything @ everything.T + later.ridge * np.eye(40)
    weights = prior + everything.T @ np.linalg.solve(kernel, np.sqrt(targets) - everything @ prior)
    assert scorer.dense == pytest.approx(scale * weights[:WIDTH], abs=1e-6)
    assert scorer.hashed == pytest.approx(later.word_scale * weights[WIDTH:], abs=1e-6)


def test_credit_raises_the_worth_of_a_link_that_led_on() -> None:
    plain, credited = LinkScorer(ScorerRule(every=1)), LinkScorer(ScorerRule(every=1))
    for scorer in (plain, credited):
        scorer.observe("hub", link(anchor=1.0), words(), 0.0)
    credited.credit("hub", 0.5)
    credited.credit("hub", 0.2)  # lower credit does not take any away
    for scorer in (plain, credited):
        scorer.observe("other", link(), words(), 0.0)
    assert score(credited, link(anchor=1.0), words()) > score(plain, link(anchor=1.0), words())


def test_weights_survive_storage() -> None:
    scorer = LinkScorer()
    for i in range(10):
        scorer.observe(str(i), link(near=1.0), words(11), 0.7)
    stored = msgspec.json.decode(msgspec.json.encode(scorer.state()), type=ScorerState)
    again = LinkScorer(state=stored)
    assert score(again, link(near=1.0), words(11)) == pytest.approx(
        score(scorer, link(near=1.0), words(11)), abs=1e-6
    )
