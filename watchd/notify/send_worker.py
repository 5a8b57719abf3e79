"""Sandboxed child process that sends messages: `python -m watchd.notify.send_worker DESCRIPTOR LIMITS`.

It loads the libraries once and forks for every job. So a job takes milliseconds, sees nothing of other jobs and leaves
nothing behind. A job has a time limit, a memory limit and a network policy; a fence checks every connection at the moment
a library makes it. When the daemon dies, this process and all jobs die too; the next start sends the messages that were not
sent. Only the daemon starts it.
"""

import fcntl
import gc
import os
import signal
import sys

import msgspec

from watchd.core.policy.network import NetworkPolicy
from watchd.model.alert import Delayed
from watchd.notify import channel_url, template
from watchd.notify.channels import apprise, mail
from watchd.notify.jobs import (
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
from watchd.sandbox.frames import DONE, READY
from watchd.sandbox.network_fence import NetworkFence


def main() -> int:
    connection, limits = child.start(SendLimits)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the kernel removes jobs that have ended
    # Jobs reply on one socket. The lock keeps their frames whole; the kernel releases it when its holder ends.
    lock = os.memfd_create("watchd-sender")
    apprise.load()
    gc.freeze()  # jobs share everything that is loaded by now
    connection.send(DONE + READY)
    for request in connection.requests(SendRequest):
        if os.fork() == 0:
            try:
                child.die_with_parent()
                reply = SendReply(request.number, _result(request, limits))
                fcntl.lockf(lock, fcntl.LOCK_EX)
                connection.send(DONE + msgspec.msgpack.encode(reply))
            finally:
                os._exit(0)
    return 0


def _result(request: SendRequest, limits: SendLimits) -> Result:
    child.limit_time(cpu_seconds=limits.cpu_seconds, wall_seconds=request.seconds, is_final=True)
    child.limit_memory(child.memory_in_use()[0] + limits.memory_mib * 2**20)
    try:
        return _done(request.job, limits)
    except MemoryError:
        return _failed(request.job, f"It needs more than {limits.memory_mib} MiB.")
    except Exception as error:  # messages of libraries may hold secrets, so only the type is reported
        return _failed(request.job, f"It failed with {type(error).__name__}.")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _done(job: Job, limits: SendLimits) -> Result:
    match job:
        case MailJob():
            return mail.send(job, _fence(job.url, limits))
        case AppriseJob():
            return apprise.send(job, _fence(job.url, limits))
        case SlackJob():
            NetworkFence().close()
            return apprise.slack_plan(job)
        case RenderJob():
            NetworkFence().close()
            return template.render(job)


def _fence(url: str, limits: SendLimits) -> NetworkFence:
    fence = NetworkFence()
    fence.close()  # first: Apprise reads the URL of a mail channel to find its port
    ports = channel_url.ports_of(url)
    fence.permit(NetworkPolicy(allow=limits.allow_networks, deny=limits.deny_networks, ports=ports))
    return fence


def _failed(job: Job, detail: str) -> Result:
    return Unrendered(detail) if isinstance(job, RenderJob) else Delayed(detail)


if __name__ == "__main__":
    sys.exit(main())
