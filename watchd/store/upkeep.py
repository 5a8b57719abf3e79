"""Keep the database's files small: the log is written back when it has grown, free pages are handed back to the disk.

It works beside the daemon's own connections and gives up at once when somebody is in its way: the next round comes soon.
"""

import contextlib
import sqlite3
from pathlib import Path

from msgspec import Struct

from watchd.store.state_folder import side_files

# SQLite writes the log back by itself, but the file stays as large as it once was.
LOG_WORTH_TRIMMING = 4 * 2**20
# Longer than this, and some reader holds it: a shell that somebody forgot, a backup that hangs.
LOG_TOO_LARGE = 64 * 2**20
# A file with some room inside grows less often.
FREE_SHARE = 0.2
FREE_PAGES = 1000
# Pages handed back at once; a writer waits for no more than these.
PAGES_AT_ONCE = 500
ROUNDS = 10
BUSY_SECONDS = 0.5


class Upkeep(Struct, frozen=True):
    """What one round did."""

    log_bytes: int  # afterwards
    freed_pages: int

    @property
    def is_log_held(self) -> bool:
        """Somebody reads an old state and keeps the log from being written back."""
        return self.log_bytes > LOG_TOO_LARGE


def tend(file: Path) -> Upkeep:
    """One round. Trouble of the disk is left to those who have something to write."""
    freed = 0
    with (
        contextlib.suppress(sqlite3.OperationalError),
        contextlib.closing(sqlite3.connect(file, timeout=BUSY_SECONDS, isolation_level=None)) as connection,
    ):
        freed = _hand_back(connection)
        if _log_bytes(file) > LOG_WORTH_TRIMMING:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return Upkeep(_log_bytes(file), freed)


def _hand_back(connection: sqlite3.Connection) -> int:
    """Free pages, a few at a time, until only a reserve is left."""
    before = _number(connection, "freelist_count")
    for _ in range(ROUNDS):
        free = _number(connection, "freelist_count")
        if free < FREE_PAGES or free < FREE_SHARE * _number(connection, "page_count"):
            break
        # Not execute(), which would stop after the first page.
        connection.executescript(f"PRAGMA incremental_vacuum({PAGES_AT_ONCE})")
    return before - _number(connection, "freelist_count")


def _number(connection: sqlite3.Connection, pragma: str) -> int:
    (value,) = connection.execute(f"PRAGMA {pragma}").fetchone()
    return int(value)


def _log_bytes(file: Path) -> int:
    log_file, _ = side_files(file)
    try:
        return log_file.stat().st_size
    except FileNotFoundError:
        return 0
