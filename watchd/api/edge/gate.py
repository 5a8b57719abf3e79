"""Request filter in front of all routes. Every request passes these steps in this order:

1. It has exactly one Host header, with an allowed name. Another name means DNS rebinding.
2. It has no foreign Origin and is not a cross-site request, which a web page of another site would send.
3. Its body is within the size limit and the time limit, and is JSON.
4. The response gets security headers and is measured.

Decisions use the parsed path of the request, never a URL built from its headers.
"""

import asyncio
import ipaddress
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

import msgspec

from watchd import metrics
from watchd.api.edge.problems import BODY, MEDIA_TYPE, ProblemError, encoded, problem
from watchd.api.settings import ServerSettings

ABORT_CONNECTION = "watchd.abort_connection"  # in the scope of a request; app/server.py sets it


def abort_response(scope: Any) -> None:
    """Close the connection before the end of the body, so that the client does not take a part for the whole."""
    abort: Callable[[], None] = scope[ABORT_CONNECTION]
    abort()


# The filter uses plain ASGI and does not know the framework.
Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

MAX_BODY_BYTES = 2**20
IMPORT_PATH = "/api/v1/profiles/import"
MAX_IMPORT_BYTES = 32 * 2**20
# A body that is too large is read and discarded up to here, so that the client receives the answer.
MAX_DRAINED_BYTES = 64 * 2**20
BODY_TIMEOUT_SECONDS = 30.0
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
JSON_TYPES = ("application/json", "application/merge-patch+json")

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

    def __init__(self, app: Any, settings: ServerSettings) -> None:
        self._app = app
        self._hosts = {
            "localhost",
            "127.0.0.1",
            "::1",
            settings.host.lower(),
            *map(str.lower, settings.allowed_hosts),
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008, "reason": None})
                return
            await self._app(scope, receive, send)
            return
        begun = time.perf_counter()
        outgoing = ResponseSender(send)
        try:
            self._check_form(scope)
            self._check_origin(scope)
            scope[BODY] = body = await _body(scope, receive)
            _check_json(scope, body)
            await self._app(scope, _replay(body, receive), outgoing)
        except ProblemError as refusal:
            await _refuse(refusal, outgoing)
        except ClientDisconnected:
            return
        finally:
            _measure(scope, outgoing.status, time.perf_counter() - begun)

    def _check_form(self, scope: Scope) -> None:
        if _values(scope, b"content-length") and _values(scope, b"transfer-encoding"):
            detail = "A request must have either a Content-Length or a Transfer-Encoding; got both."
            raise ProblemError(400, "malformed", detail, headers={"Connection": "close"})
        hosts = _values(scope, b"host")
        if len(hosts) != 1:
            raise ProblemError(400, "host", f"A request must have exactly one Host header; got {len(hosts)}.")
        if _name_of(hosts[0]) not in self._hosts:
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


class ClientDisconnected(Exception):
    """Raised when a client disconnects before its body is complete."""


class ResponseSender:
    """ASGI send that adds the security headers that a response does not set itself."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.status = 0

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            present = {name.lower() for name, _ in message["headers"]}
            extra = [(name, value) for name, value in HEADERS.items() if name not in present]
            message["headers"] = [*message["headers"], *extra]
        await self._send(message)


async def _body(scope: Scope, receive: Receive) -> bytes:
    limit = MAX_IMPORT_BYTES if scope["path"] == IMPORT_PATH else MAX_BODY_BYTES
    try:
        async with asyncio.timeout(BODY_TIMEOUT_SECONDS):
            return await _read(receive, limit)
    except TimeoutError:
        raise ProblemError(
            408, "timeout", f"The body must arrive within {BODY_TIMEOUT_SECONDS:.0f} s."
        ) from None


async def _read(receive: Receive, limit: int) -> bytes:
    chunks: list[bytes] = []
    size, more = 0, True
    while more and size <= MAX_DRAINED_BYTES:
        message = await receive()
        if message["type"] != "http.request":
            raise ClientDisconnected
        size += len(message["body"])
        if size <= limit:
            chunks.append(message["body"])
        more = message.get("more_body", False)
    if size > limit:
        detail = f"The body must not be larger than {limit // 2**20} MiB; send less at a time."
        raise ProblemError(413, "too-large", detail, headers={"Connection": "close"})
    return b"".join(chunks)


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return a receive function that gives the body once; after that only a disconnect can come."""
    pending = True

    async def next_message() -> Message:
        nonlocal pending
        if pending:
            pending = False
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return next_message


def _check_json(scope: Scope, body: bytes) -> None:
    """Refuse a body that is not JSON in UTF-8, except on the one route that takes files."""
    if not body or scope["method"] in ("GET", "HEAD", "OPTIONS", "DELETE") or scope["path"] == IMPORT_PATH:
        return
    declared = next(iter(_values(scope, b"content-type")), "")
    media_type, _, parameters = declared.partition(";")
    charset = parameters.lower().replace(" ", "").replace('"', "")
    if media_type.strip().lower() not in JSON_TYPES or charset not in ("", "charset=utf-8"):
        raise ProblemError(
            415, "media-type", "The body must be JSON in UTF-8; send Content-Type: application/json."
        )
    try:
        msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as cause:
        raise ProblemError(400, "malformed", f"The body cannot be read as JSON: {cause}.") from None


async def _refuse(refusal: ProblemError, send: ResponseSender) -> None:
    body = encoded(problem(refusal.status, refusal.code, refusal.detail, refusal.faults))
    headers = {"content-type": MEDIA_TYPE, "content-length": str(len(body)), **refusal.headers}
    lines = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": refusal.status, "headers": lines})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _values(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


def _name_of(host: str) -> str:
    """Return the host without its port. The port is not checked: rebinding is about names, and tunnels change ports."""
    if host.startswith("["):
        name = host[1:].partition("]")[0]
        try:
            return str(ipaddress.ip_address(name))
        except ValueError:
            return ""
    return host.rpartition(":")[0].lower() if host.count(":") == 1 else host.lower()


def _measure(scope: Scope, status: int, seconds: float) -> None:
    route = str(scope.get("path_template") or "(none)")
    # A client may send any method, but must not create new time series.
    method = scope["method"] if scope["method"] in METHODS else "other"
    metrics.HTTP_REQUESTS.labels(method, route, str(status)).inc()
    metrics.HTTP_SECONDS.labels(route).observe(seconds)
