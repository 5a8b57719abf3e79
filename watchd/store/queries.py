"""How every table asks: named SQL in, rows out."""

from functools import lru_cache
from typing import Any

from sqlalchemy import CursorResult, Row, TextClause, text
from sqlalchemy.ext.asyncio import AsyncConnection


class Queries:
    """Base of the tables: three ways to run one statement."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def _all(self, sql: str, **values: object) -> list[Row[Any]]:
        return list((await self._connection.execute(_statement(sql), values)).all())

    async def _one(self, sql: str, **values: object) -> Row[Any] | None:
        return (await self._connection.execute(_statement(sql), values)).first()

    async def _run(self, sql: str, **values: object) -> int:
        """The number of rows that changed: state changes are conditional, and this number tells who won."""
        result: CursorResult[Any] = await self._connection.execute(_statement(sql), values)
        return result.rowcount

    async def _run_many(self, sql: str, rows: list[dict[str, object]]) -> None:
        if rows:
            await self._connection.execute(_statement(sql), rows)


@lru_cache(maxsize=512)
def _statement(sql: str) -> TextClause:
    """Looking for the names in a statement takes as long as running a small one."""
    return text(sql)


def like(words: str) -> str:
    """A LIKE pattern for rows that contain these characters, whatever case; used with ESCAPE '!'."""
    escaped = words.casefold().replace("!", "!!").replace("%", "!%").replace("_", "!_")
    return f"%{escaped}%"
