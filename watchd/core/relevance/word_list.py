"""Word list learned from feedback (S002 section 3.5).

Every assessed page adds its mark to its words (omega). The importance I follows slowly, and changes most for rare words.
The list keeps the strongest terms and has length 1, which the paper's own tables require.
"""

import math
from collections.abc import Iterable, Mapping

from msgspec import Struct

from watchd.core.relevance.term_rarity import unit_vector

MAX_TERMS = 64  # F_max
INERTIA = 0.5  # alpha
DECAY = 0.9  # gamma: each further visit of an assessed page pays this share
MAX_PAYOFF = 2.0  # what one mark can pay in all; the full series would pay 10 energy for one click


class WordList(Struct, frozen=True):
    """Learned words of a profile: the sum of marks of each, and its importance."""

    marks: dict[str, float] = {}  # omega
    importance: dict[str, float] = {}  # I
    documents: int = 0  # n
    seen: dict[str, int] = {}  # n_k, of listed words


def rare(seen: int, documents: int) -> float:
    """Return C_k: the share of assessed pages with the word."""
    if seen == 0:
        return 1.0 / (documents + 1)
    return max(seen, 1) / max(documents, 1)


def moved(importance: float, mark: float, share: float) -> float:
    """Return I after one update (S002 equation 6)."""
    return INERTIA * importance + (1.0 - INERTIA) * mark * (1.0 + math.log(1.0 / share))


def after_feedback(
    known: WordList, page_terms: Iterable[str], mark: float, query_terms: Iterable[str] = ()
) -> WordList:
    """Return the word list after a page was marked (positive: relevant, negative: not)."""
    on_page = set(page_terms)
    documents = known.documents + 1
    marks, seen = dict(known.marks), dict(known.seen)
    for term in sorted(on_page):
        marks[term] = marks.get(term, 0.0) + mark
        seen[term] = seen.get(term, 0) + 1
    importance = {
        term: moved(known.importance.get(term, 0.0), marks[term], rare(seen.get(term, 0), documents))
        for term in marks
    }
    kept = strongest(importance, set(query_terms))
    return WordList(
        marks={t: marks[t] for t in kept},
        importance=unit_vector({t: importance[t] for t in kept}),
        documents=documents,
        seen={t: seen[t] for t in kept if t in seen},
    )


def strongest(importance: Mapping[str, float], query_terms: set[str]) -> list[str]:
    """Return the terms to keep: by |I|, on a tie the terms of the query first, then the alphabet."""
    return sorted(importance, key=lambda t: (-abs(importance[t]), t not in query_terms, t))[:MAX_TERMS]


def assessed_payoff(mark: float, visits: int) -> float:
    """Return what an assessed page pays at its next visit: phi, then .9 phi, ... until the mark has paid MAX_PAYOFF."""
    paid = abs(mark) * (1.0 - DECAY**visits) / (1.0 - DECAY)
    left = max(0.0, MAX_PAYOFF - paid)
    return math.copysign(min(abs(mark) * DECAY**visits, left), mark)
