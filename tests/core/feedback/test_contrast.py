"""Contrast of judged pages: the threshold and the shifts keep what was judged relevant."""

from random import Random

import pytest

from watchd.core.feedback.contrast import (
    MAX_FALL,
    MAX_RISE,
    MAX_RISE_BY_ONE,
    Contrast,
    JudgedPage,
    comparable,
    contrast_of,
)
from watchd.core.relevance.curve import chance_of, log_odds_of
from watchd.core.relevance.document import document_of
from watchd.core.relevance.score_shift import MAX_SHIFT, AppliedShift, ScoreShift, folders_of
from watchd.core.relevance.term_rarity import Rarity, unit_vector
from watchd.core.relevance.topic import Topic
from watchd.model.page import Page

MIN_SCORE = 0.3


def page(relevant: bool, number: int, *terms: str, score: float = 0.9, folder: str = "") -> JudgedPage:
    words = unit_vector(dict.fromkeys(terms, 1.0))
    return JudgedPage(relevant, score, f"http://site{number}.test/{folder}{number}", words, {})


def shifted(contrast: Contrast, judged: JudgedPage) -> float:
    """Return the score of a page with these words and at this address after the verdicts."""
    shift = sum(contrast.shift.words.get(term, 0.0) * weight for term, weight in judged.words.items())
    folders = folders_of(judged.url)
    shift += sum(contrast.shift.folders.get(folder, 0.0) for folder in folders) / len(folders)
    return chance_of(log_odds_of(judged.score) + max(-MAX_SHIFT, min(MAX_SHIFT, shift)))


@pytest.mark.parametrize(("score", "rises"), [(0.9, False), (0.995, True)])
def test_pages_that_differ_are_separated_if_need_be_by_a_higher_threshold(score: float, rises: bool) -> None:
    pages = [page(True, n, "anode", "cathode", score=score) for n in range(4)] + [
        page(False, n, "toy", "shop", score=score) for n in range(10, 16)
    ]
    contrast = contrast_of(pages, MIN_SCORE)
    used = MIN_SCORE + contrast.threshold
    assert (contrast.threshold > 0.3) == rises
    assert contrast.not_separated == 0
    assert all((shifted(contrast, one) >= used) == one.is_relevant for one in pages)


def test_every_page_judged_relevant_keeps_passing_whatever_else_was_judged() -> None:
    random = Random(3)
    vocabulary = [f"word{n}" for n in range(12)]
    for _ in range(300):
        pages = [
            page(
                random.random() < 0.4,
                random.randrange(6),
                *random.sample(vocabulary, 3),
                score=random.uniform(0.05, 0.999),
                folder=random.choice(["", "news/", "shop/"]),
            )
            for _ in range(random.randrange(1, 12))
        ]
        contrast = contrast_of(pages, MIN_SCORE)
        used = MIN_SCORE + contrast.threshold
        assert -MAX_FALL <= contrast.threshold <= chance_of(log_odds_of(MIN_SCORE) + MAX_RISE) - MIN_SCORE
        for one in pages:
            if one.is_relevant and one.score >= MIN_SCORE:
                assert shifted(contrast, one) >= used - 0.02  # the smallest weights are left out


def test_pages_that_cannot_be_separated_are_counted() -> None:
    pages = [page(n % 2 == 0, n, "anode", "cathode") for n in range(8)]
    assert contrast_of(pages, MIN_SCORE).not_separated == 4


def test_the_order_of_verdicts_does_not_matter() -> None:
    pages = [page(n % 3 == 0, n, f"word{n % 4}", "cell", score=0.3 + n / 20) for n in range(12)]
    first, again = contrast_of(pages, MIN_SCORE), contrast_of(pages[::-1], MIN_SCORE)
    assert again.threshold == first.threshold
    assert again.shift.words == pytest.approx(first.shift.words)
    assert again.shift.folders == pytest.approx(first.shift.folders)


def test_verdicts_against_pages_alone_change_little_and_one_relevant_page_hardly_raises_the_threshold() -> None:
    wrong = [page(False, n, "toy", "shop") for n in range(10)]
    alone = contrast_of(wrong, MIN_SCORE)
    assert max(map(abs, alone.shift.words.values())) < 0.5
    assert abs(alone.threshold) <= MAX_FALL
    with_one = contrast_of([*wrong, page(True, 30, "anode", score=0.9999)], MIN_SCORE)
    assert with_one.threshold <= chance_of(log_odds_of(MIN_SCORE) + MAX_RISE_BY_ONE) - MIN_SCORE


def test_no_number_and_no_word_of_the_query_is_compared() -> None:
    weights = {
        "14:20": 0.9,
        "2026": 0.8,
        "@05": 0.7,
        "batteri": 0.6,
        "@batteri": 0.5,
        "anod": 0.4,
        "@r290": 0.3,
    }
    assert comparable(weights, frozenset({"batteri"})) == {"anod": 0.4, "@r290": 0.3}


def test_at_a_threshold_of_zero_nothing_moves() -> None:
    assert contrast_of([page(True, 1, "anode"), page(False, 2, "toy")], 0.0) == Contrast()


def test_a_shift_is_bounded_however_strong_the_weights_are() -> None:
    text = document_of(Page(url="http://a.test/news/x", text="solid battery cathode", language="en"))
    for weight in (100.0, -100.0):
        shift = ScoreShift(words={"cathod": weight}, folders={"a.test": weight})
        assert abs(Topic("battery").with_shift(shift).shift_by(shift, text)) == MAX_SHIFT


def test_related_words_raise_pages_that_have_them_and_lower_pages_without_them_a_little() -> None:
    topic = Topic("solid battery", languages=("en",))
    wiser = topic.with_shift(ScoreShift(related=("electrolytes", "cathode")))
    having = document_of(Page(url="", text="A solid battery with an electrolyte and a cathode.", language="en"))
    without = document_of(Page(url="", text="A solid battery torch for the garden at night.", language="en"))
    assert wiser.score(having).value > topic.score(having).value
    assert wiser.score(without).value < topic.score(without).value
    assert log_odds_of(topic.score(without).value) - log_odds_of(wiser.score(without).value) < 2.0


def test_an_address_has_its_site_and_its_folders_as_places() -> None:
    assert folders_of("https://a.test/news/2026/x.html?b/c=1") == ("a.test", "a.test/news", "a.test/news/2026")
    assert folders_of("https://a.test") == ("a.test",)
    assert folders_of("") == ()


def test_without_anything_taught_a_score_is_the_same_bit_for_bit() -> None:
    text = document_of(Page(url="", text="solid battery", language="en"))
    assert AppliedShift()(0.123456789, text, Rarity("en"), 1.0) == 0.123456789
