"""Which methods does an address know? The framework's answer to OPTIONS names those of the handler that came first."""

from litestar import Litestar
from litestar.datastructures import MutableScopeHeaders
from litestar.routes import HTTPRoute
from litestar.types import Message, Scope


async def name_all(message: Message, scope: Scope) -> None:
    """Before an answer is sent: let OPTIONS name the methods of all handlers of the address."""
    if scope.get("method") != "OPTIONS" or message["type"] != "http.response.start":
        return
    app: Litestar = scope["litestar_app"]
    for route in app.routes:
        if isinstance(route, HTTPRoute) and route.path_format == scope.get("path_template"):
            MutableScopeHeaders.from_message(message)["Allow"] = ", ".join(sorted(route.methods))
