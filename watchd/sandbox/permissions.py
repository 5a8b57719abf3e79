"""Permissions of each kind of child process: the system calls, files and TCP ports that its work needs.

What is not listed here is refused. `tests/sandbox/test_hostile_code.py` runs hostile native code with these permissions,
and keeps the table in docs/explanation/security.md true.
"""

import fcntl
import os
import socket
from pathlib import Path

from msgspec import Struct

from watchd.sandbox.seccomp import Calls, Condition

_PROT_WRITE, _PROT_EXEC = 2, 4
_MSG_FASTOPEN = 0x20000000  # connects while it sends, which Landlock does not see
_DNS_PORT = 53
# Flags of clone for a thread, as glibc and musl set them; a new process has other flags.
_THREAD = (0x003D0F00, 0x007D0F00)
# FIONBIO, FIONREAD, TCGETS, FIONCLEX, FIOCLEX. Others can send signals (FIOSETOWN) or write to a terminal (TIOCSTI).
_IOCTLS = (0x5421, 0x541B, 0x5401, 0x5450, 0x5451)
# Not F_SETOWN, which sends signals to other processes.
_FCNTLS = (
    fcntl.F_DUPFD,
    fcntl.F_DUPFD_CLOEXEC,
    fcntl.F_GETFD,
    fcntl.F_SETFD,
    fcntl.F_GETFL,
    fcntl.F_SETFL,
)
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND | (os.O_TMPFILE & ~os.O_DIRECTORY)


def _free(names: str) -> Calls:
    """Return calls that are permitted with any argument."""
    return dict.fromkeys(names.split(), ())


# Memory that is or becomes executable cannot be made: an attacker cannot load code.
_COMPUTING: Calls = {
    **_free("read write readv writev close lseek pread64 recvfrom poll ppoll select pselect6"),
    **_free("brk munmap mremap madvise futex membarrier getrandom sched_yield exit exit_group"),
    **_free("clock_gettime clock_getres clock_nanosleep nanosleep gettimeofday time times"),
    **_free("rt_sigaction rt_sigprocmask rt_sigreturn sigaltstack restart_syscall"),
    **_free("getpid gettid getppid getuid geteuid getgid getegid getitimer getrusage getrlimit"),
    "mprotect": (Condition(2, (0,), _PROT_EXEC),),
}
_NO_CODE: Calls = {"mmap": (Condition(2, (0,), _PROT_EXEC),)}
_OWN_LIMITS: Calls = {**_free("setitimer setrlimit"), "prlimit64": (Condition(0, (0,)),)}
_SENDING: Calls = {"sendto": (Condition(3, (0,), _MSG_FASTOPEN),)}

_READING_FILES: Calls = {
    **_free("stat lstat fstat newfstatat statx access faccessat faccessat2 readlink readlinkat"),
    **_free("getdents64 getcwd statfs fstatfs uname sysinfo sched_getaffinity"),
    "open": (Condition(1, (0,), _WRITING),),
    "openat": (Condition(2, (0,), _WRITING),),
    # A library that name lookup loads brings code, but never into memory that can be written.
    "mmap": (Condition(2, tuple(p for p in range(8) if p & (_PROT_WRITE | _PROT_EXEC) != 6), 7),),
    "fcntl": (Condition(1, _FCNTLS),),
    "ioctl": (Condition(1, _IOCTLS),),
}
_CONNECTING: Calls = {
    **_free("connect getsockopt setsockopt getsockname getpeername shutdown recvmsg"),
    **_free("pipe2 dup dup2 dup3 eventfd2 epoll_create1 epoll_ctl epoll_wait epoll_pwait set_robust_list rseq"),
    # TCP and UDP. Not the other stream protocols (MPTCP, SCTP, SMC), which Landlock does not see, and not ICMP.
    "socket": (
        Condition(0, (socket.AF_INET, socket.AF_INET6)),
        Condition(1, (socket.SOCK_STREAM, socket.SOCK_DGRAM), 0xF),
        Condition(2, (0, socket.IPPROTO_TCP, socket.IPPROTO_UDP)),
    ),
    # Not datagrams: such a pair can still connect to any Unix socket.
    "socketpair": (Condition(0, (socket.AF_UNIX,)), Condition(1, (socket.SOCK_STREAM,), 0xF)),
    "sendmsg": (Condition(2, (0,), _MSG_FASTOPEN),),
    "sendmmsg": (Condition(3, (0,), _MSG_FASTOPEN),),
    "clone": (Condition(0, _THREAD),),
}


class Permissions(Struct, frozen=True):
    """Permissions of one kind of child process."""

    name: str
    calls: Calls
    readable: tuple[Path, ...] = ()  # files, and folders with all they contain
    ports: frozenset[int] | None = frozenset()  # of TCP connections; None: all
    leaves_network: bool = False  # into an empty one, which takes as long as a tenth of a short job


READER = Permissions(
    "reader of pages", {**_COMPUTING, **_NO_CODE, **_OWN_LIMITS, **_SENDING}, leaves_network=True
)
RENDERER = Permissions("renderer of messages", {**_COMPUTING, **_NO_CODE})


def sender(ports: frozenset[int] | None, readable: tuple[Path, ...]) -> Permissions:
    """Return the permissions of a child process that sends one message to these ports."""
    return Permissions(
        "sender of messages",
        {**_COMPUTING, **_SENDING, **_READING_FILES, **_CONNECTING},
        readable=readable,
        ports=None if ports is None else ports | {_DNS_PORT},
    )
