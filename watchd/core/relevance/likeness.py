"""Likeness of a page to the best pages of a topic: examples, and hints that match the query best.

A page that mentions the words of a query in passing has few other words in common with pages on the topic.
"""

import math
from collections.abc import Mapping, Sequence

from msgspec import Struct

from watchd.core.relevance.term_rarity import unit_vector

MAX_TERMS = 100  # of a best page, its heaviest, that other pages are compared with
MAX_TERM_LIKENESS = 0.15  # that one term adds: a page stuffed with one word is not like a page on the topic
SAME_PAGE_SHARE = (
    0.98  # with this share of the largest possible cosine, a page is the best page itself or a copy of it
)


class BestPage(Struct, frozen=True):
    """A page that shows what is wanted, as a vector of its heaviest terms."""

    language: str | None
    weights: dict[str, float]
    own: float  # cosine of these terms with the whole page
    is_example: bool  # the person named it; otherwise it is a hint


def best_page(vector: Mapping[str, float], language: str | None, *, is_example: bool) -> BestPage:
    """Return a page as others are compared with it; `vector` has length 1."""
    heaviest = dict(sorted(vector.items(), key=lambda item: (-item[1], item[0]))[:MAX_TERMS])
    own = math.sqrt(sum(weight * weight for weight in heaviest.values()))
    return BestPage(language, unit_vector(heaviest), own, is_example)


def likeness_of(
    best_pages: Sequence[BestPage], weights: Mapping[str, float], length: float, language: str | None
) -> float:
    """Return the cosine with the most similar example, or the mean cosine with the hints, if that is more.

    `weights` are those of the page, and `length` is their length. Only pages of the same language count, and a hint is not
    compared with itself.
    """
    shown, hinted = 0.0, []
    for page in best_pages:
        if page.language != language:
            continue
        parts = [weight * weights[term] / length for term, weight in page.weights.items() if term in weights]
        likeness = sum(min(MAX_TERM_LIKENESS, part) for part in parts)
        if page.is_example:
            shown = max(shown, likeness)
        elif sum(parts) < SAME_PAGE_SHARE * page.own:
            hinted.append(likeness)
    return min(1.0, max(shown, sum(hinted) / len(hinted) if hinted else 0.0))
