"""The rest of the contract: endpoints that clients may already know and that answer 501 until they are built."""

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
    """A handler per endpoint. They are left out of OpenAPI, which describes what works."""
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
        raise ProblemError(
            501, "not-implemented", "This part of the contract is not built yet in this version."
        )

    return not_yet
