"""Request filter in front of all routes. Every request passes these steps in this order:

1. Its target is a path, and it has exactly one Host header, with an allowed name. Another name means DNS rebinding.
2. It has no foreign Origin and is not a cross-site request, which a web page of another site would send.
3. The server has a free place for it; some places are only for /health.
4. The framework checks the token and its scope, then reads the body (bodies.py) and calls the handler.
5. The response gets security headers and is measured. If it was sent before the body was read, the connection is closed.

Decisions use the parsed path of the request, never a URL built from its headers.
"""

import ipaddress
import re
import time
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from watchd import metrics
from watchd.api.edge.bodies import INCOMING, BodyBudget, IncomingBody, Message, Receive, Scope, busy
from watchd.api.edge.problems import MEDIA_TYPE, ProblemError, encoded, problem
from watchd.api.settings import ServerSettings

# In the scope of a request; app/connections.py sets them.
ABORT_CONNECTION = "watchd.abort_connection"
IS_CROWDED = "watchd.is_crowded"  # only the reserved places are free
NOTE_UNSENT = "watchd.note_unsent"  # a function that gets the number of bytes that wait here to be sent
AT_END = "watchd.at_end"  # a list of functions that are called after the response


def abort_response(scope: Any) -> None:
    """Close the connection before the end of the body, so that the client does not take a part for the whole."""
    abort: Callable[[], None] = scope[ABORT_CONNECTION]
    abort()


# The filter uses plain ASGI and does not know the framework.
Send = Callable[[Message], Awaitable[None]]

# A large answer is sent in pieces of this size, so that it is not copied into the buffers of a client that does not read.
PIECE_BYTES = 128 * 1024
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
HEALTH_PREFIX = "/health/"
# A name or an IPv4 address, or an IPv6 address in brackets; then perhaps a port.
HOST = re.compile(r"(?:(?P<name>[A-Za-z0-9_.-]+)|\[(?P<ipv6>[0-9A-Fa-f:.]+)\])(?::[0-9]{1,5})?")

HEADERS = {
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"x-frame-options": b"DENY",
    b"cross-origin-resource-policy": b"same-origin",
    b"content-security-policy": b"default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    b"cache-control": b"no-store",
}


class Gate:
    """ASGI wrapper of the application."""

    def __init__(self, app: Any, settings: ServerSettings, budget: BodyBudget) -> None:
        self._app = app
        self._budget = budget
        own = ("localhost", "127.0.0.1", "::1", settings.host, *settings.allowed_hosts)
        self._hosts = {_address(name.strip("[]")) or name.lower() for name in own}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008, "reason": None})
                return
            await self._app(scope, receive, send)
            return
        begun = time.perf_counter()
        scope[INCOMING] = body = IncomingBody(scope, receive, self._budget)
        outgoing = ResponseSender(send, body, scope.get(NOTE_UNSENT))
        scope[AT_END] = at_end = list[Callable[[], None]]()
        try:
            self._check_form(scope, body)
            self._check_origin(scope)
            _check_place(scope)
            await self._app(scope, body, outgoing)
        except ProblemError as refusal:
            await _refuse(refusal, outgoing)
        finally:
            _measure(scope, outgoing.status, time.perf_counter() - begun)
            body.release()
            for release in at_end:
                release()
        await outgoing.finish()

    def _check_form(self, scope: Scope, body: IncomingBody) -> None:
        if body.is_ambiguous:
            detail = "A request must have either a Content-Length or a Transfer-Encoding; got both."
            raise ProblemError(400, "malformed", detail, headers={"Connection": "close"})
        # A proxy may send a whole URL as the target. Its host would count instead of the header, so it is refused.
        if not scope["path"].startswith("/"):
            detail = (
                "The target of a request must be a path that begins with /; send the host in the Host header."
            )
            raise ProblemError(400, "malformed", detail)
        hosts = _values(scope, b"host")
        if len(hosts) != 1:
            raise ProblemError(400, "host", f"A request must have exactly one Host header; got {len(hosts)}.")
        name = _host_name(hosts[0])
        if name is None:
            detail = "The Host header must be a name or an address, and perhaps a port; write localhost:8420 or [::1]:8420."
            raise ProblemError(400, "host", detail)
        # The port is not checked: rebinding is about names, and tunnels change ports.
        if name not in self._hosts:
            raise ProblemError(
                421,
                "host",
                "The Host header must be a name of this daemon; the operator can add a name to server.allowed_hosts.",
            )

    def _check_origin(self, scope: Scope) -> None:
        for origin in _values(scope, b"origin"):
            if not self._is_own(origin):
                raise ProblemError(403, "origin", "Requests from web pages of other sites are refused.")
        if scope["path"].startswith("/api/v1") or scope["method"] not in ("GET", "HEAD"):
            for site in _values(scope, b"sec-fetch-site"):
                if site not in ("same-origin", "none"):
                    raise ProblemError(403, "origin", "Requests from web pages of other sites are refused.")

    def _is_own(self, origin: str) -> bool:
        try:
            parts = urlsplit(origin)
            return parts.scheme in ("http", "https") and (parts.hostname or "").lower() in self._hosts
        except ValueError:
            return False


