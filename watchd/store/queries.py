"""How values are written into columns, and read from them again, where the column's type is not the value's.

Texts and structs as compressed bytes. Levels beyond the default cost more time than they save space.

How every table asks: named SQL in, rows out.
"""

import threading
from datetime import datetime
from typing import TypeVar

import msgspec
import zstandard

from watchd.model.times import from_rfc3339, rfc3339
from watchd.store.driver import Connection
from watchd.store.row import Row

HALF = 1 << 63


def rfc3339_or_none(moment: datetime | None) -> str | None:
    """A time that may be missing."""
    return rfc3339(moment) if moment else None


def moment_or_none(text: str | None) -> datetime | None:
    return from_rfc3339(text) if text else None


def json_of(value: object) -> str:
    return msgspec.json.encode(value).decode()


def signed(number: int) -> int:
    """64 bits without a sign do not fit into a column; the same bits with one do."""
    return number - 2 * HALF if number >= HALF else number


def unsigned(number: int) -> int:
    return number + 2 * HALF if number < 0 else number


T = TypeVar("T")
MAX_BYTES = 64 * 2**20  # nothing that we pack is larger; a damaged row must not fill the memory


class _Zstd(threading.local):
    """Made once per thread: that takes longer than packing a page, and threads must not share one."""

    def __init__(self) -> None:
        self.compressor = zstandard.ZstdCompressor()
        self.decompressor = zstandard.ZstdDecompressor()


_zstd = _Zstd()


def pack(value: object) -> bytes:
    """A struct, or anything that msgspec can encode."""
    return _zstd.compressor.compress(msgspec.msgpack.encode(value))


def unpack(body: bytes, type: type[T]) -> T:
    return msgspec.msgpack.decode(_plain(body), type=type)


def pack_text(text: str) -> bytes:
    return _zstd.compressor.compress(text.encode())


def unpack_text(body: bytes) -> str:
    return _plain(body).decode()


def _plain(body: bytes) -> bytes:
    return _zstd.decompressor.decompress(body, max_output_size=MAX_BYTES)


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


def like_pattern(words: str) -> str:
    """A LIKE pattern for rows that contain these characters, whatever case; used with ESCAPE '!'."""
    escaped = words.casefold().replace("!", "!!").replace("%", "!%").replace("_", "!_")
    return f"%{escaped}%"
