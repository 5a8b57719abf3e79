"""Contrast of relevant and irrelevant pages: how verdicts shift the scores of other pages, and how far the threshold moves.

A page is compared with the pages that were judged: its words, the words of its place, and its site and folders. What the
relevant ones have more often than the irrelevant ones speaks for it, and the reverse against it; what both have, such as
the words of the query, says nothing. So the order of verdicts does not matter, and a verdict that is withdrawn leaves
nothing behind.

Two rules keep what is relevant:

- The threshold rises only as far as the pages judged relevant allow. Each is scored as if it had not been judged itself,
  by the other verdicts alone: so does a page score that the person has not judged yet. A margin is left below the lowest.
- If a page that was judged relevant would fall below the threshold nevertheless, all shifts are weakened until it stays.

Verdicts of one kind only say little: pages that are all wrong do not show what would be right, and one page that is right
must not lift all others of its site.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from watchd.core.relevance.score_shift import MAX_SHIFT, ScoreShift, chance, dot, folder_shares, log_odds
from watchd.core.relevance.term_rarity import is_surrounding_key

WORDS_WEIGHT = 3.0  # log-odds between pages with the words of the relevant and of the irrelevant ones
PLACES_WEIGHT = 4.0  # the same for words around texts
FOLDERS_WEIGHT = 2.0  # the same for sites and folders
ONE_KIND_SHARE = 0.1  # of the weights, while all pages were judged alike
STRENGTHS = (1.0, 0.75, 0.5, 0.25, 0.0)
MARGIN = 1.0  # log-odds below the lowest page judged relevant
MAX_RISE = 3.0  # log-odds that the threshold may rise
MAX_RISE_BY_ONE = 1.0  # while one page only was judged relevant
MAX_FALL = 0.1  # of the threshold, as a score
THRESHOLD_STEP = 0.01
SHIFT_PER_MISTAKE = 0.05  # how far the threshold may fall to avoid one mistake
MIN_WEIGHT = 0.01  # smaller weights are left out


class JudgedPage(Struct, frozen=True):
    """A judged page as the contrast sees it."""

    is_relevant: bool
    score: float  # as if nothing had been judged
    url: str
    words: Mapping[str, float]  # weights of the terms of its text
    places: Mapping[str, float]  # of the terms around it


class Contrast(Struct, frozen=True):
    """Shift of scores and of the threshold by all verdicts together."""

    shift: ScoreShift = ScoreShift()
    threshold: float = 0.0  # to add to min_score
    strength: float = 1.0  # below 1: full shifts would lose pages that were judged relevant
    not_separated: int = 0  # pages judged irrelevant that still pass


def is_word(term: str) -> bool:
    """Return whether a term is a word: clocks, dates and counters (05, 2026) say nothing about a topic."""
    return any(character.isalpha() for character in term)


def contrast_of(pages: Sequence[JudgedPage], min_score: float) -> Contrast:
    """Compute the contrast of all judged pages. At a min_score of 0 every edit is wanted: nothing is shifted or moved."""
    if not pages or min_score <= 0.0:
        return Contrast()
    sides = _Sides(pages)
    for strength in STRENGTHS:
        shifts = [strength * sides.shift(page) for page in pages]
        others = [strength * sides.shift(page, without_itself=True) for page in pages]
        now = [log_odds(page.score) + shift for page, shift in zip(pages, shifts, strict=True)]
        unjudged = [log_odds(page.score) + shift for page, shift in zip(pages, others, strict=True)]
        threshold = _threshold(pages, now, unjudged, min_score)
        bar = log_odds(min_score + threshold)
        if all(score >= bar for page, score in zip(pages, now, strict=True) if _must_pass(page, min_score)):
            break
    left = sum(score >= bar for page, score in zip(pages, now, strict=True) if not page.is_relevant)
    return Contrast(sides.weights(strength), threshold, strength, left)


def _must_pass(page: JudgedPage, min_score: float) -> bool:
    return page.is_relevant and page.score >= min_score


def _threshold(
    pages: Sequence[JudgedPage], now: Sequence[float], unjudged: Sequence[float], min_score: float
) -> float:
    """Return how far the threshold moves: up to what the relevant pages allow, down to avoid mistakes."""
    start = log_odds(min_score)
    relevant = [score for page, score in zip(pages, unjudged, strict=True) if page.is_relevant]
    wrong = [score for page, score in zip(pages, unjudged, strict=True) if not page.is_relevant]
    if relevant and wrong:
        # One page does not show how much relevant pages differ.
        highest = MAX_RISE if len(relevant) > 1 else MAX_RISE_BY_ONE
        # A threshold above the highest irrelevant page would gain nothing.
        bar = min(min(relevant) - MARGIN, max(wrong), start + highest)
        if bar > start:
            lowest = min(score for page, score in zip(pages, now, strict=True) if page.is_relevant)
            rise = chance(min(bar, lowest)) - min_score
            return max(0.0, round(math.floor(rise / THRESHOLD_STEP) * THRESHOLD_STEP, 2))
    steps = round(MAX_FALL / THRESHOLD_STEP)
    # Without a relevant page nothing shows how high is too high, so the threshold rises as little as it falls.
    offsets = [THRESHOLD_STEP * step for step in range(-steps, 1 if relevant else steps + 1)]
    judged = [(chance(score), page.is_relevant) for page, score in zip(pages, unjudged, strict=True)]

    def cost(offset: float) -> float:
        mistakes = sum((score >= min_score + offset) != is_relevant for score, is_relevant in judged)
        return mistakes + abs(offset) / SHIFT_PER_MISTAKE

    best = min(offsets, key=lambda offset: (round(cost(offset), 9), abs(offset), offset))
    return round(best, 2)


class _Sides:
    """Sums over the relevant and over the irrelevant pages."""

    def __init__(self, pages: Sequence[JudgedPage]) -> None:
        self._of = {side: _Sum([p for p in pages if p.is_relevant == side]) for side in (True, False)}

    def shift(self, page: JudgedPage, *, without_itself: bool = False) -> float:
        """Return the full shift of a page by all verdicts, or by all verdicts but its own."""
        means = {
            side: total.likeness(page, without_itself=without_itself and side == page.is_relevant)
            for side, total in self._of.items()
        }
        shift = (means[True] or 0.0) - (means[False] or 0.0)
        share = ONE_KIND_SHARE if None in means.values() else 1.0
        return min(MAX_SHIFT, max(-MAX_SHIFT, share * shift))

    def weights(self, strength: float) -> ScoreShift:
        """Return the weights of words, places and folders."""
        relevant, irrelevant = self._of[True], self._of[False]
        share = strength * (1.0 if relevant.number and irrelevant.number else ONE_KIND_SHARE)
        return ScoreShift(
            words=_difference(relevant.words, irrelevant.words, share * WORDS_WEIGHT),
            places=_difference(relevant.places, irrelevant.places, share * PLACES_WEIGHT),
            folders=_difference(relevant.folders, irrelevant.folders, share * FOLDERS_WEIGHT, min_weight=0.0),
        )


class _Sum:
    """Sums of the vectors of pages."""

    def __init__(self, pages: Sequence[JudgedPage]) -> None:
        self.number = len(pages)
        self.words = _mean(page.words for page in pages)
        self.places = _mean(page.places for page in pages)
        self.folders = _mean(dict.fromkeys(folder_shares(page.url), 1.0) for page in pages)

    def likeness(self, page: JudgedPage, *, without_itself: bool) -> float | None:
        """Return how like these pages a page is, in log-odds; None if there are none."""
        others = self.number - without_itself
        if others == 0:
            return None
        like = (
            WORDS_WEIGHT * (dot(self.words, page.words) * self.number)
            + PLACES_WEIGHT * (dot(self.places, page.places) * self.number)
            + FOLDERS_WEIGHT * (dot(self.folders, folder_shares(page.url)) * self.number)
        )
        if without_itself:
            like -= WORDS_WEIGHT * dot(page.words, page.words) + PLACES_WEIGHT * dot(page.places, page.places)
            like -= FOLDERS_WEIGHT * sum(folder_shares(page.url).values())
        return like / others


def _mean(vectors: Iterable[Mapping[str, float]]) -> dict[str, float]:
    total: defaultdict[str, float] = defaultdict(float)
    number = 0
    for vector in vectors:
        number += 1
        for term, weight in vector.items():
            total[term] += weight
    return {term: weight / number for term, weight in sorted(total.items())}


def _difference(
    one: Mapping[str, float], other: Mapping[str, float], factor: float, *, min_weight: float = MIN_WEIGHT
) -> dict[str, float]:
    weights = {term: factor * (one.get(term, 0.0) - other.get(term, 0.0)) for term in sorted({*one, *other})}
    return {term: round(weight, 6) for term, weight in weights.items() if abs(weight) > min_weight}


def comparable(weights: Mapping[str, float], asked: frozenset[str]) -> dict[str, float]:
    """Return the weights that a verdict may use: words that the person did not ask for, and no numbers."""
    return {
        term: weight
        for term, weight in weights.items()
        if (bare := term.removeprefix("@") if is_surrounding_key(term) else term) not in asked and is_word(bare)
    }
