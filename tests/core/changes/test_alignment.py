"""Equal elements are found in order, and the work has a bound."""

import itertools
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from watchd.core.changes.alignment import Work, align

letters = st.lists(st.sampled_from("abcd"), max_size=12)


@given(letters, letters)
def test_pairs_are_equal_and_rise_on_both_sides(old: list[str], new: list[str]) -> None:
    pairs = align(old, new, Work(10_000))
    assert all(old[i] == new[j] for i, j in pairs)
    assert all(a < c and b < d for (a, b), (c, d) in itertools.pairwise(pairs))


@given(letters)
def test_equal_sequences_match_in_full_without_any_work(same: list[str]) -> None:
    assert align(same, same, Work(0)) == [(i, i) for i in range(len(same))]


@given(letters, letters)
def test_without_work_it_is_coarse_and_not_wrong(old: list[str], new: list[str]) -> None:
    pairs = align(old, new, Work(0))
    assert all(old[i] == new[j] for i, j in pairs)


def test_elements_that_occur_once_are_anchors_and_cost_nothing() -> None:
    work = Work(0)
    assert align("axbyc", "a1b2c", work) == [(0, 0), (2, 2), (4, 4)]


def test_repeated_elements_are_compared_while_work_is_left() -> None:
    old, new = "ababbaab" * 10, "babaabba" * 10
    work = Work(10_000)
    assert len(align(old, new, work)) == longest(old, new)
    assert 0 < work.left < 10_000
    assert len(align(old, new, Work(100))) < longest(old, new)


def longest(old: Sequence[str], new: Sequence[str]) -> int:
    """The length of the longest common subsequence, another way round."""
    row = [0] * (len(new) + 1)
    for x in reversed(old):
        best = [0] * (len(new) + 1)
        for j in range(len(new) - 1, -1, -1):
            best[j] = row[j + 1] + 1 if x == new[j] else max(row[j], best[j + 1])
        row = best
    return row[0]
