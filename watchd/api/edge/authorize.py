"""Authorization by token scope. Each route names the scope that it needs; the daemon refuses to start otherwise."""

import ipaddress
import time
from collections import OrderedDict, deque
from typing import Any

from litestar.connection import ASGIConnection
from litestar.handlers.base import BaseRouteHandler

from watchd import metrics
from watchd.api.edge.problems import ProblemError, forbidden, unauthorized
from watchd.api.services import Services
from watchd.errors import Unavailable
from watchd.flow.upkeep import tokens
from watchd.model.token import Scope, Token

Connection = ASGIConnection[Any, Any, Any, Any]

# The scopes that each scope includes. `bot` includes no other: fetch workers may use the broker only.
INCLUDES: dict[Scope, tuple[str, ...]] = {
    "admin": ("admin", "write", "read"),
    "write": ("write", "read"),
    "read": ("read",),
    "bot": ("bot",),
}
OPEN = "open"  # no token needed
LOOPBACK_OR_READ = "loopback-or-read"
PORTAL = "portal"  # read; no token when the portal is public

MAX_TRIES_PER_MINUTE = 10
MAX_PEERS = 10_000


class FailedLogins:
    """Rate limit for wrong tokens per client address. A valid token always works."""

    def __init__(self) -> None:
        self._tries: OrderedDict[str, deque[float]] = OrderedDict()

    def note(self, peer: str) -> bool:
        """Count one more wrong token; return whether the limit is exceeded."""
        now = time.monotonic()
        tries = self._tries.setdefault(peer, deque(maxlen=MAX_TRIES_PER_MINUTE + 1))
        self._tries.move_to_end(peer)
        if len(self._tries) > MAX_PEERS:
            self._tries.popitem(last=False)
        tries.append(now)
        return len(tries) > MAX_TRIES_PER_MINUTE and now - tries[0] < 60


class Authorize:
    """Guard of every route."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._failed = FailedLogins()

    async def __call__(self, connection: Connection, handler: BaseRouteHandler) -> None:
        needed = handler.opt.get("scope")
        if needed == OPEN or connection.scope.get("method") == "OPTIONS":
            return
        if needed == LOOPBACK_OR_READ:
            if self._is_local(connection):
                return
            needed = "read"
        if needed == PORTAL:
            if self._services.portal.public:
                return
            needed = "read"
        token = await self._token_of(connection)
        if needed not in INCLUDES[token.scope]:
            raise forbidden(str(needed))
        connection.scope["auth"] = token
        await self._mark_used(token)

    async def _token_of(self, connection: Connection) -> Token:
        kind, _, text = connection.headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer" or not text:
            raise unauthorized()
        token = await tokens.holder_of(text.strip(), self._services.store, self._services.clock.now())
        if token is None:
            raise self._failure(connection)
        return token

    def _failure(self, connection: Connection) -> ProblemError:
        metrics.FAILED_LOGINS.inc()
        if self._failed.note(connection.client.host if connection.client else ""):
            detail = "Too many wrong tokens came from this address; wait a minute."
            return ProblemError(429, "too-many-tries", detail, headers={"Retry-After": "60"})
        return unauthorized()

    def _is_local(self, connection: Connection) -> bool:
        """Return whether the client is on this machine. Behind a proxy, every client seems to be."""
        if self._services.server.behind_proxy or connection.client is None:
            return False
        try:
            return ipaddress.ip_address(connection.client.host).is_loopback
        except ValueError:
            return False

    async def _mark_used(self, token: Token) -> None:
        today = self._services.clock.now().date().isoformat()
        if token.last_used_on == today:
            return
        try:
            await self._services.store.write(lambda tables: tables.tokens.mark_used(token.id, today))
        except Unavailable:
            return  # reading still works while the disk is full


def refuse_unmarked(handlers: list[BaseRouteHandler]) -> None:
    """Raise AssertionError at start when a route has no scope."""
    known = {OPEN, LOOPBACK_OR_READ, PORTAL, "admin", "write", "read", "bot"}
    unmarked = [str(handler) for handler in handlers if handler.opt.get("scope") not in known]
    if unmarked:
        raise AssertionError(f"Routes without a scope: {', '.join(unmarked)}")
