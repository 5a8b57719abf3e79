"""The files that a database is made of.

The state folder: private to us, owned by one daemon at a time.
"""

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
    """The log and its index, which belong to the file and move with it."""
    return Path(f"{file}-wal"), Path(f"{file}-shm")


def is_sqlite(file: Path) -> bool:
    with file.open("rb") as content:
        return content.read(16).startswith(b"SQLite format 3")


LOCK_NAME = "watchd.lock"
ADMIN_TOKEN_NAME = "admin.token"  # noqa: S105 (a file's name)
LINKS_KEY_NAME = "links.key"
LINKS_KEY = re.compile(r"[0-9a-f]{64}")
# Troubles of a disk that may be over in a minute.
PASSING = (errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EIO)


class StateFolder:
    """Holds the folder while it is open. The kernel lets go of the lock when the process ends, however it ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: int | None = None

    def __enter__(self) -> Self:
        try:
            make_private(self.path)
            self._lock = os.open(self.path / LOCK_NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            self._take()
        except OSError as cause:
            self._let_go()
            raise unusable(self.path, cause) from cause
        return self

    def _take(self) -> None:
        assert self._lock is not None
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as cause:
            if cause.errno != errno.EWOULDBLOCK:
                raise
            holder = os.pread(self._lock, 32, 0).decode(errors="replace").strip() or "unknown"
            self._let_go()
            raise StateInUse(
                f"The state folder {self.path} is in use by another watchd (process {holder}). "
                "Stop that one first, or choose another folder with state.dir."
            ) from cause
        os.ftruncate(self._lock, 0)
        os.pwrite(self._lock, f"{os.getpid()}\n".encode(), 0)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._let_go()

    def write_admin_token(self, text: str) -> Path:
        """Put the first token where only the owner of the folder can read it."""
        return write_private(self.path / ADMIN_TOKEN_NAME, text)

    def links_key(self, fresh: Callable[[], int]) -> bytes:
        """The key that signs links in messages: 256 bits, made once. Removing the file ends every link in use."""
        file = self.path / LINKS_KEY_NAME
        if not file.exists():
            write_private(file, fresh().to_bytes(32, "big").hex())
        written = file.read_text(encoding="ascii", errors="replace").strip()
        # A shorter one, such as an empty file makes, would let strangers sign.
        if not LINKS_KEY.fullmatch(written):
            detail = (
                f"{file} holds no key; remove it, and a new one is made, which ends the links that were sent"
            )
            raise ConfigError([Fault("state.dir", detail)])
        return bytes.fromhex(written)

    def _let_go(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def make_private(path: Path) -> None:
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    # A folder that others use too (somebody may name /tmp) is not ours to close; our files in it are private anyway.
    if path.stat().st_uid == os.geteuid() and _is_ours(path):
        path.chmod(0o700)


def unusable(path: Path, cause: OSError) -> ConfigError | Unavailable:
    """A disk that is full or read-only may be neither in a minute; everything else somebody has to change."""
    if cause.errno in PASSING:
        return Unavailable(
            f"The state folder {path} cannot be used now: {cause.strerror}. Nothing is lost; see to the disk."
        )
    way_out = (
        "; run as its owner or as root, or change its owner or state.dir"
        if isinstance(cause, PermissionError)
        else ""
    )
    return ConfigError([Fault("state.dir", f"{path} cannot be used: {cause.strerror}{way_out}")])


def _is_ours(path: Path) -> bool:
    return (path / LOCK_NAME).exists() or next(path.iterdir(), None) is None


def write_private(file: Path, text: str) -> Path:
    """Write a file that only its owner can read, all of it or nothing, whatever the umask."""
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
