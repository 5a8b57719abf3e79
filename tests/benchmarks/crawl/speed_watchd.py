"""All of watchd's fetching and reading on a list of URLs: guard, robots, politeness, extraction, words, signature."""

import asyncio
import json
import sys
import time
from pathlib import Path

import uvloop

from watchd.model.outcome import Fetched, Validators
from watchd.model.page import Page
from watchd.web.extract.settings import ExtractBounds
from watchd.web.fetch.fetcher import WebFetcher
from watchd.web.reader.extractor import Extractor
from watchd.web.settings import FetchBounds

CONCURRENT = 8  # enough to keep the readers busy; more would only wait in memory
SETTINGS = FetchBounds(
    allow_networks=["127.0.0.0/8"],
    min_delay="0s",
    slow_factor=0.0,  # one site at full speed: what politeness forbids on the live web
    per_host=CONCURRENT,
    connections_per_run=CONCURRENT,
    contact="mailto:bench@example.org",
)


async def main(urls: list[str], readers: int = 0) -> dict[str, float]:
    queue = iter(urls)
    seen = {"pages": 0, "titles": 0, "characters": 0, "links": 0, "terms": 0}

    async def visit(url: str, fetcher: WebFetcher, extractor: Extractor) -> None:
        outcome = await fetcher.fetch(url)
        page = await extractor.extract(outcome) if isinstance(outcome, Fetched) else None
        if isinstance(page, Page):
            seen["pages"] += 1
            seen["titles"] += bool(page.title)
            seen["characters"] += len(page.full_text)
            seen["links"] += len(page.links)
            seen["terms"] += len(page.terms)

    async def work(fetcher: WebFetcher, extractor: Extractor) -> None:
        for url in queue:
            await visit(url, fetcher, extractor)

    async with WebFetcher(SETTINGS) as fetcher, Extractor(ExtractBounds(children=readers)) as extractor:
        await extractor.extract(_warm())
        started = time.perf_counter()
        await asyncio.gather(*(work(fetcher, extractor) for _ in range(CONCURRENT)))
        return seen | {"seconds": time.perf_counter() - started}


def _warm() -> Fetched:
    return Fetched("http://127.0.0.1/", 200, "text/html", None, b"<p>x", (), Validators(), 0.0, 0)


if __name__ == "__main__":
    print(json.dumps(uvloop.run(main(Path(sys.argv[1]).read_text().split(), *map(int, sys.argv[2:])))))
