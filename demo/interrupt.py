"""Interruption of the demo (or the soak) by Ctrl-C or a signal: a mark that every wait checks.

An exception from the signal handler could come at any instruction, for example right after the HTTP client has taken a lock
and before the code that releases it; closing the client would then wait for that lock forever.
"""

import signal
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interrupted(Exception):
    """Raised when a signal asks the program to end."""

    @property
    def is_ctrl_c(self) -> bool:
        return self.args == (signal.SIGINT,)


_received: list[int] = []


def listen() -> None:
    """Install handlers that only record the signal."""
    for number in SIGNALS:
        signal.signal(number, _record)


def check() -> None:
    """Raise Interrupted when a signal came."""
    if _received:
        raise Interrupted(_received[0])


def _record(number: int, _: FrameType | None) -> None:
    _received.append(number)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a second Ctrl-C ends the program at once