class ResponseSender:
    """ASGI send that adds the security headers that a response does not set itself.

    An answer that does not wait for the body says that the connection will be closed. The client gets all of the answer;
    only the end of the exchange waits until the client has seen it.
    """

    def __init__(self, send: Send, body: IncomingBody, note_unsent: Callable[[int], None] | None) -> None:
        self._send = send
        self._body = body
        self._note_unsent = note_unsent or (lambda count: None)
        self._is_early = False
        self.status = 0

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self._is_early = not self._body.is_complete
            present = {name.lower() for name, _ in message["headers"]}
            extra = [(name, value) for name, value in HEADERS.items() if name not in present]
            if self._is_early and b"connection" not in present:
                extra.append((b"connection", b"close"))
            message["headers"] = [*message["headers"], *extra]
        elif self._is_early:
            message = {**message, "more_body": True}
        if len(message.get("body", b"")) > PIECE_BYTES:
            message = await self._send_most(message)
        await self._send(message)

    async def _send_most(self, message: Message) -> Message:
        """Send a large body up to its last piece, and return the message with that piece."""
        content = memoryview(message["body"])
        while len(content) > PIECE_BYTES:
            self._note_unsent(len(content) - PIECE_BYTES)
            await self._send({"type": message["type"], "body": bytes(content[:PIECE_BYTES]), "more_body": True})
            content = content[PIECE_BYTES:]
        self._note_unsent(0)
        return {**message, "body": bytes(content)}

    async def finish(self) -> None:
        """End the response that was held open, after the rest of the body was discarded."""
        if self._is_early:
            await self._body.discard()
            await self._send({"type": "http.response.body", "body": b"", "more_body": False})


def _check_place(scope: Scope) -> None:
    if scope.get(IS_CROWDED) and not scope["path"].startswith(HEALTH_PREFIX):
        raise busy("The server answers as many requests as it can; try again later.")


async def _refuse(refusal: ProblemError, send: ResponseSender) -> None:
    body = encoded(problem(refusal.status, refusal.code, refusal.detail, refusal.faults))
    headers = {"content-type": MEDIA_TYPE, "content-length": str(len(body)), **refusal.headers}
    lines = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": refusal.status, "headers": lines})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _values(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


def _host_name(host: str) -> str | None:
    """Return the one spelling of the name or address in a Host header; None if the header has another form."""
    form = HOST.fullmatch(host)
    if form is None:
        return None
    return form["name"].lower() if form["name"] else _address(form["ipv6"])


def _address(text: str) -> str | None:
    try:
        return str(ipaddress.IPv6Address(text))
    except ValueError:
        return None


def _measure(scope: Scope, status: int, seconds: float) -> None:
    route = str(scope.get("path_template") or "(none)")
    # A client may send any method, but must not create new time series.
    method = scope["method"] if scope["method"] in METHODS else "other"
    metrics.HTTP_REQUESTS.labels(method, route, str(status)).inc()
    metrics.HTTP_SECONDS.labels(route).observe(seconds)
