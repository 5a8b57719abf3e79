"""What did the server really send? Unpacks gzip, deflate, brotli and zstd, never further than the limit.

Every decoder is called with an output limit, so a bomb costs the limit and not what it would unpack to. One
coding only; the stream has to end where the body ends.
"""

import io
import zlib

import brotli
import zstandard

ACCEPT_ENCODING = "gzip, br, zstd"
_WINDOW = 8 * 1024 * 1024  # what RFC 9659 allows zstd on the web
_STEP = 64 * 1024


class Undecodable(Exception):
    """Raised when the body is not what its coding says, or the coding is not one that we asked for."""


class DecodedTooLarge(Exception):
    """Raised when the body unpacks to more than the limit."""


def decode(coding: str, wire: bytes, limit: int, *, cut: bool = False) -> bytes:
    """Unpack a body; raises Undecodable, and TooBig above the limit unless it may be cut off there."""
    unpack = _UNPACK.get(coding.strip().lower())
    if unpack is None:
        raise Undecodable("the content coding is none of those we asked for")
    if not wire:
        return b""
    try:
        body = unpack(wire, limit)
    except (zlib.error, brotli.error, zstandard.ZstdError, EOFError) as error:
        raise Undecodable(f"the body is not valid {coding.strip().lower()[:10]}") from error
    if len(body) > limit:
        if not cut:
            raise DecodedTooLarge(f"the body unpacks to more than {limit} bytes")
        return body[:limit]
    return body


def _identity(wire: bytes, _limit: int) -> bytes:
    return wire


def _gzip(wire: bytes, limit: int) -> bytes:
    return _inflate(wire, limit, zlib.MAX_WBITS | 16)


def _deflate(wire: bytes, limit: int) -> bytes:
    """The standard says zlib, some servers send raw deflate: the first byte tells them apart."""
    wrapped = wire[0] & 0x0F == 8
    return _inflate(wire, limit, zlib.MAX_WBITS if wrapped else -zlib.MAX_WBITS)


def _inflate(wire: bytes, limit: int, window: int) -> bytes:
    stream = zlib.decompressobj(window)
    body = stream.decompress(wire, limit + 1)
    if len(body) > limit:
        return body
    # Many empty members in a row make some decoders quadratic; no honest server sends them.
    if not stream.eof or stream.unused_data.strip(b"\0"):
        raise EOFError
    return body


def _brotli(wire: bytes, limit: int) -> bytes:
    stream = brotli.Decompressor()
    pieces = [stream.process(wire, output_buffer_limit=_STEP)]
    size = len(pieces[0])
    while size <= limit and not stream.is_finished():
        if stream.can_accept_more_data():
            raise EOFError
        pieces.append(stream.process(b"", output_buffer_limit=_STEP))
        size += len(pieces[-1])
    return b"".join(pieces)


def _zstd(wire: bytes, limit: int) -> bytes:
    source = io.BytesIO(wire)
    stream = zstandard.ZstdDecompressor(max_window_size=_WINDOW).stream_reader(source)
    body = stream.read(limit + 1)
    if len(body) <= limit and not _zstd_ended(wire):
        raise EOFError
    return body


def _zstd_ended(wire: bytes) -> bool:
    """Is the one frame complete, with nothing after it? stream_reader does not say."""
    stream = zstandard.ZstdDecompressor(max_window_size=_WINDOW).decompressobj()
    stream.decompress(wire)
    return stream.eof and not stream.unused_data


_UNPACK = {
    "": _identity,
    "identity": _identity,
    "gzip": _gzip,
    "x-gzip": _gzip,
    "deflate": _deflate,
    "br": _brotli,
    "zstd": _zstd,
}
