"""Audit hook that refuses connections, files and programs inside a sandboxed child process.

The hook sees every connection at the moment it is made, whichever name or redirect led to it, and it cannot be removed. It
gives reasons that a user understands, and it alone can check addresses. It does not see what C libraries do by themselves:
confinement.py has the kernel refuse that, too, whatever code runs.
"""

import os
import sys
from collections.abc import Iterable
from pathlib import Path

from watchd.core.policy.network import REFUSED_ADDRESS, REFUSED_PORT, NetworkPolicy

REFUSED_PORT_OF_CHANNEL = (
    "The service uses a port that this kind of channel does not use. Name the port in the channel's URL."
)
_CONNECTING = ("socket.connect", "socket.sendto", "socket.sendmsg")
_REFUSED = ("subprocess.", "os.exec", "os.fork", "os.posix_spawn", "os.system", "ctypes.", "shutil.")


class NetworkFence:
    """Rules for one child process. Without a network policy it may not use sockets at all.

    The URL of a channel may name a file as template or key; the child cannot read it.
    """

    def __init__(self, policy: NetworkPolicy | None = None, readable: Iterable[Path] = ()) -> None:
        self._policy = policy
        # A folder may be reached through a symbolic link, so both of its names count.
        self._readable = {name for path in readable for name in (path, path.resolve())}
        self.refusal: str | None = None  # why a connection was refused, if one was

    def close(self) -> None:
        """Apply the rules from now on, until the process ends."""
        sys.addaudithook(self.check)

    def check(self, event: str, arguments: tuple[object, ...]) -> None:
        """Raise PermissionError if the rules refuse this audit event."""
        if event == "open":
            self._check_file(*arguments)
        elif (self._policy is None and event.startswith("socket.")) or event.startswith(_REFUSED):
            raise PermissionError(f"A sandboxed child process may not do {event}.")
        elif self._policy is not None and event in _CONNECTING:
            self._check_connection(self._policy, arguments[1])

    def _check_connection(self, policy: NetworkPolicy, address: object) -> None:
        if address is None:  # sendmsg on a socket that is connected already
            return
        refusal = REFUSED_ADDRESS
        if isinstance(address, tuple) and len(address) >= 2:
            refusal_of_policy = policy.check(str(address[0]), int(address[1]))
            if refusal_of_policy is None:
                return
            refusal = refusal_of_policy
        self.refusal = REFUSED_PORT_OF_CHANNEL if refusal == REFUSED_PORT else refusal.detail
        raise PermissionError(self.refusal)

    def _check_file(self, path: object, mode: object, flags: object) -> None:
        if isinstance(path, int):  # a descriptor that is open already
            return
        if isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR):
            raise PermissionError("A sandboxed child process may not write files.")
        name = Path(os.fsdecode(path)).absolute()  # type: ignore[arg-type]
        if ".." in name.parts:
            name = name.resolve()
        if not any(name.is_relative_to(path) for path in self._readable):
            raise PermissionError("A sandboxed child process may read only code and certificates.")
