"""Hostile native code: attempts that a child process makes with raw system calls, past all checks of Python.

All functions and buffers are made when the module is loaded, because the audit hook of a child refuses ctypes later.

Every attempt is harmless where nothing stops it: it aims at files, sockets and a process that the test has made, or asks
the kernel for something that cannot be (never a real folder to mount on: root would hide it from the whole machine). So an
attempt succeeds unless the kernel says that it is refused.
"""

import ctypes
import errno
import json
import os
import platform
import signal
import socket
import struct
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

LIBC = ctypes.CDLL(None)
SYSCALL = LIBC.syscall
SYSCALL.restype = ctypes.c_long
ERRNO = LIBC.__errno_location
ERRNO.restype = ctypes.POINTER(ctypes.c_int)
BUFFER = ctypes.create_string_buffer(4096)
BUFFER_ADDRESS = ctypes.addressof(BUFFER)
VECTORS = (ctypes.c_ulong * 4)()
VECTORS_ADDRESS = ctypes.addressof(VECTORS)
ZEROES = ctypes.create_string_buffer(256)
ZEROES_ADDRESS = ctypes.addressof(ZEROES)
CLONE = (ctypes.c_uint64 * 8)(0, 0, 0, 0, signal.SIGCHLD, 0, 0, 0)
CLONE_ADDRESS = ctypes.addressof(CLONE)
PAGE = 4096
AT_FDCWD = -100
COLUMN = 0 if platform.machine() == "x86_64" else 1
# Numbers of system calls, first of x86_64, then of aarch64.
NUMBERS = {
    "bind": (49, 200), "bpf": (321, 280), "clone": (56, 220), "clone3": (435, 435), "connect": (42, 203),
    "execve": (59, 221), "execveat": (322, 281), "fchmodat": (268, 53), "fcntl": (72, 25), "fsopen": (430, 430),
    "io_uring_setup": (425, 425), "kcmp": (312, 272), "keyctl": (250, 219), "kill": (62, 129), "listen": (50, 201),
    "lseek": (8, 62), "memfd_create": (319, 279), "mkdirat": (258, 34), "mmap": (9, 222), "mount": (165, 40),
    "mprotect": (10, 226), "newfstatat": (262, 79), "openat": (257, 56), "openat2": (437, 437),
    "perf_event_open": (298, 241), "personality": (135, 92), "pidfd_open": (434, 434), "prctl": (157, 167),
    "prlimit64": (302, 261), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "ptrace": (101, 117),
    "read": (0, 63), "renameat": (264, 38), "sendto": (44, 206), "setuid": (105, 146), "shmget": (29, 194),
    "socket": (41, 198), "socketpair": (53, 199), "symlinkat": (266, 36), "tgkill": (234, 131), "unlinkat": (263, 35),
    "unshare": (272, 97), "userfaultfd": (323, 282),
}  # fmt: skip


REFUSALS = ("EPERM", "EACCES", "ENOSYS", "ENETUNREACH", "ECONNREFUSED")


class Target(Struct, frozen=True):
    """Where the attempts aim."""

    token: str  # file that holds a secret
    folder: str  # folder of the test
    code: str  # file of installed code
    daemon: int  # id of a process that stands for the daemon
    address: int  # of a secret in its memory
    own_port: int  # TCP port of the channel
    other_port: int  # TCP port of another service
    udp_port: int
    unix_stream: str
    unix_datagram: str
    abstract: str


class Refused(Exception):
    """Raised when the kernel answers with an error."""


def call(name: str, *arguments: int | bytes) -> int:
    values = [ctypes.c_long(a) if isinstance(a, int) else ctypes.c_char_p(a) for a in arguments]
    result: int = SYSCALL(ctypes.c_long(NUMBERS[name][COLUMN]), *values)
    if result == -1:
        raise Refused(errno.errorcode.get(ERRNO().contents.value, "?"))
    return result


def attempt(work: Callable[[Target], object], target: Target) -> bool:
    try:
        work(target)
    except Refused as answer:
        return str(answer) not in REFUSALS
    return True


def run_all(target: Target) -> str:
    """Make all attempts, and return the answers and the open descriptors as JSON."""
    descriptors = [descriptor for descriptor in range(256) if is_open(descriptor)]
    return json.dumps([{name: attempt(work, target) for name, work in ATTEMPTS.items()}, descriptors])


def is_open(descriptor: int) -> bool:
    try:
        call("lseek", descriptor, 0, 1)
    except Refused as answer:
        return str(answer) != "EBADF"
    return True


