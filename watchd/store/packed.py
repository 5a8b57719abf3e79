"""Texts and structs as compressed bytes. Levels beyond the default cost more time than they save space."""

import threading
from typing import TypeVar

import msgspec
import zstandard

T = TypeVar("T")
MOST_BYTES = 64 * 2**20  # nothing that we pack is larger; a damaged row must not fill the memory


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
    return _zstd.decompressor.decompress(body, max_output_size=MOST_BYTES)
