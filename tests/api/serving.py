"""The API on real connections, as the daemon serves it."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from watchd.api.app import build
from watchd.api.services import Services
from watchd.app import daemon
from watchd.app.config import Settings


@asynccontextmanager
async def served(services: Services) -> AsyncIterator[int]:
    """Serve the API on loopback and yield its port."""
    server = daemon.server(build(services), Settings(server=services.server))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        serving = asyncio.create_task(server.serve([listening]))
        try:
            yield listening.getsockname()[1]
        finally:
            server.should_exit = True
            await serving
