"""Child process that does what the test asks, however bad. Tests start it in place of the real one."""

import ctypes
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from watchd.sandbox.frames import DONE, FAILED, framed
from watchd.web.reader import read_worker
from watchd.web.reader.read_request import ReadLimits, ReadRequest

WIRE = int(sys.argv[1])


def behave(ask: ReadRequest, limits: ReadLimits) -> object:
    what = ask.body.decode()
    act = ACTS.get(what)
    if act is None:
        return what
    return act()


# Function at an address where there is no code; made here, because a confined process may not make one.
segfault = ctypes.CFUNCTYPE(None)(8)


def burn() -> None:
    while True:
        pass


def swell() -> None:
    hoard = [bytes(50_000_000) for _ in range(100)]  # asked for, never touched: no time goes by
    raise AssertionError(len(hoard))


def recurse() -> None:
    recurse()


def connect() -> None:
    socket.create_connection(("127.0.0.1", 9))


def raw(payload: bytes) -> None:
    """Send something that is not a reply, and wait to be ended."""
    os.write(WIRE, payload)
    time.sleep(10)


def hang_up() -> None:
    os.close(WIRE)
    os._exit(3)


def tire() -> str:
    read_worker.MAX_MEMORY_SHARE = 0.0
    return "tired"


ACTS: dict[str, Callable[[], object]] = {
    "segfault": segfault,
    "abort": os.abort,
    "exit": lambda: os._exit(7),
    "hang up": hang_up,
    "ask for a replacement": lambda: os._exit(75),
    "burn": burn,
    "burn in C": lambda: pow(3, 10**9, 10**4000) if sum(range(10**10)) else None,
    "sleep": lambda: time.sleep(60),
    "swell": swell,
    "garbage frame": lambda: raw(b"\xff" * 64),
    "garbage payload": lambda: raw(framed(DONE + b"\xc1\xc1\xc1")),
    "wrong type": lambda: {"a": 1},
    "unknown failure": lambda: raw(framed(FAILED + b"\xc1")),
    "raise": lambda: 1 // 0,
    "recurse": recurse,
    "connect": connect,
    "start a program": lambda: subprocess.run(["/bin/true"], check=True),
    "write a file": lambda: Path("/tmp/watchd-child-was-here").write_text("x"),
    "tire": tire,
}

if __name__ == "__main__":
    read_worker.TASKS["page"] = behave  # type: ignore[assignment]
    sys.exit(read_worker.main())
