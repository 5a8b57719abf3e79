"""What makes a page relevant, and that the score means the same for every profile."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from watchd.core.relevance.curve import CURVE
from watchd.core.relevance.document import Document, document_of
from watchd.core.relevance.score_shift import ScoreShift
from watchd.core.relevance.term_rarity import (
    HALF_WEIGHT_PAGES,
    OWN_WEIGHT,
    Rarity,
    TermCounts,
)
from watchd.core.relevance.topic import Topic, example_terms
from watchd.core.relevance.word_list import WordList, after_feedback
from watchd.core.relevance.words import words
from watchd.model.page import Page

ON_TOPIC = """Solid state batteries promise more range. The maker opens a pilot line for solid state batteries
this year, and the battery cells of that pilot line go to car makers."""
NEAR_TOPIC = "A battery of tests. The state of the economy is solid, says the minister, and growth goes on."
OFF_TOPIC = "The garden in spring: sow tomatoes, water the lawn, and prune the roses before the last frost."


def document(text: str, title: str = "", language: str | None = "en") -> Document:
    return document_of(Page(url="http://a.test/", title=title, text=text, language=language))


@pytest.fixture
def topic() -> Topic:
    return Topic('solid state battery "pilot line"', languages=("en",))


def test_pages_on_the_topic_score_above_pages_near_it_and_off_it(topic: Topic) -> None:
    on, near, off = (topic.score(document(t)).value for t in (ON_TOPIC, NEAR_TOPIC, OFF_TOPIC))
    assert on > 0.5
    assert 0.3 > near > off == 0.0


def test_a_word_in_the_title_counts_more_than_in_the_text(topic: Topic) -> None:
    titled = topic.score(document(OFF_TOPIC, title="Solid battery"))
    mentioned = topic.score(document(OFF_TOPIC + " Solid battery"))
    assert titled.value > mentioned.value > 0


def test_an_excluded_word_ends_it() -> None:
    topic = Topic('solid battery -toy -"pilot line"', languages=("en",))
    assert topic.score(document("A solid battery for toys.")).excluded_by == "toy"
    assert topic.score(document(ON_TOPIC)).value == 0.0
    assert topic.score(document("A line of solid batteries, a pilot said.")).value > 0


def test_a_phrase_counts_only_where_its_words_follow_each_other() -> None:
    topic = Topic('"pilot line"', languages=("en",))
    whole = topic.score(document("The pilot line opens. " + OFF_TOPIC)).value
    apart = topic.score(document("The line was opened by a pilot. " + OFF_TOPIC)).value
    assert whole > apart


def test_the_best_facet_counts() -> None:
    both = Topic("solid battery | garden tomatoes roses", languages=("en",))
    assert both.score(document(OFF_TOPIC)).facet == 1
    assert both.score(document(ON_TOPIC)).facet == 0
    alone = Topic("garden tomatoes roses", languages=("en",))
    assert both.score(document(OFF_TOPIC)).value == pytest.approx(alone.score(document(OFF_TOPIC)).value)


def test_why_names_the_terms_and_their_share(topic: Topic) -> None:
    matched = topic.score(document(ON_TOPIC)).matched
    assert {"pilot line", "batteri", "solid"} <= {m.term for m in matched}
    assert sum(m.weight for m in matched) == pytest.approx(1.0)
    assert [m.weight for m in matched] == sorted((m.weight for m in matched), reverse=True)


def test_a_page_in_another_language_is_read_with_that_languages_words() -> None:
    topic = Topic("Batterien Festkörper", languages=("en", "de"))
    assert topic.score(document("Die Batterie: Festkörper sind im Kommen.", language="de")).value > 0.3


def test_a_page_without_language_is_taken_to_be_in_the_profiles_first() -> None:
    topic = Topic("batteries", languages=("en",))
    assert topic.score(Document(None, ("batteri",), {"batteri": 1})).value > 0


def test_a_page_without_language_meets_the_query_in_other_forms_of_a_word() -> None:
    topic = Topic("battery -toy", languages=("en",))
    assert topic.score(document("All about batteries.", language=None)).value > 0
    assert topic.score(document("Batteries for toys.", language=None)).excluded_by == "toy"


def placed(text: str, around: str, title: str = "", url: str = "http://a.test/1") -> Document:
    """A page as sites have them: its text, and around it the way to it and to its neighbours."""
    terms = tuple(words(f"{around} {text}", "en"))
    return document_of(Page(url=url, title=title, text=text, terms=terms, language="en"))


def test_what_stands_around_a_text_and_in_its_address_is_known_apart_from_the_text() -> None:
    page = placed(
        "A lock is held.", "Home concurrent execution lock", "Locks", "http://a.test/thread/mutex-lock.html"
    )
    assert page.around == {"home", "concurr", "execut", "lock"}
    assert {"thread", "mutex", "lock"} <= page.heading
    assert {"held", "lock", "@concurr", "@thread", "@lock"} <= set(page.counted_terms())
    assert "@held" not in set(page.counted_terms())


def test_a_page_that_its_site_puts_under_the_topic_scores_above_one_that_mentions_it() -> None:
    topic = Topic("concurrent execution: thread, mutex, lock", languages=("en",))
    text = "Acquire the lock before other threads do, and release the lock when done."
    under = topic.score(placed(text, "Library > Concurrent execution", "Lock objects"))
    elsewhere = topic.score(placed(text, "Library > Cooking", "Pots and pans"))
    assert under.value > 0.3
    assert 0.1 > elsewhere.value > 0


def test_what_a_site_has_around_every_page_says_little() -> None:
    text = "A lock on the door and some thread in the drawer. " + OFF_TOPIC
    menu = placed(text, "Concurrent execution, thread, mutex")
    own = TermCounts(400, dict.fromkeys(menu.counted_terms(), 400))
    plain = Topic("concurrent execution: thread, mutex, lock", languages=("en",))
    grown = Topic("concurrent execution: thread, mutex, lock", languages=("en",), own=own)
    assert grown.score(menu).total < 0.9 * plain.score(menu).total


def test_one_common_word_in_a_menu_and_a_title_is_no_topic() -> None:
    page = placed("Some data on the garden. " + OFF_TOPIC, "Home > Data", "Data")
    assert Topic("data", languages=("en",)).score(page).value < 0.3
    rare = placed("Some zyzzyva in the garden. " + OFF_TOPIC, "Home > Zyzzyva", "Zyzzyva")
    assert Topic("zyzzyva", languages=("en",)).score(rare).value > 0.3


def test_the_best_hints_are_the_yardstick() -> None:
    plain = Topic("concurrent execution: thread, mutex, lock", languages=("en",))
    text = "A thread waits for the lock. " + OFF_TOPIC
    page = placed(text, "Library > Concurrent programs", "Waiting")
    perfect = placed(
        "Thread, mutex, lock: concurrent execution.",
        "Concurrent execution: thread, mutex, lock",
        "Thread mutex lock",
    )
    poor = placed(OFF_TOPIC, "Home")
    strict, lenient = plain.with_hints([perfect] * 3), plain.with_hints([page, poor, poor])
    assert strict.score(page).value < plain.score(page).value < lenient.score(page).value
    assert strict.score(perfect).value > 0.8
    assert plain.with_hints([]).score(page) == plain.score(page)
    assert plain.with_hints([page, perfect]).score(page) == plain.with_hints([perfect, page]).score(page)
    as_given = Topic("concurrent execution: thread, mutex, lock", languages=("en",), hints=[perfect] * 3)
    assert as_given.score(page) == strict.score(page)


def test_all_clear_hints_show_what_is_wanted_and_no_other() -> None:
    """An addition may be like any page on the topic, not only like the three that match the query best."""
    topic = Topic("concurrent execution: thread, mutex, lock", languages=("en",))
    clear = [
        placed(f"Thread, mutex, lock: concurrent execution {n}.", "Concurrent execution", "Mutex")
        for n in range(5)
    ]
    shown = topic.with_hints([*clear, placed(OFF_TOPIC, "Home")]).shown_vectors()
    assert len(shown) == len(clear)


def test_hints_that_are_all_off_the_topic_make_nothing_relevant() -> None:
    topic = Topic("concurrent execution: thread, mutex, lock", languages=("en",))
    poor = placed(OFF_TOPIC, "Home")
    assert topic.with_hints([poor] * 5).score(placed("A lock. " + OFF_TOPIC, "Home")).value < 0.1


def test_an_empty_page_and_an_empty_profile_score_nothing(topic: Topic) -> None:
    assert topic.score(document("")).value == 0
    assert Topic("").score(document(ON_TOPIC)).value == 0


def test_example_pages_become_facets_and_alike_ones_share_one() -> None:
    again = document(ON_TOPIC.replace("range", "reach"))
    topic = Topic(examples=[document(ON_TOPIC), again, document(OFF_TOPIC)], languages=("en",))
    assert len(topic.facets("en")) == 2
    assert topic.score(document(ON_TOPIC)).value > 0.8
    assert topic.score(document(OFF_TOPIC)).value > 0.8
    assert topic.score(document("Nothing of the kind; football all day.")).value < 0.1


def test_an_example_is_known_by_its_most_telling_terms() -> None:
    weights = example_terms(document(ON_TOPIC), Rarity("en"), max_terms=3)
    assert len(weights) == 3
    assert sum(w * w for w in weights.values()) == pytest.approx(1)


def test_judged_pages_move_the_scores_of_pages_like_them() -> None:
    page = document(ON_TOPIC)
    asked = 'solid state battery "pilot line"'
    plain = Topic(asked, languages=("en",)).score(page)
    for weight in (0.5, -0.5):
        moved = Topic(asked, languages=("en",)).with_shift(ScoreShift(words={"pilot": weight})).score(page)
        assert (moved.value - plain.value) * weight > 0
    assert Topic(asked, languages=("en",)).with_shift(ScoreShift(words={"tomato": 3.0})).score(page) == plain


def test_a_page_without_a_word_of_the_query_stays_irrelevant_whatever_was_taught() -> None:
    taught = ScoreShift(words={"footbal": 9.0}, folders={"a.test": 9.0}, related=("football",))
    page = document("Nothing of the kind; football all day.")
    assert Topic("solid state battery", languages=("en",)).with_shift(taught).score(page).value == 0.0


def test_learned_words_guide_links_and_leave_scores_alone() -> None:
    learned = after_feedback(WordList(), ["ceram", "electrolyt"], 1.0)
    taught = Topic("solid state battery", languages=("en",), learned=learned)
    assert "ceram" in taught.weights("en")
    assert taught.score(document(ON_TOPIC)) == Topic("solid state battery", languages=("en",)).score(
        document(ON_TOPIC)
    )


def test_what_the_portal_sees_everywhere_says_little() -> None:
    own = TermCounts(400, {"batteri": 400})
    young, grown = Rarity("en"), Rarity("en", own)
    assert grown("batteri") < young("batteri") - 0.5
    assert grown("pilot") >= young("pilot")


def test_a_few_dozen_pages_say_what_is_common_on_a_site_and_none_say_nothing() -> None:
    assert Rarity("en", TermCounts())("batteri") == Rarity("en")("batteri")
    own = TermCounts(HALF_WEIGHT_PAGES, {"batteri": HALF_WEIGHT_PAGES})
    assert Rarity("en", own).share("batteri") > OWN_WEIGHT / 2


def test_however_much_is_read_the_topics_own_words_still_tell_something() -> None:
    own = TermCounts(5_000, {"batteri": 5_000})
    assert Rarity("en", own).share("batteri") < 0.6
    assert 0.0 < Rarity("en", own).share("pilot") < Rarity("en").share("pilot")


def test_in_an_unknown_language_all_words_are_equally_rare() -> None:
    rarity = Rarity("tlh")
    assert rarity("a") == rarity("b") > 0


def test_a_page_stuffed_with_the_words_of_the_query_gains_nothing_by_repeating_them(topic: Topic) -> None:
    def stuffed(times: int) -> float:
        return topic.score(document("solid state battery pilot line " * times)).value

    honest = topic.score(document(ON_TOPIC)).value
    assert stuffed(20_000) == pytest.approx(stuffed(50), abs=0.01)
    assert 0.5 < honest < stuffed(20_000) < 0.85  # it joins the good pages, and is never certain
    for word in ("battery ", "solid ", "state "):  # one of the words, however often, is not the topic
        assert topic.score(document(word * 20_000)).value < 0.3
    assert topic.score(document("battery " * 500 + OFF_TOPIC, title="battery " * 500)).value < 0.6


@given(st.lists(st.sampled_from(["solid", "batteri", "pilot", "line", "garden", "toy"]), max_size=30))
def test_scores_stay_between_0_and_1(terms: list[str]) -> None:
    topic = Topic('solid battery "pilot line"', languages=("en",))
    score = topic.score(document(" ".join(terms)))
    assert 0.0 <= score.value <= 1.0


def test_a_page_that_its_site_puts_under_the_topic_needs_no_word_of_it_in_its_text() -> None:
    """The pages of a chapter need not repeat its title: the breadcrumbs and the folder say it."""
    topic = Topic("networking interprocess", languages=("en",))
    page = placed(
        "A task runs a coroutine until it waits.",
        "Networking and interprocess communication > Tasks",
        "Tasks",
        "http://a.test/networking/interprocess/tasks.html",
    )
    score = topic.score(page)
    assert score.value > 0.3
    assert {match.term for match in score.matched} == {"network", "interprocess"}
    assert topic.score(placed("A task runs a coroutine.", "Home > Tasks", "Tasks")).value == 0.0


def test_a_page_like_the_best_hints_scores_above_one_with_the_same_words_of_the_query() -> None:
    hints = [
        document(
            f"Acquire the lock before other threads do; release the mutex of section {n}.", title="Lock objects"
        )
        for n in range(3)
    ]
    topic = Topic("thread lock", languages=("en",), hints=hints)
    like = topic.score(document("Acquire the lock, then release the mutex, so that no thread waits."))
    unlike = topic.score(document("A cotton thread was caught in the lock of the garden gate."))
    assert like.value > unlike.value + 0.1
    assert like.coverage == pytest.approx(unlike.coverage)


def test_a_hint_is_not_compared_with_itself() -> None:
    hint = document(ON_TOPIC)
    alone = Topic("solid state battery", languages=("en",), hints=[hint])
    assert alone.score(hint).total == pytest.approx(
        Topic("solid state battery", languages=("en",)).score(hint).total
    )


def test_better_hints_do_not_raise_what_is_needed_without_limit() -> None:
    needed = [CURVE.needed(best) for best in (0.0, 4.0, 6.0, 9.0, 12.0, 20.0)]
    assert needed == sorted(needed)
    assert needed[-1] == needed[-2] == CURVE.needed(CURVE.max_best)
    assert needed[0] == needed[1]
    assert CURVE(CURVE.needed(7.0), CURVE.needed(7.0)) == pytest.approx(0.3)


@pytest.mark.parametrize("word", ["battery", "solid", "pilot"])
def test_a_page_stuffed_with_one_word_is_not_relevant_whatever_the_hints_are(word: str) -> None:
    query = 'solid state battery "pilot line"'
    stuffed = document(f"{word} " * 2_000, title=word)
    for hints in ([], [document(ON_TOPIC)] * 3, [document(OFF_TOPIC)] * 3, [stuffed] * 3):
        assert Topic(query, languages=("en",), hints=hints).score(stuffed).value < 0.3


def test_a_topic_as_an_earlier_version_knew_it_keeps_its_weights() -> None:
    now = Topic("debian house", languages=("en",))
    before = now.with_former_words()
    assert now.weights("en")["debian"] > now.weights("en")["hous"]
    assert before.weights("en")["debian"] < before.weights("en")["hous"]
