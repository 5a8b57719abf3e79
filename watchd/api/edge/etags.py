"""ETags: a client that changes a resource names the revision that it has read."""

import re
from typing import Any

from litestar import Request

from watchd.api.edge.problems import ProblemError

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
