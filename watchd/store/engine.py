"""Connections to SQLite: one that writes, a few that read beside it, each set up the same way."""

from pathlib import Path
from typing import Any

from sqlalchemy import URL, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool

from watchd.store import driver

# A search holds its connection for tens of milliseconds; nobody should wait for one because of it.
READERS = 12
# How long a statement waits for another process (a backup, a shell) before it gives up.
BUSY_MILLISECONDS = 5000
# FULL, although NORMAL is faster: an answer of 201 means that the profile is on the disk, also after a power cut.
# The writer batches, so one sync serves many writes.
WRITER_PRAGMAS = (
    "PRAGMA auto_vacuum = INCREMENTAL",  # takes effect while a database is new; upkeep.py hands pages back
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}",
    "PRAGMA journal_size_limit = 67108864",
)
READER_PRAGMAS = ("PRAGMA query_only = ON", f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}")


def writing(file: Path) -> AsyncEngine:
    return _engine(file, connections=1, pragmas=WRITER_PRAGMAS, begin="BEGIN IMMEDIATE")


def reading(file: Path) -> AsyncEngine:
    return _engine(file, connections=READERS, pragmas=READER_PRAGMAS, begin="BEGIN")


def _engine(file: Path, *, connections: int, pragmas: tuple[str, ...], begin: str) -> AsyncEngine:
    engine = create_async_engine(
        # Not as text: a question mark in a folder's name would become an option of the driver.
        URL.create("sqlite+aiosqlite", database=str(file)),
        async_creator=lambda: driver.connect(file, begin),
        poolclass=AsyncAdaptedQueuePool,
        pool_size=connections,
        max_overflow=0,
    )

    def set_up(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(pragma)
        cursor.close()

    event.listen(engine.sync_engine, "connect", set_up)
    return engine
