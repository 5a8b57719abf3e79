"""Open and close the database of a state folder: create it, check it, bring it up to date, hand out its tables."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path
from typing import TypeVar

import structlog

from watchd.errors import DatabaseDamaged, Unavailable
from watchd.model.alert import Alert
from watchd.ports import Transactions
from watchd.store import connection_pool, schema, upkeep
from watchd.store.connection_pool import MAX_READERS
from watchd.store.driver import SqliteConnection
from watchd.store.migrate import migrate
from watchd.store.state_folder import is_sqlite, side_files
from watchd.store.tables import Tables, alerts
from watchd.store.writer import Writer, unavailable

T = TypeVar("T")
FILE_NAME = "watchd.db"
# What SQLite says when the trouble is around the file and not in it.
PASSING = ("locked", "busy", "disk is full", "readonly", "unable to open", "disk I/O error")
# Checking a small file takes milliseconds. A large one would hold up every start; `watchd doctor` checks it instead.
CHECK_AT_START_BYTES = 128 * 2**20
MAX_NAMED = 10  # entries of a changed schema in a log line

Store = Transactions[Tables]  # what use cases need of a database

log = structlog.get_logger()


class Database:
    """The store. Reads run beside the writer; writes are committed when `write` returns."""

    def __init__(self, file: Path, max_readers: int = MAX_READERS) -> None:
        self.file = file
        self._writing = connection_pool.writing(file)
        self._reading = connection_pool.reading(file, max_readers)
        self._writer = Writer(self._writing)
        self._inode = file.stat().st_ino

    async def read(self, work: Callable[[Tables], Awaitable[T]]) -> T:
        """Run queries on one consistent view of the database."""
        try:
            async with self._reading.connect() as connection:
                return await work(Tables(connection))
        except (sqlite3.Error, OSError) as cause:
            raise unavailable(cause) from cause

    async def write(self, work: Callable[[Tables], Awaitable[T]], *, patient: bool = False) -> T:
        """Run changes as one transaction; all of them are on the disk when this returns, or none.

        Patient work lets all other work go first.
        """

        async def job(connection: SqliteConnection) -> tuple[Tables, T]:
            tables = Tables(connection)
            return tables, await work(tables)

        tables, result = await self._writer.run(job, patient=patient)
        for call in tables.after_commit:
            call()
        return result

    async def mark_sent(
        self,
        alert: Alert,
        owner: str,
        *,
        now: datetime,
        note: str = "",
        wakes: bool = False,
        lease_until: datetime | None = None,
    ) -> tuple[bool, Alert | None]:
        """Mark an alert as sent, wake its channel if asked, and claim the channel's next one unless there is no lease.

        Return whether the lease still held (False: another daemon took over), and the next alert.
        """
        steps = alerts.marking(alert, owner, now=now, note=note, wakes=wakes, lease_until=lease_until)
        outcomes = await self._writer.at_once(steps)
        return outcomes[0].changed > 0, alerts.claimed(outcomes[-1])

    def trouble(self) -> str | None:
        """Return what is wrong, for the health check: a file that was removed or replaced takes writes and loses them."""
        try:
            same = self.file.stat().st_ino == self._inode
        except OSError:
            same = False
        return None if same else "file was removed or replaced while the daemon runs; restart it"

    def size(self) -> int:
        """Return the bytes on the disk: the file and its log."""
        log_file, _ = side_files(self.file)
        return sum(file.stat().st_size for file in (self.file, log_file) if file.exists())

    async def tend(self) -> None:
        """Keep the files small; the daemon calls this periodically."""
        done = await asyncio.to_thread(upkeep.tend, self.file)
        if done.is_log_held:
            log.warning("a reader keeps the database's log from being written back", bytes=done.log_bytes)

    async def close(self) -> None:
        await self._writer.close()
        await self._reading.dispose()
        await self._writing.dispose()

    async def _open(self, now: datetime) -> None:
        for name in await migrate(self._writing, now):
            log.info("migration applied", migration=name)
        self._writer.start()

    async def check(self) -> None:
        """Raise DatabaseDamaged unless every page of the file hangs together."""
        try:
            async with self._reading.connect() as connection:
                verdict = (await connection.ask("PRAGMA quick_check(1)")).rows[0][0]
        except sqlite3.Error as cause:
            raise refusal(self.file, cause) from cause
        if verdict != "ok":
            raise damaged(self.file, str(verdict))


async def open_database(
    folder: Path, now: datetime, *, may_create: bool = True, max_readers: int = MAX_READERS
) -> Database:
    """Open the database of a state folder. Only the process that holds the folder may create one."""
    file = folder / FILE_NAME
    if not file.exists():
        if not may_create:
            raise Unavailable(
                f"There is no database in {folder} yet; the daemon that holds it is still starting. Try again."
            )
        await _create(file, now)
    else:
        # Before anything is opened for writing, because that changes the file: its log, its settings.
        await asyncio.to_thread(inspect, file, alone=may_create, is_quick=True)
    database = Database(file, max_readers)
    try:
        await database._open(now)
    except sqlite3.Error as cause:
        await database.close()
        raise refusal(file, cause) from cause
    except BaseException:
        await database.close()
        raise
    return database


def inspect(file: Path, *, alone: bool = False, is_quick: bool = False) -> None:
    """Raise what a start would raise about a file that is there. Nothing is changed.

    `alone`: no other process uses the file. A quick check does not read all pages of a large file.
    """
    if not is_sqlite(file):
        # Also an empty file: watchd never makes one, so something has gone wrong, and recreating would hide it.
        raise damaged(file, "it is not an SQLite database")
    try:
        with schema.reading_only(file, alone=alone) as connection:
            is_small = file.stat().st_size <= CHECK_AT_START_BYTES
            if (is_small or not is_quick) and (trouble := schema.check_pages(connection)):
                raise damaged(file, trouble)
            applied = schema.applied_migrations(connection, file)
            extra, missing = schema.differences(connection, applied)
    except schema.NotOurs as cause:
        raise damaged(file, str(cause)) from cause
    except sqlite3.Error as cause:
        raise refusal(file, cause) from cause
    if code := [entry.title for entry in extra if entry.has_code]:
        raise DatabaseDamaged(
            f"The database {file} has a {code[0]} that watchd has not made, and which can change its data. It was left "
            f"untouched. If you know it, remove it with `sqlite3 {file} 'DROP {code[0]}'`; else restore a backup."
        )
    if extra or missing:
        log.warning(
            "the schema of the database was changed by hand; a backup of it cannot be restored",
            differences=list(dict.fromkeys(entry.title for entry in (*extra, *missing)))[:MAX_NAMED],
        )


async def _create(file: Path, now: datetime) -> None:
    """Make the database under another name first, so that a crash leaves no half-made file under the real one."""
    if any(leftover.exists() for leftover in side_files(file)):
        # SQLite would replay the log of the lost database into the new one.
        raise damaged(file, "it is gone, but its log is still there")
    draft = file.with_suffix(".new")
    for leftover in (draft, *side_files(draft)):
        leftover.unlink(missing_ok=True)
    draft.touch(mode=0o600)
    creating = connection_pool.writing(draft)
    try:
        await migrate(creating, now)
    except sqlite3.Error as cause:
        raise refusal(file, cause) from cause
    finally:
        await creating.dispose()
    draft.replace(file)


def refusal(file: Path, cause: sqlite3.Error) -> DatabaseDamaged | Unavailable:
    """Return the error for a file that SQLite refuses: a locked file, or one on a full disk, is not damaged."""
    if not any(word in str(cause) for word in PASSING):
        return damaged(file, str(cause))
    return Unavailable(
        f"The database {file} cannot be used now: {cause}. "
        "Nothing is lost; see what holds it, or whether the disk is full."
    )


def damaged(file: Path, reason: str) -> DatabaseDamaged:
    return DatabaseDamaged(
        f"The database {file} is damaged: {reason}. It was left untouched. "
        "Restore a backup with `watchd restore FILE`, or move it away to start with an empty one; "
        f"move {file.name}-wal and {file.name}-shm along with it, if they exist."
    )
