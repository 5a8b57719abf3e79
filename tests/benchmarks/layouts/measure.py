"""Measurement of main text on the marked pages: our own rules beside trafilatura and resiliparse.

`python -m tests.benchmarks.layouts.measure` prints both halves. Words are counted as bags. Precision, recall and F1 are
means over the pages of a generator, then over generators; the interval is a bootstrap over generators, because pages of one
generator resemble each other. An edit counts as seen if a profile that wants every edit gets a report that has the
added words; the chrome counts as quiet if it gets none.
"""

import gc
import sys
import time

from collections.abc import Callable, Iterable
from itertools import groupby
from random import Random
from statistics import fmean

import trafilatura
from msgspec import Struct
from resiliparse.extract.html2text import extract_plain_text

from tests.benchmarks.layouts.pages import MarkedPage, bag, halves, read_pages
from watchd.core.changes.additions import edited_runs
from watchd.core.changes.diff import difference
from watchd.core.changes.signature import content_hash
from watchd.web.extract.extract import extract, parse_html
from watchd.web.extract.maintext import main_blocks, text_of
from watchd.web.extract.source_document import SourceDocument
from watchd.web.extract.stream import read_stream

Extractor = Callable[[str], str]
MIN_SEEN = 0.6  # of the added words, in the reported sentences
MAX_LOST = 0.5
RESAMPLES = 2_000


def own(html: str) -> str:
    return extract(SourceDocument("http://a.example/dir/", html.encode()), robot="watchd", max_links=2000).text


def own_main_text(html: str) -> str:
    """Return the same as `own` without links, dates and terms, for the comparison of time."""
    root = parse_html(SourceDocument("http://a.example/dir/", html.encode()))
    assert root is not None
    stream = read_stream(root.find("body"), lambda href: None if href.startswith("#") else href, 2000)  # type: ignore[arg-type]
    return text_of(main_blocks(stream), stream.pieces)


EXTRACTORS: dict[str, Extractor] = {
    "own": own_main_text,
    "resiliparse": lambda html: extract_plain_text(html, main_content=True, alt_texts=False),
    "trafilatura": lambda html: trafilatura.extract(html, include_comments=False) or "",
    "trafilatura fast": lambda html: trafilatura.extract(html, include_comments=False, fast=True) or "",
}


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


def bootstrap(values: list[float], chance: Random) -> tuple[float, float]:
    """Return the interval that holds 95 % of the means of resampled values."""
    means = sorted(fmean(chance.choices(values, k=len(values))) for _ in range(RESAMPLES))
    return means[RESAMPLES // 40], means[-RESAMPLES // 40]


def row(half: str, name: str, results: list[GeneratorResult]) -> dict[str, object]:
    pages = [page for result in results for page in result.pages]
    f1 = [result.mean("f1") for result in results]
    low, high = bootstrap(f1, Random(1))
    return {
        "half": half,
        "extractor": name,
        "generators": len(results),
        "pages": len(pages),
        "precision": fmean(result.mean("precision") for result in results),
        "recall": fmean(result.mean("recall") for result in results),
        "F1": fmean(f1),
        "F1 low": low,
        "F1 high": high,
        "empty": fmean(page.is_empty and bool(page.page.main) for page in pages),
        "lost half": fmean(page.recall < MAX_LOST for page in pages),
        "edits seen": fmean(page.is_edit_seen for page in pages if page.is_edit_seen is not None),
        "chrome quiet": fmean(page.is_chrome_quiet for page in pages),
        "ms per page": fmean(result.ms for result in results),
    }


def main(names: Iterable[str] = ("tuned", "set aside")) -> list[dict[str, object]]:
    gc.freeze()
    gc.set_threshold(50_000)  # as in the children
    rows: list[dict[str, object]] = []
    by_half = dict(zip(("tuned", "set aside"), halves(), strict=True))
    print(
        f"{'half':11}{'extractor':18}{'prec.':>7}{'recall':>8}{'F1':>7}  {'(95 %)':15}{'empty':>7}{'lost':>7}{'edits':>7}{'quiet':>7}{'ms':>7}"
    )
    for half in names:
        for extractor, call in EXTRACTORS.items():
            one = row(half, extractor, [measure(generator, call) for generator in by_half[half]])
            rows.append(one)
            print(
                f"{half:11}{extractor:18}{one['precision']:>7.1%}{one['recall']:>8.1%}{one['F1']:>7.1%}  "
                f"{one['F1 low']:.1%} – {one['F1 high']:.1%}{one['empty']:>7.1%}{one['lost half']:>7.1%}"
                f"{one['edits seen']:>7.1%}{one['chrome quiet']:>7.1%}{one['ms per page']:>7.2f}"
            )
    return rows


if __name__ == "__main__":
    main(sys.argv[1:] or ("tuned", "set aside"))
