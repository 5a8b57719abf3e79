"""Calls of the C library that confine this process. Each raises KernelRefusal."""

import ctypes
import os

_LIBC = ctypes.CDLL(None, use_errno=True)

# Options of prctl.
PR_SET_PDEATHSIG = 1  # the signal that the kernel sends this process when its parent dies
PR_SET_DUMPABLE = 4
PR_SET_SECCOMP = 22
PR_SET_NO_NEW_PRIVS = 38

# Flags of unshare.
CLONE_NEWIPC = 0x08000000
CLONE_NEWUSER = 0x10000000
CLONE_NEWNET = 0x40000000

_CAPABILITY_VERSION = 0x20080522


class KernelRefusal(OSError):
    """Raised when the kernel does not offer something here, or a container or a service manager forbids it."""


def prctl(option: int, value: int, third: object = 0) -> None:
    pointer = third if isinstance(third, int) else ctypes.byref(third)  # type: ignore[arg-type]
    _checked(_LIBC.prctl(option, ctypes.c_ulong(value), pointer, ctypes.c_ulong(0), ctypes.c_ulong(0)))


def unshare(flags: int) -> None:
    _checked(_LIBC.unshare(flags))


def drop_capabilities() -> None:
    """Give up all capabilities. Where capset is refused, having none is enough."""
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    sets = (ctypes.c_uint32 * 6)()  # effective, permitted, inheritable, twice 32 bits of each
    if _LIBC.capset(header, sets) == 0:
        return
    refused = ctypes.get_errno()
    _checked(_LIBC.capget(header, sets))
    if any(sets):
        raise KernelRefusal(refused, os.strerror(refused))


def syscall(number: int, *arguments: int | bytes | None) -> int:
    """Call the kernel by number: the C library has no function for this call."""
    result = _LIBC.syscall(
        ctypes.c_long(number),
        *(ctypes.c_long(a) if isinstance(a, int) else ctypes.c_char_p(a) for a in arguments),
    )
    return _checked(result)


def _checked(result: int) -> int:
    if result == -1:
        number = ctypes.get_errno()
        raise KernelRefusal(number, os.strerror(number))
    return result
