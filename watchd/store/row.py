"""Rows with named columns: `row.title`."""

from collections import namedtuple
from collections.abc import Iterable, Sequence
from typing import Any

Row = Any  # a named tuple, whose fields are the columns of its statement

_makers: dict[tuple[str, ...], Any] = {}


def named(description: Sequence[Sequence[Any]], rows: Iterable[tuple[Any, ...]]) -> list[Row]:
    """Give names to the columns of rows from the SQLite driver."""
    names = tuple([column[0] for column in description])
    make = _makers.get(names)
    if make is None:
        # One class per list of columns in the source of watchd; a name that Python cannot use gets a number.
        kind: Any = namedtuple("Row", names, rename=True)  # type: ignore[misc]  # names are known at run time only
        make = _makers[names] = kind._make
    return list(map(make, rows))
