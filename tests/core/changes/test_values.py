"""Changed prices, stock and dates of availability: measured on two sets of pairs, and in single cases."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.changes.value_pairs import ValuePair, read_pairs, wilson
from watchd.core.changes.amounts import amounts
from watchd.core.changes.assess import Assessment, KnownVersion, assess
from watchd.core.changes.availability import statements
from watchd.core.changes.signature import content_hash
from watchd.core.changes.values import value_changes
from watchd.core.relevance.document import document_of
from watchd.core.relevance.topic import Topic
from watchd.model.finding import ValueChange
from watchd.model.page import Page
from watchd.model.profile import Report

SETS = {name: read_pairs(name) for name in ("values_dev", "values_held_out")}
TOPIC = Topic("cargo bike", languages=("en",))
PRICE = ValueChange("price", "7,490 €", "6,990 €")
OFFER = """Model V3 cargo bike
The cargo bike carries two children and has a belt drive.
7,490 €
In stock
Every cargo bike is delivered assembled.
"""
CHEAPER = OFFER.replace("7,490", "6,990")
SOLD_OUT = OFFER.replace("In stock", "Sold out until February")


def text_of(pair: ValuePair) -> str:
    return f"{pair.language}: {pair.kind}"


@pytest.mark.parametrize("name", SETS)
def test_at_least_95_percent_of_changed_values_are_reported_and_at_most_5_percent_of_noise(name: str) -> None:
    for is_noise in (False, True):
        pairs = [pair for pair in SETS[name] if pair.is_noise is is_noise]
        assert len(pairs) >= 60
        wrong = [text_of(pair) for pair in pairs if not pair.is_right()]
        assert len(wrong) <= 0.05 * len(pairs), wrong


def test_the_interval_of_a_share_holds_it_and_is_wider_for_fewer_cases() -> None:
    assert wilson(58, 60) == pytest.approx((0.886, 0.991), abs=0.001)
    assert wilson(6, 6)[0] < wilson(60, 60)[0] < wilson(60, 60)[1] == pytest.approx(1)


AMOUNTS = {
    "1.299,00 €": ("1299", "EUR"),
    "EUR 1,299": ("1299", "EUR"),
    "$1,299.00": ("1299", "USD"),
    "£5": ("5", "GBP"),
    "CHF 1'200.-": ("1200", "CHF"),
    "1 299 kr": ("1299", "kr"),
    "1\u202f299,50 €": ("1299.5", "EUR"),
    "€ 2.495,-": ("2495", "EUR"),
    "₹1,29,900": ("129900", "INR"),
    "0,125 €": ("0.125", "EUR"),
    "12 Mio. Euro": ("12000000", "EUR"),
    "$1.5bn": ("1500000000", "USD"),
    "$12,499 MXN": ("12499", "MXN"),
}


@pytest.mark.parametrize("written", AMOUNTS)
def test_an_amount_is_read_as_people_write_it_inside_a_sentence(written: str) -> None:
    for sentence in (written, f"The set of 3 costs {written} now, with 2 cups."):
        (found,) = amounts(sentence)
        assert (format(found.value.normalize(), "f"), found.currency) == AMOUNTS[written]
        assert sentence[found.start : found.end].strip() == written


@pytest.mark.parametrize(
    "text", ["version 4.12.1", "1,204 views", "page 3", "4.5 (88)", "KW 12", "10 microns", ""]
)
def test_a_number_without_a_currency_is_not_an_amount(text: str) -> None:
    assert amounts(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Notify me when back in stock",
        "If an item is out of stock, we refund it.",
        "The tour sold out within minutes.",
        "Is it sold out?",
        "Available in three colours",
        "It is not sold out.",
    ],
)
def test_a_sentence_about_stock_is_not_a_statement_of_stock(text: str) -> None:
    assert statements(text) == []


def test_equal_texts_have_no_changed_values() -> None:
    for pairs in SETS.values():
        for pair in pairs:
            assert value_changes(pair.before, pair.before) == ()


@given(st.permutations(list(range(6))))
def test_the_order_of_a_list_does_not_matter(order: list[int]) -> None:
    def page(items: list[int]) -> str:
        return "Our lamps\n" + "".join(f"Lamp model {'abcdef'[i]}\n{10 + i} €\n" for i in items)

    assert value_changes(page(sorted(order)), page(order)) == ()


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_two_texts_can_be_compared(one: str, other: str) -> None:
    value_changes(one, other)


def test_a_value_of_a_list_names_its_item() -> None:
    before = "Our lamps\nDesk lamp\n40 €\nFloor lamp\n90 €\n"
    (change,) = value_changes(before, before.replace("90", "80"))
    assert change == ValueChange("price", "90 €", "80 €", "Floor lamp")


def page(text: str) -> Page:
    return Page(
        url="https://example.org/", title="V3", text=text, language="en", content_hash=content_hash(text)
    )


def judged(
    last: str, now: str, *, report: Report | None = None, relevance: float = 0.9, **known: Any
) -> Assessment | None:
    former = KnownVersion(last, content_hash(last), relevance, "en", **known)
    seen = page(now)
    return assess(former, seen, TOPIC.score(document_of(seen)), topic=TOPIC, report=report or Report())


def test_a_new_price_on_a_relevant_page_is_a_change_with_the_score_of_the_page() -> None:
    found = judged(OFFER, CHEAPER)
    assert found is not None
    assert found.change is not None
    assert (found.kind, found.change.values, found.summary) == ("changed", (PRICE,), "6,990 €")
    assert found.score == TOPIC.score(document_of(page(CHEAPER))).value


def test_a_new_price_on_a_page_that_was_never_relevant_is_nothing() -> None:
    assert judged(OFFER, CHEAPER, relevance=0.1) is None


def test_values_can_be_switched_off_and_need_the_kind_changed() -> None:
    assert judged(OFFER, CHEAPER, report=Report(values=False)) is None
    assert judged(OFFER, CHEAPER, report=Report(kinds=["new"])) is None


def test_an_item_that_is_back_in_stock_is_news_although_the_text_was_reported_before() -> None:
    texts = frozenset({content_hash(OFFER), content_hash(SOLD_OUT)})
    found = judged(SOLD_OUT, OFFER, reported_texts=texts)
    assert found is not None
    assert found.change is not None
    assert found.change.values == (ValueChange("stock", "Sold out until February", "In stock"),)


def test_a_change_that_was_reported_lately_is_not_reported_again_unless_every_edit_is_wanted() -> None:
    assert judged(OFFER, CHEAPER, recent_values=frozenset({PRICE})) is None
    assert judged(OFFER, CHEAPER, recent_values=frozenset({PRICE}), report=Report(min_score=0)) is not None


def test_a_login_in_between_changes_no_value() -> None:
    login = "Please log in to see this page."
    kept = KnownVersion(OFFER, content_hash(OFFER), 0.9, "en")
    assert judged(OFFER, login) is None
    assert judged(login, OFFER, before=kept) is None
    found = judged(login, CHEAPER, before=kept)
    assert found is not None
    assert found.change is not None
    assert found.change.values == (PRICE,)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Available from 3 March", "Available from 10 March"),
        ("Sold out until 14.02.2027", "Sold out until 28.02.2027"),
        ("Ab 3. März wieder lieferbar", "Ab 9. März wieder lieferbar"),
    ],
)
def test_another_date_of_availability_is_another_text(one: str, other: str) -> None:
    assert content_hash(f"Heat pump\n{one}\nQuiet") != content_hash(f"Heat pump\n{other}\nQuiet")


@pytest.mark.parametrize(
    "text", ["Updated on {}", "Get it by {}", "Available\nUpdated on {}", "Posted {} by Kim"]
)
def test_any_other_date_leaves_the_text_the_same(text: str) -> None:
    assert content_hash(text.format("3 March 2027")) == content_hash(text.format("9 March 2027"))
