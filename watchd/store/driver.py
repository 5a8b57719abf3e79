"""How does a statement reach SQLite? On the spot when it is a small one, otherwise in a thread of its connection.

A trip to the thread costs far more than a small query: the two wake each other, pass Python's lock to and fro, and the
answer waits for its turn on the event loop. So statements that usually take less than a millisecond are done on the spot.
How long one takes is learned by its text; one that nobody has seen travels. So do those that follow a slow one, because
then the disk is asked, until they are quick again. Who is patient and has had the loop for long enough lets others go on.

What may wait for another process, the beginning of a transaction that writes, and what waits for the disk, its end, always
travel. A transaction begins in the same trip as its first statement, whatever that is.
"""

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import aiosqlite

from watchd.store.row import Row, named

T = TypeVar("T")
SMALL_SECONDS = 0.001  # what a statement may take of the processor to be done on the spot
SLOW_SECONDS = 0.002  # by the clock: the disk was asked, or the machine is busy
TURN_SECONDS = 0.001  # on the event loop, until others have their turn
FADING = 0.9  # one that was slow once is tried on the spot again after some twenty that were not
MAX_REMEMBERED = 2000  # statements; there are some hundreds
STATEMENTS = 512  # that a connection keeps compiled

Values = Mapping[str, object] | Sequence[object]
Step = tuple[str, Mapping[str, object]]  # a statement and its values by name


class Outcome(NamedTuple):
    """What a statement brought back."""

    rows: list[Row]
    changed: int


class Habits:
    """What statements usually take of the processor, by their text."""

    def __init__(self) -> None:
        self._seconds: dict[str, float] = {}

    def is_small(self, sql: str) -> bool:
        return self._seconds.get(sql, 1.0) <= SMALL_SECONDS

    def forget(self, sql: str) -> None:
        """It took long on the spot, so it travels next time, and is measured there."""
        self._seconds.pop(sql, None)

    def note(self, sql: str, seconds: float) -> None:
        if len(self._seconds) >= MAX_REMEMBERED:
            self._seconds.clear()  # they are learned again soon
        self._seconds[sql] = max(seconds, FADING * self._seconds.get(sql, 0.0))


class Connection(aiosqlite.Connection):
    """A connection for one caller at a time. Its statements run in its thread or on the event loop, never two at once."""

    def __init__(self, file: Path, *, begin: str, habits: Habits) -> None:
        def connect() -> sqlite3.Connection:
            # Python's own way to begin transactions leaves DDL outside of them.
            return sqlite3.connect(
                file, isolation_level=None, check_same_thread=False, cached_statements=STATEMENTS
            )

        super().__init__(connect, iter_chunk_size=64)
        self._begin = begin
        self._may_wait = begin != "BEGIN"  # for another process that writes
        self._habits = habits
        self._on_its_way = 0  # trips that have not come back
        self._is_slow = False
        self._is_patient = False
        self._turn_began = 0.0
        self._thread.daemon = True  # a process that ends does not wait for it

    async def ask(self, sql: str, values: Values = ()) -> Outcome:
        """Run one statement."""
        return await self._where_best(sql, self._run, sql, values)

    async def ask_many(self, sql: str, rows: Iterable[Values]) -> Outcome:
        """Run one statement for each row of values."""
        return await self._where_best(sql, self._run_many, sql, rows)

    async def at_once(self, steps: Sequence[Step]) -> list[Outcome]:
        """All steps as one transaction in one trip: from the first to the commit, nobody waits for the loop."""
        return await self._trip(self._run_all, steps)

    async def commit(self) -> None:
        if self._conn.in_transaction:
            await self._trip(self._conn.commit)

    async def rollback(self) -> None:
        """Take back what was not committed."""
        if self._on_its_way:  # whoever asked went away; what is in the thread ends first
            await asyncio.shield(self._trip(self._take_back))
        else:
            self._take_back()

    @contextlib.asynccontextmanager
    async def transaction(self) -> AsyncIterator[None]:
        """What happens in this block is committed at its end, or taken back as a whole."""
        try:
            yield
            await self.commit()
        except BaseException:
            await self.rollback()
            raise

    @contextlib.asynccontextmanager
    async def part(self) -> AsyncIterator[None]:
        """What happens in this block of a transaction is taken back when it fails; the rest of it stays."""
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
        """Nobody waits for what happens in this block, so others have their turn now and then."""
        self._is_patient, self._turn_began = True, time.perf_counter()
        try:
            yield
        finally:
            self._is_patient = False

    async def _where_best(self, sql: str, run: Callable[..., Outcome], *arguments: Any) -> Outcome:
        if self._must_travel(sql):
            outcome = await self._trip(self._measured, sql, run, *arguments)
            self._turn_began = time.perf_counter()
            return outcome
        begun = time.perf_counter()
        outcome = run(*arguments)
        ended = time.perf_counter()
        if ended - begun > SLOW_SECONDS:
            self._is_slow = True
            self._habits.forget(sql)
        if self._is_patient and ended - self._turn_began > TURN_SECONDS:
            await asyncio.sleep(0)
            self._turn_began = time.perf_counter()
        return outcome

    def _must_travel(self, sql: str) -> bool:
        if self._is_slow or self._on_its_way or not self._habits.is_small(sql):
            return True
        return self._may_wait and not self._conn.in_transaction

    async def _trip(self, do: Callable[..., T], *arguments: Any) -> T:
        self._on_its_way += 1
        try:
            result: T = await self._execute(do, *arguments)  # type: ignore[no-untyped-call]
        except asyncio.CancelledError:
            raise  # it is still on its way, and nobody waits for it: see `rollback`
        except BaseException:
            self._on_its_way = 0
            raise
        self._on_its_way = 0  # trips end in their order, so those before have ended, too
        return result

    def _take_back(self) -> None:
        if self._conn.in_transaction:
            self._conn.rollback()

    def _run_all(self, steps: Sequence[Step]) -> list[Outcome]:
        try:
            outcomes = [self._run(sql, values) for sql, values in steps]
            self._conn.commit()
        except BaseException:
            self._conn.rollback()
            raise
        return outcomes

    def _measured(self, sql: str, run: Callable[..., Outcome], *arguments: Any) -> Outcome:
        """In the thread. By the clock alone, a statement would seem slow whenever others hold Python's lock."""
        begun, cost = time.perf_counter(), time.thread_time()
        outcome = run(*arguments)
        self._habits.note(sql, time.thread_time() - cost)
        self._is_slow = time.perf_counter() - begun > SLOW_SECONDS
        return outcome

    def _run(self, sql: str, values: Values) -> Outcome:
        self._ensure_begun(sql)
        return _outcome(self._conn.execute(sql, values))

    def _run_many(self, sql: str, rows: Iterable[Values]) -> Outcome:
        self._ensure_begun(sql)
        return _outcome(self._conn.executemany(sql, rows))

    def _ensure_begun(self, sql: str) -> None:
        # Settings of a connection have no effect within a transaction.
        if not self._conn.in_transaction and not sql.startswith("PRAGMA"):
            self._conn.execute(self._begin)


def _outcome(cursor: sqlite3.Cursor) -> Outcome:
    rows = named(cursor.description, cursor.fetchall()) if cursor.description else []
    changed = cursor.rowcount
    cursor.close()
    return Outcome(rows, changed)


async def connect(file: Path, *, begin: str, habits: Habits) -> Connection:
    connection = Connection(file, begin=begin, habits=habits)
    await connection
    return connection
