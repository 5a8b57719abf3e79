"""Which places may a library dial, and which files may it read, in a process of its own?

An audit hook sees every connection where it is made, whatever the name was and whatever redirect led there. It cannot be
removed. It does not see what C libraries do by themselves, so nothing that brings its own network code may be used here.
"""

import os
import sys
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path

from watchd.core.policy.network import NetworkRule, is_public, network_rule, plain_address
from watchd.notify.worker_protocol import SendLimits

REFUSED = "The address is not on the public web. Networks of your own can be opened with fetch.allow_networks."
_NEVER = ("subprocess.", "os.exec", "os.fork", "os.posix_spawn", "os.system", "ctypes.", "shutil.")
_DIAL = ("socket.connect", "socket.sendto", "socket.sendmsg")
# Code and certificates. A channel's URL may name a file as template or key: those stay closed.
_READABLE = tuple(
    str(Path(folder).resolve())
    for folder in {
        sys.prefix,
        sys.base_prefix,
        *(p for p in sys.path if p),
        "/etc/ssl",
        "/usr/share",
        "/usr/lib",
    }
)
_SINGLE_FILES = ("/etc/mime.types", "/etc/localtime", os.devnull, "/dev/urandom")


class NetworkFence:
    """The rules of one job. `was_dialled_in_vain` says that a place was refused."""

    def __init__(self, limits: SendLimits) -> None:
        self._allowed = [network_rule(text) for text in limits.allow_networks]
        self._denied = [network_rule(text) for text in limits.deny_networks]
        self._is_gate_open = False
        self.was_dialled_in_vain = False

    def open_gate(self) -> None:
        """From now on: public places and those that the operator named."""
        self._is_gate_open = True
        sys.addaudithook(self._check)

    def close_gate(self) -> None:
        """From now on: nowhere."""
        sys.addaudithook(self._check)

    def may_dial(self, host: str, port: int) -> bool:
        try:
            place = plain_address(host)
        except ValueError:
            return False
        if _covered(self._denied, place, port):
            return False
        return is_public(place) or _covered(self._allowed, place, port)

    def _check(self, event: str, arguments: tuple[object, ...]) -> None:
        if event in _DIAL:
            self._check_dial(arguments[1])
        elif event == "open":
            _check_file(arguments)
        elif event.startswith(_NEVER):
            raise PermissionError(f"A job may not do {event}.")

    def _check_dial(self, address: object) -> None:
        if address is None and self._is_gate_open:  # sendmsg on a socket that is connected already
            return
        is_network = isinstance(address, tuple) and len(address) >= 2
        if self._is_gate_open and is_network and self.may_dial(str(address[0]), int(address[1])):  # type: ignore[index]
            return
        self.was_dialled_in_vain = True
        raise PermissionError(REFUSED)


def _covered(openings: Sequence[NetworkRule], place: IPv4Address | IPv6Address, port: int) -> bool:
    return any(entry.covers(place, port) for entry in openings)


def _check_file(arguments: tuple[object, ...]) -> None:
    path, _, flags = arguments
    if isinstance(path, int):
        return
    if isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR):
        raise PermissionError("A job may write no file.")
    name = str(Path(os.fsdecode(path)).absolute())  # type: ignore[arg-type]
    if name not in _SINGLE_FILES and not name.startswith(_READABLE):
        raise PermissionError("A job may read no file but code and certificates.")
