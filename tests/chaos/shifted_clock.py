"""Daemon with a wall clock that a test can change: `python -m tests.chaos.shifted_clock FILE serve`.

FILE has the seconds by which the clock is wrong; every call reads it. All Python code of the process sees the wrong time,
the libraries too: `time.time`, `datetime.now` and the functions beside them are replaced before anything else is imported.
The monotonic clock stays right, as it does when a person or a time server sets the clock of a machine.

The daemon looks at its schedule, its outbox and its clock once a second, and deletes old rows as often. TURNED_HOUSEKEEPING
gives the seconds between two rounds of housekeeping; 1 without it.
"""

import ctypes
import gc
import os
import sys
import time
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any


def shift_wall_clock(file: Path) -> None:
    """Make this process see a wall clock that is wrong by the number of seconds in the file."""
    real_time, real_time_ns, real_gettime = time.time, time.time_ns, time.clock_gettime
    real_gettime_ns, real_gmtime, real_localtime = time.clock_gettime_ns, time.gmtime, time.localtime

    def wrong_by() -> float:
        return float(file.read_text() or 0)

    def now(cls: type[datetime], tz: tzinfo | None = None) -> datetime:
        return cls.fromtimestamp(time.time(), tz)

    replaced: dict[str, Any] = {
        "time": lambda: real_time() + wrong_by(),
        "time_ns": lambda: real_time_ns() + int(wrong_by() * 1e9),
        "clock_gettime": lambda id: real_gettime(id) + (wrong_by() if id == time.CLOCK_REALTIME else 0.0),
        "clock_gettime_ns": lambda id: (
            real_gettime_ns(id) + (int(wrong_by() * 1e9) if id == time.CLOCK_REALTIME else 0)
        ),
        "gmtime": lambda seconds=None: real_gmtime(time.time() if seconds is None else seconds),
        "localtime": lambda seconds=None: real_localtime(time.time() if seconds is None else seconds),
    }
    for name, function in replaced.items():
        setattr(time, name, function)
    # datetime is a type in C, whose attributes cannot be set; its dictionary can be changed.
    [attributes] = gc.get_referents(datetime.__dict__)
    attributes["now"] = classmethod(now)
    attributes["today"] = classmethod(now)
    ctypes.pythonapi.PyType_Modified(ctypes.py_object(datetime))


def look_more_often() -> None:
    from watchd.app import scheduler
    from watchd.flow.alerts import outbox

    scheduler.POLL_SECONDS = 1.0
    scheduler.HOUSEKEEPING_SECONDS = float(os.environ.get("TURNED_HOUSEKEEPING", "1"))
    scheduler.CLOCK_SECONDS = 1.0
    scheduler.FIRST_DELETION_SECONDS = 1
    scheduler.DELETION_TIMES = {"second": "*"}
    outbox.POLL_SECONDS = 1.0


def main() -> None:
    shift_wall_clock(Path(sys.argv.pop(1)))
    from watchd import cli

    look_more_often()
    cli.main()


if __name__ == "__main__":
    main()
