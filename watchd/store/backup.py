"""Backup and restore of the database while the daemon works.

The backup function of SQLite copies a consistent view of the database page by page. Writers do not wait, and row numbers
stay the same (VACUUM INTO may change them). A copy has a temporary name until it has passed its checks and is on the disk.
"""

import contextlib
import os
import re
import sqlite3
import stat
from collections.abc import Iterator
from datetime import datetime
from itertools import chain, count
from pathlib import Path

from msgspec import Struct

from watchd.errors import Conflict, DatabaseDamaged, NotFound, Unavailable
from watchd.store import schema
from watchd.store.database import FILE_NAME, MAX_NAMED
from watchd.store.migrate import newest_of
from watchd.store.state_folder import StateFolder, is_sqlite, side_files

# Names of copies in a folder; they sort by age if the clock was right.
COPY_NAME = "watchd-{:%Y%m%d-%H%M%S}.db"
COPY_NAME_PATTERN = re.compile(r"watchd-\d{8}-\d{6}\.db")
FORMER_NAME = "watchd-before-restore-{:%Y%m%d-%H%M%S}.db"
BUSY_SECONDS = 30


class Copy(Struct, frozen=True):
    """Copy of the database that has passed its checks."""

    file: Path
    bytes: int
    schema: int
    profiles: int


def back_up(folder: Path, target: Path, now: datetime) -> Copy:
    """Copy the database of a state folder to a new file, or into a folder under a name made of the time."""
    source = folder / FILE_NAME
    try:
        if not source.is_file():
            raise NotFound(
                f"There is no database in {folder}. Set state.dir to its folder, or create it with `watchd serve`."
            )
        file = target / COPY_NAME.format(now) if target.is_dir() else target
        if file.exists():
            raise Conflict(f"{file} exists already, and watchd overwrites no file; choose another name.")
    except PermissionError as cause:
        raise Unavailable(
            f"This user cannot read {cause.filename}; run the command as the owner of the state folder or as root."
        ) from cause
    with _draft_of(file) as draft:
        _copy(contextlib.closing(sqlite3.connect(source, timeout=BUSY_SECONDS)), source, draft)
        number, profiles = verify(draft, copied_from=source)
        _settle(draft, file)
    return Copy(file, file.stat().st_size, number, profiles)


def trim(new: Path, keep: int, now: datetime) -> list[Path]:
    """Delete the oldest copies in the folder of a new one, so that `keep` copies remain.

    Only files with the name of a copy are deleted, and never the new one. A copy whose name is in the future was made by
    a clock that was ahead: its age is unknown, so it is deleted first.
    """
    others = [file for file in new.parent.iterdir() if COPY_NAME_PATTERN.fullmatch(file.name) and file != new]
    latest = COPY_NAME.format(now)
    others.sort(key=lambda file: (file.name <= latest, file.name))
    spare = others[: max(0, len(others) + 1 - keep)]
    for file in spare:
        file.unlink()
    return spare


def restore(copy: Path, folder: StateFolder, now: datetime) -> tuple[Copy, Path | None]:
    """Replace the database of a locked folder by a copy; return the new database and the file of the former one."""
    try:
        if not stat.S_ISREG(copy.stat().st_mode):
            raise Unavailable(f"{copy} must be a file; got a folder or a device; name a copy in it.")
    except FileNotFoundError as cause:
        raise NotFound(f"The file {copy} does not exist; name a copy that `watchd backup` made.") from cause
    except OSError as cause:
        raise _unreadable(copy, cause) from cause
    verify(copy)
    file = folder.path / FILE_NAME
    with _draft_of(file) as draft:
        _copy(schema.reading_only(copy, alone=False), copy, draft)
        number, profiles = verify(draft, copied_from=copy)
        _give_to_owner_of(folder.path, draft)
        former = _keep_former(file, _free_name(folder.path, now))
        _settle(draft, file)
    return Copy(file, file.stat().st_size, number, profiles), former


