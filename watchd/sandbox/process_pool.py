"""Pool of sandboxed child processes, each of which works on one piece at a time.

Each child has the next piece waiting in its socket, so it is never idle between two pieces. When a child dies, the piece
it worked on is lost, and the caller gets a failure with the reason. The next child gets the piece that only waited. A
child cannot cause an exception in the daemon.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from watchd.sandbox.frames import ChildFailure, FailureKind, encoded
from watchd.sandbox.process import ChildDidNotStart, SandboxProcess

MAX_PIECES_PER_CHILD = 2  # one in work, one waiting
RESTART_PAUSE_SECONDS = 1.0  # after a child that could not be started
MAX_REPLY_BYTES = 64 * 1024 * 1024  # a page of 2 MiB never becomes more
T = TypeVar("T")


class _Piece:
    """Piece of work, the decoder of its result, and the future that its caller awaits."""

    def __init__(self, frame: bytes, decode: Callable[[bytes], Any], result: asyncio.Future[Any]) -> None:
        self.frame = frame
        self.decode = decode
        self.result = result
        self.was_returned = False  # by a child that asked for its replacement

    def settle(self, result: object) -> None:
        if not self.result.done():  # the caller may have cancelled
            self.result.set_result(result)


class SandboxPool:
    """Pool of children that run `module`. Use as `async with SandboxPool(…) as pool`."""

    def __init__(self, module: str, limits: Struct, *, size: int, wall_seconds: float) -> None:
        self._module = module
        self._limits = limits
        self._wall_seconds = wall_seconds
        self._queue: asyncio.Queue[_Piece] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._is_open = False
        self.size = size
        self.lost: Counter[FailureKind] = Counter()  # number of pieces that failed
        self.done = 0  # number of pieces that succeeded
        self.children: set[int] = set()  # process ids

    async def __aenter__(self) -> "SandboxPool":
        self._is_open = True
        return self

    async def __aexit__(self, *failure: object) -> None:
        await self.close()

    async def close(self) -> None:
        """End all children; callers that still wait get a failure."""
        self._is_open = False
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        while not self._queue.empty():
            self._queue.get_nowait().settle(_STOPPING)

    async def run(self, request: Struct, decode: Callable[[bytes], T]) -> T | ChildFailure:
        """Return the decoded result of one piece of work, or its failure."""
        if not self._is_open:
            return _STOPPING
        if not self._tasks:  # children need memory, so they start with the first piece
            self._tasks = [asyncio.create_task(self._keep_child()) for _ in range(self.size)]
        result: asyncio.Future[T | ChildFailure] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(_Piece(encoded(request), decode, result))
        return await result

    async def _keep_child(self) -> None:
        """Keep one child alive and busy while the pool is open."""
        given: deque[_Piece] = deque()  # kept beyond a child: the next one gets the pieces that only waited
        try:
            while True:
                try:
                    await self._run_child(given)
                except ChildDidNotStart as error:
                    await self._fail_one(given, str(error))
        finally:
            for piece in given:
                piece.settle(_STOPPING)

    async def _run_child(self, given: deque[_Piece]) -> None:
        """Start a child and give it work until it ends."""
        child = await SandboxProcess.start(self._module, self._limits, max_reply_bytes=MAX_REPLY_BYTES)
        self.children.add(child.pid)
        try:
            for piece in given:
                child.send(piece.frame)
            while await self._work_one(child, given):
                pass
        finally:
            self.children.discard(child.pid)
            await child.end()

    async def _work_one(self, child: SandboxProcess, given: deque[_Piece]) -> bool:
        """Settle one piece; return whether the child can work on. A page is freed before the next one is read."""
        while len(given) < MAX_PIECES_PER_CHILD and not (given and self._queue.empty()):
            piece = await self._queue.get()
            if not piece.result.cancelled():
                given.append(piece)
                child.send(piece.frame)  # at most two frames wait, so no need to drain
        reply = await child.receive(self._wall_seconds)
        if reply is None:
            self._take_back(child, given)
            return False
        if isinstance(reply, bytes):
            try:
                given[0].settle(given[0].decode(reply))
            except (msgspec.DecodeError, ValueError) as error:
                # An attacker controls the child, or its memory is damaged.
                reply = child.lost("garbage", f"The reply cannot be decoded: {error}"[:300])
            else:
                self.done += 1
                given.popleft()
        if isinstance(reply, ChildFailure):
            self._fail(given.popleft(), reply)
        return not child.is_lost

    def _take_back(self, child: SandboxProcess, given: deque[_Piece]) -> None:
        """Keep the first piece for the replacement of a child. A second time is an attack: it would never end."""
        if given and given[0].was_returned:
            self._fail(given.popleft(), child.lost("crash", "Two child processes did not accept it."))
        elif given:
            given[0].was_returned = True

    def _fail(self, piece: _Piece, failure: ChildFailure) -> None:
        self.lost[failure.kind] += 1
        piece.settle(failure)

    async def _fail_one(self, given: deque[_Piece], detail: str) -> None:
        """Fail one waiting piece, because no child can be started, and pause before the next try."""
        if not given and not self._queue.empty():
            given.append(self._queue.get_nowait())
        if given:
            self._fail(given.popleft(), ChildFailure("unavailable", detail))
        await asyncio.sleep(RESTART_PAUSE_SECONDS)


_STOPPING = ChildFailure("unavailable", "The daemon is stopping.")
