"""Quality of main text on the marked pages, and what a profile would report of their changes.

Words are counted as bags. An edit counts as seen if a profile that wants every edit gets a report with the added words. A
change of what surrounds the main text counts as quiet if it gets none.
"""

import time
from collections.abc import Callable
from itertools import groupby
from statistics import fmean

from msgspec import Struct

from tests.benchmarks.layouts.pages import MarkedPage, bag, read_pages
from watchd.core.changes.additions import edited_runs
from watchd.core.changes.diff import difference
from watchd.core.changes.signature import content_hash
from watchd.web.extract.extract import extract
from watchd.web.extract.source_document import SourceDocument

Extractor = Callable[[str], str]
MIN_SEEN = 0.6  # of the added words, in the reported sentences


def own(html: str) -> str:
    return extract(SourceDocument("http://a.example/dir/", html.encode()), robot="watchd", max_links=2000).text


class PageResult(Struct, frozen=True):
    """Quality on one page: its base variant, and its pairs with the other two."""

    page: MarkedPage
    precision: float
    recall: float
    f1: float
    is_empty: bool
    is_edit_seen: bool | None  # None: this page has no edit
    is_chrome_quiet: bool


class GeneratorResult(Struct, frozen=True):
    """Results of one extractor on one generator."""

    name: str
    pages: list[PageResult]
    ms: float  # of CPU per page

    def mean(self, field: str) -> float:
        values = [getattr(page, field) for page in self.pages]
        return fmean(value for value in values if value is not None)


def quality(page: MarkedPage, text: str) -> tuple[float, float, float]:
    """Return precision, recall and F1 of the words of a text."""
    wanted, found = bag(page.main), bag(text)
    found -= bag(page.neutral) - wanted
    common = (wanted & found).total()
    precision = common / found.total() if found else float(not wanted)
    recall = common / wanted.total() if wanted else 1.0
    return (
        precision,
        recall,
        2 * precision * recall / (precision + recall) if common else float(not wanted and not found),
    )


def measure(generator: str, extractor: Extractor, *, pages: list[MarkedPage] | None = None) -> GeneratorResult:
    """Return the results of an extractor on one generator."""
    pages = pages or read_pages(generator)
    extractor(pages[0].html)
    begin = time.process_time()
    texts = [extractor(page.html) for page in pages]
    seconds = time.process_time() - begin
    results = []
    for _, group in groupby(zip(pages, texts, strict=True), key=lambda pair: pair[0].slug):
        variants = {page.variant: (page, text) for page, text in group}
        page, text = variants["base"]
        edited, after = variants["edited"]
        _, other = variants["chrome"]
        results.append(
            PageResult(
                page,
                *quality(page, text),
                is_empty=not text.strip(),
                is_edit_seen=_is_seen(text, after, edited.added) if edited.added else None,
                is_chrome_quiet=content_hash(text) == content_hash(other) or not _reported(text, other),
            )
        )
    return GeneratorResult(generator, results, 1000 * seconds / len(pages))


def _reported(before: str, after: str) -> list[str]:
    return [line for run in edited_runs(difference(before, after)) for line in run]


def _is_seen(before: str, after: str, added: str) -> bool:
    wanted = bag(added)
    return (wanted & bag("\n".join(_reported(before, after)))).total() >= MIN_SEEN * wanted.total()