def verify(file: Path, *, copied_from: Path | None = None) -> tuple[int, int]:
    """Return the schema and the number of profiles of a database.

    Raise if the file is damaged, of an unknown version, or has a schema that our migrations do not make: it may come from
    anywhere. The schema comes first, because the other checks would run its code. A fault of a copy is a fault of its
    source: errors name `copied_from`.
    """
    blamed = copied_from or file
    try:
        if not is_sqlite(file):
            reason = "it is not an SQLite database, or it is encrypted or compressed; unpack it first"
            raise schema.NotOurs(reason)
        with schema.reading_only(file, alone=copied_from is not None) as connection:
            applied = schema.applied_migrations(connection, blamed)
            extra, missing = schema.differences(connection, applied)
            if extra or missing:
                raise schema.NotOurs(_differences(extra + missing))
            return newest_of(applied), _checked_rows(connection)
    except OSError as cause:
        raise _unreadable(blamed, cause) from cause
    except sqlite3.OperationalError as cause:
        raise Unavailable(f"{blamed} cannot be read now: {cause}. Nothing was changed; try again.") from cause
    except (sqlite3.DatabaseError, schema.NotOurs) as cause:
        raise _unusable(blamed, str(cause)) from cause


def _checked_rows(connection: sqlite3.Connection) -> int:
    """Check every page, index and reference; return the number of profiles."""
    (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise schema.NotOurs(str(verdict))
    if orphan := connection.execute("PRAGMA foreign_key_check").fetchone():
        raise schema.NotOurs(f"a row of table {orphan[0]} refers to a missing row of table {orphan[2]}")
    (profiles,) = connection.execute("SELECT count(*) FROM profiles").fetchone()
    return int(profiles)


def _differences(different: list[schema.Entry]) -> str:
    names = ", ".join(list(dict.fromkeys(entry.title for entry in different))[:MAX_NAMED])
    return f"its schema differs from the one that watchd makes ({names}), and a schema can run code"


def _unusable(file: Path, reason: str) -> DatabaseDamaged:
    return DatabaseDamaged(f"{file} cannot be used: {reason}. Nothing was changed; use an intact backup.")


def _unreadable(file: Path, cause: OSError) -> Unavailable:
    way_out = (
        "run the command as its owner or as root"
        if isinstance(cause, PermissionError)
        else "name a copy that `watchd backup` made"
    )
    return Unavailable(f"{file} cannot be read: {cause.strerror}. Nothing was changed; {way_out}.")


@contextlib.contextmanager
def _draft_of(file: Path) -> Iterator[Path]:
    """Create an empty private file in the folder of its final name, and delete it at the end."""
    draft = file.with_name(f"{file.name}.draft")
    try:
        draft.unlink(missing_ok=True)
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        yield draft
    except OSError as cause:
        raise Unavailable(
            f"{file} cannot be written: {cause.strerror}. Nothing was changed; check the folder and the disk."
        ) from cause
    finally:
        with contextlib.suppress(OSError):
            for leftover in (draft, *side_files(draft)):
                leftover.unlink(missing_ok=True)


def _copy(opening: contextlib.AbstractContextManager[sqlite3.Connection], source: Path, draft: Path) -> None:
    try:
        with (
            opening as reading,
            contextlib.closing(sqlite3.connect(draft)) as writing,
        ):
            reading.backup(writing)
            # A copy is one file: it must not need a log.
            writing.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as cause:
        raise Unavailable(
            f"{source} cannot be copied to {draft.parent}: {cause}. Nothing was changed; check the disk and try again."
        ) from cause
    except sqlite3.DatabaseError as cause:
        raise _unusable(source, str(cause)) from cause


def _settle(draft: Path, file: Path) -> None:
    """Give the draft its final name after every byte of it is on the disk."""
    _sync(draft)
    draft.replace(file)
    _sync(file.parent)


def _keep_former(file: Path, target: Path) -> Path | None:
    """Keep the former database under another name, too; at no moment is the real name without a database."""
    if not file.exists():
        return None
    if is_sqlite(file):
        _write_log_back(file)
    os.link(file, target)
    for former, kept in zip(side_files(file), side_files(target), strict=True):
        if former.exists():
            former.replace(kept)
    return target


def _free_name(folder: Path, now: datetime) -> Path:
    """Return an unused name for the former database; two restores may happen within a second."""
    first = folder / FORMER_NAME.format(now)
    others = (first.with_stem(f"{first.stem}-{number}") for number in count(2))
    return next(name for name in chain([first], others) if not name.exists())


def _write_log_back(file: Path) -> None:
    """Write the log into the database file. A damaged database may refuse; then its log is kept with it."""
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _give_to_owner_of(folder: Path, file: Path) -> None:
    """Make a file that root restores readable for the daemon."""
    if os.geteuid() == 0:
        owner = folder.stat()
        os.chown(file, owner.st_uid, owner.st_gid)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
