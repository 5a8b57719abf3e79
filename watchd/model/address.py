"""Web addresses that a person may store: what is accepted as a URL, before the guard ever sees it."""

import re
from typing import Annotated
from urllib.parse import urlsplit

from msgspec import Meta

MAX_URL_CHARS = 2048
# Parsers disagree about backslashes and control characters, so nobody gets to use them.
CONFUSING = re.compile(r"[\x00-\x20\x7f\\]")

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
    """A sentence about why this cannot be a page's address, or None when it can."""
    if CONFUSING.search(url):
        return "has a blank, a backslash or a control character in it; percent-encode it"
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return "is not a URL; write something like https://example.org/news"
    if parts.scheme not in ("http", "https"):
        return "needs to begin with http:// or https://"
    if not parts.hostname:
        return "names no host; write something like https://example.org/news"
    if parts.username is not None or parts.password is not None:
        return "carries a user name or password; leave them out, they would be stored and logged"
    if port == 0:
        return "has port 0, which no server can have"
    return None
