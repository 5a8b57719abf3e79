"""State folder: private to its owner, locked by one daemon at a time; the files of the database in it."""

import errno
import fcntl
import os
import re
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from watchd.errors import ConfigError, Fault, StateInUse, Unavailable


def side_files(file: Path) -> tuple[Path, Path]:
    """Return the log of a database and the index of the log; both must move with the database file."""
    return Path(f"{file}-wal"), Path(f"{file}-shm")


def is_sqlite(file: Path) -> bool:
    with file.open("rb") as content:
        return content.read(16).startswith(b"SQLite format 3")


LOCK_NAME = "watchd.lock"
ADMIN_TOKEN_NAME = "admin.token"  # noqa: S105 (a file's name)
LINKS_KEY_NAME = "links.key"
LINKS_KEY = re.compile(r"[0-9a-f]{64}")
# Errors of a disk that may end without a change of settings.
TRANSIENT_ERRORS = (errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EIO)


class StateFolder:
    """State folder with a lock. The kernel releases the lock when the process ends, also after a crash."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: int | None = None

    def __enter__(self) -> Self:
        try:
            make_private(self.path)
            self._lock = os.open(self.path / LOCK_NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            self._acquire()
        except OSError as cause:
            self._release()
            raise unusable(self.path, cause) from cause
        return self

    def _acquire(self) -> None:
        assert self._lock is not None
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as cause:
            if cause.errno != errno.EWOULDBLOCK:
                raise
            holder = os.pread(self._lock, 32, 0).decode(errors="replace").strip() or "unknown"
            self._release()
            raise StateInUse(
                f"The state folder {self.path} is in use by another watchd (process {holder}). "
                "Stop that process first, or set state.dir to another folder."
            ) from cause
        os.ftruncate(self._lock, 0)
        os.pwrite(self._lock, f"{os.getpid()}\n".encode(), 0)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._release()

    def write_admin_token(self, text: str) -> Path:
        """Write the first token to a file that only the owner of the folder can read."""
        return write_private(self.path / ADMIN_TOKEN_NAME, text)

    def links_key(self, fresh: Callable[[], int]) -> bytes:
        """Return the key of 256 bits that signs links in messages; make it at the first call.

        To invalidate every link in use, delete the file.
        """
        file = self.path / LINKS_KEY_NAME
        if not file.exists():
            write_private(file, fresh().to_bytes(32, "big").hex())
        written = file.read_text(encoding="ascii", errors="replace").strip()
        # A shorter key, for example from an empty file, could be guessed.
        if not LINKS_KEY.fullmatch(written):
            detail = f"{file} must hold 64 hexadecimal digits; delete it, and watchd makes a new key; old links then end"
            raise ConfigError([Fault("state.dir", detail)])
        return bytes.fromhex(written)

    def _release(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def lock_holder(path: Path) -> int | None:
    """Return the daemon that holds the folder; None when none does, or this cannot be seen.

    The lock is not tried, because a daemon that starts at this moment would be refused.
    """
    try:
        lock = (path / LOCK_NAME).resolve()
        pid = int(lock.read_text())
        opened = {file.resolve() for file in Path(f"/proc/{pid}/fd").iterdir()}
    except (OSError, ValueError):
        return None
    return pid if lock in opened else None  # else the number belongs to another process now


def make_private(path: Path) -> None:
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Do not close a folder that other programs use, such as /tmp; the files of watchd in it are private anyway.
    if path.stat().st_uid == os.geteuid() and _is_ours(path):
        path.chmod(0o700)


def unusable(path: Path, cause: OSError) -> ConfigError | Unavailable:
    """Return the error for a folder: unavailable for the moment, or a setting that a person has to change."""
    if cause.errno in TRANSIENT_ERRORS:
        return Unavailable(
            f"The state folder {path} cannot be used now: {cause.strerror}. Nothing is lost; check the disk."
        )
    way_out = (
        "; run watchd as its owner or as root, or change its owner or state.dir"
        if isinstance(cause, PermissionError)
        else "; set state.dir to a folder that watchd can create or write"
    )
    return ConfigError([Fault("state.dir", f"{path} cannot be used: {cause.strerror}{way_out}")])


def _is_ours(path: Path) -> bool:
    return (path / LOCK_NAME).exists() or next(path.iterdir(), None) is None


def write_private(file: Path, text: str) -> Path:
    """Write a file that only its owner can read; after a crash it holds all of the text or was not changed."""
    draft = file.with_name(f"{file.name}.new")
    try:
        draft.unlink(missing_ok=True)
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(f"{text}\n")
            out.flush()
            os.fsync(out.fileno())
        draft.replace(file)
    except OSError as cause:
        raise unusable(file.parent, cause) from cause
    return file
