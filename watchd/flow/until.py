"""What is done before it is over? Work is waited for until then; the rest is broken off."""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

T = TypeVar("T")


async def until(over: asyncio.Event, works: Sequence[Coroutine[Any, Any, T]]) -> list[T | None]:
    """What each of the works came to, all at once; None for those that were not done in time."""
    tasks = [asyncio.ensure_future(work) for work in works]
    done: asyncio.Future[Any] = asyncio.gather(*tasks)
    ended: asyncio.Future[Any] = asyncio.ensure_future(over.wait())
    try:
        await asyncio.wait({done, ended}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (*tasks, ended):
            task.cancel()
        await asyncio.gather(done, *tasks, ended, return_exceptions=True)
    return [None if task.cancelled() else task.result() for task in tasks]
