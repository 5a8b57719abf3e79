"""Lessons from verdicts for the link scorer: credit for the links on the path to the judged page.

These links become evidence for the scorer, as far as they are known after the run: their words, their address, and the
relevance of the page with the link. A run starts with the scorer that runs have learned, changed by this evidence. When the
run ends, the same change is removed again, so that a verdict can still be withdrawn.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from msgspec import Struct

from watchd.core.population.links.scorer import COLUMN, COLUMNS, WIDTH, LinkScorer, ScorerState
from watchd.core.relevance.link_features import MAX_ADDRESS_WORDS, MAX_LINK_WORDS, SLOTS, Matcher, hashed
from watchd.core.relevance.topic import Topic
from watchd.core.relevance.words import words

DISCOUNT = 0.5  # credit that is left with every step back, as in a run
MAX_STEPS = 3  # links before the judged page that get credit


class LinkTaken(Struct, frozen=True):
    """A page on the path, and the words of the link that led to it ("" for a start page)."""

    url: str
    anchor: str = ""
    relevance: float = 0.0  # of the page itself


class LinkLesson(Struct, frozen=True):
    """A link and the value of following it."""

    url: str
    anchor: str
    language: str | None
    depth: int
    parent: float  # relevance of the page with the link
    worth: float  # 0..1


def lessons_of(path: Sequence[LinkTaken], language: str | None, *, is_relevant: bool) -> list[LinkLesson]:
    """Return the lessons of the links on a path. A wrong page counts only against the last link."""
    links = list(pairwise(path))[-MAX_STEPS if is_relevant else -1 :]
    return [
        LinkLesson(
            link.url,
            link.anchor,
            language,
            depth=len(path) - len(links) + number,
            parent=page.relevance,
            worth=DISCOUNT ** (len(links) - 1 - number) if is_relevant else 0.0,
        )
        for number, (page, link) in enumerate(links)
    ]


def taught_scorer(
    before: ScorerState | None, lessons: Sequence[LinkLesson], topic: Topic
) -> ScorerState | None:
    """Return the scorer after these lessons; None is one that has learned nothing yet."""
    if not lessons:
        return before
    scorer = LinkScorer(state=before)
    languages = {lesson.language for lesson in lessons}
    matchers = {one: Matcher([facet.weights for facet in topic.facets(one)], one) for one in languages}
    for lesson in lessons:
        scorer.observe(lesson.url, *_features(lesson, matchers[lesson.language]), lesson.worth)
    scorer.solve()
    return scorer.state()


def without_lessons(
    after: ScorerState | None, started: ScorerState | None, before: ScorerState | None
) -> ScorerState | None:
    """Return what a run has learned by itself: its scorer without the change from `before` to `started`."""
    if after is None or started is None or started == before:
        return after
    own = before or LinkScorer().state()
    dense = np.array(after.dense) - (np.array(started.dense) - np.array(own.dense))
    hashed_weights = _hashed(after) - (_hashed(started) - _hashed(own))
    return ScorerState(tuple(dense.tolist()), hashed_weights.astype(np.float32).tobytes())


def _hashed(state: ScorerState) -> np.ndarray:
    return np.frombuffer(state.hashed, np.float32).astype(float)


def named_weights(state: ScorerState | None, lessons: Sequence[LinkLesson] = ()) -> dict[str, float]:
    """Return the scorer's weights by name: those of its features, and of the words in the links of these lessons."""
    state = state or LinkScorer().state()
    each, of_words = dict(zip(COLUMNS, state.dense, strict=True)), _hashed(state)
    for lesson in lessons:
        reader = Matcher([], lesson.language)
        for word in words(lesson.anchor, lesson.language)[:MAX_LINK_WORDS]:
            each[f"word {word} in the link"] = float(of_words[hashed([word], (), ())[0]])
        for word in reader.address(lesson.url)[-MAX_ADDRESS_WORDS:]:
            each[f"word {word} in the address"] = float(of_words[hashed((), (), [word])[0]])
    return each


def _features(lesson: LinkLesson, matcher: Matcher) -> tuple[np.ndarray, np.ndarray]:
    """Return the features of a link as in a run; features that are not known after the run are 0."""
    anchor, address = words(lesson.anchor, lesson.language), matcher.address(lesson.url)
    match = matcher.match(anchor)
    features = np.zeros(WIDTH)
    known = {
        "one": 1.0,
        "parent_best": lesson.parent,
        "parent_mean": lesson.parent,
        "parent_sum": lesson.parent / (1.0 + lesson.parent),
        "anchor": match,
        "words": match,
        "url": matcher.match(address),
        "depth": 1.0 / (1.0 + lesson.depth),
    }
    for name, value in known.items():
        features[COLUMN[name]] = value
    buckets = np.zeros(SLOTS, dtype=np.intp)
    places = hashed(anchor, (), address)
    buckets[: len(places)] = places
    return features, buckets
