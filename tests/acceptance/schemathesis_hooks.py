"""Media types that Schemathesis cannot write by itself; SCHEMATHESIS_HOOKS names this module."""

from typing import Any

import schemathesis


@schemathesis.serializer("application/toml", "text/x-opml")
def as_it_is(ctx: Any, value: Any) -> bytes:
    """Return a body that is text already."""
    return str(value).encode("utf-8", errors="surrogatepass")
