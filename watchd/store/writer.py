"""One writer: jobs wait in a queue and are committed in batches.

SQLite has one writer at a time anyway. Queueing here means that nobody meets a busy database, and that one sync of the disk
serves every job that waited meanwhile. Each job runs in a savepoint, so one that fails takes nothing of the others with it;
one that is alone needs none, because its transaction is its own.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, AsyncTransaction

from watchd.errors import Unavailable
from watchd.store.driver import Connection, Outcome, Step

T = TypeVar("T")
Work = Callable[[AsyncConnection], Awaitable[T]]

# Enough to share a sync among many, few enough that the first one does not wait long.
BATCH = 64


class Job:
    """Work that waits for the writer, and the future of its result."""

    def __init__(self, work: Work[Any]) -> None:
        self.work = work
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

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._jobs: asyncio.Queue[Job | None] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._work(), name="writer")

    async def close(self) -> None:
        """Finish what is queued, then stop."""
        if self._task is not None:
            await self._jobs.put(None)
            await self._task
            self._task = None

    async def run(self, work: Work[T]) -> T:
        """The result of the work, after it is committed."""
        if self._task is None:
            raise Unavailable("The database is closed.")
        job = Job(work)
        await self._jobs.put(job)
        result: T = await job.future
        return result

    async def at_once(self, steps: Sequence[Step]) -> list[Outcome]:
        """A transaction of its own for what must be on the disk as soon as may be, between two batches."""
        if self._task is None:
            raise Unavailable("The database is closed.")
        try:
            # There is one connection, so this waits for the batch before it, and the next batch for this.
            async with self._engine.connect() as connection:
                link = (await connection.get_raw_connection()).driver_connection
                assert isinstance(link, Connection)
                return await link.at_once(steps)
        except Exception as cause:
            raise unavailable(cause) from cause

    async def _work(self) -> None:
        while (first := await self._jobs.get()) is not None:
            jobs, closing = [first], False
            while len(jobs) < BATCH and not self._jobs.empty():
                following = self._jobs.get_nowait()
                if following is None:
                    closing = True
                    break
                jobs.append(following)
            await self._commit(jobs)
            if closing:
                return

    async def _commit(self, jobs: list[Job]) -> None:
        try:
            async with self._engine.connect() as connection:
                await _attempt_all(jobs, connection)
        except Exception as cause:  # whatever it is, the writer must live on for the jobs that follow
            # Nothing of this batch is on the disk, so nobody may believe it.
            for job in jobs:
                job.error = unavailable(cause)
        for job in jobs:
            job.announce()


async def _attempt_all(jobs: list[Job], connection: AsyncConnection) -> None:
    if len(jobs) == 1:
        await _attempt(jobs[0], connection, connection.begin())
        return
    async with connection.begin():
        for job in jobs:
            await _attempt(job, connection, connection.begin_nested())


async def _attempt(job: Job, connection: AsyncConnection, part: AsyncTransaction) -> None:
    """Run one job as its part of a transaction, or as a whole one. A database that cannot write ends the whole batch; any
    other error is the job's own."""
    if job.future.cancelled():
        return
    try:
        async with part:
            job.result = await job.work(connection)
    except IntegrityError as error:
        job.error = error
    except DBAPIError:
        raise
    except Exception as error:
        job.error = error


def unavailable(cause: Exception) -> Unavailable:
    reason = str(getattr(cause, "orig", None) or cause)
    error = Unavailable(f"The database cannot be used now: {reason}.")
    error.__cause__ = cause
    return error
