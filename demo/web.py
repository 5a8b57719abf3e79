"""Web server of the demo: each site on its own loopback address, all on one free port."""

import hashlib
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import msgspec

from demo.errors import DemoFailed
from demo.pages import Edition, Page, read_sites
from demo.search_engine import SearchEngine

ENGINE = "127.0.2.100"  # address of the search engine
MAX_PORTS_TRIED = 20


class Web:
    """All sites in their current edition, and the search engine."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.edition = Edition(read_sites(), port, datetime.now(UTC), is_later=False)
        self.engine = SearchEngine(self.edition)
        self._files = self.edition.files()

    @property
    def engine_url(self) -> str:
        return f"http://{ENGINE}:{self.port}"

    def publish(self) -> None:
        """Publish the later edition on all sites at once."""
        self.edition = msgspec.structs.replace(self.edition, moment=datetime.now(UTC), is_later=True)
        self._files = self.edition.files()

    def file(self, url: str) -> tuple[str, bytes] | None:
        """Return media type and body of an address, also of the search engine."""
        base, _, query = url.partition("?")
        if base == f"{self.engine_url}/search":
            return "application/json", self.engine.answer(query)
        return self._files.get(url)

    def name(self, url: str) -> str:
        """Return a short name for an address: site and path."""
        for key in self.edition.sites:
            if url.startswith(home := self.edition.url(f"{key}:/")):
                return f"{key}/{url.removeprefix(home)}"
        return url

    def appearing(self) -> tuple[str, Page]:
        """Return the page that the later edition adds, and its address."""
        return next((self.edition.url(p), page) for p, page in self._later() if page.appears == "later")

    def growing(self) -> tuple[str, Page]:
        """Return the page that the later edition extends, and its address."""
        return next((self.edition.url(p), page) for p, page in self._later() if page.later)

    def _later(self) -> Iterator[tuple[str, Page]]:
        yield from msgspec.structs.replace(self.edition, is_later=True).places().items()


@contextmanager
def running_web() -> Iterator[Web]:
    """Run the web until the block ends."""
    with ExitStack() as stack:
        servers = _servers()
        web = Web(servers[0].server_address[1])
        for server in servers:
            server.web = web
            stack.callback(server.server_close)
            thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
            thread.start()
            stack.callback(server.shutdown)
        yield web


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False  # do not wait for connections that are kept open
    request_queue_size = 50
    web: Web


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # keeps connections
    server: _Server

    def do_GET(self) -> None:
        address, port = self.server.server_address[:2]
        found = self.server.web.file(f"http://{address!s}:{port}{self.path}")
        kind, body = found or ("text/plain; charset=utf-8", b"There is no such page.\n")
        tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        if found and self.headers.get("If-None-Match") == tag:
            self._answer(304, {"ETag": tag}, b"")
        else:
            headers = {"Content-Type": kind, "Content-Length": str(len(body))}
            self._answer(200 if found else 404, {**headers, "ETag": tag} if found else headers, body)

    def _answer(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None: ...


def _servers() -> list[_Server]:
    """Create one server per address, all on the same port."""
    addresses = [site.address for site in read_sites().values()] + [ENGINE]
    for _ in range(MAX_PORTS_TRIED):
        with closing(socket.create_server((addresses[0], 0))) as probe:
            port = probe.getsockname()[1]
        servers: list[_Server] = []
        try:
            for address in addresses:
                servers.append(_Server((address, port), _Handler))
        except OSError:
            for server in servers:
                server.server_close()
        else:
            return servers
    raise DemoFailed(
        f"No port is free on all of {', '.join(addresses)}; they must be loopback addresses of this machine."
    )
