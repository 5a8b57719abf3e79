"""What is reported, as what, and what is not: examples from a small page, and properties."""

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from watchd.core.changes.assess import (
    MAX_CHANGE_CHARS,
    Assessment,
    KnownVersion,
    assess,
    assess_gone,
    still_followed,
)
from watchd.core.changes.signature import content_hash
from watchd.core.relevance.document import document_of
from watchd.core.relevance.topic import Topic
from watchd.model.page import Link, Page
from watchd.model.profile import Report

TOPIC = Topic('solid state battery "pilot line" -toy', languages=("en",))
OTHER_TOPIC = Topic("parking garage", languages=("en",))
TITLE = "Solid-state batteries at Ulm"
BEFORE = """Solid-state batteries at Ulm
The institute works on solid state battery cells with a ceramic electrolyte. The first cells were shown in 2024. They hold \
twice the energy of a lithium-ion battery.
The pilot line for the cells is planned for 2027. A consortium of five companies pays for the building. The electrolyte \
is sintered at a low temperature.
Partners: Alpha, Beta, Gamma
Contact: press office, phone 0731 1234.
Posted 3 hours ago. 1,234 views.
"""
RELEVANT = "The consortium announced that the pilot line starts making battery cells in March, two megawatt hours a year."
ALSO_RELEVANT = (
    "Ceramic separators of the electrolyte were sintered without cracks, and the energy of the cells rose."
)
UNRELATED = "Our canteen serves pancakes on Friday, and the parking garage is closed for the summer festival of the town."
COOKIES = "We use cookies to improve your experience. By continuing you agree to our privacy policy."
ALL = Report(kinds=["new", "changed", "gone", "newly_relevant"])


def page(text: str, links: tuple[Link, ...] = ()) -> Page:
    return Page(
        url="https://example.org/",
        title=TITLE,
        text=text,
        language="en",
        links=links,
        content_hash=content_hash(text),
    )


def known(text: str = BEFORE, relevance: float = 0.7) -> KnownVersion:
    return KnownVersion(text, content_hash(text), relevance, "en")


def judged(
    now: str | Page, before: KnownVersion | None = None, *, topic: Topic = TOPIC, report: Report = ALL
) -> Assessment | None:
    seen = page(now) if isinstance(now, str) else now
    return assess(before or known(), seen, topic.score(document_of(seen)), topic=topic, report=report)


def test_a_relevant_page_that_was_never_seen_is_new() -> None:
    seen = page(BEFORE)
    found = assess(None, seen, TOPIC.score(document_of(seen)), topic=TOPIC, report=Report())
    assert found is not None
    assert (found.kind, found.change, found.new_share) == ("new", None, 1.0)
    assert "The pilot line for the cells is planned for 2027." in found.summary
    assert {"batteries", "pilot line"} <= {match.term for match in found.matched}
    assert sum(match.weight for match in found.matched) == pytest.approx(1, abs=0.01)


def test_an_irrelevant_page_is_nothing() -> None:
    seen = page(UNRELATED)
    assert assess(None, seen, TOPIC.score(document_of(seen)), topic=TOPIC, report=ALL) is None


@pytest.mark.parametrize("addition", [RELEVANT, ALSO_RELEVANT, "The first cells left the pilot line today."])
@pytest.mark.parametrize("where", ["at the end", "in the middle"])
def test_a_relevant_addition_is_a_change_however_short(addition: str, where: str) -> None:
    at = len(BEFORE) if where == "at the end" else BEFORE.index("The pilot line")
    found = judged(f"{BEFORE[:at]}{addition}\n{BEFORE[at:]}")
    assert found is not None
    assert found.kind == "changed"
    assert found.score > 0.3
    assert found.summary == addition
    assert found.change is not None
    assert (found.change.added, found.change.removed) == (addition, "")
    assert found.change.former == content_hash(BEFORE)
    assert 0 < found.new_share < 0.3


@pytest.mark.parametrize(
    "addition", [UNRELATED, COOKIES, "Last updated: build 458123", "Imprint", UNRELATED * 20]
)
def test_an_addition_off_the_topic_is_none_however_long(addition: str) -> None:
    assert judged(f"{BEFORE}{addition}\n") is None


def test_news_do_not_drown_in_a_long_addition() -> None:
    chaff = "".join(f"Canteen dish number {i} is a pancake with apples. " for i in range(60))
    found = judged(f"{BEFORE}{chaff}\nHere is more. {chaff}\n{BEFORE[:28]}\n{RELEVANT}\n")
    assert found is not None
    assert RELEVANT in found.summary


