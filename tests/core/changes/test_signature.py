"""Only an edit is a change, and near-duplicates have near signatures."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from watchd.core.changes.signature import content_hash, distance, signature
from watchd.core.changes.stable_text import stable_text
from watchd.core.relevance.words import words

ARTICLE = """Standing queries on the live web
The daemon finds new and changed pages and tells you once. Every page is read politely, and the links on it
are weighed by the words around them. A page that repeats itself is told once; a page that moves is followed.
Energy is the only currency of the agents: every fetch costs, and a relevant page pays from its remnant."""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Last updated on 2026-11-15.", "Last updated on 2026-11-16."),
        ("Updated 2026-11-15T03:59:59Z", "Updated 2026-11-16T04:00:00Z"),
        ("Monday, 16 November 2026", "Tuesday, 1 December 2026"),
        ("Nov. 16, 2026 at 4:00 pm UTC", "Dec. 1, 2026 at 11:30 am GMT"),
        ("am 16. November 2026, 04:00 Uhr", "am 1. Dezember 2026, 23:30 Uhr"),
        ("16 de noviembre de 2026", "1 de diciembre de 2026"),
        ("le 16 novembre 2026", "le 1er décembre 2026"),
        ("2026年11月16日 更新", "2027年1月2日 更新"),
        ("posted 3 hours ago by Ann", "posted 2 days ago by Ann"),
        ("posted an hour ago by Ann", "posted 5 minutes ago by Ann"),
        ("vor 3 Stunden", "vor 2 Tagen"),
        ("il y a 3 heures", "il y a 2 jours"),
        ("3 ore fa", "2 giorni fa"),
        ("1,234 views", "1,301 views"),
        ("1 comment", "12 comments"),
        ("Comments (12)", "Comments (13)"),
        ("Comments(12)", "Comments(13)"),
        ("Likes: 7", "Likes: 8"),
        ("12k Aufrufe", "13k Aufrufe"),
        ("token 3f2504e0-4f89-11d3-9a0c-0305e82c3301", "token 6fa459ea-ee8a-3ca4-894e-db77e160355e"),
        ("build 9f86d081884c7d659a2feaa0c55ad015", "build a948904f2f0f479b8f8197694b30184b"),
        ("csrf AbCdEf0123456789xyzQ==", "csrf ZyXwVu9876543210abcQ=="),
        ("text\nAdvertisement\nmore", "text\nmore"),
        ("Two  words", "two\twords"),
        ("co\u00adoperate", "cooperate"),
    ],
)
def test_the_content_hash_stays_while_only_clocks_counters_and_tokens_move(before: str, after: str) -> None:
    assert content_hash(f"{ARTICLE}\n{before}\nThe end.") == content_hash(f"{ARTICLE}\n{after}\nThe end.")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("relevant page", "irrelevant page"),
        ("tells you once", "tells you twice"),
        ("The price is 10 euros", "The price is 12 euros"),
        ("Python 3.11 is out", "Python 3.12 is out"),
        ("Chapter 4", "Chapter 5"),
        ("They won 3:2", "They won 4:2"),
        ("it may be", "it might be"),
        ("in March", "in April"),
        ("founded in 1998", "founded in 1999"),
        ("three comments were made", "four comments were made"),
        ("see commit abc1234", "see commit abc1235"),
    ],
)
def test_the_content_hash_moves_with_a_real_edit(before: str, after: str) -> None:
    assert content_hash(f"{ARTICLE}\n{before}") != content_hash(f"{ARTICLE}\n{after}")


@given(st.lists(st.sampled_from(ARTICLE.split()), min_size=1, max_size=60), st.data())
def test_every_change_of_one_plain_word_moves_the_content_hash(text: list[str], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(text) - 1))
    edited = [*text[:place], "otherwise", *text[place + 1 :]]
    assert content_hash(" ".join(text)) != content_hash(" ".join(edited))


@given(st.text(st.characters(exclude_categories=[]), max_size=300))
def test_any_text_has_a_stable_form_that_is_stable(text: str) -> None:
    assert content_hash(text) == content_hash(text + "\n")
    assert len(content_hash(text)) == 32


@pytest.mark.parametrize(
    "unit", ["1", "1 ", "a1", "1:", "16 nov ", "2026-", "0f" * 9 + " ", "a 1 day ", "\n", "1年"]
)
def test_making_a_text_stable_takes_linear_time(unit: str) -> None:
    def cost(size: int) -> float:
        begin = time.process_time()
        stable_text(unit * (size // len(unit)))
        return time.process_time() - begin

    assert min(cost(200_000) for _ in range(3)) < 30 * max(min(cost(20_000) for _ in range(3)), 2e-3)


def test_near_duplicates_are_near_and_other_texts_far() -> None:
    long = ARTICLE + " ".join(f"sentence number {i} about topic {i % 17}" for i in range(150))
    edited = long.replace("politely", "slowly")
    other = " ".join(f"quite another story {i * 7} written by another {i % 13}" for i in range(150))
    one, near, far = (signature(words(text, "en")) for text in (long, edited, other))
    assert distance(one, near) <= 3
    assert distance(one, far) > 12


def test_a_signature_depends_on_the_order_of_words_and_fits_64_bits() -> None:
    assert signature([]) == 0
    assert signature(["one"]) != signature(["two"])
    assert signature(["a", "b", "c"]) != signature(["c", "b", "a"])
    assert 0 <= signature(["a", "b", "c"]) < 2**64


def test_signatures_are_the_same_in_every_process_and_release() -> None:
    assert signature(words(ARTICLE, "en")) == 6136558907971199881
    assert content_hash(ARTICLE) == "1ec2e7eae67ce0da26fb74a4ea4a8160"
