"""The API application: all routes with one guard, behind the gate."""

from collections.abc import Awaitable, Callable
from typing import Any

from litestar import Litestar, Router
from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.di import Provide
from litestar.handlers.base import BaseRouteHandler
from litestar.routes import HTTPRoute
from litestar.types import Message, Scope

from watchd.api import openapi
from watchd.api.edge import problems
from watchd.api.edge.authorize import Authorize, refuse_unmarked
from watchd.api.edge.bodies import MAX_IMPORT_BYTES, BodyBudget, ReadBody
from watchd.api.edge.gate import Gate
from watchd.api.edge.known_input import KnownBodies, KnownParameters
from watchd.api.html_page import stylesheet
from watchd.api.link_pages import AlertPage, VerdictPage
from watchd.api.resources import later
from watchd.api.resources.alerts import AlertController
from watchd.api.resources.channels import ChannelController
from watchd.api.resources.explain import ExplainController
from watchd.api.resources.feedback import FeedbackController, ReplayController
from watchd.api.resources.feeds import FeedController
from watchd.api.resources.findings import FindingController
from watchd.api.resources.findings_export import export_findings
from watchd.api.resources.learned import ModelController
from watchd.api.resources.portal import PortalController
from watchd.api.resources.portal_export import export
from watchd.api.resources.profiles import ProfileController
from watchd.api.resources.providers import ProviderController
from watchd.api.resources.run_views import RunViewController
from watchd.api.resources.runs import ProfileRunController, RunController
from watchd.api.resources.suggestions import SuggestionController
from watchd.api.resources.system import HealthController, delete_contact, prometheus, set_contact, system
from watchd.api.resources.tokens import TokenController
from watchd.api.resources.transfer import TransferController
from watchd.api.services import Services

Guard = Callable[[ASGIConnection[Any, Any, Any, Any], BaseRouteHandler], Awaitable[None]]


async def name_allowed_methods(message: Message, scope: Scope) -> None:
    """Let OPTIONS name the methods of all handlers of an address; the framework names those of one handler."""
    if scope.get("method") != "OPTIONS" or message["type"] != "http.response.start":
        return
    app: Litestar = scope["litestar_app"]
    for route in app.routes:
        if isinstance(route, HTTPRoute) and route.path_format == scope.get("path_template"):
            MutableScopeHeaders.from_message(message)["Allow"] = ", ".join(sorted(route.methods))


class InOrder:
    """Guard that applies several guards. The framework would copy the handler for each of them, which takes time."""

    def __init__(self, *guards: Guard) -> None:
        self._guards = guards

    async def __call__(self, connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
        for guard in self._guards:
            await guard(connection, handler)


def build(services: Services) -> Gate:
    """Build the ASGI application that the daemon serves."""
    return Gate(framework(services), services.server, BodyBudget())


def framework(services: Services) -> Litestar:
    """Build the application without the gate."""

    def provide_services() -> Services:
        return services

    api = Router(
        "/api/v1",
        route_handlers=[
            ProfileController,
            ProfileRunController,
            RunController,
            RunViewController,
            TransferController,
            ChannelController,
            AlertController,
            FeedController,
            FindingController,
            export_findings,
            ExplainController,
            FeedbackController,
            ModelController,
            SuggestionController,
            ReplayController,
            TokenController,
            ProviderController,
            PortalController,
            export,
            system,
            set_contact,
            delete_contact,
            *later.handlers(),
        ],
        guards=[KnownBodies()],
    )
    app = Litestar(
        route_handlers=[api, HealthController, VerdictPage, AlertPage, stylesheet, prometheus, openapi.asset],
        dependencies={"services": Provide(provide_services, sync_to_thread=False)},
        guards=[InOrder(Authorize(services), KnownParameters(), ReadBody())],
        exception_handlers={Exception: problems.problem_response},
        before_send=[name_allowed_methods],
        openapi_config=openapi.config(),
        request_max_body_size=MAX_IMPORT_BYTES,  # ReadBody has the finer limits
        signature_types=[Services],
        logging_config=None,
    )
    refuse_unmarked(_handlers(app))
    return app


def _handlers(app: Litestar) -> list[BaseRouteHandler]:
    routes: list[Any] = list(app.routes)
    return [
        h for route in routes for h in route.route_handlers if "OPTIONS" not in getattr(h, "http_methods", ())
    ]
