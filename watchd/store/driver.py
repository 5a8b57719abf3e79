"""SQLite driver: small statements run on the event loop, the others in the thread of their connection.

A trip to the thread costs far more than a small query: the two threads wake each other and hand Python's lock back and
forth, and the answer waits for its turn on the event loop. So a statement that usually takes less than a millisecond runs
on the loop. The driver learns from the text of a statement how long it takes. A statement that is unknown travels. After a
slow one the disk may be busy, so the next ones travel too, until they are quick again. A patient caller that has had the
loop for long enough lets others go on.

Two things always travel: the start of a transaction that writes, because it may wait for another process, and the commit,
because it waits for the disk. A transaction begins in the same trip as its first statement.

Whole transactions in one trip would be simpler. They cost too much: docs/decisions/0001-store.md has the figures.
"""

import asyncio
import contextlib
import sqlite3
import time
from collections import namedtuple
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import aiosqlite

Row = Any  # a named tuple, whose fields are the columns of its statement

_makers: dict[tuple[str, ...], Any] = {}


def named(description: Sequence[Sequence[Any]], rows: Iterable[tuple[Any, ...]]) -> list[Row]:
    """Give names to the columns of rows from the SQLite driver."""
    names = tuple([column[0] for column in description])
    make = _makers.get(names)
    if make is None:
        # One class per list of columns in the source of watchd; a name that Python cannot use gets a number.
        kind: Any = namedtuple("Row", names, rename=True)  # type: ignore[misc]  # names are known at run time only
        make = _makers[names] = kind._make
    return list(map(make, rows))


T = TypeVar("T")
SMALL_SECONDS = 0.001  # CPU time that a statement may take to run on the event loop
SLOW_SECONDS = 0.002  # by the clock: the disk was asked, or the machine is busy
TURN_SECONDS = 0.001  # on the event loop, until others have their turn
FADING = 0.9  # a slow statement is tried on the event loop again after about twenty quick ones
MAX_REMEMBERED = 2000  # statements; there are some hundreds
STATEMENTS = 512  # that a connection keeps compiled

Values = Mapping[str, object] | Sequence[object]
Step = tuple[str, Mapping[str, object]]  # a statement and its values by name


class StatementResult(NamedTuple):
    """The rows that a statement returned, and how many it changed."""

    rows: list[Row]
    changed: int


class StatementTimes:
    """Usual CPU time of statements, by their text."""

    def __init__(self) -> None:
        self._seconds: dict[str, float] = {}

    def is_small(self, sql: str) -> bool:
        return self._seconds.get(sql, 1.0) <= SMALL_SECONDS

    def forget(self, sql: str) -> None:
        """Let a statement that took long on the loop travel the next time, where it is measured."""
        self._seconds.pop(sql, None)

    def note(self, sql: str, seconds: float) -> None:
        if len(self._seconds) >= MAX_REMEMBERED:
            self._seconds.clear()  # they are learned again soon
        self._seconds[sql] = max(seconds, FADING * self._seconds.get(sql, 0.0))


