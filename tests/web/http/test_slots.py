"""Request slots are shared fairly."""

import asyncio

from watchd.web.http.connections import Slots


async def hold(slots: Slots, caller: str, held: list[str], release: asyncio.Event) -> None:
    async with slots.slot(caller):
        held.append(caller)
        await release.wait()


async def test_no_more_than_the_total_go_at_once() -> None:
    slots, held, release = Slots(3, 3), list[str](), asyncio.Event()
    tasks = [asyncio.create_task(hold(slots, str(n), held, release)) for n in range(10)]
    await asyncio.sleep(0.01)
    assert len(held) == 3
    release.set()
    await asyncio.gather(*tasks)
    assert len(held) == 10


async def test_one_caller_leaves_room_for_another() -> None:
    slots, held, release = Slots(4, 3), list[str](), asyncio.Event()
    tasks = [asyncio.create_task(hold(slots, "greedy", held, release)) for _ in range(10)]
    await asyncio.sleep(0.01)
    tasks.append(asyncio.create_task(hold(slots, "modest", held, release)))
    await asyncio.sleep(0.01)
    assert held == ["greedy"] * 3 + ["modest"]
    release.set()
    await asyncio.gather(*tasks)


async def test_a_cancelled_request_frees_its_place_in_the_row() -> None:
    slots, held, release = Slots(1, 1), list[str](), asyncio.Event()
    tasks = [asyncio.create_task(hold(slots, str(n), held, release)) for n in range(4)]
    await asyncio.sleep(0.01)
    tasks[1].cancel()
    tasks[0].cancel()
    await asyncio.sleep(0.01)
    assert held == ["0", "2"]
    release.set()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert held == ["0", "2", "3"]
    assert slots._free == 1
