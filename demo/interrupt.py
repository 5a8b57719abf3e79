"""How is the demo (or the soak) ended early, by Ctrl-C or a signal? By a mark that it looks at wherever it waits.

An exception out of the signal's handler could strike at any instruction, for example where the HTTP client has just taken a
lock and not yet promised to give it back; closing the client would then wait for that lock for ever.
"""

import signal
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interrupted(Exception):
    """Somebody wants it to end now."""

    @property
    def is_ctrl_c(self) -> bool:
        return self.args == (signal.SIGINT,)


_asked: list[int] = []


def listen() -> None:
    """From now on these signals only leave a mark."""
    for number in SIGNALS:
        signal.signal(number, _mark)


def check() -> None:
    """Raise Interrupted when a signal came."""
    if _asked:
        raise Interrupted(_asked[0])


def _mark(number: int, _: FrameType | None) -> None:
    _asked.append(number)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # who presses Ctrl-C again means at once
