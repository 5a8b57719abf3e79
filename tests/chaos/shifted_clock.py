"""The daemon under a clock that a test can turn: `python -m tests.chaos.shifted_clock FILE serve`.

FILE holds the seconds by which the clock is wrong, read at every look. Libraries that shift a whole process's clock break
waiting in Python; the daemon asks one place for the time, so turning that one is enough. It also looks once a second,
not once a minute or twice.
"""

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from watchd import alarm, cli, system
from watchd.flow import outbox


def main() -> None:
    file = Path(sys.argv.pop(1))

    def now(_clock: system.SystemClock) -> datetime:
        return datetime.now(UTC) + timedelta(seconds=float(file.read_text() or 0))

    system.SystemClock.now = now  # type: ignore[method-assign, assignment]
    alarm.LOOK_AT_LEAST_EVERY_SECONDS = 1
    outbox.LOOK_AT_LEAST_EVERY_SECONDS = 1.0
    cli.main()


if __name__ == "__main__":
    main()