class SqliteConnection(aiosqlite.Connection):
    """A connection for one caller at a time. Its statements run in its thread or on the event loop, never two at once."""

    def __init__(self, file: Path, *, begin: str, times: StatementTimes) -> None:
        def connect() -> sqlite3.Connection:
            # Python's own way to begin transactions leaves DDL outside of them.
            return sqlite3.connect(
                file, isolation_level=None, check_same_thread=False, cached_statements=STATEMENTS
            )

        super().__init__(connect, iter_chunk_size=64)
        self._begin = begin
        self._may_wait = begin != "BEGIN"  # for another process that writes
        self._times = times
        self._on_its_way = 0  # trips that have not come back
        self._is_slow = False
        self._is_patient = False
        self._turn_began = 0.0
        self._thread.daemon = True  # a process that ends does not wait for it

    async def ask(self, sql: str, values: Values = ()) -> StatementResult:
        """Run one statement."""
        return await self._where_best(sql, self._run, sql, values)

    async def ask_many(self, sql: str, rows: Iterable[Values]) -> StatementResult:
        """Run one statement for each row of values."""
        return await self._where_best(sql, self._run_many, sql, rows)

    async def at_once(self, steps: Sequence[Step]) -> list[StatementResult]:
        """Run all steps as one transaction in one trip: nothing between the first and the commit waits for the loop."""
        return await self._trip(self._run_all, steps)

    async def commit(self) -> None:
        if self._conn.in_transaction:
            await self._trip(self._conn.commit)

    async def rollback(self) -> None:
        """Roll back what was not committed."""
        if self._on_its_way:  # the caller was cancelled; what is in the thread ends first
            await asyncio.shield(self._trip(self._take_back))
        else:
            self._take_back()

    @contextlib.asynccontextmanager
    async def transaction(self) -> AsyncIterator[None]:
        """Commit at the end of this block, or roll back all of it."""
        try:
            yield
            await self.commit()
        except BaseException:
            await self.rollback()
            raise

    @contextlib.asynccontextmanager
    async def part(self) -> AsyncIterator[None]:
        """Roll back this block of a transaction when it fails; the rest of the transaction stays."""
        await self.ask("SAVEPOINT part")
        try:
            yield
        except BaseException:
            if self._conn.in_transaction:  # a full disk has ended it
                await self.ask("ROLLBACK TO part")
                await self.ask("RELEASE part")
            raise
        await self.ask("RELEASE part")

    @contextlib.contextmanager
    def patience(self) -> Iterator[None]:
        """Let others have their turn on the loop from time to time: no person waits for this block."""
        self._is_patient, self._turn_began = True, time.perf_counter()
        try:
            yield
        finally:
            self._is_patient = False

    async def _where_best(
        self, sql: str, run: Callable[..., StatementResult], *arguments: Any
    ) -> StatementResult:
        if self._must_travel(sql):
            outcome = await self._trip(self._measured, sql, run, *arguments)
            self._turn_began = time.perf_counter()
            return outcome
        begun = time.perf_counter()
        outcome = run(*arguments)
        ended = time.perf_counter()
        if ended - begun > SLOW_SECONDS:
            self._is_slow = True
            self._times.forget(sql)
        if self._is_patient and ended - self._turn_began > TURN_SECONDS:
            await asyncio.sleep(0)
            self._turn_began = time.perf_counter()
        return outcome

    def _must_travel(self, sql: str) -> bool:
        if self._is_slow or self._on_its_way or not self._times.is_small(sql):
            return True
        return self._may_wait and not self._conn.in_transaction

    async def _trip(self, do: Callable[..., T], *arguments: Any) -> T:
        self._on_its_way += 1
        try:
            result: T = await self._execute(do, *arguments)  # type: ignore[no-untyped-call]
        except asyncio.CancelledError:
            raise  # it is still on its way, and no caller waits for it: see `rollback`
        except BaseException:
            self._on_its_way = 0
            raise
        self._on_its_way = 0  # trips end in their order, so those before have ended, too
        return result

    def _take_back(self) -> None:
        if self._conn.in_transaction:
            self._conn.rollback()

    def _run_all(self, steps: Sequence[Step]) -> list[StatementResult]:
        try:
            outcomes = [self._run(sql, values) for sql, values in steps]
            self._conn.commit()
        except BaseException:
            self._conn.rollback()
            raise
        return outcomes

    def _measured(self, sql: str, run: Callable[..., StatementResult], *arguments: Any) -> StatementResult:
        """Measure in the thread. By the clock alone, a statement would seem slow whenever others hold Python's lock."""
        begun, cost = time.perf_counter(), time.thread_time()
        outcome = run(*arguments)
        self._times.note(sql, time.thread_time() - cost)
        self._is_slow = time.perf_counter() - begun > SLOW_SECONDS
        return outcome

    def _run(self, sql: str, values: Values) -> StatementResult:
        self._ensure_begun(sql)
        return _outcome(self._conn.execute(sql, values))

    def _run_many(self, sql: str, rows: Iterable[Values]) -> StatementResult:
        self._ensure_begun(sql)
        return _outcome(self._conn.executemany(sql, rows))

    def _ensure_begun(self, sql: str) -> None:
        # Settings of a connection have no effect within a transaction.
        if not self._conn.in_transaction and not sql.startswith("PRAGMA"):
            self._conn.execute(self._begin)


def _outcome(cursor: sqlite3.Cursor) -> StatementResult:
    rows = named(cursor.description, cursor.fetchall()) if cursor.description else []
    changed = cursor.rowcount
    cursor.close()
    return StatementResult(rows, changed)


async def connect(file: Path, *, begin: str, times: StatementTimes) -> SqliteConnection:
    connection = SqliteConnection(file, begin=begin, times=times)
    await connection
    return connection
