"""Media types that watchd reads: from the Content-Type header, or from the first bytes where the header is wrong."""

import re

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
