"""A job of the sender cannot outlive its limit, disturb other jobs or answer for them."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import msgspec
import pytest

from watchd.notify.jobs import RenderJob, SendLimits, SendRequest
from watchd.sandbox.frames import encoded
from watchd.sandbox.process import SandboxProcess


@pytest.fixture
async def sender() -> AsyncIterator[SandboxProcess]:
    process = await SandboxProcess.start("tests.sandbox.stubborn_sender", SendLimits(), max_reply_bytes=1 << 20)
    try:
        yield process
    finally:
        await process.end()


def ask(
    sender: SandboxProcess,
    number: int,
    body: str,
    *,
    seconds: float = 5.0,
    values: dict[str, str] | None = None,
) -> None:
    sender.send(encoded(SendRequest(number, seconds, RenderJob(None, body, values or {}))))


async def answer(sender: SandboxProcess) -> int:
    reply = await sender.receive(10)
    assert isinstance(reply, bytes), reply
    return int(msgspec.msgpack.decode(reply)[0])


async def all_ended(sender: SandboxProcess) -> None:
    """Wait until no job lives any more."""
    async with asyncio.timeout(10):
        while Path(f"/proc/{sender.pid}/task/{sender.pid}/children").read_text():
            await asyncio.sleep(0.02)


async def test_a_job_that_ignores_its_alarm_is_ended(sender: SandboxProcess) -> None:
    ask(sender, 1, "stay", seconds=0.2)
    ask(sender, 2, "hello")
    assert await answer(sender) == 2
    await all_ended(sender)
    ask(sender, 3, "hello again")
    assert await answer(sender) == 3


async def test_many_requests_at_once_are_taken_one_by_one(sender: SandboxProcess) -> None:
    for number in range(40):
        ask(sender, number, "x" * 50_000)
    assert sorted([await answer(sender) for _ in range(40)]) == list(range(40))
    await all_ended(sender)


async def test_the_process_that_forks_never_holds_a_request(sender: SandboxProcess) -> None:
    """So the memory that each job inherits has no secret of another one."""
    for number in range(5):
        ask(sender, number, "", values={"url": "s3cret" * 20})
        await answer(sender)
    try:
        memory = b"".join(_memory_of(sender.pid))
    except PermissionError:
        pytest.skip("needs root: the kernel hides the memory of the sender from other processes")
    assert b"stubborn_sender" in memory
    assert b"s3crets3cret" not in memory


def _memory_of(pid: int) -> Iterator[bytes]:
    with Path(f"/proc/{pid}/mem").open("rb") as memory:
        for line in Path(f"/proc/{pid}/maps").read_text().splitlines():
            span, rights, *_ = line.split()
            if rights.startswith("rw"):
                begin, end = (int(part, 16) for part in span.split("-"))
                memory.seek(begin)
                yield memory.read(end - begin)
