"""Sandboxed child process that sends messages: `python -m watchd.notify.send_worker DESCRIPTOR LIMITS`.

It loads the libraries once and forks for every job. So a job takes milliseconds, sees nothing of other jobs and leaves
nothing behind. The job itself takes its request, which holds secrets, from the daemon's connection; it closes the
connection, confines itself, does its work, and answers through a pipe of its own. The process that forks never sees a
request; it passes the answers on. A job has a time limit, a memory limit and a network policy; a fence checks every
connection at the moment a library makes it. When the daemon dies, this process and all jobs die too; the next start sends
the messages that were not sent. Only the daemon starts it.
"""

import gc
import os
import select
import signal
import ssl
import struct
import sys
import time
from pathlib import Path
from typing import NoReturn

import msgspec
from msgspec import Raw, Struct

from watchd.core.policy.network import NetworkPolicy, network_rule
from watchd.model.alert import Delayed
from watchd.notify import channel_url, template
from watchd.notify.channels import apprise, mail
from watchd.notify.jobs import (
    MAX_REPLY_BYTES,
    AppriseJob,
    Job,
    MailJob,
    RenderJob,
    Result,
    SendLimits,
    SendReply,
    SendRequest,
    SlackJob,
    Unrendered,
)
from watchd.sandbox import child
from watchd.sandbox.confinement import confine, prepare_forking
from watchd.sandbox.frames import DONE, READY
from watchd.sandbox.network_fence import NetworkFence
from watchd.sandbox.permissions import RENDERER, sender
from watchd.sandbox.readable import readable_paths

HEAD = struct.Struct("=Qd")  # in the pipe before the result of a job: its number, and its time limit
GRACE_SECONDS = 0.5  # between the alarm that ends a job and the signal that it cannot ignore
REAP_SECONDS = 0.05  # after the end of a job
CHUNK_BYTES = 1 << 16
MAX_RESULT_BYTES = MAX_REPLY_BYTES // 2


def main() -> int:
    connection, limits = child.start(SendLimits)
    prepare_forking(RENDERER, sender(None, ()))
    apprise.load()
    template.load()
    gc.freeze()  # jobs share everything that is loaded by now
    connection.send(DONE + READY)
    _Dispatcher(connection, limits).serve()
    return 0


class _RunningJob(Struct):
    """Process of a job, and what it has answered."""

    pid: int
    number: int
    deadline: float  # by the monotonic clock
    answer: bytearray


class _Dispatcher:
    """Dispatcher that starts a process for each request, passes its answer on, and ends it."""

    def __init__(self, connection: child.ParentConnection, limits: SendLimits) -> None:
        self._connection = connection
        self._limits = limits
        self._jobs: dict[int, _RunningJob] = {}  # by the descriptor of the pipe for the answer
        self._ended: list[int] = []  # processes that were ended and not yet waited for
        self._poll = select.poll()

    def serve(self) -> None:
        """Serve until the daemon closes the connection."""
        self._poll.register(self._connection.descriptor, select.POLLIN)
        while True:
            for descriptor, _ in self._poll.poll(self._milliseconds_left()):
                if descriptor != self._connection.descriptor:
                    self._collect(descriptor)
                elif not self._start_job():
                    return
            self._end_late_jobs()
            self._ended = [pid for pid in self._ended if os.waitpid(pid, os.WNOHANG) == (0, 0)]

    def _start_job(self) -> bool:
        """Start a job and wait until it has taken its request; return whether there was one."""
        ours, theirs = os.pipe()
        pid = os.fork()
        if pid == 0:
            for descriptor in (ours, *self._jobs):
                os.close(descriptor)
            _run_job(self._connection, self._limits, theirs)
        os.close(theirs)
        head = os.read(ours, HEAD.size)
        if not head:
            os.close(ours)
            return False
        number, seconds = HEAD.unpack(head)
        self._jobs[ours] = _RunningJob(pid, number, time.monotonic() + seconds, bytearray())
        self._poll.register(ours, select.POLLIN)
        return True

    def _collect(self, descriptor: int) -> None:
        """Read a part of an answer, and pass the answer on at its end. A job without an answer has failed."""
        job = self._jobs[descriptor]
        part = os.read(descriptor, CHUNK_BYTES)
        job.answer += part
        if part and len(job.answer) <= MAX_RESULT_BYTES:
            return
        if job.answer and not part:
            reply = SendReply(job.number, Raw(bytes(job.answer)))
            self._connection.send(DONE + msgspec.msgpack.encode(reply))
        self._end(descriptor)

    def _end_late_jobs(self) -> None:
        """End the jobs that did not end at their limit: hostile code can ignore the alarm, but not this."""
        now = time.monotonic()
        for descriptor in [d for d, job in self._jobs.items() if job.deadline <= now]:
            self._end(descriptor)

    def _end(self, descriptor: int) -> None:
        self._poll.unregister(descriptor)
        os.close(descriptor)
        job = self._jobs.pop(descriptor)
        os.kill(job.pid, signal.SIGKILL)  # it has not been waited for, so the number is still its own
        self._ended.append(job.pid)  # the next job does not wait while the kernel frees its memory

    def _milliseconds_left(self) -> float | None:
        """Return the time until there is something to do besides requests and answers; None if there will be nothing."""
        times = [job.deadline for job in self._jobs.values()]
        if self._ended:
            times.append(time.monotonic() + REAP_SECONDS)
        return max(0.0, min(times) - time.monotonic()) * 1000 + 1 if times else None


