"""Confinement of this process with what the kernel offers without privileges, in layers.

Each layer stands for itself: where one is missing (an old kernel, a container that forbids it), the others are in force,
and the report says which one is missing and why. No layer can be removed again.
"""

import contextlib
import errno
import os
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from watchd.sandbox import child, landlock, libc, seccomp
from watchd.sandbox.libc import KernelRefusal
from watchd.sandbox.permissions import Permissions
from watchd.sandbox.syscalls import this_machine

NO_NEW_PRIVS, CAPABILITIES, NETWORK = "no_new_privs", "no capabilities", "network namespace"
LANDLOCK, SECCOMP = "landlock", "seccomp"
_REASONS = {
    errno.ENOSYS: "the kernel does not have it",
    errno.EINVAL: "the kernel does not have it",
    errno.EOPNOTSUPP: "it is disabled; add it to the kernel's option lsm=",
    errno.EPERM: "forbidden here, by a container or the service manager",
    errno.ENOSPC: "the limit of user namespaces is reached",
}


class Layer(Struct, frozen=True):
    """Layer of the confinement. Without a problem it is in force."""

    name: str
    detail: str = ""
    problem: str = ""


def confine(permissions: Permissions, *, without: frozenset[str] = frozenset()) -> list[Layer]:
    """Confine this process until it ends, and return what is in force. Tests leave out layers with `without`."""
    _check_single_thread()
    steps: dict[str, Callable[[], str]] = {
        NETWORK: _leave_network,
        CAPABILITIES: _drop_capabilities,
        NO_NEW_PRIVS: _keep_privileges_away,
        LANDLOCK: lambda: _restrict_files(permissions),
        SECCOMP: lambda: _filter_calls(permissions),
    }
    if not permissions.leaves_network:
        del steps[NETWORK]
    return [_attempt(name, step) for name, step in steps.items() if name not in without]


def prepare_forking(*kinds: Permissions) -> None:
    """Give up what a process that only forks does not need, and prepare what its children of these kinds will need."""
    for step in (_drop_capabilities, _keep_privileges_away):
        with contextlib.suppress(KernelRefusal):
            step()
    if machine := this_machine():
        for permissions in kinds:
            seccomp.compiled(permissions.calls, machine)


def _attempt(name: str, step: Callable[[], str]) -> Layer:
    try:
        return Layer(name, step())
    except KernelRefusal as error:  # any other error is a mistake of ours, and must not leave a process free
        return Layer(name, problem=_REASONS.get(error.errno or 0) or error.strerror or str(error))


def _check_single_thread() -> None:
    """Raise RuntimeError if there are other threads: they would stay free."""
    with contextlib.suppress(OSError):  # no /proc
        threads = len(list(Path("/proc/self/task").iterdir()))
        if threads > 1:
            raise RuntimeError(
                f"A child process must have one thread when it confines itself; it has {threads}."
            )


def _leave_network() -> str:
    """Move into a network with no interface but its own loopback, which is down."""
    libc.unshare(libc.CLONE_NEWUSER | libc.CLONE_NEWNET | libc.CLONE_NEWIPC)
    child.die_with_parent()  # a new user namespace forgets it
    return ""


def _drop_capabilities() -> str:
    libc.drop_capabilities()
    return ""


def _keep_privileges_away() -> str:
    """Gain no privileges by starting programs, and let other processes of this user neither trace nor read this one."""
    libc.prctl(libc.PR_SET_NO_NEW_PRIVS, 1)
    libc.prctl(libc.PR_SET_DUMPABLE, 0)
    return ""


def _restrict_files(permissions: Permissions) -> str:
    return f"ABI {landlock.restrict(readable=permissions.readable, ports=permissions.ports)}"


def _filter_calls(permissions: Permissions) -> str:
    machine = this_machine()
    if machine is None:
        raise KernelRefusal(f"watchd has no table of system calls for {os.uname().machine}")
    seccomp.install(permissions.calls, machine)
    return machine.name
