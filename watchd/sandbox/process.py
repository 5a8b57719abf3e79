"""How is one child process started, spoken to and ended?"""

import asyncio
import contextlib
import os
import signal
import socket
import sys

import msgspec

from watchd.sandbox.protocol import FAILED, LENGTH, MAX_REPLY, READY, TIRED, Kind, ReadFailure, ReadLimits

MODULE = "watchd.web.reader.worker"
START_SECONDS = 30.0  # a quarter of a second when nothing else runs
_SIGNALS: dict[int, Kind] = {-signal.SIGPROF: "cpu", -signal.SIGXCPU: "cpu"}


class ChildDidNotStart(Exception):
    """Raised when no child can be started: no memory, no descriptors, a broken installation."""


class SandboxProcess:
    """One child process and our end of its socket."""

    def __init__(
        self, process: asyncio.subprocess.Process, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._process = process
        self._reader = reader
        self._writer = writer
        self.pid = process.pid
        self.is_lost = False

    @classmethod
    async def start(cls, limits: ReadLimits) -> "SandboxProcess":
        """A child that is ready for work; raises ChildDidNotStart."""
        try:
            child = await cls._launched(limits)
        except OSError as error:
            raise ChildDidNotStart(f"No reader could be started: {error}") from error
        try:
            reply = await child.reply(START_SECONDS)
        except BaseException:
            await child.end()
            raise
        if reply != READY:
            await child.end()
            raise ChildDidNotStart(f"A reader did not start: {reply!r}")
        return child

    @classmethod
    async def _launched(cls, limits: ReadLimits) -> "SandboxProcess":
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-I", "-B", "-m", MODULE),
                    *(str(theirs.fileno()), msgspec.json.encode(limits).decode()),
                    pass_fds=[theirs.fileno()],
                    stdin=asyncio.subprocess.DEVNULL,
                    stdout=asyncio.subprocess.DEVNULL,
                    stderr=asyncio.subprocess.DEVNULL,
                    env=_environment(),
                    cwd="/",
                    start_new_session=True,  # signals of a terminal are for the daemon
                )
            except BaseException:
                ours.close()
                raise
        return cls(process, *await asyncio.open_connection(sock=ours, limit=1 << 20))

    def send(self, frame: bytes) -> None:
        self._writer.write(frame)  # at most two frames wait, so there is no need to drain

    async def reply(self, seconds: float) -> bytes | ReadFailure | None:
        """The next reply, or how the work failed. None from a child that asks to be replaced."""
        try:
            async with asyncio.timeout(seconds):
                length = int.from_bytes(await self._reader.readexactly(LENGTH), "big")
                if not 0 < length <= MAX_REPLY:
                    return self._lost(ReadFailure("garbage", f"A child sent a frame of {length} bytes."))
                reply = await self._reader.readexactly(length)
        except TimeoutError:
            return self._lost(ReadFailure("wall", f"It took longer than {seconds:g} s."))
        except (asyncio.IncompleteReadError, OSError):
            status = await self._status()
            return None if status == TIRED else self._lost(_obituary(status))
        if reply[:1] != FAILED:
            return reply[1:]
        try:
            return msgspec.msgpack.decode(reply[1:], type=ReadFailure)
        except msgspec.DecodeError:
            return self._lost(ReadFailure("garbage", "A child failed in an unknown way."))

    async def end(self) -> None:
        """Kill the child, if it still lives, and wait for its end."""
        self._writer.close()
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
        await self._process.wait()
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()

    def _lost(self, failure: ReadFailure) -> ReadFailure:
        self.is_lost = True
        return failure

    async def _status(self) -> int | None:
        """The exit status of a child that hung up; None if it lives on without its socket."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(5):
                return await self._process.wait()
        return None


def _obituary(status: int | None) -> ReadFailure:
    kind = _SIGNALS.get(status or 0, "crash")
    return ReadFailure(
        kind, "It used too much CPU time." if kind == "cpu" else f"The reader ended with {status}."
    )


def _environment() -> dict[str, str]:
    """Nothing of ours, because there may be secrets; malloc has one arena and gives back what large pages took."""
    return {
        "PATH": os.defpath,
        "LANG": "C.UTF-8",
        "MALLOC_ARENA_MAX": "1",
        "MALLOC_MMAP_THRESHOLD_": "131072",
        "MALLOC_TRIM_THRESHOLD_": "131072",
    }
