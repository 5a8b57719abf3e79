"""Each layer of the confinement refuses what it should on every machine, and a layer that is missing is reported."""

import errno
import platform
import re
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support import ROOT
from watchd.sandbox import confinement, landlock, readable, seccomp
from watchd.sandbox.confinement import CAPABILITIES, LANDLOCK, NETWORK, NO_NEW_PRIVS, SECCOMP
from watchd.sandbox.permissions import READER, RENDERER, Permissions, sender
from watchd.sandbox.syscalls import NUMBERS, machine_named

SENDER = sender(frozenset({443}), ())
HEADERS = {
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "aarch64": Path("/usr/include/asm-generic/unistd.h"),
}
ALLOW, KILL, REFUSE, ABSENT = 0x7FFF0000, 0x80000000, 0x50000 | errno.EPERM, 0x50000 | errno.ENOSYS
MACHINES = ["x86_64", "aarch64"]


def verdict(program: bytes, number: int, arch: int, arguments: Sequence[int] = ()) -> int:
    """Return what a BPF program decides about a system call."""
    six = [*arguments, 0, 0, 0, 0, 0, 0][:6]
    data = struct.pack("<iIQ6Q", number, arch, 0, *(value & 0xFFFFFFFFFFFFFFFF for value in six))
    accumulator = place = 0
    while True:
        operation, if_true, if_false, operand = struct.unpack_from("=HBBI", program, place * 8)
        place += 1
        match operation:
            case 0x20:
                accumulator = struct.unpack_from("<I", data, operand)[0]
            case 0x54:
                accumulator &= operand
            case 0x15:
                place += if_true if accumulator == operand else if_false
            case 0x06:
                return int(operand)
            case _:
                raise AssertionError(operation)


@pytest.mark.parametrize("name", MACHINES)
@pytest.mark.parametrize("permissions", [READER, RENDERER, SENDER], ids=lambda p: p.name)
def test_exactly_the_listed_calls_are_permitted(name: str, permissions: Permissions) -> None:
    machine = machine_named(name)
    assert machine is not None
    program = seccomp.program(permissions.calls, machine)
    assert len(program) // 8 < 4096
    free = {machine.numbers[call] for call, c in permissions.calls.items() if not c and call in machine.numbers}
    conditional = {
        machine.numbers[call] for call, c in permissions.calls.items() if c and call in machine.numbers
    }
    for number in set(range(600)) - conditional:
        expected = ALLOW if number in free else ABSENT if number in (435, 437) else REFUSE
        assert verdict(program, number, machine.audit_arch) == expected, number


@pytest.mark.parametrize("name", MACHINES)
def test_a_call_in_the_convention_of_another_machine_ends_the_process(name: str) -> None:
    machine, other = machine_named(name), machine_named(next(m for m in MACHINES if m != name))
    assert machine is not None
    assert other is not None
    program = seccomp.program(SENDER.calls, machine)
    i386 = 0x40000003
    for arch in (other.audit_arch, i386, 0):
        assert verdict(program, machine.numbers["read"], arch) == KILL
    x32 = 0x40000000
    assert verdict(program, x32 | machine.numbers["read"], machine.audit_arch) == REFUSE


@pytest.mark.parametrize(
    ("call", "arguments", "is_permitted"),
    [
        ("socket", (socket.AF_INET, socket.SOCK_STREAM | socket.SOCK_CLOEXEC, 6), True),
        ("socket", (socket.AF_INET6, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK, 0), True),
        ("socket", (socket.AF_UNIX, socket.SOCK_STREAM, 0), False),
        ("socket", (socket.AF_INET, socket.SOCK_STREAM, 262), False),
        ("socket", (socket.AF_INET, socket.SOCK_SEQPACKET, 132), False),
        ("openat", (-100, 0, 0o2000000), True),
        ("openat", (-100, 0, 0o2000000 | 1), False),
        ("openat", (-100, 0, 0o20000000), False),  # a file without a name
        ("openat", (-100, 0, 0o20200000), False),  # the same, as O_TMPFILE spells it
        ("openat", (-100, 0, 0o200000), True),  # a folder
        ("mmap", (0, 4096, 5, 2, 3, 0), True),  # code of a library
        ("mmap", (0, 4096, 7, 2, 3, 0), False),
        ("mmap", (0, 4096, 0xF, 2, 3, 0), False),
        ("clone", (0x3D0F00,), True),  # a thread
        ("clone", (0x01200011,), False),  # a process
        ("clone", (0x3D0F00 | 0x10000000,), False),  # a thread in a new namespace
        ("sendto", (3, 0, 1, 0x4000, 0, 0), True),
        ("sendto", (3, 0, 1, 0x20004000, 0, 0), False),
        ("fcntl", (3, 8, 1), False),
        ("ioctl", (3, 0x5412, 0), False),
    ],
)
@pytest.mark.parametrize("name", MACHINES)
def test_arguments_are_checked(name: str, call: str, arguments: tuple[int, ...], is_permitted: bool) -> None:
    machine = machine_named(name)
    assert machine is not None
    program = seccomp.program(SENDER.calls, machine)
    decided = verdict(program, machine.numbers[call], machine.audit_arch, arguments)
    assert (decided == ALLOW) is is_permitted


