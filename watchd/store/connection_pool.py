"""Pools of SQLite connections: one connection that writes, several that read; each serves one caller at a time."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from watchd.store import driver
from watchd.store.driver import SqliteConnection, StatementTimes

MAX_READERS = 12  # a search holds its connection for tens of milliseconds, and others must not wait for it
# How long a statement waits for another process (a backup, a shell) before it gives up.
BUSY_MILLISECONDS = 5000
# FULL, although NORMAL is faster: an answer of 201 means that the profile is on the disk, also after a power cut.
# The writer batches, so one sync serves many writes.
WRITER_PRAGMAS = (
    "PRAGMA auto_vacuum = INCREMENTAL",  # takes effect while a database is new; upkeep.py hands pages back
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA trusted_schema = OFF",  # what is in the file calls no function with effects
    f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}",
    "PRAGMA journal_size_limit = 67108864",
)
READER_PRAGMAS = (
    "PRAGMA query_only = ON",
    "PRAGMA trusted_schema = OFF",
    f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}",
)


class Pool:
    """Connections that are opened when they are first needed. A connection comes back without a transaction."""

    def __init__(self, file: Path, *, size: int, pragmas: tuple[str, ...], begin: str) -> None:
        self._file = file
        self._pragmas = pragmas
        self._begin = begin
        self._times = StatementTimes()
        self._places = asyncio.Semaphore(size)
        self._idle: list[SqliteConnection] = []  # the last used is taken first: its cache is warm
        self._is_closed = False

    @contextlib.asynccontextmanager
    async def connect(self) -> AsyncIterator[SqliteConnection]:
        """Lend a connection; what is not committed at the end is rolled back."""
        async with self._places:
            connection = self._idle.pop() if self._idle else await self._open()
            try:
                yield connection
            finally:
                await self._take_back(connection)

    @contextlib.asynccontextmanager
    async def begin(self) -> AsyncIterator[SqliteConnection]:
        """Lend a connection for one transaction, which is committed unless an exception is raised."""
        async with self.connect() as connection, connection.transaction():
            yield connection

    async def dispose(self) -> None:
        """Close what is idle now, and the others as they come back."""
        self._is_closed = True
        while self._idle:
            await self._idle.pop().close()

    async def _open(self) -> SqliteConnection:
        connection = await driver.connect(self._file, begin=self._begin, times=self._times)
        try:
            for pragma in self._pragmas:
                await connection.ask(pragma)
        except BaseException:
            await connection.close()
            raise
        return connection

    async def _take_back(self, connection: SqliteConnection) -> None:
        try:
            await connection.rollback()
        except BaseException:
            await connection.close()  # its state is unknown
            raise
        if self._is_closed:
            await connection.close()
        else:
            self._idle.append(connection)


def writing(file: Path) -> Pool:
    return Pool(file, size=1, pragmas=WRITER_PRAGMAS, begin="BEGIN IMMEDIATE")


def reading(file: Path, size: int = MAX_READERS) -> Pool:
    return Pool(file, size=size, pragmas=READER_PRAGMAS, begin="BEGIN")
