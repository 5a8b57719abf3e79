"""Alignment of two sequences (patience diff) with bounded work.

The common beginning and end are matched first. Elements that occur exactly once on both sides are anchors. The elements
between two anchors are compared one by one while the work limit allows. Beyond the limit nothing is matched: the result is
coarse, but never wrong.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Sequence
from itertools import pairwise

Pairs = list[tuple[int, int]]
MAX_DEPTH = 32  # levels of anchors between anchors; each level visits every element once


class Work:
    """Remaining number of comparisons between two elements."""

    def __init__(self, left: int) -> None:
        self.left = left

    def take(self, amount: int) -> bool:
        """Take an amount of work; return False when less than that is left."""
        if amount > self.left:
            return False
        self.left -= amount
        return True


def align(old: Sequence[Hashable], new: Sequence[Hashable], work: Work) -> Pairs:
    """Return the places of equal elements, in rising order on both sides."""
    found: Pairs = []
    todo = [(0, len(old), 0, len(new), 0)]
    while todo:
        i, i_end, j, j_end, depth = todo.pop()
        while i < i_end and j < j_end and old[i] == new[j]:
            found.append((i, j))
            i, j = i + 1, j + 1
        while i < i_end and j < j_end and old[i_end - 1] == new[j_end - 1]:
            i_end, j_end = i_end - 1, j_end - 1
            found.append((i_end, j_end))
        if i == i_end or j == j_end:
            continue
        anchors = _anchors(old, new, (i, i_end, j, j_end)) if depth < MAX_DEPTH else []
        if anchors:
            found += anchors
            edges = [(i - 1, j - 1), *anchors, (i_end, j_end)]
            todo += [(a + 1, c, b + 1, d, depth + 1) for (a, b), (c, d) in pairwise(edges)]
        elif work.take((i_end - i) * (j_end - j)):
            found += [(i + a, j + b) for a, b in _longest_common(old[i:i_end], new[j:j_end])]
    return sorted(found)


def _anchors(old: Sequence[Hashable], new: Sequence[Hashable], span: tuple[int, int, int, int]) -> Pairs:
    """Return the longest sequence, in the same order, of elements that occur once on both sides."""
    i, i_end, j, j_end = span
    once_old, once_new = Counter(old[i:i_end]), Counter(new[j:j_end])
    places = {new[b]: b for b in range(j, j_end) if once_new[new[b]] == 1}
    both = [(a, places[old[a]]) for a in range(i, i_end) if once_old[old[a]] == 1 and old[a] in places]
    return _rising(both)


def _rising(pairs: Pairs) -> Pairs:
    """Return the longest subsequence of pairs whose second numbers rise too (patience sorting)."""
    tops: list[int] = []
    top_at: list[int] = []
    before: list[int] = []
    for at, (_, b) in enumerate(pairs):
        pile = bisect_left(tops, b)
        before.append(top_at[pile - 1] if pile else -1)
        if pile == len(tops):
            tops.append(b)
            top_at.append(at)
        else:
            tops[pile], top_at[pile] = b, at
    chain: Pairs = []
    at = top_at[-1] if top_at else -1
    while at >= 0:
        chain.append(pairs[at])
        at = before[at]
    return chain[::-1]


def _longest_common(old: Sequence[Hashable], new: Sequence[Hashable]) -> Pairs:
    """Return the longest common subsequence by dynamic programming."""
    lengths = [[0] * (len(new) + 1)]
    for x in old:
        above, row = lengths[-1], [0]
        for b, y in enumerate(new):
            row.append(above[b] + 1 if x == y else max(above[b + 1], row[b]))
        lengths.append(row)
    pairs: Pairs = []
    a, b = len(old), len(new)
    while a and b:
        if old[a - 1] == new[b - 1]:
            a, b = a - 1, b - 1
            pairs.append((a, b))
        elif lengths[a - 1][b] >= lengths[a][b - 1]:
            a -= 1
        else:
            b -= 1
    return pairs[::-1]
