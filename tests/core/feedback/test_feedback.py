"""Lessons from verdicts, and that a withdrawn verdict has no effect."""

from random import Random

import msgspec
import pytest
from msgspec import structs

from watchd.core.feedback.contrast import MAX_FALL
from watchd.core.feedback.feedback import (
    Judgement,
    Lessons,
    VerdictEvidence,
    informative_terms,
    movements,
    share_left,
    taught_by,
    threshold_of,
)
from watchd.core.feedback.link_lessons import LinkTaken, named_weights, taught_scorer
from watchd.core.relevance.document import Document, document_of
from watchd.core.relevance.score_scale import FORMER_SCALE, present_score
from watchd.core.relevance.term_rarity import is_surrounding_key, unit_vector
from watchd.core.relevance.topic import Topic
from watchd.core.relevance.words import words
from watchd.model.finding import Verdict
from watchd.model.page import Page, PageState

ASKED = ("solid", "state", "batteri")
TOPIC = Topic("solid state battery", languages=("en",))


def judged(
    number: int, verdict: Verdict = "relevant", terms: tuple[str, ...] = (), *, score: float = 0.5
) -> Judgement:
    way = (
        LinkTaken("http://a.test/", relevance=0.1),
        LinkTaken(f"http://a.test/news/{number}", "latest cells", 0.6),
    )
    terms = terms or ("cell",)
    around = tuple(filter(is_surrounding_key, terms))
    weights = [unit_vector(dict.fromkeys(some, 1.0)) for some in (around, set(terms) - set(around))]
    evidence = VerdictEvidence(
        url=f"http://a.test/news/{number}",
        language="en",
        terms=terms,
        score=score,
        weights=weights[0] | weights[1],
        links=way,
    )
    return Judgement(verdict, evidence)


def taught(*judgements: Judgement, min_score: float = 0.3) -> Lessons:
    return taught_by(judgements, asked=ASKED, min_score=min_score)


def test_words_of_relevant_pages_gain_and_words_of_wrong_pages_lose() -> None:
    words = taught(
        judged(1, "relevant", ("electrolyt", "ceram")), judged(2, "irrelevant", ("toy", "shop"))
    ).words.importance
    assert words["electrolyt"] > 0 > words["toy"]


def test_a_wrong_page_says_nothing_against_the_words_that_were_asked_for() -> None:
    words = taught(judged(1, "irrelevant", ("batteri", "toy"))).words.importance
    assert "batteri" not in words
    assert words["toy"] < 0


def test_a_verdict_of_an_earlier_version_has_its_score_on_the_former_scale() -> None:
    former = [judged(1, "irrelevant", score=0.31)]
    now = [
        structs.replace(
            one, evidence=structs.replace(one.evidence, score=present_score(one.evidence.score, FORMER_SCALE))
        )
        for one in former
    ]
    stored = [
        structs.replace(one, evidence=structs.replace(one.evidence, weights=msgspec.UNSET)) for one in former
    ]
    assert taught(*stored) == taught(*now)
    assert taught(*stored).threshold < taught(*former).threshold


def test_a_page_like_the_relevant_ones_scores_higher_and_one_like_the_wrong_ones_lower() -> None:
    like = document_of(Page(url="", text="Solid battery with ceramic electrolyte.", language="en"))
    unlike = document_of(Page(url="", text="Solid battery from the toy shop.", language="en"))
    shift = taught(
        judged(1, "relevant", ("electrolyt", "ceram")), judged(2, "irrelevant", ("toy", "shop"))
    ).shift
    wiser = Topic("solid state battery", languages=("en",)).with_shift(shift)
    assert wiser.score(like).value > TOPIC.score(like).value
    assert wiser.score(unlike).value < TOPIC.score(unlike).value


def placed(place: str, title: str = "Solid state battery", url: str = "http://b.test/x") -> Document:
    """A page with these words in its navigation."""
    text = "Solid state battery cells."
    terms = tuple(words(f"{text} {place}", "en"))
    return document_of(Page(url=url, title=title, text=text, language="en", terms=terms))


def test_a_verdict_is_about_where_a_site_puts_the_page_too() -> None:
    assert "@shop" in informative_terms(placed("shop"), TOPIC)
    alone = document_of(Page(url="http://a.test/x", title="Shop", text="Solid battery.", language="en"))
    assert not any(term.startswith("@") for term in informative_terms(alone, TOPIC))


@pytest.mark.parametrize(("verdict", "sign"), [("relevant", 1), ("irrelevant", -1)])
def test_pages_in_the_place_of_a_judged_page_follow_its_verdict(verdict: Verdict, sign: int) -> None:
    shift = taught(judged(1, verdict, ("@research",))).shift
    wiser = Topic("solid state battery", languages=("en",)).with_shift(shift)
    moved = wiser.score(placed("research")).value - TOPIC.score(placed("research")).value
    assert sign * moved > 0
    assert wiser.score(placed("research")).value > 0.0  # a wrong place is not an exclusion
    assert wiser.score(placed("elsewhere")) == TOPIC.score(placed("elsewhere"))


def test_a_wrong_page_says_nothing_against_the_words_asked_for_around_it() -> None:
    assert "@batteri" not in taught(judged(1, "irrelevant", ("@batteri", "toy"))).words.importance


