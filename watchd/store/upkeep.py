"""Upkeep of the database files: checkpoint of a large log, return of free pages to the disk.

It uses a connection of its own. If another connection holds a lock, it gives up at once: the next round comes soon.
"""

import contextlib
import sqlite3
from pathlib import Path

from msgspec import Struct

from watchd.store.state_folder import side_files

# SQLite writes the log back by itself, but the file keeps its largest size.
MIN_LOG_BYTES_TO_TRIM = 4 * 2**20
# A larger log shows that a reader holds it, such as a forgotten SQLite shell or a backup that hangs.
MAX_LOG_BYTES = 64 * 2**20
# Free pages up to these limits stay in the file, so that it grows less often.
MAX_FREE_SHARE = 0.2
MAX_FREE_PAGES = 1000
# A writer waits for at most this number of pages.
PAGES_PER_BATCH = 500
MAX_BATCHES = 10
BUSY_SECONDS = 0.5


class Upkeep(Struct, frozen=True):
    """Result of one round."""

    log_bytes: int  # after it

    @property
    def is_log_held(self) -> bool:
        """True if a reader of an old state keeps the log from being written back."""
        return self.log_bytes > MAX_LOG_BYTES


def tend(file: Path) -> Upkeep:
    """Do one round. Errors of the disk are ignored here: the next write reports them."""
    with (
        contextlib.suppress(sqlite3.OperationalError),
        contextlib.closing(sqlite3.connect(file, timeout=BUSY_SECONDS, isolation_level=None)) as connection,
    ):
        _return_free_pages(connection)
        if _log_bytes(file) > MIN_LOG_BYTES_TO_TRIM:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return Upkeep(_log_bytes(file))


def _return_free_pages(connection: sqlite3.Connection) -> None:
    """Return free pages to the disk in batches, except for a reserve."""
    for _ in range(MAX_BATCHES):
        free = _number(connection, "freelist_count")
        if free < MAX_FREE_PAGES or free < MAX_FREE_SHARE * _number(connection, "page_count"):
            break
        # Not execute(), which would stop after the first page.
        connection.executescript(f"PRAGMA incremental_vacuum({PAGES_PER_BATCH})")


def _number(connection: sqlite3.Connection, pragma: str) -> int:
    (value,) = connection.execute(f"PRAGMA {pragma}").fetchone()
    return int(value)


def _log_bytes(file: Path) -> int:
    log_file, _ = side_files(file)
    try:
        return log_file.stat().st_size
    except FileNotFoundError:
        return 0
