"""Endpoints of the contract that are not built yet and answer 501."""

from litestar import HttpMethod, route
from litestar.handlers import HTTPRouteHandler

from watchd.api.edge.known_input import ANY_BODY
from watchd.api.edge.problems import ProblemError

# method, path below /api/v1, scope
ENDPOINTS: tuple[tuple[HttpMethod, str, str], ...] = (
    (HttpMethod.POST, "/broker/bots", "bot"),
    (HttpMethod.GET, "/broker/bots", "read"),
    (HttpMethod.POST, "/broker/lease", "bot"),
    (HttpMethod.POST, "/broker/reports", "bot"),
)


def handlers() -> list[HTTPRouteHandler]:
    """Make a handler for each endpoint; OpenAPI does not describe them."""
    return [_handler(method, path, scope) for method, path, scope in ENDPOINTS]


def _handler(method: HttpMethod, path: str, scope: str) -> HTTPRouteHandler:
    @route(
        path,
        http_method=[method],
        opt={"scope": scope, ANY_BODY: True},
        include_in_schema=False,
        name=f"later {method.value} {path}",
    )
    async def not_yet() -> None:
        raise ProblemError(501, "not-implemented", "This version does not have this endpoint yet.")

    return not_yet