def opened(path: str, flags: int = os.O_RDONLY) -> int:
    return call("openat", AT_FDCWD, path.encode(), flags, 0o600)


def read_file(path: str) -> None:
    call("read", opened(path), BUFFER_ADDRESS, 64)


def inet(port: int) -> bytes:
    return struct.pack("=H", socket.AF_INET) + struct.pack("!H", port) + bytes([127, 0, 0, 1]) + bytes(8)


def unix(path: str) -> bytes:
    return struct.pack("=H", socket.AF_UNIX) + path.encode() + b"\0"


def connect(family: int, kind: int, address: bytes, protocol: int = 0) -> None:
    call("connect", call("socket", family, kind, protocol), address, len(address))


def send_datagram(port: int) -> None:
    sock = call("socket", socket.AF_INET, socket.SOCK_DGRAM, 0)
    call("sendto", sock, b"x", 1, 0, inet(port), 16)


def connect_fast(port: int) -> None:
    """Connect by sending, which does not pass the checks of connect."""
    sock = call("socket", socket.AF_INET, socket.SOCK_STREAM, 0)
    call("sendto", sock, b"x", 1, 0x20000000, inet(port), 16)


def connect_pair(path: str) -> None:
    """Connect one end of a pair of datagram sockets to another socket: no call of socket() is needed."""
    call("socketpair", socket.AF_UNIX, socket.SOCK_DGRAM, 0, BUFFER_ADDRESS)
    call("connect", struct.unpack("=i", BUFFER.raw[:4])[0], unix(path), len(unix(path)))


def listen() -> None:
    sock = call("socket", socket.AF_INET, socket.SOCK_STREAM, 0)
    call("bind", sock, inet(0), 16)
    call("listen", sock, 1)


def in_new_process(name: str, *arguments: int | bytes) -> None:
    """Start a process by this call; it ends at once."""
    if call(name, *arguments) == 0:
        os._exit(0)


def run_program() -> None:
    """Run a program, in a new process if there can be one."""
    try:
        if pid := call("clone", signal.SIGCHLD, 0, 0, 0, 0):
            if os.waitpid(pid, 0)[1] != 0:
                raise Refused("EPERM")
            return
    except Refused:
        call("execve", b"/bin/true", 0, 0)
    try:
        call("execve", b"/bin/true", 0, 0)
    except Refused:
        os._exit(1)


def run_from_memory() -> None:
    call("execveat", call("memfd_create", b"empty", 0), b"", 0, 0, 0x1000)


def signal_by_owner(daemon: int) -> None:
    """Name the daemon as the receiver of the signals of a descriptor."""
    call("fcntl", 0, 8, daemon)  # F_SETOWN


def copy_memory(name: str, target: Target) -> None:
    VECTORS[:] = [BUFFER_ADDRESS, 8, target.address, 8]  # 8 bytes here, 8 bytes there
    call(name, target.daemon, VECTORS_ADDRESS, 1, VECTORS_ADDRESS + 16, 1, 0)


def executable_memory() -> None:
    call("mmap", 0, PAGE, 7, 0x22, -1, 0)


def executable_later() -> None:
    call("mprotect", call("mmap", 0, PAGE, 3, 0x22, -1, 0), PAGE, 5)


