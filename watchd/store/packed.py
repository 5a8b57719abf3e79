"""Texts and structs as compressed bytes. Levels beyond the default cost more time than they save space."""

from typing import TypeVar

import msgspec
import zstandard

T = TypeVar("T")
MOST_BYTES = 64 * 2**20  # nothing that we pack is larger; a damaged row must not fill the memory


def pack(value: object) -> bytes:
    """A struct, or anything that msgspec can encode."""
    return zstandard.ZstdCompressor().compress(msgspec.msgpack.encode(value))


def unpack(body: bytes, type: type[T]) -> T:
    return msgspec.msgpack.decode(_plain(body), type=type)


def pack_text(text: str) -> bytes:
    return zstandard.ZstdCompressor().compress(text.encode())


def unpack_text(body: bytes) -> str:
    return _plain(body).decode()


def _plain(body: bytes) -> bytes:
    return zstandard.ZstdDecompressor().decompress(body, max_output_size=MOST_BYTES)
