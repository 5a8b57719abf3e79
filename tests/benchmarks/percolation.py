"""Cost of finding all profiles to which a page is relevant, with 100 and with 10,000 profiles.

The same ten profiles match the page in both cases; all others have no word of it. The peer in the same run
compares the page with every one of 100 profiles.
"""

import time
from collections.abc import Callable
from random import Random

from tests.benchmarks.table import Row, show
from watchd.core.relevance.document import Document, document_of
from watchd.core.relevance.percolator import Interest, Percolator
from watchd.core.relevance.topic import Topic
from watchd.core.relevance.word_shares import word_shares
from watchd.model.page import Page

MATCHING = 10
SMALL, LARGE = 100, 10_000
REPEATS = 200


def main() -> list[Row]:
    random = Random(1)
    vocabulary = sorted(word_shares("en").shares)
    topical, others = vocabulary[:400], vocabulary[400:]
    page = _document(random.choices(topical, k=600))
    matching = [" ".join(random.sample(sorted(page.counts), 4)) for _ in range(MATCHING)]
    unrelated = [" ".join(random.sample(others, 4)) for _ in range(LARGE)]
    small, large = (_index([*matching, *unrelated[: n - MATCHING]]) for n in (SMALL, LARGE))
    assert small.relevant_to(page).keys() == large.relevant_to(page).keys()
    assert len(small.candidates(page)) == len(large.candidates(page)) == MATCHING
    every = [Topic(text) for text in (*matching, *unrelated[: SMALL - MATCHING])]
    for topic in every:
        topic.facets("en")
    # In turns, so that a busy machine slows all of them equally.
    taken: dict[str, list[float]] = {"few": [], "many": [], "every": []}
    for _ in range(REPEATS):
        taken["few"].append(_timed(lambda: small.relevant_to(page)))
        taken["many"].append(_timed(lambda: large.relevant_to(page)))
        taken["every"].append(_timed(lambda: [topic.score(page) for topic in every]))
    few, many, each = (sorted(times)[REPEATS // 2] for times in taken.values())
    rows: list[Row] = [
        {"what": f"{SMALL} profiles, {MATCHING} match", "median": f"{1e3 * few:.2f} ms", "ratio": "1.00"},
        {
            "what": f"{LARGE} profiles, the same {MATCHING} match",
            "median": f"{1e3 * many:.2f} ms",
            "ratio": f"{many / few:.2f}",
        },
        {
            "what": f"peer: compare with each of {SMALL}",
            "median": f"{1e3 * each:.2f} ms",
            "ratio": f"{each / few:.2f}",
        },
    ]
    show("One page and all profiles", rows)
    return rows


def _document(words: list[str]) -> Document:
    return document_of(Page(url="", text=" ".join(words), language="en"))


def _index(texts: list[str]) -> Percolator:
    index = Percolator()
    for number, text in enumerate(texts):
        index.put(f"profile {number}", Interest(Topic(text), 0.05))
    index.candidates(_document(["word"]))  # the first page of a language sorts its terms
    return index


def _timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
