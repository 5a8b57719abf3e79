"""Content of a response: its media type, by header or by the first bytes, and its decoding (gzip, deflate, brotli, zstd).

Every decoder is called with an output limit, so a decompression bomb costs at most the limit. A body has one coding
only, and the stream must end where the body ends.
"""

import io
import re
import zlib

import brotli
import zstandard

READABLE = frozenset(
    {
        "text/html",
        "application/xhtml+xml",
        "text/plain",
        "text/markdown",
        "text/xml",
        "application/xml",
        "application/rss+xml",
        "application/atom+xml",
        "application/rdf+xml",
        "application/feed+json",
        "application/json",
        "application/gzip",  # sitemaps
        "application/x-gzip",
    }
)
_PACKED = frozenset({"application/gzip", "application/x-gzip", "application/pdf"})
_CHARSET = re.compile(r";\s*charset\s*=\s*[\"']?\s*([A-Za-z0-9._:+-]{1,40})", re.IGNORECASE)
_MARKUP = re.compile(
    rb"\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body|title|meta|div|p|a|h[1-6])\b", re.I | re.S
)
_WIDE = (b"\xff\xfe", b"\xfe\xff")  # byte order marks of UTF-16, where zero bytes are text
SNIFFED_BYTES = 512


def media_type(header: str) -> str:
    """Return the media type without parameters, in lower case."""
    return header.partition(";")[0].strip().lower()


def charset(header: str) -> str | None:
    """Return the charset as the header names it."""
    found = _CHARSET.search(header)
    return found.group(1).lower() if found else None


def sniff_type(declared: str, body: bytes) -> str | None:
    """Return the media type: as declared, or guessed if the header declares none; None for a binary body."""
    if declared in _PACKED:
        return declared
    start = body[:SNIFFED_BYTES]
    if b"\0" in start and not start.startswith(_WIDE):
        return None
    if declared:
        return declared
    if start.lstrip().startswith(b"<?xml"):
        return "application/xml"
    return "text/html" if _MARKUP.match(start) else "text/plain"


ACCEPT_ENCODING = "gzip, br, zstd"
_MAX_WINDOW_BYTES = 8 * 1024 * 1024  # the maximum that RFC 9659 allows for zstd on the web
_STEP_BYTES = 64 * 1024


class Undecodable(Exception):
    """Raised when the body is not valid in its coding, or the coding is not in ACCEPT_ENCODING."""


class DecodedTooLarge(Exception):
    """Raised when the decoded body is larger than the limit."""


def decode(coding: str, encoded: bytes, limit: int, *, cut: bool = False) -> bytes:
    """Return the decoded body; raise Undecodable, or DecodedTooLarge above the limit unless cut is set."""
    decoder = _DECODERS.get(coding.strip().lower())
    if decoder is None:
        raise Undecodable("the content coding is not one that watchd asked for")
    if not encoded:
        return b""
    try:
        body = decoder(encoded, limit)
    except (zlib.error, brotli.error, zstandard.ZstdError, EOFError) as error:
        raise Undecodable(f"the body is not valid {coding.strip().lower()[:10]}") from error
    if len(body) > limit:
        if not cut:
            raise DecodedTooLarge(f"the body unpacks to more than {limit} bytes")
        return body[:limit]
    return body


def _identity(encoded: bytes, _limit: int) -> bytes:
    return encoded


def _gzip(encoded: bytes, limit: int) -> bytes:
    return _inflate(encoded, limit, zlib.MAX_WBITS | 16)


def _deflate(encoded: bytes, limit: int) -> bytes:
    """Decode deflate. The standard says zlib, but some servers send raw deflate; the first byte shows which."""
    wrapped = encoded[0] & 0x0F == 8
    return _inflate(encoded, limit, zlib.MAX_WBITS if wrapped else -zlib.MAX_WBITS)


def _inflate(encoded: bytes, limit: int, window: int) -> bytes:
    stream = zlib.decompressobj(window)
    body = stream.decompress(encoded, limit + 1)
    if len(body) > limit:
        return body
    # Many empty members in a row make some decoders quadratic; no normal server sends them.
    if not stream.eof or stream.unused_data.strip(b"\0"):
        raise EOFError
    return body


def _brotli(encoded: bytes, limit: int) -> bytes:
    stream = brotli.Decompressor()
    pieces = [stream.process(encoded, output_buffer_limit=_STEP_BYTES)]
    size = len(pieces[0])
    while size <= limit and not stream.is_finished():
        if stream.can_accept_more_data():
            raise EOFError
        pieces.append(stream.process(b"", output_buffer_limit=_STEP_BYTES))
        size += len(pieces[-1])
    return b"".join(pieces)


def _zstd(encoded: bytes, limit: int) -> bytes:
    source = io.BytesIO(encoded)
    stream = zstandard.ZstdDecompressor(max_window_size=_MAX_WINDOW_BYTES).stream_reader(source)
    body = stream.read(limit + 1)
    if len(body) <= limit and not _zstd_ended(encoded):
        raise EOFError
    return body


def _zstd_ended(encoded: bytes) -> bool:
    """Return whether the one frame is complete with nothing after it; stream_reader does not report that."""
    stream = zstandard.ZstdDecompressor(max_window_size=_MAX_WINDOW_BYTES).decompressobj()
    stream.decompress(encoded)
    return stream.eof and not stream.unused_data


_DECODERS = {
    "": _identity,
    "identity": _identity,
    "gzip": _gzip,
    "x-gzip": _gzip,
    "deflate": _deflate,
    "br": _brotli,
    "zstd": _zstd,
}
