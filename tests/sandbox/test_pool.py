"""Children that die, lie, swell or fall asleep cost one piece of work each, never the daemon (FAULTS P02)."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator

import msgspec
import pytest

from watchd.sandbox import process
from watchd.sandbox.pool import SandboxPool
from watchd.sandbox.protocol import ReadFailure, ReadRequest
from watchd.web.extract.settings import ExtractBounds

SETTINGS = ExtractBounds(children=2, cpu_seconds=0.5, wall_seconds=2.0, memory_mib=300)


@pytest.fixture
def misbehaving(monkeypatch: pytest.MonkeyPatch) -> None:
    """Children that do whatever the body of a "page" tells them."""
    monkeypatch.setattr(process, "MODULE", "tests.web.misbehaving_child")


@pytest.fixture
async def jail(misbehaving: None) -> AsyncIterator[SandboxPool]:
    async with SandboxPool(SETTINGS) as jail:
        yield jail


async def tell(jail: SandboxPool, what: str) -> object:
    return await jail.run(
        ReadRequest("page", "http://a.example/", what.encode()), msgspec.msgpack.Decoder(str).decode
    )


@pytest.mark.parametrize(
    ("what", "kind"),
    [
        ("segfault", "crash"),
        ("abort", "crash"),
        ("exit", "crash"),
        ("hang up", "crash"),
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
    jail: SandboxPool, what: str, kind: str
) -> None:
    bad, good = await asyncio.gather(tell(jail, what), tell(jail, "hello"))
    assert isinstance(bad, ReadFailure)
    assert bad.kind == kind
    assert good == "hello"
    assert await tell(jail, "hello again") == "hello again"
    assert jail.lost == {kind: 1}
    assert jail.done == 2


async def test_what_waited_behind_a_crash_is_done_by_the_next_child(misbehaving: None) -> None:
    settings = msgspec.structs.replace(SETTINGS, children=1)
    async with SandboxPool(settings) as jail:
        told = await asyncio.gather(
            *(tell(jail, what) for what in ["one", "segfault", "two", "abort", "three"])
        )
    assert [t if isinstance(t, str) else t.kind for t in told if isinstance(t, str | ReadFailure)] == [
        "one",
        "crash",
        "two",
        "crash",
        "three",
    ]


async def test_a_child_that_is_killed_from_outside_is_replaced(jail: SandboxPool) -> None:
    await tell(jail, "hello")
    before = set(jail.children)
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    told = [await tell(jail, "hello") for _ in range(4)]
    assert told.count("hello") >= 2  # each death costs at most the piece that was given to the dead
    assert not before & jail.children


async def test_a_tired_child_is_replaced_without_losing_anything(jail: SandboxPool) -> None:
    told = await asyncio.gather(*(tell(jail, "tire") for _ in range(6)))
    assert told == ["tired"] * 6
    assert not jail.lost


async def test_a_large_daemon_does_not_tire_its_children(misbehaving: None) -> None:
    ballast = b"x" * 250_000_000  # more than a child may have
    async with SandboxPool(SETTINGS) as jail:
        await tell(jail, "hello")
        before = set(jail.children)
        await asyncio.gather(*(tell(jail, str(i)) for i in range(10)))
        assert before <= jail.children
    assert ballast


async def test_a_hundred_pieces_share_the_children(jail: SandboxPool) -> None:
    told = await asyncio.gather(*(tell(jail, str(i)) for i in range(100)))
    assert told == [str(i) for i in range(100)]


async def test_closing_ends_children_and_tells_who_waits(misbehaving: None) -> None:
    async with SandboxPool(SETTINGS) as jail:
        await tell(jail, "hello")
        waiting = [asyncio.create_task(tell(jail, "sleep")) for _ in range(8)]
        await asyncio.sleep(0.05)
        pids = set(jail.children)
        begin = time.perf_counter()
    assert time.perf_counter() - begin < 10  # they would sleep for a minute
    told = await asyncio.gather(*waiting)
    assert {t.kind for t in told if isinstance(t, ReadFailure)} == {"unavailable"}
    assert len(told) == 8
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
    after = await tell(jail, "hello")
    assert isinstance(after, ReadFailure)


async def test_who_gives_up_waiting_harms_nobody(jail: SandboxPool) -> None:
    tasks = [asyncio.create_task(tell(jail, str(i))) for i in range(20)]
    await asyncio.sleep(0)
    for task in tasks[::2]:
        task.cancel()
    told = await asyncio.gather(*tasks, return_exceptions=True)
    assert told[1::2] == [str(i) for i in range(1, 20, 2)]
    assert await tell(jail, "hello") == "hello"


async def test_when_no_child_can_be_started_callers_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "MODULE", "tests.web.no_such_module")
    async with SandboxPool(SETTINGS) as jail:
        told = await tell(jail, "hello")
    assert isinstance(told, ReadFailure)
    assert told.kind == "unavailable"
