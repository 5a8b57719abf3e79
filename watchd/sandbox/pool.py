"""Who reads hostile pages, so that the daemon does not have to?

A few child processes with limits on CPU, memory and time. Each child works on one piece and has the next one
waiting in its socket, so it never idles between two. When a child dies, the piece it was working on is lost
and named; the one that waited goes to the child that takes its place. Nothing a child does reaches the daemon
as an exception.
"""

import asyncio
import os
from collections import Counter, deque
from collections.abc import Callable
from typing import Any, Generic, TypeVar

import msgspec

from watchd.sandbox.process import ChildDidNotStart, SandboxProcess
from watchd.sandbox.protocol import Kind, ReadFailure, ReadLimits, ReadRequest, framed
from watchd.web.extract.settings import ExtractBounds

WAITING = 2  # pieces given to a child: one in work, one waiting
RESTART_PAUSE = 1.0  # seconds after a child that could not be started
T = TypeVar("T")


class _Job(Generic[T]):
    """A piece of work, how to understand the reply, and whoever waits for it."""

    def __init__(self, ask: ReadRequest, decode: Callable[[bytes], T]) -> None:
        self.frame = framed(msgspec.msgpack.encode(ask))
        self.reply: asyncio.Future[T | ReadFailure] = asyncio.get_running_loop().create_future()
        self._decode = decode

    def understood(self, reply: bytes | ReadFailure) -> T | ReadFailure:
        if isinstance(reply, ReadFailure):
            return reply
        try:
            return self._decode(reply)
        except (msgspec.DecodeError, ValueError) as error:  # a child that was taken over, or broken memory
            return ReadFailure("garbage", f"The reply makes no sense: {error}"[:300])

    def settle(self, reply: T | ReadFailure) -> None:
        if not self.reply.done():  # the caller may have gone away
            self.reply.set_result(reply)


class SandboxPool:
    """A pool of children. Use as `async with Jail(settings) as jail`."""

    def __init__(self, settings: ExtractBounds, robot: str = "watchd") -> None:
        self._wall_seconds = settings.wall_seconds
        self._limits = ReadLimits(settings.cpu_seconds, settings.memory_mib, settings.links, robot)
        self._jobs: asyncio.Queue[_Job[Any]] = asyncio.Queue()
        self._keepers: list[asyncio.Task[None]] = []
        self._is_open = False
        self.size = settings.children or max(2, os.cpu_count() or 1)
        self.lost: Counter[Kind] = Counter()  # pieces that did not survive, by kind
        self.done = 0  # pieces that did
        self.children: set[int] = set()  # their process ids

    async def __aenter__(self) -> "SandboxPool":
        self._is_open = True
        return self

    async def __aexit__(self, *failure: object) -> None:
        await self.close()

    async def close(self) -> None:
        """End all children; whoever still waits is told so."""
        self._is_open = False
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)
        while not self._jobs.empty():
            self._jobs.get_nowait().settle(_STOPPING)

    async def run(self, ask: ReadRequest, decode: Callable[[bytes], T]) -> T | ReadFailure:
        """What a child makes of one piece of work."""
        if not self._is_open:
            return _STOPPING
        if not self._keepers:  # children cost memory; who reads nothing needs none
            self._keepers = [asyncio.create_task(self._keep()) for _ in range(self.size)]
        job = _Job(ask, decode)
        self._jobs.put_nowait(job)
        return await job.reply

    async def _keep(self) -> None:
        """Keep one child alive and busy, for as long as the jail is open."""
        given: deque[_Job[Any]] = deque()  # outlives a child: what only waited is given to the next one
        try:
            while True:
                try:
                    await self._raise_one(given)
                except ChildDidNotStart as error:
                    await self._apologise(given, str(error))
        finally:
            for job in given:
                job.settle(_STOPPING)

    async def _raise_one(self, given: deque[_Job[Any]]) -> None:
        child = await SandboxProcess.start(self._limits)
        self.children.add(child.pid)
        try:
            await self._feed(child, given)
        finally:
            self.children.discard(child.pid)
            await child.end()

    async def _feed(self, child: SandboxProcess, given: deque[_Job[Any]]) -> None:
        """Give work to a child until it dies."""
        for job in given:
            child.send(job.frame)
        while await self._work_through(child, given):
            pass

    async def _work_through(self, child: SandboxProcess, given: deque[_Job[Any]]) -> bool:
        """One reply of a child; whether it can be given more. What is read is let go of before the next."""
        while len(given) < WAITING and not (given and self._jobs.empty()):
            job = await self._jobs.get()
            if not job.reply.cancelled():
                given.append(job)
                child.send(job.frame)
        reply = await child.reply(self._wall_seconds)
        if reply is None:  # it asked to be replaced
            return False
        told = given[0].understood(reply)
        self._settle(given.popleft(), told)
        return not child.is_lost and not (isinstance(told, ReadFailure) and told.kind == "garbage")

    def _settle(self, job: _Job[Any], told: object) -> None:
        if isinstance(told, ReadFailure):
            self.lost[told.kind] += 1
        else:
            self.done += 1
        job.settle(told)

    async def _apologise(self, given: deque[_Job[Any]], detail: str) -> None:
        """No child can be started: tell one who waits, so that nobody waits for ever, and try again soon."""
        if not given and not self._jobs.empty():
            given.append(self._jobs.get_nowait())
        if given:
            self._settle(given.popleft(), ReadFailure("unavailable", detail))
        await asyncio.sleep(RESTART_PAUSE)


_STOPPING = ReadFailure("unavailable", "The daemon is stopping.")
