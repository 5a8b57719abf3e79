"""Who may do this? Each route says which scope it needs; one that says nothing cannot be reached."""

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

# A scope includes those to its right. `bot` stands alone: fetch workers see the broker and nothing else.
INCLUDES: dict[Scope, tuple[str, ...]] = {
    "admin": ("admin", "write", "read"),
    "write": ("write", "read"),
    "read": ("read",),
    "bot": ("bot",),
}
OPEN = "open"  # no token needed
LOOPBACK_OR_READ = "loopback-or-read"
PORTAL = "portal"  # read, or nothing when the portal is public

TRIES_PER_MINUTE = 10
PEERS_REMEMBERED = 10_000


class FailedLogins:
    """Slows down guessing. A good token is never locked out, whatever its neighbours do."""

    def __init__(self) -> None:
        self._tries: OrderedDict[str, deque[float]] = OrderedDict()

    def note(self, peer: str) -> bool:
        """Remember one more wrong try; True when that is too many."""
        now = time.monotonic()
        tries = self._tries.setdefault(peer, deque(maxlen=TRIES_PER_MINUTE + 1))
        self._tries.move_to_end(peer)
        if len(self._tries) > PEERS_REMEMBERED:
            self._tries.popitem(last=False)
        tries.append(now)
        return len(tries) > TRIES_PER_MINUTE and now - tries[0] < 60


class Authorize:
    """The guard in front of every route."""

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
        token = await tokens.authenticate(text.strip(), self._services.store, self._services.clock.now())
        if token is None:
            raise self._failure(connection)
        return token

    def _failure(self, connection: Connection) -> ProblemError:
        metrics.FAILED_LOGINS.inc()
        if self._failed.note(connection.client.host if connection.client else ""):
            detail = "Too many wrong tokens from this address; wait a minute."
            return ProblemError(429, "too-many-tries", detail, headers={"Retry-After": "60"})
        return unauthorized()

    def _is_local(self, connection: Connection) -> bool:
        """Behind a proxy everybody seems to be local."""
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
    """At start: a route without a scope is a mistake of ours, not something to find out in production."""
    known = {OPEN, LOOPBACK_OR_READ, PORTAL, "admin", "write", "read", "bot"}
    unmarked = [str(handler) for handler in handlers if handler.opt.get("scope") not in known]
    if unmarked:
        raise AssertionError(f"Routes without a scope: {', '.join(unmarked)}")
