"""The files that a database is made of."""

from pathlib import Path


def side_files(file: Path) -> tuple[Path, Path]:
    """The log and its index, which belong to the file and move with it."""
    return Path(f"{file}-wal"), Path(f"{file}-shm")


def is_sqlite(file: Path) -> bool:
    with file.open("rb") as content:
        return content.read(16).startswith(b"SQLite format 3")