@pytest.mark.parametrize("name", MACHINES)
def test_the_numbers_are_those_of_the_kernel(name: str) -> None:
    if not HEADERS[name].exists():
        pytest.skip("needs the headers of the kernel (apt-get install linux-libc-dev)")
    defined = re.findall(r"^#define __NR(?:3264)?_(\w+)\s+(\d+)", HEADERS[name].read_text(), re.M)
    known = {call: int(number) for call, number in reversed(defined)}
    if name == "aarch64":
        known["newfstatat"] = known["fstatat"]  # its name on machines with 64 bits
    column = MACHINES.index(name)
    for call, numbers in NUMBERS.items():
        assert numbers[column] == known.get(call), call


REFUSING_ALL = """
import json, sys
import msgspec
from watchd.sandbox import confinement, libc, seccomp
from watchd.sandbox.permissions import READER
from watchd.sandbox.syscalls import NUMBERS, this_machine
libc.prctl(libc.PR_SET_NO_NEW_PRIVS, 1)
seccomp.install(dict.fromkeys(NUMBERS, ()), this_machine())
print(json.dumps(msgspec.to_builtins(confinement.confine(READER))))
"""


def test_layers_that_a_container_forbids_are_reported_and_the_process_goes_on() -> None:
    """The program installs a filter without any of the calls that confine, as a strict container does."""
    done = subprocess.run(
        [sys.executable, "-B", "-c", REFUSING_ALL],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    layers = re.findall(r'"name": "([^"]+)", "detail": "", "problem": "([^"]+)"', done.stdout)
    forbidden = "forbidden here, by a container or the service manager"
    expected = {NETWORK, NO_NEW_PRIVS, LANDLOCK, SECCOMP, CAPABILITIES}
    assert dict(layers) == dict.fromkeys(expected, forbidden), done.stderr


def test_a_machine_without_a_table_has_no_filter_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("watchd.sandbox.confinement.this_machine", lambda: machine_named("riscv64"))
    layer = confinement._attempt(SECCOMP, lambda: confinement._filter_calls(READER))
    assert layer.problem.startswith("watchd has no table of system calls for")


def test_a_process_with_several_threads_is_not_confined_in_part() -> None:
    code = """
import threading
from watchd.sandbox.confinement import confine
from watchd.sandbox.permissions import READER
threading.Thread(target=threading.Event().wait, daemon=True).start()
confine(READER)
"""
    done = subprocess.run(
        [sys.executable, "-B", "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=30, check=False
    )
    assert "must have one thread" in done.stderr


INT80 = """
import ctypes, mmap
from watchd.sandbox.confinement import confine
from watchd.sandbox.permissions import READER
code = mmap.mmap(-1, 4096, prot=7)
code.write(bytes.fromhex("b814000000cd80c3"))  # mov eax, 20 (getpid of 32 bits); int 0x80; ret
call = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))
confine(READER)
call()
"""


@pytest.mark.skipif(platform.machine() != "x86_64", reason="a test of calls with 32 bits on x86_64")
def test_a_call_with_32_bits_ends_the_process() -> None:
    done = subprocess.run(
        [sys.executable, "-B", "-c", INT80], cwd=ROOT, capture_output=True, timeout=30, check=False
    )
    assert -done.returncode in (signal.SIGSYS, signal.SIGSEGV), (
        done.stderr
    )  # SIGSEGV: the kernel has no such calls


def test_the_folder_that_holds_the_package_is_not_readable(tmp_path: Path) -> None:
    state = ROOT / ".state" / "admin.token"
    assert not [path for path in readable.readable_paths() if state.is_relative_to(path)]
    assert not [
        path for path in readable.readable_paths() if Path("/etc/ssl/private/key.pem").is_relative_to(path)
    ]


@pytest.mark.parametrize("version", range(1, 9))
def test_landlock_asks_each_kernel_for_what_it_knows(version: int, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[object, ...]] = []

    def syscall(number: int, *arguments: object) -> int:
        asked.append(arguments)
        return version if arguments[0] is None else 0

    monkeypatch.setattr("watchd.sandbox.libc.syscall", syscall)
    monkeypatch.setattr("os.close", lambda descriptor: None)
    assert landlock.restrict(readable=(), ports=frozenset()) == version
    monkeypatch.undo()
    attributes = asked[1][0]
    assert isinstance(attributes, bytes)
    files, tcp, scopes = struct.unpack("=QQQ", attributes)
    assert files.bit_length() == {1: 13, 2: 14, 3: 15, 4: 15}.get(version, 16)
    assert (tcp, scopes) == (3 if version >= 4 else 0, 3 if version >= 6 else 0)
