"""Open and close the database of a state folder: create it, check it, bring it up to date, hand out its tables."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path
from typing import TypeVar

import structlog
from sqlalchemy import text
from sqlalchemy.exc import DatabaseError, DBAPIError, SQLAlchemyError

from watchd.errors import DatabaseDamaged
from watchd.store import engine
from watchd.store.migrate import check_version, migrate
from watchd.store.tables import Tables
from watchd.store.writer import Writer, unavailable

T = TypeVar("T")
FILE_NAME = "watchd.db"
# Checking a small file takes milliseconds. A large one would hold up every start; `watchd doctor` checks it instead.
CHECK_AT_START_BYTES = 128 * 2**20

log = structlog.get_logger()


class Database:
    """The store. Reads run beside the writer; writes are committed when `write` returns."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._writing = engine.writing(file)
        self._reading = engine.reading(file)
        self._writer = Writer(self._writing)

    async def read(self, work: Callable[[Tables], Awaitable[T]]) -> T:
        """Run queries on one consistent view of the database."""
        try:
            async with self._reading.connect() as connection:
                return await work(Tables(connection))
        except (DBAPIError, OSError) as cause:
            raise unavailable(cause) from cause

    async def write(self, work: Callable[[Tables], Awaitable[T]]) -> T:
        """Run changes as one transaction; all of them are on the disk when this returns, or none."""
        return await self._writer.run(lambda connection: work(Tables(connection)))

    def size(self) -> int:
        """Bytes on the disk: the file and its log."""
        files = (self.file, Path(f"{self.file}-wal"))
        return sum(file.stat().st_size for file in files if file.exists())

    async def close(self) -> None:
        await self._writer.close()
        await self._reading.dispose()
        await self._writing.dispose()

    async def _open(self, now: datetime) -> None:
        if self.file.stat().st_size <= CHECK_AT_START_BYTES:
            await self.check()
        await check_version(self._writing)
        for name in await migrate(self._writing, now):
            log.info("migration applied", migration=name)
        self._writer.start()

    async def check(self) -> None:
        """Raise DatabaseDamaged unless every page of the file hangs together."""
        try:
            async with self._reading.connect() as connection:
                verdict = (await connection.execute(text("PRAGMA quick_check(1)"))).scalar()
        except DatabaseError as cause:
            raise damaged(self.file, str(cause.orig)) from cause
        if verdict != "ok":
            raise damaged(self.file, str(verdict))


async def open_database(folder: Path, now: datetime) -> Database:
    """The database of this state folder, ready for use. The folder must exist and be ours."""
    file = folder / FILE_NAME
    if not file.exists():
        await _create(file, now)
    elif not file.read_bytes()[:16].startswith(b"SQLite format 3"):
        # Also an empty file: watchd never makes one, so something has gone wrong, and recreating would hide it.
        raise damaged(file, "it is not an SQLite database")
    database = Database(file)
    try:
        await database._open(now)
    except SQLAlchemyError as cause:
        await database.close()
        raise damaged(file, str(cause)) from cause
    except BaseException:
        await database.close()
        raise
    return database


async def _create(file: Path, now: datetime) -> None:
    """Make the database under another name first, so that a crash leaves no half-made file under the real one."""
    draft = file.with_suffix(".new")
    for leftover in (draft, Path(f"{draft}-wal"), Path(f"{draft}-shm")):
        leftover.unlink(missing_ok=True)
    draft.touch(mode=0o600)
    creating = engine.writing(draft)
    try:
        await migrate(creating, now)
    finally:
        await creating.dispose()
    draft.replace(file)


def damaged(file: Path, reason: str) -> DatabaseDamaged:
    return DatabaseDamaged(
        f"The database {file} is damaged: {reason}. It was left untouched. "
        "Restore a backup in its place, or move it away to start with an empty one."
    )
