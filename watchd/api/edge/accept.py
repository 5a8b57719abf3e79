"""Content negotiation: one rule for all routes that answer in several formats."""

from collections.abc import Mapping
from typing import Any, TypeVar

from litestar import Request

F = TypeVar("F", bound=str)


def chosen_format(
    request: Request[Any, Any, Any], asked: F | None, formats: Mapping[str, F], *, default: F
) -> F:
    """Return the format in the query, else that of the first media type in the Accept header that is offered.

    Quality values do not count.
    """
    if asked is not None:
        return asked
    named = [part.partition(";")[0].strip() for part in request.headers.get("accept", "").lower().split(",")]
    return next((formats[name] for name in named if name in formats), default)
