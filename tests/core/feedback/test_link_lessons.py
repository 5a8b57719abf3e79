"""Lessons for the link scorer: credit along the path, and how it is separated from a run's own learning."""

import numpy as np
import pytest

from watchd.core.feedback.link_lessons import LinkTaken, lessons_of, taught_scorer, without_lessons
from watchd.core.population.links.scorer import LinkScorer
from watchd.core.relevance.topic import Topic

TOPIC = Topic("solid state battery", languages=("en",))
WAY = [LinkTaken(f"http://a.test/{i}", f"anchor {i}", 0.1 * i) for i in range(6)]


def test_credit_halves_with_every_step_back_and_reaches_three() -> None:
    lessons = lessons_of(WAY, "en", is_relevant=True)
    assert [(lesson.url, lesson.worth) for lesson in lessons] == [
        ("http://a.test/3", 0.25),
        ("http://a.test/4", 0.5),
        ("http://a.test/5", 1.0),
    ]
    assert [lesson.parent for lesson in lessons] == pytest.approx([0.2, 0.3, 0.4])


def test_a_wrong_page_tells_against_the_last_link_only() -> None:
    (lesson,) = lessons_of(WAY, "en", is_relevant=False)
    assert (lesson.url, lesson.worth) == ("http://a.test/5", 0.0)


def test_a_start_page_has_no_link_to_learn_from() -> None:
    assert lessons_of(WAY[:1], "en", is_relevant=True) == []


def test_without_lessons_the_scorer_is_the_very_same() -> None:
    state = LinkScorer().state()
    assert taught_scorer(state, [], TOPIC) is state
    assert without_lessons(state, state, state) is state


def test_a_run_that_learned_nothing_itself_leaves_the_scorer_as_it_was_before_the_lessons() -> None:
    before = LinkScorer().state()
    started = taught_scorer(before, lessons_of(WAY, "en", is_relevant=True), TOPIC)
    assert started != before
    left = without_lessons(started, started, None)
    assert left is not None
    assert np.allclose(left.dense, before.dense)
    assert np.allclose(np.frombuffer(left.hashed, np.float32), 0.0, atol=1e-6)
