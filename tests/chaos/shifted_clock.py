"""The daemon under a clock that a test can turn: `python -m tests.chaos.shifted_clock FILE serve`.

FILE holds the seconds by which the clock is wrong, read at every look. Libraries that shift a whole process's clock break
waiting in Python; the daemon asks one place for the time, so turning that one is enough. It also looks once a second,
not once a minute or twice.
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
    outbox.LOOK_AT_LEAST_EVERY_SECONDS = 1.0
    cli.main()


if __name__ == "__main__":
    main()
