"""Copies of the database: taken while the daemon works, checked before they count, and put back in one step.

SQLite's own backup copies page by page what one moment's reader sees, so writers do not wait and row numbers stay as they
are (VACUUM INTO may change them). A copy is a draft under another name until it has passed its checks and is on the disk.
"""

import contextlib
import os
import re
import sqlite3
from collections.abc import Iterator
from datetime import datetime
from itertools import chain, count
from pathlib import Path

from msgspec import Struct

from watchd.errors import Conflict, DatabaseDamaged, DatabaseTooNew, NotFound, Unavailable
from watchd.store import migrations
from watchd.store.database import FILE_NAME
from watchd.store.state_folder import StateFolder, is_sqlite, side_files

# What a copy in a folder of copies is called; names sort by age, as far as the clock was right.
NAMED = "watchd-{:%Y%m%d-%H%M%S}.db"
NAME = re.compile(r"watchd-\d{8}-\d{6}\.db")
ASIDE = "watchd-before-restore-{:%Y%m%d-%H%M%S}.db"
BUSY_SECONDS = 30


class Copy(Struct, frozen=True):
    """A copy that passed its checks."""

    file: Path
    bytes: int
    schema: int
    profiles: int


def back_up(folder: Path, target: Path, now: datetime) -> Copy:
    """Copy the database of a state folder to a file that does not exist yet, or into a folder under the time's name."""
    source = folder / FILE_NAME
    try:
        if not source.is_file():
            raise NotFound(
                f"There is no database in {folder}; state.dir names the folder, and `watchd serve` makes one."
            )
        file = target / NAMED.format(now) if target.is_dir() else target
        if file.exists():
            raise Conflict(f"{file} exists already, and nothing is overwritten; choose another name.")
    except PermissionError as cause:
        raise Unavailable(
            f"{cause.filename} is not for this user to see; ask as the owner of the state folder, or as root."
        ) from cause
    with _draft_of(file) as draft:
        _copy(source, draft)
        schema, profiles = verify(draft, copied_from=source)
        _settle(draft, file)
    return Copy(file, file.stat().st_size, schema, profiles)


def trim(new: Path, keep: int, now: datetime) -> list[Path]:
    """Delete the oldest copies beside a new one, so that so many are left; only what has the name of a copy, and never
    the new one. A copy from the future was made by a clock that was ahead: nobody knows when, so it goes first."""
    others = [file for file in new.parent.iterdir() if NAME.fullmatch(file.name) and file != new]
    latest = NAMED.format(now)
    others.sort(key=lambda file: (file.name <= latest, file.name))
    spare = others[: max(0, len(others) + 1 - keep)]
    for file in spare:
        file.unlink()
    return spare


def restore(copy: Path, folder: StateFolder, now: datetime) -> tuple[Copy, Path | None]:
    """Put a copy in the place of the database of a folder that we hold. What was there is kept; its new name is told."""
    if not copy.is_file():
        raise NotFound(f"There is no file {copy}.")
    verify(copy)
    file = folder.path / FILE_NAME
    with _draft_of(file) as draft:
        _copy(copy, draft)
        schema, profiles = verify(draft, copied_from=copy)
        _give_to_owner_of(folder.path, draft)
        aside = _put_aside(file, _free_name(folder.path, now))
        _settle(draft, file)
    return Copy(file, file.stat().st_size, schema, profiles), aside


def verify(file: Path, *, copied_from: Path | None = None) -> tuple[int, int]:
    """Raise unless this is a whole database of a version that we know; its schema and how many profiles it has. What is
    wrong with a copy is wrong with what it was copied from."""
    blamed = copied_from or file
    if not is_sqlite(file):
        raise _unusable(blamed, "it is not an SQLite database")
    try:
        with contextlib.closing(sqlite3.connect(file, timeout=BUSY_SECONDS)) as connection:
            connection.execute("PRAGMA trusted_schema = OFF")  # it may come from anywhere
            (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            if verdict != "ok":
                raise _unusable(blamed, str(verdict))
            if orphan := connection.execute("PRAGMA foreign_key_check").fetchone():
                raise _unusable(
                    blamed, f"a row of {orphan[0]} points to a row of {orphan[2]} that is not there"
                )
            (schema,) = connection.execute("SELECT max(number) FROM migrations").fetchone()
            (profiles,) = connection.execute("SELECT count(*) FROM profiles").fetchone()
    except sqlite3.OperationalError as cause:
        if "no such table" in str(cause):
            raise _unusable(blamed, "it is no database of watchd") from cause
        raise Unavailable(f"{blamed} cannot be read now: {cause}.") from cause
    except sqlite3.DatabaseError as cause:
        raise _unusable(blamed, str(cause)) from cause
    if schema is None:
        raise _unusable(blamed, "it is no database of watchd")
    newest = migrations.known()[-1].number
    if schema > newest:
        raise DatabaseTooNew(
            f"{blamed} has schema {schema}, and this watchd knows schemas up to {newest}; install a newer watchd."
        )
    return schema, profiles


def _unusable(file: Path, reason: str) -> DatabaseDamaged:
    return DatabaseDamaged(f"{file} cannot be used: {reason}. Nothing was changed.")


@contextlib.contextmanager
def _draft_of(file: Path) -> Iterator[Path]:
    """An empty private file beside the one that it will become; gone afterwards, whatever happens."""
    draft = file.with_name(f"{file.name}.draft")
    try:
        draft.unlink(missing_ok=True)
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        yield draft
    except OSError as cause:
        raise Unavailable(f"{file} cannot be written: {cause.strerror}. Nothing was changed.") from cause
    finally:
        with contextlib.suppress(OSError):
            for leftover in (draft, *side_files(draft)):
                leftover.unlink(missing_ok=True)


def _copy(source: Path, draft: Path) -> None:
    try:
        with (
            contextlib.closing(sqlite3.connect(source, timeout=BUSY_SECONDS)) as reading,
            contextlib.closing(sqlite3.connect(draft)) as writing,
        ):
            reading.backup(writing)
            # One file: a copy must not need its log beside it.
            writing.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as cause:
        raise Unavailable(
            f"{source} cannot be copied to {draft.parent}: {cause}. Nothing was changed."
        ) from cause
    except sqlite3.DatabaseError as cause:
        raise _unusable(source, str(cause)) from cause


def _settle(draft: Path, file: Path) -> None:
    """Give the draft its name once every byte of it is on the disk."""
    _sync(draft)
    draft.replace(file)
    _sync(file.parent)


def _put_aside(file: Path, aside: Path) -> Path | None:
    """Keep the former database under another name. At every moment there is a database under the real one."""
    if not file.exists():
        return None
    if is_sqlite(file):
        _write_log_back(file)
    os.link(file, aside)
    for former, kept in zip(side_files(file), side_files(aside), strict=True):
        if former.exists():
            former.replace(kept)
    return aside


def _free_name(folder: Path, now: datetime) -> Path:
    """What the former database will be called; several may be put aside within a second."""
    first = folder / ASIDE.format(now)
    others = (first.with_stem(f"{first.stem}-{number}") for number in count(2))
    return next(name for name in chain([first], others) if not name.exists())


def _write_log_back(file: Path) -> None:
    """Let nothing hang on the log any more. A damaged database may refuse; then its log moves along with it."""
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _give_to_owner_of(folder: Path, file: Path) -> None:
    """What root restores must be readable for the daemon."""
    if os.geteuid() == 0:
        owner = folder.stat()
        os.chown(file, owner.st_uid, owner.st_gid)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
