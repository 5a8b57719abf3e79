"""Portal with 100,000 documents of real text: speed of indexing and searching, and correctness of the results.

Queries are drawn from the documents with a fixed seed: words, pairs of words, phrases of a text, beginnings of words and
titles. Each is answered as in the API: ranked, with snippets and facets. The peer of indexing is plain SQLite with
FTS5's own tokenizer and the same batches: it shows the additional cost of watchd's words, tables and transactions.
"""

import asyncio
import random
import re
import sqlite3
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.benchmarks.portal.state import Took, batches, filled, relevant_pages
from tests.benchmarks.table import Row, percentile, show
from watchd.core.portal.search_query import parse
from watchd.core.relevance.words import words
from watchd.model.page import RelevantPage
from watchd.portal.search import PortalSearchRequest, run_search
from watchd.store.database import Database
from watchd.store.tables.portal_match import expression

QUERIES = 100  # of each kind
PHRASES = 100
TITLES = 50


def main() -> list[Row]:
    return asyncio.run(measure())


async def measure() -> list[Row]:
    seen = relevant_pages()
    async with filled(seen) as (store, took):
        peer = plain_fts5(seen)
        rows = [
            {"what": "documents", "figure": f"{len(seen):,}"},
            {
                "what": "characters of text per document",
                "figure": f"{_mean(len(s.page.text) for s in seen):.0f}",
            },
            {"what": "languages", "figure": str(len({s.page.language for s in seen}))},
            {"what": "indexed per second, batches of 500", "figure": _rate(len(seen), took)},
            {"what": "the same by plain SQLite", "figure": _rate(len(seen), peer)},
            {"what": "database, bytes per document", "figure": f"{store.size() / len(seen):.0f}"},
        ]
        rows += await speed(store, seen)
        rows.append(await phrase_recall(store, seen))
        rows.append(await titles_found(store, seen))
    show("The portal", rows)
    return rows


def plain_fts5(seen: list[RelevantPage]) -> Took:
    """Index titles and texts in a plain FTS5 table, and return the time."""
    with tempfile.TemporaryDirectory() as folder:
        database = sqlite3.connect(Path(folder) / "peer.db", isolation_level=None)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("CREATE VIRTUAL TABLE peer USING fts5 (title, body)")
        begun, used = time.perf_counter(), time.process_time()
        for some in batches(seen):
            database.execute("BEGIN")
            database.executemany("INSERT INTO peer VALUES (?, ?)", [(s.page.title, s.page.text) for s in some])
            database.execute("COMMIT")
        took = Took(time.perf_counter() - begun, time.process_time() - used)
        database.close()
    return took


async def speed(store: Database, seen: list[RelevantPage]) -> list[Row]:
    times: dict[str, list[Took]] = {}
    for kind, text in queries(seen):
        begun, used = time.perf_counter(), time.process_time()
        question = PortalSearchRequest(text, limit=10)
        await store.read(lambda t, question=question: run_search(t.portal_search, t.portal, question))  # type: ignore[misc]
        times.setdefault(kind, []).append(Took(time.perf_counter() - begun, time.process_time() - used))
    every = [value for values in times.values() for value in values]
    return [
        {"what": f"query, {kind}", "figure": _waits(took)}
        for kind, took in (*times.items(), ("all kinds", every))
    ]


def _waits(took: list[Took]) -> str:
    wall, processor = [1000 * t.wall for t in took], [1000 * t.processor for t in took]
    return (
        f"p50 {percentile(wall, 0.5):.1f} ms, p95 {percentile(wall, 0.95):.1f} ms; "
        f"processor p50 {percentile(processor, 0.5):.1f} ms, p95 {percentile(processor, 0.95):.1f} ms"
    )


def _rate(count: int, took: Took) -> str:
    return f"{count / took.wall:.0f}; {count / took.processor:.0f} per second of processor time"


def queries(seen: list[RelevantPage]) -> list[tuple[str, str]]:
    chance = random.Random(7)
    asked: list[tuple[str, str]] = []
    for _ in range(QUERIES):
        page = chance.choice(seen).page
        plain = [word for word in page.text.split() if word.isalpha()] or ["empty"]
        begin = chance.randrange(len(plain))
        asked.append(("a word", chance.choice(plain)))
        asked.append(("two words", " ".join(chance.choices(plain, k=2))))
        asked.append(("a phrase", f'"{" ".join(page.text.split()[begin : begin + 3])}"'))
        asked.append(("a beginning", f"{chance.choice(plain)[:5]}*"))
        asked.append(("a title", page.title))
    # The kinds take turns, so that none of them has a warmer cache.
    return asked


async def phrase_recall(store: Database, seen: list[RelevantPage]) -> Row:
    """Check that every document with the phrase is found, letter by letter, without regard to case."""
    chance = random.Random(11)
    languages = await store.read(lambda t: t.portal_search.languages())
    lowered = [" ".join(s.page.text.split()).lower() for s in seen]
    index = sqlite3.connect(store.file)
    expected = missed = phrases = 0
    while phrases < PHRASES:
        page = chance.choice(seen).page
        pieces = page.text.split()
        begin = chance.randrange(len(pieces))
        chosen = pieces[begin : begin + 3]
        # A phrase of stop words alone has no search words.
        if len(chosen) < 3 or not all(map(str.isalpha, chosen)) or not words(" ".join(chosen), page.language):
            continue
        phrases += 1
        phrase = " ".join(chosen).lower()
        exact = re.compile(rf"(?<!\w){re.escape(phrase)}(?!\w)")
        having = {number for number, text in enumerate(lowered, 1) if phrase in text and exact.search(text)}
        match = expression(parse(f'"{phrase}"'), languages)
        sql = "SELECT rowid FROM portal_index WHERE portal_index MATCH ?"
        found = {number for (number,) in index.execute(sql, (match,))}
        expected += len(having)
        missed += len(having - found)
    index.close()
    return {
        "what": f"{PHRASES} phrases against a search through all texts",
        "figure": f"{expected - missed} of {expected} found ({(expected - missed) / expected:.2%})",
    }


async def titles_found(store: Database, seen: list[RelevantPage]) -> Row:
    """Check titles. Titles that several documents share are left out, because they do not identify one."""
    chance = random.Random(13)
    times = Counter(s.page.title for s in seen)
    unique = [s for s in seen if times[s.page.title] == 1 and words(s.page.title, s.page.language)]
    top = 0
    for sighting in chance.sample(unique, TITLES):
        question = PortalSearchRequest(sighting.page.title, limit=3)
        results = await store.read(lambda t, q=question: run_search(t.portal_search, t.portal, q))  # type: ignore[misc]
        top += sighting.page_id in {hit.document.id for hit in results.hits}
    return {
        "what": f"{TITLES} titles as queries: the page is in the top 3",
        "figure": f"{top} ({top / TITLES:.0%})",
    }


def _mean(values: object) -> float:
    known = list(values)  # type: ignore[call-overload]
    return float(sum(known) / len(known))
