"""Numbers of the system calls that child processes use, for the two machines that have a table: x86_64 and aarch64."""

import os
import struct

from msgspec import Struct

# Name of the machine: how the kernel names its system calls in a filter (AUDIT_ARCH_…), and the column in the table.
_MACHINES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}
# None: this machine does not have the call. A test compares the table with the headers of the kernel.
NUMBERS: dict[str, tuple[int, int | None]] = {
    "access": (21, None),
    "brk": (12, 214),
    "clock_getres": (229, 114),
    "clock_gettime": (228, 113),
    "clock_nanosleep": (230, 115),
    "clone": (56, 220),
    "clone3": (435, 435),
    "close": (3, 57),
    "connect": (42, 203),
    "dup": (32, 23),
    "dup2": (33, None),
    "dup3": (292, 24),
    "epoll_create1": (291, 20),
    "epoll_ctl": (233, 21),
    "epoll_pwait": (281, 22),
    "epoll_wait": (232, None),
    "eventfd2": (290, 19),
    "exit": (60, 93),
    "exit_group": (231, 94),
    "faccessat": (269, 48),
    "faccessat2": (439, 439),
    "fcntl": (72, 25),
    "fstat": (5, 80),
    "fstatfs": (138, 44),
    "futex": (202, 98),
    "getcwd": (79, 17),
    "getdents64": (217, 61),
    "getegid": (108, 177),
    "geteuid": (107, 175),
    "getgid": (104, 176),
    "getitimer": (36, 102),
    "getpeername": (52, 205),
    "getpid": (39, 172),
    "getppid": (110, 173),
    "getrandom": (318, 278),
    "getrlimit": (97, 163),
    "getrusage": (98, 165),
    "getsockname": (51, 204),
    "getsockopt": (55, 209),
    "gettid": (186, 178),
    "gettimeofday": (96, 169),
    "getuid": (102, 174),
    "ioctl": (16, 29),
    "lseek": (8, 62),
    "lstat": (6, None),
    "madvise": (28, 233),
    "membarrier": (324, 283),
    "mmap": (9, 222),
    "mprotect": (10, 226),
    "mremap": (25, 216),
    "munmap": (11, 215),
    "nanosleep": (35, 101),
    "newfstatat": (262, 79),
    "open": (2, None),
    "openat": (257, 56),
    "openat2": (437, 437),
    "pipe2": (293, 59),
    "poll": (7, None),
    "ppoll": (271, 73),
    "pread64": (17, 67),
    "prlimit64": (302, 261),
    "pselect6": (270, 72),
    "read": (0, 63),
    "readlink": (89, None),
    "readlinkat": (267, 78),
    "readv": (19, 65),
    "recvfrom": (45, 207),
    "recvmsg": (47, 212),
    "restart_syscall": (219, 128),
    "rseq": (334, 293),
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "sched_getaffinity": (204, 123),
    "sched_yield": (24, 124),
    "select": (23, None),
    "sendmmsg": (307, 269),
    "sendmsg": (46, 211),
    "sendto": (44, 206),
    "set_robust_list": (273, 99),
    "setitimer": (38, 103),
    "setrlimit": (160, 164),
    "setsockopt": (54, 208),
    "shutdown": (48, 210),
    "sigaltstack": (131, 132),
    "socket": (41, 198),
    "socketpair": (53, 199),
    "stat": (4, None),
    "statfs": (137, 43),
    "statx": (332, 291),
    "sysinfo": (99, 179),
    "time": (201, None),
    "times": (100, 153),
    "uname": (63, 160),
    "write": (1, 64),
    "writev": (20, 66),
}


class Machine(Struct, frozen=True):
    """Machine whose system calls have numbers here."""

    name: str
    audit_arch: int
    numbers: dict[str, int]  # only the calls that it has


def this_machine() -> Machine | None:
    """Return the machine that this process runs on; None if it has no table, or if the process has 32 bits."""
    return machine_named(os.uname().machine) if struct.calcsize("P") == 8 else None


def machine_named(name: str) -> Machine | None:
    if name not in _MACHINES:
        return None
    audit_arch, column = _MACHINES[name]
    numbers = {call: columns[column] for call, columns in NUMBERS.items()}
    return Machine(name, audit_arch, {call: number for call, number in numbers.items() if number is not None})
