"""Landlock rules: the files that this process may still read and the TCP ports it may connect to, enforced by the kernel.

Landlock came with Linux 5.13 and grew: each version of its interface (ABI) can refuse more. This module refuses all that
the running kernel can refuse.
"""

import os
import struct
from collections.abc import Iterable
from pathlib import Path

from watchd.sandbox import libc

# These calls have the same numbers on every machine.
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_QUERY_VERSION = 1
_RULE_PATH, _RULE_PORT = 1, 2

_READ_FILE, _READ_DIR = 1 << 2, 1 << 3
_CONNECT_TCP, _BIND_TCP = 1 << 1, 1 << 0
_SCOPE_ABSTRACT_SOCKETS, _SCOPE_SIGNALS = 1 << 0, 1 << 1
# Number of kinds of file access that an ABI knows: 2 added links between folders, 3 truncation, 5 ioctl on devices.
_FILE_ACCESSES = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
_ABI_OF_TCP, _ABI_OF_SCOPES = 4, 6


def abi() -> int:
    """Return the version of the interface that the kernel has; raise KernelRefusal if it has none."""
    return libc.syscall(_CREATE_RULESET, None, 0, _QUERY_VERSION)


def restrict(*, readable: Iterable[Path], ports: frozenset[int] | None) -> int:
    """Refuse all other files and TCP ports (None: refuse no port) from now on; return the ABI, or raise KernelRefusal.

    From ABI 6 on, also refuse signals to processes outside, and their abstract Unix sockets.
    """
    version = abi()
    files = (1 << _FILE_ACCESSES[min(version, max(_FILE_ACCESSES))]) - 1
    tcp = 0
    if version >= _ABI_OF_TCP:
        tcp = _BIND_TCP if ports is None else _BIND_TCP | _CONNECT_TCP
    scopes = _SCOPE_ABSTRACT_SOCKETS | _SCOPE_SIGNALS if version >= _ABI_OF_SCOPES else 0
    # The structure grew too; a kernel accepts a longer one if the fields that it does not know are 0.
    attributes = struct.pack("=QQQ", files, tcp, scopes)
    ruleset = libc.syscall(_CREATE_RULESET, attributes, len(attributes), 0)
    try:
        for path in readable:
            _permit_reading(ruleset, path)
        for port in (ports or ()) if tcp else ():
            libc.syscall(_ADD_RULE, ruleset, _RULE_PORT, struct.pack("=QQ", _CONNECT_TCP, port), 0)
        libc.syscall(_RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)
    return version


def _permit_reading(ruleset: int, path: Path) -> None:
    """Permit a file, or a folder with all it contains. What does not exist needs no permission."""
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        access = _READ_FILE | _READ_DIR if path.is_dir() else _READ_FILE
        libc.syscall(_ADD_RULE, ruleset, _RULE_PATH, struct.pack("=Qi", access, place), 0)
    finally:
        os.close(place)
