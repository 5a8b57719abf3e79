"""Lists in pages: a cursor is where the last page ended, opaque to clients."""

import base64
import binascii
from collections.abc import Callable, Sequence
from typing import Annotated, Generic, TypeVar

from litestar.params import QueryParameter
from msgspec import Struct

from watchd.api.edge.problems import ProblemError, invalid
from watchd.errors import Fault

T = TypeVar("T")
MAX_CURSOR = 512
NEWEST = "~"  # sorts after every id: where lists with the newest first begin

Limit = Annotated[int, QueryParameter(ge=1, le=200, description="How many items at most.")]
Cursor = Annotated[
    str | None,
    QueryParameter(max_length=MAX_CURSOR, description="`next` of the page before; absent for the first page."),
]


class ListingPage(Struct, Generic[T], frozen=True):
    """One page of a list; `next` is null on the last one."""

    items: list[T]
    next: str | None


def position(cursor: str | None, first: str = "", field: str = "cursor") -> str:
    """Where to go on from."""
    if cursor is None:
        return first
    try:
        return base64.b64decode(cursor.encode(), altchars=b"-_", validate=True).decode()
    except (binascii.Error, UnicodeError, ValueError):
        raise foreign(field) from None


def foreign(field: str = "cursor") -> ProblemError:
    """The answer to a cursor that leads nowhere."""
    return invalid([Fault(field, "is not one of ours; take it from `next` of the answer before")])


def place(position: str) -> str:
    """The cursor that leads back to this position."""
    return base64.urlsafe_b64encode(position.encode()).decode()


def listing(found: Sequence[T], limit: int, key: Callable[[T], str]) -> ListingPage[T]:
    """A page from limit + 1 rows: the extra one says that there is more."""
    items = list(found[:limit])
    more = len(found) > limit
    following = place(key(items[-1])) if more else None
    return ListingPage(items, following)
