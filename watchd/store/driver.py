"""How does a statement reach SQLite? In one trip to the connection's thread, with its rows on the way back.

aiosqlite makes a trip each for the cursor, the statement, its rows and the cursor's end, and a trip costs far more than a
small query: the two threads wake each other and pass Python's lock to and fro. SQLAlchemy reads all rows at once anyway. A
transaction begins in the same trip as its first statement, whatever that is.

The many small statements of a long transaction need not even travel: as long as the database answers from memory, most are
done on the spot, and every tenth makes the trip, so that others have their turn. When one takes long, because the disk is
asked, those that follow travel until they are quick again.
"""

import contextlib
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import aiosqlite

ON_THE_SPOT = 9  # statements between two trips: about a millisecond
SLOW_SECONDS = 0.002  # hundreds of times what a small statement takes in memory

Rows = list[Any]
Step = tuple[str, Mapping[str, object]]  # a statement and its values by name


class Outcome(NamedTuple):
    """What a statement brought back."""

    rows: Rows
    description: Any  # of the columns; None when there can be no rows
    changed: int
    last_number: int | None


class Statement:
    """What SQLAlchemy takes for a cursor: all of its trips but one are none."""

    arraysize = 1

    def __init__(self, connection: "Connection") -> None:
        self._connection = connection
        self._rows: Rows = []
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None

    async def __aenter__(self) -> "Statement":
        return self

    async def execute(self, sql: str, values: Iterable[Any] = ()) -> None:
        self._keep(await self._connection.trip(sql, values))

    async def executemany(self, sql: str, rows: Iterable[Iterable[Any]]) -> None:
        self._keep(await self._connection.trip(sql, rows, is_many=True))

    async def fetchall(self) -> Rows:
        rows, self._rows = self._rows, []
        return rows

    async def close(self) -> None:
        """It is closed already: nothing of it stays open in SQLite after its trip."""

    def _keep(self, outcome: Outcome) -> None:
        self._rows, self.description, self.rowcount, self.lastrowid = outcome


class Connection(aiosqlite.Connection):
    """A connection whose cursors are statements."""

    def __init__(self, file: Path, begin: str) -> None:
        # Python's own way to begin transactions leaves DDL outside of them.
        # Statements run in the connection's thread or on the event loop, never two at once.
        super().__init__(
            lambda: sqlite3.connect(file, isolation_level=None, check_same_thread=False), iter_chunk_size=64
        )
        self._begin = begin
        self._has_small_statements = False
        self._on_the_spot = 0  # statements that need not travel
        self._took = 0.0  # seconds of the last one
        self._thread.daemon = True  # a process that ends does not wait for it

    def cursor(self) -> Statement:  # type: ignore[override]
        return Statement(self)

    async def trip(self, sql: str, values: Any, *, is_many: bool = False) -> Outcome:
        outcome: Outcome
        if self._on_the_spot > 0:
            self._on_the_spot -= 1
            outcome = self._run(sql, values, is_many)
        else:
            outcome = await self._execute(self._run, sql, values, is_many)  # type: ignore[no-untyped-call]
            self._on_the_spot = ON_THE_SPOT if self._has_small_statements else 0
        if self._took > SLOW_SECONDS:
            self._on_the_spot = 0
        return outcome

    @contextlib.contextmanager
    def small_statements(self) -> Iterator[None]:
        """Most statements of this block need not travel."""
        self._has_small_statements = True
        try:
            yield
        finally:
            self._has_small_statements, self._on_the_spot = False, 0

    async def at_once(self, steps: Sequence[Step]) -> list[Outcome]:
        """All steps as one transaction in one trip: from the first to the commit, nobody waits for the loop."""
        outcomes: list[Outcome] = await self._execute(self._run_all, steps)  # type: ignore[no-untyped-call]
        return outcomes

    async def rollback(self) -> None:
        # The pool asks for it whenever a connection comes back, mostly with nothing to take back.
        if self._conn.in_transaction:
            await super().rollback()

    def _run_all(self, steps: Sequence[Step]) -> list[Outcome]:
        try:
            outcomes = [self._run(sql, values, is_many=False) for sql, values in steps]
            self._conn.commit()
        except BaseException:
            self._conn.rollback()
            raise
        return outcomes

    def _run(self, sql: str, values: Any, is_many: bool) -> Outcome:
        begun = time.perf_counter()
        # Settings of a connection have no effect within a transaction.
        if not self._conn.in_transaction and not sql.startswith("PRAGMA"):
            self._conn.execute(self._begin)
        cursor = self._conn.executemany(sql, values) if is_many else self._conn.execute(sql, values)
        rows = cursor.fetchall() if cursor.description else []
        outcome = Outcome(rows, cursor.description, cursor.rowcount, cursor.lastrowid)
        cursor.close()
        self._took = time.perf_counter() - begun
        return outcome


async def connect(file: Path, begin: str) -> Connection:
    connection = Connection(file, begin)
    await connection
    return connection
