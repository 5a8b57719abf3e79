"""Check of a database file before it is used: its pages, its version, and that its schema is the one of our migrations.

Nothing is changed, not even the log beside the file: a file of a newer version, or a damaged one, stays as it is. A schema
can carry code: a trigger runs with every change, a view with every read, and an index or a constraint can call functions.
So everything in `sqlite_schema` is compared with what the migrations of that file make in an empty database.
"""

import contextlib
import re
import sqlite3
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from watchd.errors import DatabaseTooNew
from watchd.store import migrations
from watchd.store.migrate import APPLIED, CREATE_TABLE, newest_of
from watchd.store.migrations import Migration
from watchd.store.state_folder import side_files

BUSY_SECONDS = 5.0
# SQLite makes these for ANALYZE, which a person may have run. They hold numbers for the planner of queries.
STATISTICS = {
    ("table", "sqlite_stat1"): "CREATE TABLE sqlite_stat1(tbl,idx,stat)",
    ("table", "sqlite_stat4"): "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
}
PLAIN = (("TABLE",), ("INDEX",), ("UNIQUE",))  # words after CREATE
MAX_ENTRIES = 1000  # of a schema; ours has about a hundred
MAX_SQL_CHARS = 100_000  # of one entry
ENTRIES = "SELECT type, name, tbl_name, substr(sql, 1, :chars) FROM sqlite_schema LIMIT :rows"
TOKEN = re.compile(r"""'(?:[^']|'')*'|"(\w+)"|\w+|\S""")


class NotOurs(Exception):
    """Raised when a file is not a database of this watchd; the text is the reason."""


class Entry(NamedTuple):
    """Row of sqlite_schema; the text without spaces and needless quotes, which versions of SQLite write differently."""

    kind: str
    name: str
    table: str
    tokens: tuple[str, ...]

    @property
    def title(self) -> str:
        return f"{self.kind} {self.name}"

    @property
    def has_code(self) -> bool:
        """True if SQLite may do more for this entry than to store rows. It follows the text, whatever the kind is."""
        return self.kind not in ("table", "index") or (bool(self.tokens) and self.tokens[1:2] not in PLAIN)


@contextlib.contextmanager
def reading_only(file: Path, *, alone: bool) -> Iterator[sqlite3.Connection]:
    """Open a file that must not be changed. `alone`: no other process uses it.

    Without a log the file is all there is, and SQLite may take it for immutable. With a log SQLite needs its index: it
    reads the one that is there without changing it, or makes one, which is deleted.
    """
    log, index = side_files(file)
    journal = Path(f"{file}-journal")
    had_index = index.exists()
    if alone and journal.exists():
        _roll_back(file)
    if not log.exists() and not journal.exists():
        mode = "mode=ro&immutable=1"
    elif alone and had_index and log.exists():
        mode = "mode=ro&readonly_shm=1"
    else:
        mode = "mode=ro"
    uri = f"file:{quote(str(file.absolute()))}?{mode}"
    try:
        with contextlib.closing(sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS)) as connection:
            connection.execute("PRAGMA trusted_schema = OFF")
            yield connection
    finally:
        if alone and not had_index:
            index.unlink(missing_ok=True)


def check_pages(connection: sqlite3.Connection) -> str | None:
    """Return what is wrong with the pages of the file; None if they hang together."""
    (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    return None if verdict == "ok" else str(verdict)


def applied_migrations(connection: sqlite3.Connection, blamed: Path) -> list[Migration]:
    """Return the migrations of a file; raise if this version does not know one, or knows another one of that number.

    The table of migrations is read only if it is a table: a view of that name could compute for ever.
    """
    [own] = _made_by(())
    if [entry for entry in _entries(connection) if entry.name == own.name] != [own]:
        raise NotOurs("it is not a watchd database")
    rows = connection.execute(APPLIED).fetchall()
    if not rows:
        raise NotOurs("it is not a watchd database")
    known = {migration.number: migration for migration in migrations.known()}
    newest = max(number for number, _, _ in rows)
    if newest > newest_of(known.values()):
        raise DatabaseTooNew(
            f"{blamed} has schema {newest}; this watchd supports schemas up to {newest_of(known.values())}. "
            "A newer version wrote it: install that version, or restore a backup made before the upgrade."
        )
    for number, name, checksum in rows:
        if number in known and known[number].checksum != checksum:
            raise NotOurs(f"a modified version of watchd made it: its migration {name} differs from ours")
    return [known[number] for number, _, _ in rows if number in known]


def differences(
    connection: sqlite3.Connection, applied: Iterable[Migration]
) -> tuple[list[Entry], list[Entry]]:
    """Return what the migrations do not make, or make in another way; and what is missing."""
    found, expected = set(_entries(connection)), _made_by(tuple(applied))
    extra = sorted(entry for entry in found - expected if not _is_statistics(entry))
    return extra, sorted(expected - found)


def _entries(connection: sqlite3.Connection) -> list[Entry]:
    """Return the schema of a file; its text is limited, because the file may come from anywhere."""
    rows = connection.execute(ENTRIES, {"chars": MAX_SQL_CHARS + 1, "rows": MAX_ENTRIES + 1}).fetchall()
    if len(rows) > MAX_ENTRIES or any(len(str(row[3])) > MAX_SQL_CHARS for row in rows):
        raise NotOurs("it is not a watchd database")
    found = [Entry(str(kind), str(name), str(table), _tokens(sql)) for kind, name, table, sql in rows]
    if len(set(found)) < len(found):
        raise NotOurs("its schema has an entry twice")
    return found


@lru_cache(maxsize=8)
def _made_by(applied: tuple[Migration, ...]) -> frozenset[Entry]:
    """Return the schema that these migrations make in an empty database."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.execute(CREATE_TABLE)
        for migration in applied:
            for statement in migration.statements():
                connection.execute(statement)
        return frozenset(_entries(connection))


def _is_statistics(entry: Entry) -> bool:
    return entry.tokens == _tokens(STATISTICS.get((entry.kind, entry.name)))


def _tokens(sql: object) -> tuple[str, ...]:
    return tuple(match[1] or match[0] for match in TOKEN.finditer(sql)) if isinstance(sql, str) else ()


def _roll_back(file: Path) -> None:
    """Undo a transaction that a crash interrupted before the database had a log, as after a restore; nothing else helps."""
    with contextlib.closing(sqlite3.connect(file, timeout=BUSY_SECONDS)) as connection:
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
