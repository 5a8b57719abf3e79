"""Daemon with a clock that a test can change: `python -m tests.chaos.shifted_clock FILE serve`.

FILE has the seconds by which the clock is wrong; every call reads it. Libraries that shift the clock of a whole process
break timeouts in Python. The daemon reads the time in one place, so a change there is enough. It also checks its
schedule and outbox once a second, not once or twice a minute.
"""

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from watchd import cli
from watchd.app import clock, scheduler
from watchd.flow.alerts import outbox


def main() -> None:
    file = Path(sys.argv.pop(1))

    def now(_clock: clock.SystemClock) -> datetime:
        return datetime.now(UTC) + timedelta(seconds=float(file.read_text() or 0))

    clock.SystemClock.now = now  # type: ignore[method-assign, assignment]
    scheduler.POLL_SECONDS = 1.0
    scheduler.HOUSEKEEPING_SECONDS = 1
    outbox.POLL_SECONDS = 1.0
    cli.main()


if __name__ == "__main__":
    main()
