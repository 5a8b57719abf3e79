"""Base class of the tables, and conversion of values to and from columns.

Texts and structs are stored as bytes that Zstandard compressed. Higher levels than the default cost much time and save
little space.
"""

import threading
from datetime import datetime
from typing import TypeVar

import msgspec
import zstandard

from watchd.model.values import from_rfc3339, rfc3339
from watchd.store.driver import Row, SqliteConnection

T = TypeVar("T")
TWO_TO_63 = 1 << 63
MAX_UNPACKED_BYTES = 64 * 2**20  # packed values are smaller; a damaged row must not fill the memory


def rfc3339_or_none(moment: datetime | None) -> str | None:
    return rfc3339(moment) if moment else None


def moment_or_none(text: str | None) -> datetime | None:
    return from_rfc3339(text) if text else None


def json_of(value: object) -> str:
    return msgspec.json.encode(value).decode()


def signed(number: int) -> int:
    """Return the signed integer with the same 64 bits: columns hold signed integers only."""
    return number - 2 * TWO_TO_63 if number >= TWO_TO_63 else number


def unsigned(number: int) -> int:
    return number + 2 * TWO_TO_63 if number < 0 else number


class _Zstd(threading.local):
    """Compressor and decompressor of one thread; making them takes longer than packing a page."""

    def __init__(self) -> None:
        self.compressor = zstandard.ZstdCompressor()
        self.decompressor = zstandard.ZstdDecompressor()


_zstd = _Zstd()


def pack(value: object) -> bytes:
    """Encode and compress a struct, or any value that msgspec can encode."""
    return _zstd.compressor.compress(msgspec.msgpack.encode(value))


def unpack(body: bytes, type: type[T]) -> T:
    return msgspec.msgpack.decode(_plain(body), type=type)


def pack_text(text: str) -> bytes:
    return _zstd.compressor.compress(text.encode())


def unpack_text(body: bytes) -> str:
    return _plain(body).decode()


def _plain(body: bytes) -> bytes:
    return _zstd.decompressor.decompress(body, max_output_size=MAX_UNPACKED_BYTES)


class Queries:
    """Base class of the tables, with five ways to run one statement."""

    def __init__(self, connection: SqliteConnection) -> None:
        self._connection = connection

    async def _all(self, sql: str, **values: object) -> list[Row]:
        return (await self._connection.ask(sql, values)).rows

    async def _one(self, sql: str, **values: object) -> Row | None:
        rows = (await self._connection.ask(sql, values)).rows
        return rows[0] if rows else None

    async def _only(self, sql: str, **values: object) -> Row:
        """Return the row of a statement that always has one, such as a count."""
        [row] = (await self._connection.ask(sql, values)).rows
        return row

    async def _run(self, sql: str, **values: object) -> int:
        """Run a statement and return the number of changed rows; 0 if the condition of a state change did not hold."""
        return (await self._connection.ask(sql, values)).changed

    async def _run_many(self, sql: str, rows: list[dict[str, object]]) -> int:
        """Run a statement for many rows of values and return the total number of changed rows."""
        return (await self._connection.ask_many(sql, rows)).changed if rows else 0


def like_pattern(words: str) -> str:
    """Return a LIKE pattern for texts that contain these words in any case; use it with ESCAPE '!'."""
    escaped = words.casefold().replace("!", "!!").replace("%", "!%").replace("_", "!_")
    return f"%{escaped}%"
