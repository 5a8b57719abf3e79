"""Schema migration: upgrade of a database to the schema of this version."""

from collections.abc import Iterable
from datetime import datetime

from watchd.errors import DatabaseDamaged
from watchd.model.values import rfc3339
from watchd.store import migrations
from watchd.store.connection_pool import Pool
from watchd.store.driver import Row, SqliteConnection
from watchd.store.migrations import Migration

CREATE_TABLE = """
CREATE TABLE IF NOT EXISTS migrations (
    number INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at TEXT NOT NULL
)"""
APPLIED = "SELECT number, name, checksum FROM migrations ORDER BY number"
RECORD = "INSERT INTO migrations (number, name, checksum, applied_at) VALUES (:number, :name, :checksum, :applied_at)"


async def migrate(pool: Pool, now: datetime) -> list[str]:
    """Apply the missing migrations, each in its own transaction, and return their names."""
    async with pool.begin() as connection:
        await connection.ask(CREATE_TABLE)
    applied = []
    for migration in migrations.known():
        # Read the list of migrations again inside the transaction: another process may have applied this one.
        async with pool.begin() as connection:
            if _is_applied((await connection.ask(APPLIED)).rows, migration):
                continue
            await _apply(connection, migration, now)
            applied.append(migration.name)
    return applied


def newest_of(some: Iterable[Migration]) -> int:
    """Return the highest number of some migrations."""
    return max(migration.number for migration in some)


def _is_applied(rows: list[Row], migration: Migration) -> bool:
    row = next((row for row in rows if row.number == migration.number), None)
    if row is not None and row.checksum != migration.checksum:
        raise DatabaseDamaged(
            f"Migration {row.name} of the database differs from the one in this watchd. "
            "A modified version made the database: install that version, or restore a backup."
        )
    return row is not None


async def _apply(connection: SqliteConnection, migration: Migration, now: datetime) -> None:
    for statement in migration.statements():
        await connection.ask(statement)
    row = {
        "number": migration.number,
        "name": migration.name,
        "checksum": migration.checksum,
        "applied_at": rfc3339(now),
    }
    await connection.ask(RECORD, row)
