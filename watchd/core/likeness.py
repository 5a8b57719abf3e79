"""Which words say what a document is about? Those it uses often and others seldom: they find what is like it."""

import math
from collections import Counter
from collections.abc import Iterable

from watchd.core.rarity import Counts

CANDIDATES = 40  # of a document's words are weighed against the others' use of them
CHOSEN = 8
TITLE_WEIGHT = 3


def candidates(title: Iterable[str], text: Iterable[str]) -> list[str]:
    """The words that a document uses most, those of its title first."""
    uses = Counter(text)
    for term in title:
        uses[term] += TITLE_WEIGHT
    return [term for term, _ in uses.most_common(CANDIDATES) if len(term) > 1]


def telling(terms: list[str], counts: Counts) -> list[str]:
    """The few of these that find other documents, but not all of them; given by use, most used first."""
    most = max(2, counts.documents // 10)
    weighed = [
        (math.log(counts.documents / counts.terms[term]) / math.log(place + 2), term)
        for place, term in enumerate(terms)
        if 1 < counts.terms.get(term, 0) <= most
    ]
    return [term for _, term in sorted(weighed, reverse=True)[:CHOSEN]]
