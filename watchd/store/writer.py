"""The only writer of the database: jobs wait in a queue and are committed in batches.

SQLite has one writer at a time anyway. With the queue no caller meets a busy database, and one sync of the disk serves all
jobs that waited meanwhile. Each job of a batch runs in a savepoint, so a job that fails does not harm the others. A job
that is alone has a transaction of its own instead.

A caller waits for most jobs: a person for an answer, a channel for the next alert. The steps of runs are long, some of them
are always queued, and no person waits for them. So they are patient: all other jobs go first, and each step has a
transaction of its own, so that a job waits for one step at most.
"""

import asyncio
import contextlib
import sqlite3
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, TypeVar

from watchd.errors import Unavailable
from watchd.store.connection_pool import Pool
from watchd.store.driver import SqliteConnection, StatementResult, Step

T = TypeVar("T")
Work = Callable[[SqliteConnection], Awaitable[T]]

MAX_JOBS_PER_COMMIT = 64  # many share a sync, and the first one does not wait long
MAX_WAIT_SECONDS = 10.0  # of a patient job; then it is next, one at a time


class Job:
    """Work that waits for the writer, and the future of its result."""

    def __init__(self, work: Work[Any], *, patient: bool = False) -> None:
        self.work = work
        self.patient = patient
        self.queued_at = time.monotonic()
        self.future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.result: Any = None
        self.error: Exception | None = None

    def announce(self) -> None:
        if self.future.done():  # the caller went away; what was committed stays committed
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)


class Writer:
    """Runs jobs one after the other on the only connection that may write."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._urgent: deque[Job] = deque()
        self._patient: deque[Job] = deque()
        self._was_patient = False  # the batch that was taken last
        self._wakeup = asyncio.Event()
        self._is_closing = False
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._work(), name="writer")

    async def close(self) -> None:
        """Finish what is queued, then stop."""
        if self._task is not None:
            self._is_closing = True
            self._wakeup.set()
            await self._task
            self._task = None

    async def run(self, work: Work[T], *, patient: bool = False) -> T:
        """Return the result of the work, after it is committed."""
        if self._task is None or self._is_closing:
            raise Unavailable("The database is closed.")
        job = Job(work, patient=patient)
        (self._patient if patient else self._urgent).append(job)
        self._wakeup.set()
        result: T = await job.future
        return result

    async def at_once(self, steps: Sequence[Step]) -> list[StatementResult]:
        """Run a transaction that must be on the disk as soon as possible, between two batches."""
        if self._task is None:
            raise Unavailable("The database is closed.")
        try:
            # There is one connection, so this waits for the batch before it, and the next batch for this.
            async with self._pool.connect() as connection:
                return await connection.at_once(steps)
        except Exception as cause:
            raise unavailable(cause) from cause

    async def _work(self) -> None:
        while True:
            self._wakeup.clear()
            while jobs := self._next():
                await self._commit(jobs)
            if self._is_closing:
                return
            await self._wakeup.wait()

    def _next(self) -> list[Job]:
        """Return the next batch: all urgent jobs, or else one patient job."""
        has_waited = self._patient and time.monotonic() - self._patient[0].queued_at > MAX_WAIT_SECONDS
        self._was_patient = bool(self._patient) and (
            not self._urgent or (bool(has_waited) and not self._was_patient)
        )
        if self._was_patient:
            return [self._patient.popleft()]
        return [self._urgent.popleft() for _ in range(min(MAX_JOBS_PER_COMMIT, len(self._urgent)))]

    async def _commit(self, jobs: list[Job]) -> None:
        try:
            async with self._pool.connect() as connection:
                await _attempt_all(jobs, connection)
        except Exception as cause:  # whatever it is, the writer must live on for the jobs that follow
            # Nothing of this batch is on the disk, so no caller may get a result.
            for job in jobs:
                job.error = unavailable(cause)
        for job in jobs:
            job.announce()


async def _attempt_all(jobs: list[Job], connection: SqliteConnection) -> None:
    if len(jobs) == 1:
        [job] = jobs
        with connection.patience() if job.patient else contextlib.nullcontext():
            await _attempt(job, connection, connection.transaction())
        return
    async with connection.transaction():
        for job in jobs:
            await _attempt(job, connection, connection.part())


async def _attempt(job: Job, connection: SqliteConnection, part: AbstractAsyncContextManager[None]) -> None:
    """Run one job as its part of a transaction, or as a whole one. A database that cannot write ends the whole batch; any
    other error is the job's own."""
    if job.future.cancelled():
        return
    try:
        async with part:
            job.result = await job.work(connection)
    except sqlite3.IntegrityError as error:
        job.error = error
    except sqlite3.Error:
        raise
    except Exception as error:
        job.error = error


def unavailable(cause: Exception) -> Unavailable:
    error = Unavailable(f"The database cannot be used now: {cause}.")
    error.__cause__ = cause
    return error
