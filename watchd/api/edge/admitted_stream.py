"""Streamed answer that ends when the token of its request is no longer valid."""

from collections.abc import AsyncIterator
from typing import Any

from litestar import Request

from watchd.api.edge.gate import abort_response
from watchd.api.services import Services
from watchd.flow.upkeep import tokens


async def while_admitted(
    request: Request[Any, Any, Any], services: Services, pieces: AsyncIterator[bytes]
) -> AsyncIterator[bytes]:
    """Yield the pieces while the token is valid; it is checked for each piece, which has many entries."""
    async for piece in pieces:
        if not await services.store.read(lambda t: tokens.is_valid(t, request.auth, services.clock.now())):
            # A normal end would look like the end of the file.
            abort_response(request.scope)
            return
        yield piece