def test_a_number_that_changes_in_a_relevant_sentence_is_a_change() -> None:
    found = judged(BEFORE.replace("2027", "2028"))
    assert found is not None
    assert found.summary == "The pilot line for the cells is planned for 2028."


def test_a_number_that_changes_elsewhere_is_none() -> None:
    assert judged(BEFORE.replace("0731 1234", "0731 9999")) is None


NOISE: dict[str, Callable[[str], str]] = {
    "a slip of the pen": lambda text: text.replace("ceramic", "cermaic"),
    "an age": lambda text: text.replace("3 hours ago", "5 hours ago"),
    "a counter": lambda text: text.replace("1,234 views", "9,876 views"),
    "a date": lambda text: text + "Monday, 16 November 2026, 04:00\n",
    "a token": lambda text: text + "9f86d081884c7d659a2feaa0c55ad015\n",
    "an announcement of advertising": lambda text: text + "Advertisement\n",
    "markup": lambda text: text.replace(". ", ".\n"),
    "white space": lambda text: re.sub(" ", "  ", text),
    "letter case": lambda text: text.replace("ceramic", "Ceramic"),
    "a reordered list": lambda text: text.replace("Alpha, Beta, Gamma", "Gamma, Alpha, Beta"),
    "reordered paragraphs": lambda text: "\n".join(reversed(text.splitlines())) + "\n",
    "other wording": lambda text: text.replace("works on", "develops"),
    "a stamp": lambda text: text + "Last updated: build 458123\n",
}


@given(st.lists(st.sampled_from(sorted(NOISE)), max_size=len(NOISE), unique=True))
def test_noise_is_no_finding_alone_or_together(names: list[str]) -> None:
    text = BEFORE
    for name in names:
        text = NOISE[name](text)
    assert judged(text) is None


@given(st.lists(st.sampled_from(sorted(NOISE)), max_size=len(NOISE), unique=True))
def test_noise_does_not_hide_a_finding(names: list[str]) -> None:
    text = f"{BEFORE}{RELEVANT}\n"
    for name in names:
        text = NOISE[name](text)
    assert judged(text) is not None


def test_a_new_link_is_none_since_its_target_will_be_a_finding() -> None:
    anchor = "The solid state battery pilot line starts"
    text = f"{BEFORE}{anchor}\n"
    assert judged(page(text)) is not None
    assert judged(page(text, (Link("https://example.org/start", anchor),))) is None


def test_an_addition_that_is_like_a_page_the_profile_was_shown_is_a_change() -> None:
    text = "Mutexes guard shared memory while several threads wait in the kernel for the scheduler to wake one of them."
    asked = Topic("solid state battery", languages=("en",))
    shown = asked.with_hints([document_of(page(f"Solid state battery: a solid state battery. {text}"))])
    assert judged(f"{BEFORE}{text}\n", topic=asked) is None
    assert judged(f"{BEFORE}{text}\n", topic=shown) is not None
    assert judged(BEFORE, known(f"{BEFORE}{text}\n"), topic=shown) is None  # the page shown may be this one


def test_a_few_words_that_the_page_also_has_are_no_change() -> None:
    shown = TOPIC.with_hints([document_of(page(BEFORE))])
    assert judged(f"{BEFORE}Five companies, low temperature\n", topic=shown) is None


def test_what_was_removed_counts_when_it_mattered_and_the_page_still_does() -> None:
    longer = f"{BEFORE}{RELEVANT}\n{UNRELATED}\n"
    before = known(longer)
    found = judged(longer.replace(RELEVANT, ""), before)
    assert found is not None
    assert found.change is not None
    assert (found.change.added, found.change.removed) == ("", RELEVANT)
    assert judged(longer.replace(UNRELATED, ""), before) is None


def test_a_page_that_lost_its_topic_is_not_told_since_walls_and_error_pages_look_like_that() -> None:
    assert judged("Please log in to continue.") is None


def test_a_page_whose_main_text_was_not_found_has_not_changed() -> None:
    seen = Page(url="https://example.org/", title=TITLE, full_text=BEFORE, language="en", content_hash="other")
    assert assess(known(), seen, TOPIC.score(document_of(seen)), topic=TOPIC, report=Report()) is None


def test_a_page_that_becomes_relevant() -> None:
    before = known(UNRELATED, relevance=0.0)
    found = judged(BEFORE, before)
    assert found is not None
    assert found.kind == "newly_relevant"
    assert found.change is not None
    assert found.new_share > 0.9
    as_changed = judged(BEFORE, before, report=Report())
    assert as_changed is not None
    assert as_changed.kind == "changed"


