"""ETags: who changes something says which revision they have seen.

JSON merge patch (RFC 7396): what is null goes back to its default, objects are merged, anything else is replaced.
"""

import re
from typing import Any

from litestar import Request

from watchd.api.edge.problems import ProblemError

TAG = re.compile(r'\s*(?:W/)?"([^"]*)"\s*')


def etag(id: str, revision: int) -> str:
    return f'"{id}.{revision}"'


def is_fresh(request: Request[Any, Any, Any], tag: str) -> bool:
    """Does the client have this revision already (If-None-Match)?"""
    header = request.headers.get("if-none-match")
    return header is not None and (header.strip() == "*" or tag.strip('"') in _tags(header))


def check_match(request: Request[Any, Any, Any], tag: str) -> None:
    """Refuse a change that was made to an older revision (If-Match)."""
    header = request.headers.get("if-match")
    if header is None or header.strip() == "*":
        return
    if tag.strip('"') not in _tags(header):
        raise stale()


def stale() -> ProblemError:
    return ProblemError(
        412, "stale", "This was changed since you read it; read it again and repeat your change."
    )


def _tags(header: str) -> list[str]:
    return [found[1] for part in header.split(",") if (found := TAG.fullmatch(part))]


def merge_patch(target: Any, patch: Any) -> Any:
    """The target with the patch applied; neither is changed."""
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            result.pop(name, None)
        else:
            result[name] = merge_patch(result.get(name), value)
    return result