def _run_job(connection: child.ParentConnection, limits: SendLimits, pipe: int) -> NoReturn:
    """Take one request, confine this process, do the job and write the result to the pipe."""
    try:
        child.die_with_parent()
        request = connection.next_request(SendRequest)
        connection.close()
        if request is not None:
            os.write(pipe, HEAD.pack(request.number, request.seconds + GRACE_SECONDS))
            result = msgspec.msgpack.encode(_result(request, limits))
            while result:
                result = result[os.write(pipe, result) :]
            os.close(pipe)  # the answer is complete now, not when the memory of this process is freed
    finally:
        os._exit(0)


def _result(request: SendRequest, limits: SendLimits) -> Result:
    meter = child.MemoryMeter()
    child.limit_memory(meter.in_use()[0] + limits.memory_mib * 2**20)
    meter.close()
    child.limit_time(cpu_seconds=limits.cpu_seconds, wall_seconds=request.seconds, is_final=True)
    try:
        return _done(request.job, limits)
    except MemoryError:
        return _failed(request.job, f"It needs more than {limits.memory_mib} MiB.")
    except Exception as error:  # messages of libraries may hold secrets, so only the type is reported
        return _failed(request.job, f"It failed with {type(error).__name__}.")


def _done(job: Job, limits: SendLimits) -> Result:
    match job:
        case MailJob():
            return mail.send(job, _fence(job.url, limits))
        case AppriseJob():
            return apprise.send(job, _fence(job.url, limits))
        case SlackJob():
            _close_all()
            return apprise.slack_plan(job)
        case RenderJob():
            _close_all()
            return template.render(job)


def _close_all() -> None:
    confine(RENDERER)
    NetworkFence().close()


def _fence(url: str, limits: SendLimits) -> NetworkFence:
    """Confine this process to the ports of its channel, and return the fence that checks addresses."""
    ports = channel_url.ports_of(url)
    readable = (*readable_paths(), *_authorities())
    policy = NetworkPolicy(allow=limits.allow_networks, deny=limits.deny_networks, ports=ports)
    fence = NetworkFence(policy, readable)
    confine(sender(_ports_of_all(ports, limits), readable))
    fence.close()
    return fence


def _ports_of_all(ports: frozenset[int], limits: SendLimits) -> frozenset[int] | None:
    """Return the ports of the channel and of the opened networks; None if all ports of a network are open."""
    opened = [network_rule(text).port for text in limits.allow_networks]
    return None if None in opened else ports | {port for port in opened if port is not None}


def _authorities() -> list[Path]:
    """Return where this Python looks for certificates."""
    paths = ssl.get_default_verify_paths()
    return [Path(path) for path in (paths.cafile, paths.capath) if path]


def _failed(job: Job, detail: str) -> Result:
    return Unrendered(detail) if isinstance(job, RenderJob) else Delayed(detail)


if __name__ == "__main__":
    sys.exit(main())
