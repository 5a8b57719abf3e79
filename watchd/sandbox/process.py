"""Sandboxed child process, seen from the daemon: start, frames in both directions, end."""

import asyncio
import contextlib
import os
import signal
import socket
import sys

import msgspec
from msgspec import Struct

from watchd.sandbox.frames import FAILED, LENGTH_BYTES, READY, REPLACE_ME, ChildFailure, FailureKind

START_SECONDS = 30.0  # a start takes about a second on an idle machine
EXIT_SECONDS = 5.0  # between the end of the connection and the exit of the child
# Nothing from the daemon's environment, which may hold secrets. malloc uses one arena and returns memory of large pages.
_ENVIRONMENT = {
    "PATH": os.defpath,
    "LANG": "C.UTF-8",
    "MALLOC_ARENA_MAX": "1",
    "MALLOC_MMAP_THRESHOLD_": "131072",
    "MALLOC_TRIM_THRESHOLD_": "131072",
}


class ChildDidNotStart(Exception):
    """Raised when a child cannot be started: no memory, no descriptors, a broken installation."""


class SandboxProcess:
    """Child process and the daemon's end of its socket."""

    def __init__(
        self,
        process: asyncio.subprocess.Process,
        streams: tuple[asyncio.StreamReader, asyncio.StreamWriter],
        max_reply_bytes: int,
    ) -> None:
        self._process = process
        self._reader, self._writer = streams
        self._max_reply_bytes = max_reply_bytes
        self.pid = process.pid
        self.is_lost = False  # its replies cannot be trusted any more, or it has ended

    @classmethod
    async def start(cls, module: str, limits: Struct, *, max_reply_bytes: int) -> "SandboxProcess":
        """Start `python -m module` with these limits and wait until it is ready; raise ChildDidNotStart."""
        try:
            child = cls(*await _launch(module, limits), max_reply_bytes)
        except OSError as error:
            raise ChildDidNotStart(f"The child process could not be started: {error}") from error
        reply = None
        try:
            reply = await child.receive(START_SECONDS)
        finally:
            if reply != READY:
                await child.end()
        if reply != READY:
            raise ChildDidNotStart(f"The child process did not become ready: {reply!r}")
        return child

    def send(self, frame: bytes) -> None:
        self._writer.write(frame)

    async def drain(self) -> None:
        await self._writer.drain()

    async def receive(self, seconds: float | None) -> bytes | ChildFailure | None:
        """Return the next reply or the failure; None if the child asks for its replacement."""
        try:
            async with asyncio.timeout(seconds):
                length = int.from_bytes(await self._reader.readexactly(LENGTH_BYTES), "big")
                if not 0 < length <= self._max_reply_bytes:
                    return self.lost("garbage", f"The child process sent a frame of {length} bytes.")
                reply = await self._reader.readexactly(length)
        except TimeoutError:
            return self.lost("wall", f"It took longer than {seconds:g} s.")
        except (asyncio.IncompleteReadError, OSError):
            return await self._ended()
        if reply[:1] != FAILED:
            return reply[1:]
        try:
            return msgspec.msgpack.decode(reply[1:], type=ChildFailure)
        except msgspec.DecodeError:
            return self.lost("garbage", "The child process reported a failure that cannot be decoded.")

    async def end(self) -> None:
        """Kill the child if it is still alive, and wait for its end."""
        self._writer.close()
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
        await self._process.wait()
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()

    async def _ended(self) -> ChildFailure | None:
        """Return what the exit status means; a child may also close its socket and live on."""
        status = None
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(EXIT_SECONDS):
                status = await self._process.wait()
        if status == REPLACE_ME:
            return None
        if status in (-signal.SIGPROF, -signal.SIGXCPU):
            return self.lost("cpu", "It used too much CPU time.")
        return self.lost("crash", f"The child process ended with status {status}.")

    def lost(self, kind: FailureKind, detail: str) -> ChildFailure:
        """Return a failure after which the child must be replaced."""
        self.is_lost = True
        return ChildFailure(kind, detail)


async def _launch(
    module: str, limits: Struct
) -> tuple[asyncio.subprocess.Process, tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    ours, theirs = socket.socketpair()
    with theirs:
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-I", "-B", "-m", module),
                *(str(theirs.fileno()), msgspec.json.encode(limits).decode()),
                pass_fds=[theirs.fileno()],
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL,  # libraries print URLs, and URLs hold secrets
                env=_ENVIRONMENT,
                cwd="/",
                start_new_session=True,  # signals of a terminal are for the daemon
            )
        except BaseException:
            ours.close()
            raise
    return process, await asyncio.open_connection(sock=ours, limit=1 << 20)