def test_a_page_that_a_new_query_makes_relevant_has_no_change() -> None:
    found = judged(BEFORE, known(relevance=0.1))
    assert found is not None
    assert (found.kind, found.change, found.new_share) == ("newly_relevant", None, 0.0)
    assert judged(BEFORE, known(relevance=0.1), report=Report()) is None


def test_an_excluded_word_ends_it() -> None:
    assert judged(f"{BEFORE}{RELEVANT} It is a toy.\n") is None


def test_a_page_that_is_gone_is_told_when_it_was_relevant_and_the_kind_is_wanted() -> None:
    found = assess_gone(known(), topic=TOPIC, report=ALL)
    assert found is not None
    assert (found.kind, found.score) == ("gone", 0.7)
    assert "pilot line" in found.summary
    assert assess_gone(known(), topic=TOPIC, report=Report()) is None
    assert assess_gone(known(relevance=0.1), topic=TOPIC, report=ALL) is None


@pytest.mark.parametrize("kind", ["new", "changed", "newly_relevant"])
def test_only_wanted_kinds_are_told(kind: str) -> None:
    unwanted = Report(kinds=[k for k in ALL.kinds if k != kind])
    before = {"new": None, "changed": known(), "newly_relevant": known(relevance=0.0)}[kind]
    seen = page(f"{BEFORE}{RELEVANT}\n")
    found = assess(before, seen, TOPIC.score(document_of(seen)), topic=TOPIC, report=unwanted)
    assert found is None or found.kind != kind


def test_a_finding_keeps_a_bounded_part_of_a_change() -> None:
    found = judged(f"{BEFORE}{(RELEVANT + ' ') * 200}\n")
    assert found is not None
    assert found.change is not None
    assert len(found.change.added) <= MAX_CHANGE_CHARS


@given(st.text(max_size=200), st.text(max_size=200), st.sampled_from(["en", "de", "zh", None]), st.floats(0, 1))
def test_any_two_texts_can_be_judged(old: str, new: str, language: str | None, relevance: float) -> None:
    text = f"{BEFORE}{new}"
    seen = Page(url="https://example.org/", text=text, language=language, content_hash=content_hash(text))
    before = KnownVersion(f"{BEFORE}{old}", content_hash(f"{BEFORE}{old}"), relevance, language)
    found = assess(before, seen, TOPIC.score(document_of(seen)), topic=TOPIC, report=ALL)
    assert found is None or 0.3 <= found.score <= 1


def test_an_addition_may_make_a_relevant_page_a_little_less_relevant() -> None:
    seen = page(f"{BEFORE}{RELEVANT}\n")
    score = TOPIC.score(document_of(seen))
    report = Report(min_score=min(1.0, score.value + 0.05))
    assert assess(known(relevance=0.9), seen, score, topic=TOPIC, report=Report(min_score=0.9)) is not None
    assert assess(known(relevance=report.min_score - 0.01), seen, score, topic=TOPIC, report=report) is None


def test_with_a_low_min_score_an_addition_still_has_to_be_about_the_topic() -> None:
    nearly_everything = Report(min_score=0.01)
    assert judged(f"{BEFORE}{UNRELATED}\n", report=nearly_everything) is None
    assert judged(f"{BEFORE}{RELEVANT}\n", report=nearly_everything) is not None


EVERYTHING = Report(kinds=["changed", "gone"], min_score=0)  # as a watch of one page is imported
SHOP = """Blue kettle
The kettle holds two litres and boils within three minutes. It comes with a cable of one metre.
Sold out
Questions: shop, workshop, museum
Last changed: Monday, 16 November 2026, 04:00. 1,234 views.
"""
NOTICE = "The museum opens at ten. Guided tours of the old mill are fully booked until the end of the month.\n"
EDITS = {
    "a state": (SHOP, SHOP.replace("Sold out", "In stock, order now")),
    "a shorter state": (SHOP, SHOP.replace("Sold out", "Here")),
    "one word of a sentence": (NOTICE, NOTICE.replace("fully booked", "free")),
    "a sentence more": (NOTICE, f"{NOTICE}The mill is closed on the first Monday because of the market.\n"),
    "a sentence on another subject": (SHOP, f"{SHOP}{UNRELATED}\n"),
    "a price": (SHOP, SHOP.replace("two litres", "two litres, 30 euros")),
    "a slip of the pen": (SHOP, SHOP.replace("kettle holds", "ketle holds")),
    "a sentence said twice": (SHOP, f"{SHOP}Sold out\n"),
    "a sentence less": (SHOP, SHOP.replace(" It comes with a cable of one metre.", "")),
    "a word less": (SHOP, SHOP.replace("Sold out\n", "")),
    "nearly everything": (SHOP, "Please log in to continue.\n"),
    "another script": ("在庫なし\n", "在庫あり\n"),
    "no text before": ("", "Sold out\n"),
}


