"""How every table asks: named SQL in, rows out."""

from watchd.store.driver import Connection
from watchd.store.row import Row


class Queries:
    """Base of the tables: five ways to run one statement."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def _all(self, sql: str, **values: object) -> list[Row]:
        return (await self._connection.ask(sql, values)).rows

    async def _one(self, sql: str, **values: object) -> Row | None:
        rows = (await self._connection.ask(sql, values)).rows
        return rows[0] if rows else None

    async def _only(self, sql: str, **values: object) -> Row:
        """The row of a statement that always has one, such as a count."""
        [row] = (await self._connection.ask(sql, values)).rows
        return row

    async def _run(self, sql: str, **values: object) -> int:
        """The number of rows that changed: state changes are conditional, and this number tells who won."""
        return (await self._connection.ask(sql, values)).changed

    async def _run_many(self, sql: str, rows: list[dict[str, object]]) -> int:
        """The same for many rows of values, in all."""
        return (await self._connection.ask_many(sql, rows)).changed if rows else 0


def like(words: str) -> str:
    """A LIKE pattern for rows that contain these characters, whatever case; used with ESCAPE '!'."""
    escaped = words.casefold().replace("!", "!!").replace("%", "!%").replace("_", "!_")
    return f"%{escaped}%"
