"""A loop that waits is woken at once, and in any case after its timeout."""

import asyncio
import time

import pytest

from watchd.flow.waking import Waker


async def test_a_wake_that_came_before_the_wait_counts_once() -> None:
    waker = Waker()
    waker.wake()
    waker.wake()
    await waker.wait(60)
    start = time.monotonic()
    await waker.wait(0.05)
    assert time.monotonic() - start >= 0.04


async def test_a_cancellation_that_comes_with_the_wake_is_not_lost() -> None:
    waker = Waker()
    waiting = asyncio.create_task(waker.wait(60))
    await asyncio.sleep(0)
    waker.wake()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
