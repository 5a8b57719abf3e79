"""Similarity of pages for search by example (S003): shared links and shared words.

Jaccard's score twice: on links as sets, on terms as weights. The paper prints a plus in the denominator, with which a page
would score 1/3 against itself; the minus is right.
"""

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct

from watchd.core.relevance.term_rarity import TermCounts
from watchd.core.relevance.words import phrases
from watchd.model.page import Page


class Example(Struct, frozen=True):
    """Links and weighted terms of an example page."""

    links: frozenset[str]
    weights: dict[str, float]


def shared_links(one: Collection[str], other: Collection[str]) -> float:
    """Return #(X and Y) / #(X or Y)."""
    both, either = len(set(one) & set(other)), len(set(one) | set(other))
    return both / either if either else 0.0


def shared_terms(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    """Return sum xy / (sum x² + sum y² - sum xy)."""
    if len(one) > len(other):
        one, other = other, one
    product = sum(weight * other.get(term, 0.0) for term, weight in one.items())
    rest = sum(w * w for w in one.values()) + sum(w * w for w in other.values()) - product
    return product / rest if rest > 0 else 0.0


def term_weights(text: str, language: str | None, counts: TermCounts) -> dict[str, float]:
    """Return d = tf log(N/df · w): phrases of up to three words count more for each word."""
    total = max(1, counts.documents)
    return {
        term: tf * max(0.0, math.log(total / max(1, counts.terms.get(term, 1)) * (1 + term.count(" "))))
        for term, tf in Counter(phrases(text, language)).items()
    }


def as_example(page: Page, counts: TermCounts) -> Example:
    """Return the links and weighted terms of a page."""
    return Example(frozenset(link.url for link in page.links), term_weights(page.text, page.language, counts))


def likeness(page: Example, examples: Sequence[Example]) -> float:
    """Return JS: the mean of both scores over the examples."""
    if not examples:
        return 0.0
    scores = [shared_links(page.links, e.links) + shared_terms(page.weights, e.weights) for e in examples]
    return sum(scores) / (2 * len(scores))