STREAM, DATAGRAM = socket.SOCK_STREAM, socket.SOCK_DGRAM
INET = socket.AF_INET
# The first column of the table in docs/explanation/security.md. Attempts that could end this process come last.
ATTEMPTS: dict[str, Callable[[Target], object]] = {
    "read the admin token": lambda t: read_file(t.token),
    "read `/etc/passwd`": lambda t: read_file("/etc/passwd"),
    "read the environment of the daemon": lambda t: read_file(f"/proc/{t.daemon}/environ"),
    "read installed code": lambda t: read_file(t.code),
    "list the state folder": lambda t: opened(str(Path(t.token).parent), os.O_DIRECTORY),
    "learn that a file exists, its size and times": lambda t: call(
        "newfstatat", AT_FDCWD, t.token.encode(), BUFFER_ADDRESS, 0
    ),
    "create a file": lambda t: opened(f"{t.folder}/new", os.O_WRONLY | os.O_CREAT),
    "write to a file": lambda t: opened(t.token, os.O_WRONLY),
    "truncate a file": lambda t: opened(t.token, os.O_RDONLY | os.O_TRUNC),
    "open a file by another call (`openat2`)": lambda t: call(
        "openat2", AT_FDCWD, t.token.encode(), ZEROES_ADDRESS, 24
    ),
    "change the mode of a file": lambda t: call("fchmodat", AT_FDCWD, t.token.encode(), 0o600),
    "rename a file": lambda t: call("renameat", AT_FDCWD, t.token.encode(), AT_FDCWD, t.token.encode()),
    "make a link": lambda t: call("symlinkat", t.token.encode(), AT_FDCWD, f"{t.folder}/link".encode()),
    "delete a file": lambda t: call("unlinkat", AT_FDCWD, f"{t.folder}/spare".encode(), 0),
    "make a folder": lambda t: call("mkdirat", AT_FDCWD, f"{t.folder}/folder".encode(), 0o700),
    "write to its own memory by `/proc/self/mem`": lambda t: opened("/proc/self/mem", os.O_RDWR),
    "connect by TCP to the port of its channel": lambda t: connect(INET, STREAM, inet(t.own_port)),
    "connect by TCP to another port": lambda t: connect(INET, STREAM, inet(t.other_port)),
    "connect by TCP Fast Open": lambda t: connect_fast(t.other_port),
    "connect by Multipath TCP": lambda t: connect(INET, STREAM, inet(t.other_port), 262),
    "send a UDP datagram": lambda t: send_datagram(t.udp_port),
    "listen": lambda t: listen(),
    "connect to a Unix socket": lambda t: connect(socket.AF_UNIX, STREAM, unix(t.unix_stream)),
    "connect to an abstract Unix socket": lambda t: connect(
        socket.AF_UNIX, STREAM, unix("\0" + t.abstract)[:-1]
    ),
    "connect to a Unix socket by a pair": lambda t: connect_pair(t.unix_datagram),
    "use netlink": lambda t: call("socket", socket.AF_NETLINK, socket.SOCK_RAW, 0),
    "use a raw socket": lambda t: call("socket", INET, socket.SOCK_RAW, 1),
    "use a packet socket": lambda t: call("socket", socket.AF_PACKET, socket.SOCK_RAW, 0),
    "use ICMP": lambda t: call("socket", INET, DATAGRAM, 1),
    "send a signal to the daemon": lambda t: call("kill", t.daemon, 0),
    "send a signal to a thread": lambda t: call("tgkill", t.daemon, t.daemon, 0),
    "send a signal by the owner of a descriptor": lambda t: signal_by_owner(t.daemon),
    "open a handle of the daemon (`pidfd_open`)": lambda t: call("pidfd_open", t.daemon, 0),
    "trace the daemon": lambda t: call("ptrace", 0x4206, t.daemon, 0, 0),
    "read the daemon's memory": lambda t: copy_memory("process_vm_readv", t),
    "write to the daemon's memory": lambda t: copy_memory("process_vm_writev", t),
    "compare itself with the daemon (`kcmp`)": lambda t: call("kcmp", t.daemon, os.getpid(), 0, 0, 0),
    "change the daemon's limits": lambda t: call("prlimit64", t.daemon, 7, 0, BUFFER_ADDRESS),
    "make memory that is written and run": lambda t: executable_memory(),
    "make written memory executable": lambda t: executable_later(),
    "mount": lambda t: call("mount", b"none", b"/no/such/folder", b"tmpfs", 0, 0),
    "mount by `fsopen`": lambda t: call("fsopen", b"no such file system", 0),
    "enter or make a namespace": lambda t: call("unshare", 0x10000000),
    "change its user": lambda t: call("setuid", os.getuid()),
    "use bpf": lambda t: call("bpf", 0, ZEROES_ADDRESS, 72),
    "use perf events": lambda t: call("perf_event_open", ZEROES_ADDRESS, 0, -1, -1, 0),
    "use the kernel's keys": lambda t: call("keyctl", 0, -3, 1),
    "use userfaultfd": lambda t: call("userfaultfd", 0),
    "use io_uring": lambda t: call("io_uring_setup", 4, ZEROES_ADDRESS),
    "use shared memory of System V": lambda t: call("shmget", 0x77617463, PAGE, 0),
    "change the meaning of its calls (`personality`)": lambda t: call("personality", 0),
    "keep living when the daemon dies": lambda t: call("prctl", 1, 0, 0, 0, 0),
    "make a file in memory and run it": lambda t: run_from_memory(),
    "start a process": lambda t: in_new_process("clone", signal.SIGCHLD, 0, 0, 0, 0),
    "start a process by `clone3`": lambda t: in_new_process("clone3", CLONE_ADDRESS, 64),
    "run a program": lambda t: run_program(),
}
