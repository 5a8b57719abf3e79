"""Children that die, lie, swell or fall asleep cost one piece of work each, never the daemon (FAULTS P02)."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator

import msgspec
import pytest

from watchd.sandbox.frames import ChildFailure
from watchd.sandbox.process_pool import SandboxPool
from watchd.web.reader.read_request import ReadLimits, ReadRequest

LIMITS = ReadLimits(cpu_seconds=0.5, memory_mib=300, max_links=2000, robot="watchd")
MISBEHAVING = "tests.web.misbehaving_child"  # does whatever the body of a "page" says


def pool_of(module: str = MISBEHAVING, size: int = 2) -> SandboxPool:
    return SandboxPool(module, LIMITS, size=size, wall_seconds=2.0)


@pytest.fixture
async def pool() -> AsyncIterator[SandboxPool]:
    async with pool_of() as pool:
        yield pool


async def ask(pool: SandboxPool, what: str) -> object:
    return await pool.run(
        ReadRequest("page", "http://a.example/", what.encode()), msgspec.msgpack.Decoder(str).decode
    )


@pytest.mark.parametrize(
    ("what", "kind"),
    [
        ("segfault", "crash"),
        ("abort", "crash"),
        ("exit", "crash"),
        ("hang up", "crash"),
        ("ask for a replacement", "crash"),
        ("burn", "cpu"),
        ("burn in C", "cpu"),
        ("sleep", "wall"),
        ("swell", "memory"),
        ("garbage frame", "garbage"),
        ("garbage payload", "garbage"),
        ("wrong type", "garbage"),
        ("unknown failure", "garbage"),
        ("raise", "error"),
        ("recurse", "error"),
        ("connect", "error"),
        ("start a program", "error"),
        ("write a file", "error"),
    ],
)
async def test_whatever_a_child_does_is_a_failure_with_a_name_and_the_next_is_served(
    pool: SandboxPool, what: str, kind: str
) -> None:
    bad, good = await asyncio.gather(ask(pool, what), ask(pool, "hello"))
    assert isinstance(bad, ChildFailure)
    assert bad.kind == kind
    assert good == "hello"
    assert await ask(pool, "hello again") == "hello again"
    assert pool.lost == {kind: 1}
    assert pool.done == 2


async def test_what_waited_behind_a_crash_is_done_by_the_next_child() -> None:
    async with pool_of(size=1) as pool:
        reported = await asyncio.gather(
            *(ask(pool, what) for what in ["one", "segfault", "two", "abort", "three"])
        )
    assert [t if isinstance(t, str) else t.kind for t in reported if isinstance(t, str | ChildFailure)] == [
        "one",
        "crash",
        "two",
        "crash",
        "three",
    ]


async def test_a_child_that_is_killed_from_outside_is_replaced(pool: SandboxPool) -> None:
    await ask(pool, "hello")
    before = set(pool.children)
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    reported = [await ask(pool, "hello") for _ in range(4)]
    assert reported.count("hello") >= 2  # each death costs at most the piece that was given to the dead
    assert not before & pool.children


async def test_a_tired_child_is_replaced_without_losing_anything(pool: SandboxPool) -> None:
    reported = await asyncio.gather(*(ask(pool, "tire") for _ in range(6)))
    assert reported == ["tired"] * 6
    assert not pool.lost


async def test_a_large_daemon_does_not_tire_its_children() -> None:
    ballast = b"x" * 250_000_000  # more than a child may have
    async with pool_of() as pool:
        await ask(pool, "hello")
        before = set(pool.children)
        await asyncio.gather(*(ask(pool, str(i)) for i in range(10)))
        assert before <= pool.children
    assert ballast


async def test_a_hundred_pieces_share_the_children(pool: SandboxPool) -> None:
    reported = await asyncio.gather(*(ask(pool, str(i)) for i in range(100)))
    assert reported == [str(i) for i in range(100)]


async def test_closing_ends_children_and_tells_who_waits() -> None:
    async with pool_of() as pool:
        await ask(pool, "hello")
        waiting = [asyncio.create_task(ask(pool, "sleep")) for _ in range(8)]
        await asyncio.sleep(0.05)
        pids = set(pool.children)
        begin = time.perf_counter()
    assert time.perf_counter() - begin < 10  # they would sleep for a minute
    reported = await asyncio.gather(*waiting)
    assert {t.kind for t in reported if isinstance(t, ChildFailure)} == {"unavailable"}
    assert len(reported) == 8
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
    after = await ask(pool, "hello")
    assert isinstance(after, ChildFailure)


async def test_who_gives_up_waiting_harms_nobody(pool: SandboxPool) -> None:
    tasks = [asyncio.create_task(ask(pool, str(i))) for i in range(20)]
    await asyncio.sleep(0)
    for task in tasks[::2]:
        task.cancel()
    reported = await asyncio.gather(*tasks, return_exceptions=True)
    assert reported[1::2] == [str(i) for i in range(1, 20, 2)]
    assert await ask(pool, "hello") == "hello"


async def test_when_no_child_can_be_started_callers_are_told() -> None:
    async with pool_of("tests.web.no_such_module") as pool:
        reported = await ask(pool, "hello")
    assert isinstance(reported, ChildFailure)
    assert reported.kind == "unavailable"
