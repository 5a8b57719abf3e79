"""Bring a database to the schema of this version, or say why that cannot be done."""

from datetime import datetime

from watchd.errors import DatabaseDamaged, DatabaseTooNew
from watchd.model.times import rfc3339
from watchd.store import migrations
from watchd.store.driver import Connection
from watchd.store.migrations import Migration
from watchd.store.pool import Pool
from watchd.store.row import Row

CREATE_LEDGER = """
CREATE TABLE IF NOT EXISTS migrations (
    number INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at TEXT NOT NULL
)"""
APPLIED = "SELECT number, name, checksum FROM migrations ORDER BY number"
RECORD = "INSERT INTO migrations (number, name, checksum, applied_at) VALUES (:number, :name, :checksum, :applied_at)"


async def migrate(pool: Pool, now: datetime) -> list[str]:
    """Apply what is missing, each file in its own transaction, and answer with the names of what was applied."""
    async with pool.begin() as connection:
        await connection.ask(CREATE_LEDGER)
    applied = []
    for migration in migrations.known():
        # The ledger is read again inside the transaction: another process may have been faster.
        async with pool.begin() as connection:
            if await _is_applied(connection, migration):
                continue
            await _apply(connection, migration, now)
            applied.append(migration.name)
    return applied


async def check_version(pool: Pool) -> None:
    """Refuse a database that a newer or a modified version wrote, before anything touches it."""
    known = migrations.known()
    newest_known = known[-1].number
    async with pool.connect() as connection:
        rows = (await connection.ask(APPLIED)).rows
    newest = max((row.number for row in rows), default=0)
    if newest > newest_known:
        raise DatabaseTooNew(
            f"The database has schema {newest}, and this watchd knows schemas up to {newest_known}. "
            "It was written by a newer version: install that one, or restore a backup made before the upgrade."
        )
    for migration in known:
        _is_among(rows, migration)


async def _is_applied(connection: Connection, migration: Migration) -> bool:
    return _is_among((await connection.ask(APPLIED)).rows, migration)


def _is_among(rows: list[Row], migration: Migration) -> bool:
    row = next((row for row in rows if row.number == migration.number), None)
    if row is not None and row.checksum != migration.checksum:
        raise DatabaseDamaged(
            f"Migration {row.name} of the database is not the one that this watchd has. "
            "The database was made by a modified version; restore a backup or install that version."
        )
    return row is not None


async def _apply(connection: Connection, migration: Migration, now: datetime) -> None:
    for statement in migration.statements():
        await connection.ask(statement)
    row = {
        "number": migration.number,
        "name": migration.name,
        "checksum": migration.checksum,
        "applied_at": rfc3339(now),
    }
    await connection.ask(RECORD, row)
