"""Seccomp filter: the list of system calls that this process may still make, enforced by the kernel until it ends.

The filter is a small BPF program. A call that is not in the list fails with EPERM; a call in the convention of another
machine (32-bit calls on a 64-bit machine) ends the process. x32 calls have numbers of their own, which are in no list.
The kernel remembers which calls are always permitted, so those cost next to nothing.
"""

import ctypes
import errno
import struct
from collections.abc import Mapping
from typing import NamedTuple

from watchd.sandbox import libc
from watchd.sandbox.syscalls import Machine

_MODE_FILTER = 2
_ALLOW = 0x7FFF0000
_ERRNO = 0x00050000
_KILL_PROCESS = 0x80000000

# Instructions of BPF: load a word of the call, mask it, compare it, return.
_LOAD, _AND, _JUMP_IF_EQUAL, _RETURN = 0x20, 0x54, 0x15, 0x06
_NUMBER_OFFSET, _ARCH_OFFSET, _ARGUMENTS_OFFSET = 0, 4, 16

# glibc tries these first and falls back to older calls that a filter can check: their arguments are behind a pointer.
_PRETENDED_ABSENT = ("clone3", "openat2")


class Condition(NamedTuple):
    """Condition on one argument of a system call: its lower 32 bits, masked, must be one of these values."""

    argument: int
    values: tuple[int, ...]
    mask: int = 0xFFFFFFFF


Calls = Mapping[str, tuple[Condition, ...]]  # permitted calls; all conditions of a call must hold


_COMPILED: dict[tuple[str, tuple[tuple[str, tuple[Condition, ...]], ...]], bytes] = {}


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def compiled(calls: Calls, machine: Machine) -> bytes:
    """Return the program, which is made once: a process that forks makes it for all its children."""
    key = (machine.name, tuple(calls.items()))
    if key not in _COMPILED:
        _COMPILED[key] = program(calls, machine)
    return _COMPILED[key]


def install(calls: Calls, machine: Machine) -> None:
    """Permit only these calls from now on; raise KernelRefusal. The process must have no_new_privs, and a single thread."""
    code = compiled(calls, machine)
    libc.prctl(libc.PR_SET_SECCOMP, _MODE_FILTER, _Program(len(code) // 8, code))


def program(calls: Calls, machine: Machine) -> bytes:
    """Return the BPF program for a machine."""
    code = [
        _instruction(_LOAD, _ARCH_OFFSET),
        _instruction(_JUMP_IF_EQUAL, machine.audit_arch, if_true=1),
        _instruction(_RETURN, _KILL_PROCESS),
        _instruction(_LOAD, _NUMBER_OFFSET),
    ]
    for name, conditions in calls.items():
        if name in machine.numbers:  # the others do not exist on this machine
            code += _block(machine.numbers[name], [*_checks(conditions), _instruction(_RETURN, _ALLOW)])
    for name in _PRETENDED_ABSENT:
        code += _block(machine.numbers[name], [_instruction(_RETURN, _ERRNO | errno.ENOSYS)])
    code.append(_instruction(_RETURN, _ERRNO | errno.EPERM))
    return b"".join(code)


def _block(number: int, body: list[bytes]) -> list[bytes]:
    """Return instructions that run a body, which returns, for one system call, and skip it for all others."""
    return [_instruction(_JUMP_IF_EQUAL, number, if_false=len(body)), *body]


def _checks(conditions: tuple[Condition, ...]) -> list[bytes]:
    code = []
    for argument, values, mask in conditions:
        code += [_instruction(_LOAD, _ARGUMENTS_OFFSET + 8 * argument), _instruction(_AND, mask)]
        for place, value in enumerate(values):
            # Past the other values and the refusal.
            code.append(_instruction(_JUMP_IF_EQUAL, value, if_true=len(values) - place))
        code.append(_instruction(_RETURN, _ERRNO | errno.EPERM))
    return code


def _instruction(operation: int, operand: int, *, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", operation, if_true, if_false, operand)
