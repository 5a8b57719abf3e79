"""Validation of the web addresses that people write into profiles and settings. The guard checks them again later."""

import re
from typing import Annotated
from urllib.parse import urlsplit

from msgspec import Meta

MAX_URL_CHARS = 2048
# URL parsers read backslashes and control characters in different ways, so they are refused.
FORBIDDEN_CHARS = re.compile(r"[\x00-\x20\x7f\\]")

PATTERN = r"^[hH][tT][tT][pP][sS]?://[^\x00-\x20\x7f\\]+$(?!\n)"

WebAddress = Annotated[
    str,
    Meta(
        min_length=8,
        max_length=MAX_URL_CHARS,
        pattern=PATTERN,
        description="An http or https URL.",
        examples=["https://example.org/news"],
    ),
]


def problem_with(url: str) -> str | None:
    """Return the rest of a sentence about the fault of an address; None if it has no fault."""
    if FORBIDDEN_CHARS.search(url):
        return "must not contain a blank, a backslash or a control character; percent-encode it"
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return "must be a URL, such as https://example.org/news"
    if parts.scheme not in ("http", "https"):
        return "must begin with http:// or https://"
    if not parts.hostname:
        return "must name a host, such as https://example.org/news"
    if parts.username is not None or parts.password is not None:
        return "must not contain a user name or password; remove them: they would be stored and logged"
    if port == 0:
        return "must not have port 0; write the port of the server"
    return None
