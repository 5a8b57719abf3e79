"""Refuse query parameters that a route does not know, or that are there twice: the answer would silently be another one."""

from typing import Any

from litestar.connection import ASGIConnection
from litestar.handlers.base import BaseRouteHandler

from watchd.api.parameter_names import public_names
from watchd.api.problems import invalid
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
