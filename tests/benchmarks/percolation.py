"""One page, all profiles: what it costs to find out to whom it is relevant, with 100 and with 10,000 profiles.

The same ten profiles match the page in both cases; all others have nothing to do with it. The peer in the same run is
comparing the page with every one of 100 profiles.
"""

import time
from collections.abc import Callable
from random import Random

from tests.benchmarks.table import Row, show
from watchd.core.relevance.document import Document, document_of
from watchd.core.relevance.percolator import Interest, Percolator
from watchd.core.relevance.term_rarity import background
from watchd.core.relevance.topic import Topic
from watchd.model.page import Page

MATCHING = 10
FEW, MANY = 100, 10_000
REPEATS = 200


def main() -> list[Row]:
    random = Random(1)
    vocabulary = sorted(background("en").terms)
    topical, others = vocabulary[:400], vocabulary[400:]
    page = _document(random.choices(topical, k=600))
    matching = [" ".join(random.sample(sorted(page.counts), 4)) for _ in range(MATCHING)]
    strangers = [" ".join(random.sample(others, 4)) for _ in range(MANY)]
    small, large = (_index([*matching, *strangers[: n - MATCHING]]) for n in (FEW, MANY))
    assert small.relevant_to(page).keys() == large.relevant_to(page).keys()
    assert len(small.candidates(page)) == len(large.candidates(page)) == MATCHING
    every = [Topic(text) for text in (*matching, *strangers[: FEW - MATCHING])]
    for topic in every:
        topic.facets("en")
    # By turns, so that a noisy machine is noisy for all.
    taken: dict[str, list[float]] = {"few": [], "many": [], "every": []}
    for _ in range(REPEATS):
        taken["few"].append(_timed(lambda: small.relevant_to(page)))
        taken["many"].append(_timed(lambda: large.relevant_to(page)))
        taken["every"].append(_timed(lambda: [topic.score(page) for topic in every]))
    few, many, each = (sorted(times)[REPEATS // 2] for times in taken.values())
    rows: list[Row] = [
        {"what": f"{FEW} profiles, {MATCHING} match", "median": f"{1e3 * few:.2f} ms", "ratio": "1.00"},
        {
            "what": f"{MANY} profiles, the same {MATCHING} match",
            "median": f"{1e3 * many:.2f} ms",
            "ratio": f"{many / few:.2f}",
        },
        {
            "what": f"peer: compare with each of {FEW}",
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
    index.candidates(_document(["word"]))  # the terms of a language are put in order when its first page comes
    return index


def _timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
