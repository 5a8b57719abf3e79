"""The application: all routes under one guard, behind the gate."""

from typing import Any

from litestar import Litestar, Router
from litestar.di import Provide
from litestar.handlers.base import BaseRouteHandler

from watchd.api import allowed_methods, later, openapi, problems
from watchd.api.alert_page import AlertPage
from watchd.api.alerts import Alerts
from watchd.api.authorize import Authorize, refuse_unmarked
from watchd.api.channels import Channels
from watchd.api.feedback import Feedback
from watchd.api.feeds import Feeds
from watchd.api.findings import Findings
from watchd.api.gate import IMPORT_LIMIT, Gate
from watchd.api.health import HealthView
from watchd.api.known_bodies import KnownBodies
from watchd.api.known_parameters import KnownParameters
from watchd.api.learned import Model
from watchd.api.operations import prometheus, system
from watchd.api.portal import Portal
from watchd.api.portal_export import export
from watchd.api.profiles import Profiles
from watchd.api.providers import Providers
from watchd.api.replay import Replay
from watchd.api.run_views import RunViews
from watchd.api.runs import ProfileRuns, Runs
from watchd.api.services import Services
from watchd.api.tokens import Tokens
from watchd.api.transfer import Transfer
from watchd.api.verdict_page import VerdictPage


def build(services: Services) -> Gate:
    """The ASGI application that the daemon serves."""
    app = framework(services)
    return Gate(app, services.server)


def framework(services: Services) -> Litestar:
    def provide_services() -> Services:
        return services

    api = Router(
        "/api/v1",
        route_handlers=[
            Profiles,
            ProfileRuns,
            Runs,
            RunViews,
            Transfer,
            Channels,
            Alerts,
            Feeds,
            Findings,
            Feedback,
            Model,
            Replay,
            Tokens,
            Providers,
            Portal,
            export,
            system,
            *later.handlers(),
        ],
        guards=[KnownBodies()],
    )
    app = Litestar(
        route_handlers=[api, HealthView, VerdictPage, AlertPage, prometheus, openapi.asset],
        dependencies={"services": Provide(provide_services, sync_to_thread=False)},
        guards=[Authorize(services), KnownParameters()],
        exception_handlers={Exception: problems.answer},
        before_send=[allowed_methods.name_all],
        openapi_config=openapi.config(),
        request_max_body_size=IMPORT_LIMIT,  # the gate has the finer limits
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
