"""Our own rules beside trafilatura and resiliparse, on the marked pages.

`python -m tests.benchmarks.layouts.compare [tuned] ["set aside"]` prints the table. Precision, recall and F1 are means over
the pages of a generator, then over generators. The interval is a bootstrap over generators, because pages of one generator
resemble each other.
"""

import gc
import sys
from collections.abc import Iterable
from random import Random
from statistics import fmean

import trafilatura
from resiliparse.extract.html2text import extract_plain_text

from tests.benchmarks.layouts.measure import Extractor, GeneratorResult, measure
from tests.benchmarks.layouts.pages import halves
from watchd.web.extract.extract import parse_html
from watchd.web.extract.maintext import main_blocks, text_of
from watchd.web.extract.source_document import SourceDocument
from watchd.web.extract.stream import read_stream

RESAMPLES = 2_000
MAX_LOST = 0.5


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
    header = "half       extractor           prec.  recall     F1  (95 %)           empty   lost  edits  quiet     ms"
    print(header)
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
