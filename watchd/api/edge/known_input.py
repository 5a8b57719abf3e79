"""Strict checks of query parameters, bodies and times.

Unknown or repeated query parameters are refused, because ignoring them would silently change the answer.

The framework converts text to numbers, which query strings need; in JSON it would do the same. It also ignores a body that
a handler does not take. So bodies are checked here again, strictly, and every wrong field is named.
"""

from datetime import UTC, datetime
from typing import Any

import msgspec
from litestar.connection import ASGIConnection
from litestar.handlers.base import BaseRouteHandler
from msgspec import Struct

from watchd import validation
from watchd.api.edge.problems import body_of, invalid, public_names
from watchd.errors import Fault

# The framework fills in these parameters.
NOT_IN_QUERY = {"self", "request", "data"}


class KnownParameters:
    """Guard that compares the query string with the parameters of the handler."""

    async def __call__(self, connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
        if not connection.query_params:
            return
        known = set(public_names(handler).values()) - NOT_IN_QUERY - set(connection.path_params)
        unknown = sorted(set(connection.query_params) - known)
        if unknown:
            way_out = f"known here: {', '.join(sorted(known))}" if known else "this address has none"
            raise invalid([Fault(name, f"is not a known query parameter; {way_out}") for name in unknown])
        # No parameter is a list.
        repeated = sorted(n for n in known if len(connection.query_params.getall(n, [])) > 1)
        if repeated:
            raise invalid([Fault(name, "must not be repeated; send it once") for name in repeated])


# A handler that reads the body itself sets this in its `opt`.
ANY_BODY = "any_body"
TAKES_NONE = "this address takes no fields; send no body, or {}"


class KnownBodies:
    """Guard that compares the body with the type that the handler takes."""

    async def __call__(self, connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
        if handler.opt.get(ANY_BODY):
            return
        body, taken = body_of(connection.scope), getattr(handler, "parsed_data_field", None)
        if taken is None:
            _check_nothing(body)
        elif isinstance(taken.annotation, type) and issubclass(taken.annotation, Struct):
            _check(taken.annotation, body or b"null")


def _check_nothing(body: bytes) -> None:
    content = msgspec.json.decode(body) if body else {}
    if not isinstance(content, dict):
        raise invalid([Fault("(body)", TAKES_NONE)])
    if content:
        raise invalid([Fault(str(name), f"is not a known field; {TAKES_NONE}") for name in content])


def _check(kind: type[Struct], body: bytes) -> None:
    try:
        msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError:
        validation.read(kind, msgspec.json.decode(body))


# Nothing in the database is older. Programs that have no time send the year 1.
EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)


def in_utc(field: str, moment: datetime) -> datetime:
    if moment.tzinfo is None:
        raise invalid([Fault(field, "must have a time zone; write it like 2026-11-16T07:30:00Z")])
    try:
        return max(EARLIEST, moment.astimezone(UTC))
    except OverflowError:
        raise invalid(
            [Fault(field, "must be a time that exists in UTC; write it like 2026-11-16T07:30:00Z")]
        ) from None
