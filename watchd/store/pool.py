"""Connections to SQLite: one that writes, a few that read beside it, each set up the same way and lent to one at a time."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from watchd.store import driver
from watchd.store.driver import SqliteConnection, StatementTimes

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


class Pool:
    """Opens a connection when it is first needed. Whoever gives one back leaves no transaction behind."""

    def __init__(self, file: Path, *, most: int, pragmas: tuple[str, ...], begin: str) -> None:
        self._file = file
        self._pragmas = pragmas
        self._begin = begin
        self._habits = StatementTimes()
        self._places = asyncio.Semaphore(most)
        self._idle: list[
            SqliteConnection
        ] = []  # the one that was used last comes first: what it knows is fresh
        self._is_closed = False

    @contextlib.asynccontextmanager
    async def connect(self) -> AsyncIterator[SqliteConnection]:
        """A connection; what is not committed in the end is taken back."""
        async with self._places:
            connection = self._idle.pop() if self._idle else await self._open()
            try:
                yield connection
            finally:
                await self._take_back(connection)

    @contextlib.asynccontextmanager
    async def begin(self) -> AsyncIterator[SqliteConnection]:
        """A connection for one transaction, which is committed unless something is raised."""
        async with self.connect() as connection, connection.transaction():
            yield connection

    async def dispose(self) -> None:
        """Close what is idle now, and the others as they come back."""
        self._is_closed = True
        while self._idle:
            await self._idle.pop().close()

    async def _open(self) -> SqliteConnection:
        connection = await driver.connect(self._file, begin=self._begin, habits=self._habits)
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
            await connection.close()  # nobody knows what state it is in
            raise
        if self._is_closed:
            await connection.close()
        else:
            self._idle.append(connection)


def writing(file: Path) -> Pool:
    return Pool(file, most=1, pragmas=WRITER_PRAGMAS, begin="BEGIN IMMEDIATE")


def reading(file: Path) -> Pool:
    return Pool(file, most=READERS, pragmas=READER_PRAGMAS, begin="BEGIN")
