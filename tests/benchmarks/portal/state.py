"""Portal of 100,000 documents, made as a run makes it: batches of 500 pages, each in one transaction."""

import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from tests.benchmarks.portal.corpus import MAX_DOCUMENTS, documents
from tests.portal_pages import profile
from tests.support import MONDAY
from watchd.flow.upkeep.portal_feed import PortalFeed
from watchd.model.page import Page, RelevantPage
from watchd.store.database import Database, open_database

T = TypeVar("T")
BATCH = 500
ADD_PAGE = "INSERT INTO pages (id, url, host) VALUES (:id, :url, 'docs.example')"


def batches(items: Sequence[T], size: int = BATCH) -> Iterator[Sequence[T]]:
    return (items[begin : begin + size] for begin in range(0, len(items), size))


def relevant_pages(count: int = MAX_DOCUMENTS) -> list[RelevantPage]:
    return [
        RelevantPage(
            page_id=f"page-{number:06}",
            page=Page(url=d["url"], title=d["title"], text=d["text"], language=d["language"]),
            profile_id="batteries",
            score=0.5,
            source="feed",
            parent_url=None,
            now=MONDAY,
        )
        for number, d in enumerate(documents(count))
    ]


class Took(NamedTuple):
    """Seconds by the clock and of the processor; the latter are more exact on a shared machine."""

    wall: float
    processor: float


async def index(store: Database, seen: list[RelevantPage]) -> Took:
    """Return the time to make documents of all pages; the pages exist already, as in a run."""
    await profile(store)
    for some in batches(seen, 5000):
        rows: list[dict[str, Any]] = [{"id": s.page_id, "url": s.page.url} for s in some]
        await store.write(lambda t, rows=rows: t.portal._run_many(ADD_PAGE, rows))  # type: ignore[misc]
    feed = PortalFeed()
    begun, used = time.perf_counter(), time.process_time()
    for some in batches(seen):
        await store.write(lambda t, some=some: feed.keep_all(t, some))  # type: ignore[misc]
    return Took(time.perf_counter() - begun, time.process_time() - used)


@asynccontextmanager
async def filled(seen: list[RelevantPage]) -> AsyncIterator[tuple[Database, Took]]:
    """Open a portal, and return it with the time that indexing took."""
    with tempfile.TemporaryDirectory() as folder:
        store = await open_database(Path(folder), MONDAY)
        try:
            yield store, await index(store, seen)
        finally:
            await store.close()
