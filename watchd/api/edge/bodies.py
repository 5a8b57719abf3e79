"""Request bodies: read after the token was checked, with limits on their size, their time, and the memory of all together.

A request is refused from its head where possible. Its body is then not kept, only discarded for a moment, because a client
that still sends may lose an answer when the connection closes at once.

All bodies together have a memory budget. When it is used up, the oldest body that is still incomplete gives way. An import
may be large, so only one is read and stored at a time.
"""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import msgspec
from litestar.connection import ASGIConnection
from litestar.handlers.base import BaseRouteHandler

from watchd.api.edge.problems import BODY, ProblemError

# Plain ASGI.
Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]

INCOMING = "watchd.incoming"  # in the scope of a request: its IncomingBody
MAX_BODY_BYTES = 2**20
# Without a token, and for methods that take no body; a form of a signed link has a few bytes.
MAX_SMALL_BODY_BYTES = 16 * 2**10
IMPORT_PATH = "/api/v1/profiles/import"
MAX_IMPORT_BYTES = 32 * 2**20
MAX_HELD_BYTES = 64 * 2**20  # of all bodies together
BODY_TIMEOUT_SECONDS = 30.0
# After an answer that did not wait for the body, until the connection closes.
MAX_DISCARDED_BYTES = 64 * 2**20
DISCARD_SECONDS = 2.0
RETRY_SECONDS = 5  # an import rarely takes longer
WITHOUT_BODY = ("GET", "HEAD", "OPTIONS", "DELETE")
JSON_TYPES = ("application/json", "application/merge-patch+json")


class BodyBudget:
    """Memory of all bodies that are held at a time."""

    def __init__(self, max_bytes: int = MAX_HELD_BYTES) -> None:
        self._max_bytes = max_bytes
        self.held = 0
        self.incomplete: dict[IncomingBody, None] = {}  # oldest first
        self.importing: IncomingBody | None = None

    def take(self, body: "IncomingBody", count: int) -> None:
        """Account for more bytes of a body; older incomplete bodies give way if necessary."""
        while self.held + count > self._max_bytes:
            oldest = next((other for other in self.incomplete if other is not body), None)
            if oldest is None:
                raise busy("The bodies of other requests use up the memory for bodies; try again later.")
            oldest.give_way()
        self.held += count


