"""Sandboxed sender: one child process that runs Apprise, mail and templates outside of the daemon.

The daemon starts it when it is needed, and ends it when it was idle for a while. It forks for each job, so jobs answer in
any order. The process of a job knows that job alone. Every failure is returned as a value.
"""

import asyncio
import contextlib
from collections.abc import Sequence

import msgspec
import structlog

from watchd.model.alert import Delayed
from watchd.notify.jobs import (
    MAX_REPLY_BYTES,
    Job,
    RenderJob,
    Result,
    SendLimits,
    SendReply,
    SendRequest,
    Unrendered,
)
from watchd.sandbox.frames import encoded
from watchd.sandbox.process import ChildDidNotStart, SandboxProcess

MODULE = "watchd.notify.send_worker"
MAX_CONCURRENT_JOBS = 16  # more than cores, because jobs mostly wait for receivers
REPLY_GRACE_SECONDS = 1.0  # a job ends by itself at its limit; a reply that is later than this never comes
IDLE_SECONDS = 300.0

log = structlog.get_logger()
Waiting = dict[int, asyncio.Future[Result]]


class SandboxedSender:
    """Runs jobs in the child. Use as `async with SandboxedSender(…) as sender`."""

    def __init__(self, allow_networks: Sequence[str] = (), deny_networks: Sequence[str] = ()) -> None:
        self.limits = SendLimits(allow_networks=tuple(allow_networks), deny_networks=tuple(deny_networks))
        self._slots = asyncio.Semaphore(MAX_CONCURRENT_JOBS)
        self._starting = asyncio.Lock()
        self._process: SandboxProcess | None = None
        self._waiting: Waiting = {}  # jobs that the process has, by number
        self._listening: asyncio.Task[None] | None = None
        self._number = 0
        self._idle: asyncio.TimerHandle | None = None

    async def __aenter__(self) -> "SandboxedSender":
        return self

    async def __aexit__(self, *failure: object) -> None:
        await self.close()

    async def close(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
        process, self._process = self._process, None
        if self._listening is not None:
            self._listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listening
        for result in self._waiting.values():  # the task does it, unless it was cancelled before it began
            _settle(result, _LOST)
        if process is not None:
            await process.end()

    async def run(self, job: Job, seconds: float = 15.0) -> Result:
        async with self._slots:
            try:
                process = await self._ready()
            except ChildDidNotStart as cause:
                log.error("the sandboxed sender does not start", reason=str(cause))
                return Delayed("The sender could not be started; the daemon's log gives the reason.")
            result = await self._run_in(process, job, seconds)
        if self._idle is not None:
            self._idle.cancel()
        self._idle = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._end_if_idle)
        return result

    async def _ready(self) -> SandboxProcess:
        async with self._starting:
            if self._process is None:
                self._process = await SandboxProcess.start(MODULE, self.limits, max_reply_bytes=MAX_REPLY_BYTES)
                self._waiting = {}
                self._listening = asyncio.create_task(
                    self._listen(self._process, self._waiting), name="sandboxed sender"
                )
            return self._process

    async def _run_in(self, process: SandboxProcess, job: Job, seconds: float) -> Result:
        self._number += 1
        number, waiting = self._number, self._waiting
        waiting[number] = asyncio.get_running_loop().create_future()
        try:
            process.send(encoded(SendRequest(number, seconds, job)))
            async with asyncio.timeout(seconds + REPLY_GRACE_SECONDS):
                await process.drain()
                return await waiting[number]
        except TimeoutError:
            late = f"took longer than {seconds:g} s"
            return Unrendered(f"it {late}") if isinstance(job, RenderJob) else Delayed(f"It {late}.")
        except OSError:
            return _LOST
        finally:
            waiting.pop(number, None)

    async def _listen(self, process: SandboxProcess, waiting: Waiting) -> None:
        """Give each reply to the job that waits for it, until the process ends."""
        try:
            while isinstance(frame := await process.receive(None), bytes):
                reply = msgspec.msgpack.decode(frame, type=SendReply)
                _settle(waiting.get(reply.number), _decoded(reply.result))
        except msgspec.DecodeError as error:
            log.error("the sandboxed sender sent garbage", reason=str(error))
        finally:
            if self._process is process:
                self._process = None
            for result in waiting.values():
                _settle(result, _LOST)
            await process.end()

    def _end_if_idle(self) -> None:
        """End the process: its memory is worth more than the second that a new start takes."""
        if not self._waiting and self._listening is not None:
            self._process = None
            self._listening.cancel()


def _decoded(result: msgspec.Raw) -> Result:
    try:
        return _RESULT.decode(result)
    except (msgspec.DecodeError, ValueError):  # an attacker controls the job, or its memory is damaged
        log.error("a job of the sandboxed sender sent garbage")
        return _LOST


def _settle(waiting: asyncio.Future[Result] | None, result: Result) -> None:
    if waiting is not None and not waiting.done():
        waiting.set_result(result)


_RESULT: msgspec.msgpack.Decoder[Result] = msgspec.msgpack.Decoder(Result)
_LOST = Delayed("The sender ended before it was done.")
