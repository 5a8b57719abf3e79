"""Request headers: Accept, with one rule for all formats, and ETags, the revision that a client has read."""

import re
from collections.abc import Mapping
from typing import Any, TypeVar

from litestar import Request

from watchd.api.edge.problems import ProblemError

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


TAG = re.compile(r'\s*(?:W/)?"([^"]*)"\s*')


def etag(id: str, revision: int) -> str:
    return f'"{id}.{revision}"'


def is_fresh(request: Request[Any, Any, Any], tag: str) -> bool:
    """Return whether the client already has this revision (If-None-Match)."""
    header = request.headers.get("if-none-match")
    return header is not None and (header.strip() == "*" or tag.strip('"') in _tags(header))


def check_match(request: Request[Any, Any, Any], tag: str) -> None:
    """Refuse a change to a revision that is not current (If-Match)."""
    header = request.headers.get("if-match")
    if header is None or header.strip() == "*":
        return
    if tag.strip('"') not in _tags(header):
        raise stale()


def stale() -> ProblemError:
    return ProblemError(
        412, "stale", "The resource was changed after you read it; read it again and repeat your change."
    )


def _tags(header: str) -> list[str]:
    return [found[1] for part in header.split(",") if (found := TAG.fullmatch(part))]