class IncomingBody:
    """Body of one request. It is also the ASGI receive function that the framework gets."""

    def __init__(self, scope: Scope, receive: Receive, budget: BodyBudget) -> None:
        self._scope = scope
        self._receive = receive
        self._budget = budget
        self._chunks: list[bytes] = []
        self._size = 0
        self._deadline: asyncio.Timeout | None = None
        self._gave_way = False
        self._is_replayed = False
        self._content = b""
        # h11 has checked the form of these headers. A request without them has no body.
        lengths = _values(scope, b"content-length")
        is_chunked = bool(_values(scope, b"transfer-encoding"))
        self._declared = int(lengths[0]) if lengths and lengths[0].isdigit() else 0
        self.is_ambiguous = bool(lengths) and is_chunked
        self.is_complete = not self._declared and not is_chunked

    async def __call__(self) -> Message:
        """Give the framework the body once; after that only a disconnect can come."""
        if not self._is_replayed:
            self._is_replayed = True
            return {"type": "http.request", "body": self._content, "more_body": False}
        return await self._receive()

    def check_size(self, limit: int) -> None:
        """Refuse a body that says that it is too large."""
        if self._declared > limit:
            raise _too_large(limit)

    def begin_import(self) -> None:
        """Claim the one import at a time, until the end of the request."""
        if self._budget.importing is not None:
            raise busy("Another import is in progress, and only one can be; try again later.")
        self._budget.importing = self

    async def read(self, limit: int) -> bytes:
        """Return the whole body, or raise the problem with it."""
        if self.is_complete:
            return b""
        self._budget.incomplete[self] = None
        try:
            async with asyncio.timeout(BODY_TIMEOUT_SECONDS) as self._deadline:
                await self._collect(limit)
        except TimeoutError:
            if not self._gave_way:
                detail = f"The body must arrive within {BODY_TIMEOUT_SECONDS:.0f} s."
                raise ProblemError(408, "timeout", detail) from None
        finally:
            self._budget.incomplete.pop(self, None)
        if self._gave_way:
            raise busy("Newer requests needed the memory for bodies; try again later.")
        self._content, self._chunks = b"".join(self._chunks), []
        return self._content

    async def _collect(self, limit: int) -> None:
        while not self.is_complete:
            piece = await self._next_piece()
            if self._size + len(piece) > limit:
                raise _too_large(limit)
            self._budget.take(self, len(piece))
            self._size += len(piece)
            self._chunks.append(piece)

    async def discard(self) -> None:
        """Read and drop the rest of the body, for a short time."""
        self.release()
        discarded = 0
        try:
            async with asyncio.timeout(DISCARD_SECONDS):
                while not self.is_complete and discarded <= MAX_DISCARDED_BYTES:
                    discarded += len(await self._next_piece())
        except (TimeoutError, ProblemError):
            return

    def give_way(self) -> None:
        """Free the memory of this incomplete body and end its reading."""
        self._gave_way = True
        self._budget.incomplete.pop(self, None)
        self.release()
        if self._deadline is not None and not self._deadline.expired():
            self._deadline.reschedule(asyncio.get_running_loop().time())

    def release(self) -> None:
        """Return the memory to the budget; the request is over."""
        self._budget.held -= self._size
        self._size, self._chunks, self._content = 0, [], b""
        if self._budget.importing is self:
            self._budget.importing = None

    async def _next_piece(self) -> bytes:
        message = await self._receive()
        if message["type"] != "http.request":
            raise ProblemError(400, "malformed", "The body must be complete; the connection ended before.")
        self.is_complete = not message.get("more_body", False)
        piece: bytes = message.get("body", b"")
        return piece


class ReadBody:
    """Guard that reads the body, after the guard that checks the token."""

    async def __call__(self, connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
        scope = connection.scope
        incoming: IncomingBody = scope[INCOMING]  # type: ignore[literal-required]
        is_import = scope["path"] == IMPORT_PATH and scope.get("method") == "POST"
        if incoming.is_complete and not is_import:  # most requests have no body
            scope[BODY] = b""  # type: ignore[literal-required]
            return
        limit = _limit(scope, is_import=is_import)
        incoming.check_size(limit)
        if is_import:
            incoming.begin_import()
        else:
            _check_media_type(scope)
        body = await incoming.read(limit)
        if body and not is_import:
            _check_json(body)
        scope[BODY] = body  # type: ignore[literal-required]


def _limit(scope: Any, *, is_import: bool) -> int:
    if is_import:
        return MAX_IMPORT_BYTES
    if scope.get("auth") is None or scope["method"] in WITHOUT_BODY:
        return MAX_SMALL_BODY_BYTES
    return MAX_BODY_BYTES


def _check_media_type(scope: Any) -> None:
    """Refuse a body that is not JSON in UTF-8."""
    if scope["method"] in WITHOUT_BODY:
        return
    declared = next(iter(_values(scope, b"content-type")), "")
    media_type, _, parameters = declared.partition(";")
    charset = parameters.lower().replace(" ", "").replace('"', "")
    if media_type.strip().lower() not in JSON_TYPES or charset not in ("", "charset=utf-8"):
        raise ProblemError(
            415, "media-type", "The body must be JSON in UTF-8; send Content-Type: application/json."
        )


def _check_json(body: bytes) -> None:
    try:
        msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as cause:
        raise ProblemError(400, "malformed", f"The body cannot be read as JSON: {cause}.") from None


def busy(detail: str) -> ProblemError:
    return ProblemError(503, "busy", detail, headers={"Retry-After": str(RETRY_SECONDS)})


def _too_large(limit: int) -> ProblemError:
    size = f"{limit // 2**20} MiB" if limit >= 2**20 else f"{limit // 2**10} KiB"
    return ProblemError(413, "too-large", f"The body must not be larger than {size}; send less at a time.")


def _values(scope: Any, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]