def watched(before: str, now: str, *links: Link) -> Assessment | None:
    """What a profile says that wants every edit of a page which is its own example."""
    seen = page(now, links)
    topic = Topic("", languages=("en",), examples=[document_of(page(before))])
    known_score = topic.score(document_of(page(before))).value
    return assess(
        known(before, known_score),
        seen,
        topic.score(document_of(seen)),
        topic=topic,
        report=EVERYTHING,
        is_same_query=True,
    )


@pytest.mark.parametrize("edit", EDITS)
def test_with_a_min_score_of_zero_every_edit_is_told(edit: str) -> None:
    before, now = EDITS[edit]
    found = watched(before, now)
    assert found is not None
    assert found.kind == "changed"
    assert found.summary
    assert found.change is not None
    assert found.change.former == content_hash(before)
    back = watched(now, before)
    assert (back is not None) == bool(before)  # a page without text was not read


def test_with_a_min_score_of_zero_the_summary_tells_the_edit_and_not_the_page() -> None:
    found = watched(SHOP, SHOP.replace("Sold out", "In stock, order now"))
    assert found is not None
    assert found.summary == "In stock, order now"
    less = watched(SHOP, SHOP.replace("Sold out\n", ""))
    assert less is not None
    assert less.summary == "Sold out"


def test_with_a_min_score_of_zero_a_new_link_is_told_since_nobody_follows_it() -> None:
    anchor = "Kettle in red"
    assert watched(SHOP, f"{SHOP}{anchor}\n", Link("https://example.org/red", anchor)) is not None


MOVES_BY_ITSELF: dict[str, Callable[[str], str]] = {
    **{name: NOISE[name] for name in NOISE if name not in ("a slip of the pen", "other wording", "a stamp")},
    "another date": lambda text: text.replace(
        "Monday, 16 November 2026, 04:00", "Friday, 20 November 2026, 17:30"
    ),
    "another count": lambda text: text.replace("1,234 views", "9,876 views"),
    "a clock": lambda text: f"12:45:10\n{text}",
    "another order of a list": lambda text: text.replace("shop, workshop, museum", "museum, shop, workshop"),
}


@given(st.lists(st.sampled_from(sorted(MOVES_BY_ITSELF)), unique=True))
def test_with_a_min_score_of_zero_what_moves_by_itself_is_no_edit_alone_or_together(names: list[str]) -> None:
    text = SHOP + BEFORE
    for name in names:
        text = MOVES_BY_ITSELF[name](text)
    assert watched(SHOP + BEFORE, text) is None


@given(st.lists(st.sampled_from(sorted(MOVES_BY_ITSELF)), unique=True))
def test_with_a_min_score_of_zero_noise_does_not_hide_an_edit(names: list[str]) -> None:
    text = (SHOP + BEFORE).replace("Sold out", "Here")
    for name in names:
        text = MOVES_BY_ITSELF[name](text)
    found = watched(SHOP + BEFORE, text)
    assert found is not None
    assert found.change is not None
    assert (found.change.added, found.change.removed) == ("Here", "Sold out")


def test_a_page_that_was_passed_over_is_new_when_more_is_known_of_it() -> None:
    seen = page(BEFORE)
    before = known(relevance=0.1)
    score = TOPIC.score(document_of(seen))
    risen = assess(before, seen, score, topic=TOPIC, report=Report(), is_same_query=True)
    assert risen is not None
    assert (risen.kind, risen.change) == ("new", None)
    assert assess(before, seen, score, topic=TOPIC, report=Report()) is None  # the query may be another one
    reported = known(relevance=0.9)
    assert assess(reported, seen, score, topic=TOPIC, report=Report(), is_same_query=True) is None


def test_a_page_that_was_passed_over_is_new_even_when_it_changed_by_the_way() -> None:
    seen = page(f"{BEFORE}{UNRELATED}\n")
    score = TOPIC.score(document_of(seen))
    found = assess(known(relevance=0.1), seen, score, topic=TOPIC, report=Report(), is_same_query=True)
    assert found is not None
    assert (found.kind, found.change) == ("new", None)
    on_topic = page(f"{BEFORE}{RELEVANT}\n")
    score = TOPIC.score(document_of(on_topic))
    found = assess(known(relevance=0.1), on_topic, score, topic=TOPIC, report=Report(), is_same_query=True)
    assert found is not None
    assert found.kind == "changed"


