"""Turns at pages: two runs never fetch the same address at the same time, and nothing waits for ever."""

import asyncio

from watchd.flow.run.page_turns import PageTurns

URL = "http://a.test/"


async def waiting(turns: PageTurns, url: str, run_id: str) -> "asyncio.Task[None]":
    """Return the task of a run that asks for its turn, when it has begun to wait."""
    task = asyncio.create_task(turns.take(url, run_id))
    await asyncio.sleep(0)
    return task


async def test_a_second_run_waits_until_the_first_one_has_released_the_address() -> None:
    turns = PageTurns()
    await turns.take(URL, "first")
    second = await waiting(turns, URL, "second")
    assert not second.done()
    turns.release(URL, "first")
    await asyncio.wait_for(second, 1)


async def test_other_addresses_and_other_visits_of_the_same_run_do_not_wait() -> None:
    turns = PageTurns()
    await turns.take(URL, "first")
    await asyncio.wait_for(turns.take(URL, "first"), 1)
    await asyncio.wait_for(turns.take(URL + "other", "second"), 1)


async def test_of_many_runs_that_wait_one_has_the_address_at_a_time() -> None:
    turns, holding, at_once = PageTurns(), 0, list[int]()

    async def visit(run_id: str) -> None:
        nonlocal holding
        await turns.take(URL, run_id)
        holding += 1
        at_once.append(holding)
        await asyncio.sleep(0)
        holding -= 1
        turns.release(URL, run_id)

    await asyncio.wait_for(asyncio.gather(*(visit(f"run {n}") for n in range(20))), 5)
    assert at_once == [1] * 20


async def test_only_the_run_that_holds_an_address_releases_it() -> None:
    turns = PageTurns()
    await turns.take(URL, "first")
    second = await waiting(turns, URL, "second")
    turns.release(URL, "third")
    turns.release(URL, "second")
    await asyncio.sleep(0)
    assert not second.done()
    turns.release(URL, "first")
    await asyncio.wait_for(second, 1)
    turns.release(URL, "first")  # once more: it belongs to the second run now
    third = await waiting(turns, URL, "third")
    assert not third.done()
    turns.release(URL, "second")
    await asyncio.wait_for(third, 1)


async def test_a_run_that_stops_waiting_leaves_the_turn_to_the_next() -> None:
    turns = PageTurns()
    await turns.take(URL, "first")
    second, third = await waiting(turns, URL, "second"), await waiting(turns, URL, "third")
    second.cancel()
    await asyncio.gather(second, return_exceptions=True)
    turns.release(URL, "first")
    await asyncio.wait_for(third, 1)


async def test_a_run_that_is_cancelled_when_its_turn_has_come_does_not_keep_the_address() -> None:
    turns = PageTurns()
    await turns.take(URL, "first")
    second, third = await waiting(turns, URL, "second"), await waiting(turns, URL, "third")
    turns.release(URL, "first")
    second.cancel()
    await asyncio.gather(second, return_exceptions=True)
    await asyncio.wait_for(third, 1)


async def test_the_end_of_a_run_releases_all_of_its_addresses() -> None:
    turns = PageTurns()
    for number in range(3):
        await turns.take(f"{URL}{number}", "first")
    await turns.take(f"{URL}kept", "other")
    left = [await waiting(turns, f"{URL}{number}", f"run {number}") for number in range(3)]
    kept = await waiting(turns, f"{URL}kept", "run")
    turns.release_all("first")
    await asyncio.wait_for(asyncio.gather(*left), 1)
    assert not kept.done()
    kept.cancel()
    await asyncio.gather(kept, return_exceptions=True)


async def test_turns_that_are_over_leave_nothing_in_memory() -> None:
    turns = PageTurns()
    await turns.take(URL, "first")
    second = await waiting(turns, URL, "second")
    turns.release(URL, "first")
    await second
    turns.release(URL, "second")
    assert not turns._holders
    assert not turns._waiting
