"""Lists in pages. A cursor is the position where the last page ended, opaque to clients."""

import base64
import binascii
from collections.abc import Callable, Sequence
from typing import Annotated, Generic, TypeVar

from litestar.params import QueryParameter
from msgspec import Meta, Struct

from watchd.api.edge.problems import ProblemError, invalid
from watchd.errors import Fault

T = TypeVar("T")
MAX_CURSOR_CHARS = 512
NEWEST = "~"  # sorts after every id; the start of lists that have the newest first

Limit = Annotated[int, QueryParameter(ge=1, le=200, description="Maximum number of items.")]
Cursor = Annotated[
    str | None,
    QueryParameter(
        max_length=MAX_CURSOR_CHARS, description="`next` of the page before; leave it out for the first page."
    ),
]

# Words to search for; a query parameter of this type has the pattern beside its description.
SearchText = Annotated[str, Meta(extra={"must_be": "text without null characters, such as solid state"})]
IdPrefix = Annotated[
    str | None, QueryParameter(max_length=64, description="Only items whose id begins with this text.")
]


class ListingPage(Struct, Generic[T], frozen=True):
    """One page of a list; `next` is null on the last one."""

    items: list[T]
    next: str | None


def decode_cursor(cursor: str | None, first: str = "", field: str = "cursor") -> str:
    """Return the position in a cursor."""
    if cursor is None:
        return first
    try:
        return base64.b64decode(cursor.encode(), altchars=b"-_", validate=True).decode()
    except (binascii.Error, UnicodeError, ValueError):
        raise unknown_cursor(field) from None


def newest_start(cursor: str | None, id_prefix: str | None) -> str:
    """Return the position from which a list with the newest first begins; `having_prefix` ends it."""
    before = decode_cursor(cursor, NEWEST)
    return before if id_prefix is None else min(before, f"{id_prefix}{NEWEST}")


def unknown_cursor(field: str = "cursor") -> ProblemError:
    """Return the problem for a cursor that this API did not make."""
    return invalid([Fault(field, "must be the `next` of an earlier answer; it is not one")])


def encode_cursor(position: str) -> str:
    """Return the cursor for a position."""
    return base64.urlsafe_b64encode(position.encode()).decode()


def having_prefix(found: Sequence[T], id_prefix: str | None, key: Callable[[T], str]) -> Sequence[T]:
    """Keep the rows whose ids begin with this text. The list is in the order of ids, so they are the first rows."""
    return found if id_prefix is None else [row for row in found if key(row).startswith(id_prefix)]


def listing(found: Sequence[T], limit: int, key: Callable[[T], str]) -> ListingPage[T]:
    """Make a page from limit + 1 rows; the extra row shows that there are more."""
    items = list(found[:limit])
    return ListingPage(items, encode_cursor(key(items[-1])) if len(found) > limit else None)
