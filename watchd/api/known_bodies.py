"""Refuse a body that a route does not take as it is: fields where there are none, and text where a number is meant.

The framework converts text for query strings, which are nothing but text, and would do the same in JSON. It also reads no
body that a handler does not ask for. So bodies, which the gate has let through as JSON, are looked at here once more and
strictly; every wrong field is named.
"""

from typing import Any

import msgspec
from litestar.connection import ASGIConnection
from litestar.handlers.base import BaseRouteHandler
from msgspec import Struct

from watchd import intake
from watchd.api.problems import body_of, invalid
from watchd.errors import Fault

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
        intake.read(kind, msgspec.json.decode(body))
