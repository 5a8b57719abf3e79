"""The process in which libraries may talk to the world by themselves: `python -m watchd.notify.worker LIMITS`.

It loads them once and forks for every job, so a job costs milliseconds, knows nothing of the others, and leaves nothing
behind. A job has a time, a share of memory and a list of places it may dial; every connection is checked against that list
where it is made, whichever library makes it. When the daemon dies, so does everything here: a message that was not handed
over yet is left to the next start. It is not meant to be run by hand.
"""

import contextlib
import ctypes
import fcntl
import gc
import os
import resource
import signal
import sys
from pathlib import Path
from typing import BinaryIO

import msgspec

from watchd.model.alert import Delayed, Delivered
from watchd.notify import template
from watchd.notify.channels import apprise, mail
from watchd.notify.worker_protocol import (
    LENGTH,
    READY,
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
    framed,
)
from watchd.sandbox.network_fence import NetworkFence

SET_DEATH_SIGNAL = 1  # of prctl: what the kernel sends us when our parent dies


def main() -> int:
    limits = msgspec.json.decode(sys.argv[1], type=SendLimits)
    _die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the daemon
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the jobs; the kernel buries them
    out = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what libraries print may hold secrets
    # Jobs answer on one pipe; a lock, which ends with its holder, keeps their frames whole.
    lock = os.memfd_create("watchd-workshop")
    apprise.load()
    gc.freeze()  # what is loaded by now is shared by all jobs
    _reply(out, lock, SendReply(READY, Delivered()))
    return _serve(sys.stdin.buffer, out, lock, limits)


def _serve(incoming: BinaryIO, out: int, lock: int, limits: SendLimits) -> int:
    decode = msgspec.msgpack.Decoder(SendRequest).decode
    while length := incoming.read(LENGTH):
        ask = decode(incoming.read(int.from_bytes(length, "big")))
        if os.fork() == 0:
            try:
                _die_with_parent()
                _reply(out, lock, SendReply(ask.number, _result(ask, limits)))
            finally:
                os._exit(0)
    return 0


def _result(ask: SendRequest, limits: SendLimits) -> Result:
    fence = NetworkFence(limits)
    _confine(limits, ask.seconds)
    try:
        return _done(ask.job, fence)
    except MemoryError:
        return _failed(ask.job, f"It needs more than {limits.memory_mib} MiB.")
    except Exception as error:  # plugins of many hands; their words may hold secrets, so only the kind is told
        return _failed(ask.job, f"It failed with {type(error).__name__}.")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _done(job: Job, fence: NetworkFence) -> Result:
    match job:
        case MailJob():
            fence.open_gate()
            return mail.send(job, fence)
        case AppriseJob():
            fence.open_gate()
            return apprise.send(job, fence)
        case SlackJob():
            fence.close_gate()
            return apprise.slack_plan(job)
        case RenderJob():
            fence.close_gate()
            return template.render(job)


def _failed(job: Job, detail: str) -> Result:
    return Unrendered(detail) if isinstance(job, RenderJob) else Delayed(detail)


def _confine(limits: SendLimits, wall_seconds: float) -> None:
    """SIGALRM and SIGXCPU end the process by default, also inside C code."""
    signal.setitimer(signal.ITIMER_REAL, wall_seconds)
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(used.ru_utime + used.ru_stime) + limits.cpu_seconds + 1
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    memory = pages * resource.getpagesize() + limits.memory_mib * 2**20
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def _reply(out: int, lock: int, reply: SendReply) -> None:
    frame = memoryview(framed(msgspec.msgpack.encode(reply)))
    fcntl.lockf(lock, fcntl.LOCK_EX)
    while frame:
        frame = frame[os.write(out, frame) :]
    fcntl.lockf(lock, fcntl.LOCK_UN)


def _die_with_parent() -> None:
    with contextlib.suppress(
        OSError, AttributeError
    ):  # a system without prctl only keeps a job a little longer
        ctypes.CDLL(None).prctl(SET_DEATH_SIGNAL, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main())
