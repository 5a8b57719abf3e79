"""Who runs the libraries that should not run in the daemon?

One child process, started when it is first needed and ended when nobody has needed it for a while. It forks for each job.
Whatever happens there comes back as a value.
"""

import asyncio
import contextlib
import os
import sys
from collections.abc import Sequence

import msgspec
import structlog

from watchd.model.alert import Delayed
from watchd.notify.worker_protocol import (
    LARGEST,
    LENGTH,
    READY,
    Job,
    RenderJob,
    Result,
    SendLimits,
    SendReply,
    SendRequest,
    Unrendered,
    framed,
)

MODULE = "watchd.notify.worker"
START_SECONDS = 30.0  # a second when nothing else runs
# A job ends by itself at its limit; who has not heard by then never will.
PATIENCE = 1.0
# Jobs at a time. They mostly wait for receivers, so there may be more of them than cores.
AT_ONCE = 16
IDLE_SECONDS = 300.0

log = structlog.get_logger()


class SandboxedSender:
    """Use as `async with Workshop(…) as workshop`."""

    def __init__(self, allow_networks: Sequence[str] = (), deny_networks: Sequence[str] = ()) -> None:
        self.limits = SendLimits(allow_networks=tuple(allow_networks), deny_networks=tuple(deny_networks))
        self._places = asyncio.Semaphore(AT_ONCE)
        self._starting = asyncio.Lock()
        self._child: _Child | None = None
        self._idle: asyncio.TimerHandle | None = None

    async def __aenter__(self) -> "SandboxedSender":
        return self

    async def __aexit__(self, *failure: object) -> None:
        await self.close()

    async def close(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
        child, self._child = self._child, None
        if child is not None:
            await child.end()

    async def run(self, job: Job, seconds: float = 15.0) -> Result:
        """What became of a job."""
        async with self._places:
            try:
                child = await self._ready()
            except (OSError, TimeoutError, EOFError) as cause:
                log.error("the workshop does not start", reason=str(cause))
                return Delayed("The sender could not be started; the daemon's log says why.")
            result = await child.run(job, seconds)
        self._rest_later()
        return result

    async def _ready(self) -> "_Child":
        async with self._starting:
            if self._child is None or self._child.is_gone:
                if self._child is not None:
                    await self._child.end()
                self._child = None
                self._child = await _Child.start(self.limits)
            return self._child

    def _rest_later(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
        self._idle = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._rest)

    def _rest(self) -> None:
        """Its memory is worth more than the second it takes to start."""
        if self._child is not None and not self._child.is_busy:
            self._child.kill()


class _Child:
    """The process and our ends of its pipes."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._waiting: dict[int, asyncio.Future[Result]] = {}
        self._number = READY
        self._listening: asyncio.Task[None] | None = None
        self.is_gone = False

    @classmethod
    async def start(cls, limits: SendLimits) -> "_Child":
        """Raises OSError, TimeoutError or EOFError when there is none to be had."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-I", "-B", "-m", MODULE, msgspec.json.encode(limits).decode()),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,  # libraries print URLs, and URLs hold secrets
            env={"PATH": os.defpath, "LANG": "C.UTF-8"},
            cwd="/",
            start_new_session=True,  # signals of a terminal are for the daemon
        )
        child = cls(process)
        try:
            async with asyncio.timeout(START_SECONDS):
                await child._next()
        except BaseException:
            await child.end()
            raise
        child._listening = asyncio.create_task(child._listen(), name="workshop")
        return child

    @property
    def is_busy(self) -> bool:
        return bool(self._waiting)

    async def run(self, job: Job, seconds: float) -> Result:
        self._number += 1
        number = self._number
        answer: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(framed(msgspec.msgpack.encode(SendRequest(number, seconds, job))))
            await self._process.stdin.drain()
            async with asyncio.timeout(seconds + PATIENCE):
                return await answer
        except TimeoutError:
            late = f"took longer than {seconds:g} s"
            return Unrendered(f"it {late}") if isinstance(job, RenderJob) else Delayed(f"It {late}.")
        except OSError:
            return _LOST
        finally:
            self._waiting.pop(number, None)

    def kill(self) -> None:
        self.is_gone = True
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()

    async def end(self) -> None:
        self.kill()
        if self._listening is not None:
            self._listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listening
        self._give_up()
        await self._process.wait()
        if self._process.stdin is not None:
            self._process.stdin.close()

    async def _listen(self) -> None:
        try:
            while True:
                reply = await self._next()
                answer = self._waiting.get(reply.number)
                if answer is not None and not answer.done():
                    answer.set_result(reply.result)
        except (EOFError, OSError, ValueError, msgspec.DecodeError):
            self.kill()
            self._give_up()

    async def _next(self) -> SendReply:
        assert self._process.stdout is not None
        length = int.from_bytes(await self._process.stdout.readexactly(LENGTH), "big")
        if length > LARGEST:
            raise ValueError("a frame without end")
        return msgspec.msgpack.decode(await self._process.stdout.readexactly(length), type=SendReply)

    def _give_up(self) -> None:
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_result(_LOST)


_LOST = Delayed("The sender ended before it was done.")