def test_learned_words_do_not_make_a_title_say_less() -> None:
    """A title that names all that was asked for still does after verdicts, so a page without their words loses little."""
    lessons = taught(*(judged(i, "relevant", (f"word{i}", f"other{i}")) for i in range(10)))
    wiser = Topic("solid state battery", languages=("en",), learned=lessons.words).with_shift(lessons.shift)
    page = placed("elsewhere")
    assert wiser.score(page).value > 0.9 * TOPIC.score(page).value


def test_the_telling_words_are_the_rare_ones_of_the_page() -> None:
    page = Page(url="", text="The electrolyte is what the ceramic electrolyte layer is about.", language="en")
    assert informative_terms(document_of(page), TOPIC)[0] == "electrolyt"


CLOCK = "Solid state battery cells. Updated 2026-11-18 at 05:12, 1420 readers, model R290."


def test_a_verdict_learns_words_and_not_clocks_dates_or_counters() -> None:
    terms = tuple(words(f"{CLOCK} 14:20 readers", "en"))
    page = Page(url="http://a.test/2026/11", title="Cells 05", text=CLOCK, language="en", terms=terms)
    learned = informative_terms(document_of(page), TOPIC)
    assert "r290" in learned
    assert [term for term in learned if not any(map(str.isalpha, term))] == []


def test_numbers_in_the_evidence_of_older_verdicts_are_not_learned_either() -> None:
    assert set(taught(judged(1, "relevant", ("2026", "@1420", "cell"))).words.importance) == {"cell"}


def test_a_number_that_the_person_asked_for_is_learned() -> None:
    lessons = taught_by([judged(1, "relevant", ("17", "cell"))], asked=("phone", "17"), min_score=0.3)
    assert lessons.words.importance["17"] > 0


def test_withdrawing_verdicts_restores_everything_bit_for_bit() -> None:
    random = Random(7)
    vocabulary = [f"word{i}" for i in range(40)]
    all_judged = [
        judged(
            i,
            random.choice(["relevant", "irrelevant"]),
            tuple(random.sample(vocabulary, 12)),
            score=random.random(),
        )
        for i in range(20)
    ]
    before = msgspec.msgpack.encode(taught(*all_judged[:10]))
    assert msgspec.msgpack.encode(taught(*all_judged)) != before
    assert msgspec.msgpack.encode(taught(*all_judged[:10])) == before
    assert taught() == Lessons()


@pytest.mark.parametrize(
    ("judgements", "moves"),
    [
        ((), 0.0),
        ((judged(1, "irrelevant", score=0.31),), 0.02),  # just above: one step is enough
        ((judged(1, "irrelevant", score=0.38),), 0.0),  # one mistake is not worth so much
        # Two alike: each lowers the score of the other enough.
        ((judged(1, "irrelevant", score=0.37), judged(2, "irrelevant", score=0.38)), 0.0),
        ((judged(1, "relevant", score=0.27),), -0.03),
        ((judged(1, "relevant", score=0.05),), 0.0),  # out of reach
    ],
)
def test_the_threshold_moves_as_far_as_mistakes_are_worth_it(
    judgements: tuple[Judgement, ...], moves: float
) -> None:
    assert taught(*judgements).threshold == pytest.approx(moves)


def test_the_threshold_never_moves_further_than_its_bound() -> None:
    many = [judged(i, "irrelevant", score=0.9) for i in range(50)]
    assert abs(taught(*many).threshold) <= MAX_FALL


def test_verdicts_neither_end_nor_begin_the_telling_of_every_edit() -> None:
    """Which a min_score of 0 asks for."""
    assert threshold_of(0.0, Lessons(threshold=0.1)) == 0.0
    assert threshold_of(0.05, Lessons(threshold=-0.1)) > 0.0


def test_a_relevant_page_pays_again_and_less_each_time_and_a_wrong_one_nothing() -> None:
    state = PageState(profile_id="p", page_id="x", relevance=0.4, unspent=0.0, energy=0.0)
    good = taught(judged(1)).marks["http://a.test/news/1"]
    paid = [share_left(good, msgspec.structs.replace(state, visits=n)) for n in range(12)]
    assert paid[0] == 1.0
    assert paid == sorted(paid, reverse=True)
    assert sum(paid) == pytest.approx(2.0)
    wrong = taught(judged(1, "irrelevant")).marks["http://a.test/news/1"]
    assert share_left(wrong, msgspec.structs.replace(state, unspent=0.7)) == 0.0


def test_the_link_on_the_way_to_a_relevant_page_is_worth_more_afterwards() -> None:
    plain, good, bad = (
        named_weights(taught_scorer(None, learned.lessons, TOPIC), taught(judged(1)).lessons)
        for learned in (Lessons(), taught(judged(1)), taught(judged(1, "irrelevant")))
    )
    name = "word latest in the link"
    assert bad[name] < plain[name] < good[name]


def test_the_answer_names_every_number_that_moved() -> None:
    after = taught(judged(1, "relevant", ("ceram",), score=0.27))
    moved = movements(
        Lessons(),
        after,
        min_score=0.3,
        url="http://a.test/news/1",
        state=None,
        links=({"anchor": 0.1, "url": 0.2}, {"anchor": 0.3, "url": 0.2}),
    )
    assert [(m.part, m.name) for m in moved] == [
        ("word_list", "ceram"),
        ("score", "ceram"),
        ("score", "a.test/"),
        ("score", "a.test/news/"),
        ("threshold", "min_score"),
        ("energy", "http://a.test/news/1"),
        ("link_model", "anchor"),
    ]
    assert (moved[4].before, moved[4].after) == (0.3, 0.27)