def test_a_page_that_a_person_was_told_of_is_followed_though_it_is_worth_less_by_now() -> None:
    before = structs.replace(known(relevance=0.2), was_reported=True)
    same = page(BEFORE)
    score = TOPIC.score(document_of(same))
    assert (
        assess(before, same, score, topic=TOPIC, report=Report(), is_same_query=True) is None
    )  # not new again
    seen = page(f"{BEFORE}{RELEVANT}\n")
    found = assess(
        before, seen, structs.replace(score, value=0.2), topic=TOPIC, report=Report(), is_same_query=True
    )
    assert found is not None
    assert found.kind == "changed"
    assert assess_gone(before, topic=TOPIC, report=ALL) is not None
    assert assess_gone(known(relevance=0.2), topic=TOPIC, report=ALL) is None


WALL = "Please log in to read this page."


def followed(now: str, before: KnownVersion, report: Report = ALL) -> str | None:
    seen = page(now)
    score = TOPIC.score(document_of(seen))
    return still_followed(before, seen, score, judged(seen, before, report=report), report=report)


def behind_a_wall(**changes: object) -> KnownVersion:
    """The page asked for a login when it was seen last; the text that mattered is kept."""
    return structs.replace(known(WALL, relevance=0.0), before=known(), **changes)


@pytest.mark.parametrize("report", [ALL, Report(kinds=["changed"])])
@pytest.mark.parametrize("reported", [True, False])
def test_a_text_that_comes_back_from_behind_a_wall_is_no_news(report: Report, reported: bool) -> None:
    assert followed(WALL, structs.replace(known(), was_reported=reported), report) == content_hash(BEFORE)
    assert judged(BEFORE, behind_a_wall(was_reported=reported), report=report) is None
    assert followed(BEFORE, behind_a_wall(was_reported=reported), report) is None


def test_an_edit_that_comes_with_the_return_is_compared_with_the_text_that_mattered() -> None:
    found = judged(f"{BEFORE}{RELEVANT}\n", behind_a_wall())
    assert found is not None
    assert found.kind == "changed"
    assert found.change is not None
    assert (found.change.added, found.change.former) == (RELEVANT, content_hash(BEFORE))
    assert judged(f"{BEFORE}{UNRELATED}\n", behind_a_wall()) is None


def test_one_wall_after_another_does_not_make_the_text_that_mattered_forgotten() -> None:
    assert followed("The site is down for maintenance.", behind_a_wall()) == content_hash(BEFORE)
    assert followed("", behind_a_wall()) == content_hash(BEFORE)


def test_a_teaser_does_not_stand_for_the_text_that_mattered() -> None:
    """It is about the topic, and most of the text is behind it."""
    teaser = BEFORE[: BEFORE.index("They hold")]
    assert followed(f"{teaser}\nSubscribe to read more.", known()) == content_hash(BEFORE)


def test_a_page_whose_entries_are_replaced_is_compared_with_what_was_seen_last() -> None:
    """Not with the old entries, only because those mattered and the last ones did not."""
    last = "".join(f"Canteen dish number {i} is a pancake with apples.\n" for i in range(9))
    before = structs.replace(known(last, relevance=0.0), before=known(), was_reported=True)
    found = judged(f"{last}{RELEVANT}\n", before, report=Report(min_score=0.05))
    assert found is not None
    assert found.change is not None
    assert found.change.former == content_hash(last)


def test_an_edit_that_is_taken_back_is_no_news_when_the_former_text_was_told() -> None:
    edited = f"{BEFORE}{RELEVANT}\n"
    assert judged(BEFORE, known(edited)) is not None
    reported = structs.replace(known(edited), reported_texts=frozenset([content_hash(BEFORE)]))
    assert judged(BEFORE, reported) is None


def test_a_page_that_does_not_matter_has_no_text_to_follow() -> None:
    assert followed(UNRELATED, known(relevance=0.1)) is None
    seen = page(WALL)
    assert still_followed(None, seen, TOPIC.score(document_of(seen)), None, report=ALL) is None


def test_a_text_that_came_to_be_irrelevant_is_not_followed_as_one_that_mattered() -> None:
    """The query was changed, the page was not."""
    assert followed(UNRELATED, known(UNRELATED)) is None
