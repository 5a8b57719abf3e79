"""Refuse query parameters that a route does not know, or that are there twice: the answer would silently be another one.

Refuse a body that a route does not take as it is: fields where there are none, and text where a number is meant.

The framework converts text for query strings, which are nothing but text, and would do the same in JSON. It also reads no
body that a handler does not ask for. So bodies, which the gate has let through as JSON, are looked at here once more and
strictly; every wrong field is named.

Which moments may a client name? Those that have a time zone and exist in UTC.
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

# Filled in by the framework, or part of the path.
NOT_IN_QUERY = {"self", "request", "data"}


class KnownParameters:
    """A guard that compares the query string with the handler's own parameters."""

    async def __call__(self, connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
        if not connection.query_params:
            return
        known = set(public_names(handler).values()) - NOT_IN_QUERY - set(connection.path_params)
        unknown = sorted(set(connection.query_params) - known)
        if unknown:
            way_out = f"known here: {', '.join(sorted(known))}" if known else "this address takes none"
            raise invalid([Fault(name, f"is not a known query parameter; {way_out}") for name in unknown])
        # No parameter of ours is a list.
        repeated = sorted(n for n in known if len(connection.query_params.getall(n, [])) > 1)
        if repeated:
            raise invalid([Fault(name, "stands there more than once; give it once") for name in repeated])


# What a handler says in its `opt` when it reads the body itself.
ANY_BODY = "any_body"
TAKES_NONE = "this address takes no fields; send no body, or {}"


class KnownBodies:
    """A guard that compares the body with what the handler takes."""

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


# Nothing of ours is older. Programs that know no time send the year 1.
EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)


def in_utc(field: str, moment: datetime) -> datetime:
    if moment.tzinfo is None:
        raise invalid([Fault(field, "has no time zone; write it like 2026-11-16T07:30:00Z")])
    try:
        return max(EARLIEST, moment.astimezone(UTC))
    except OverflowError:
        raise invalid([Fault(field, "is no time in UTC; write one like 2026-11-16T07:30:00Z")]) from None
