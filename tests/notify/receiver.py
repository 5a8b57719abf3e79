"""A receiver of webhooks that runs in a thread of its own and keeps what it got."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Got:
    """One request."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """Answers 204, or whatever `answer` says for the nth request: a status and headers."""

    got: list[Got] = field(default_factory=list)
    answer: Callable[[int], tuple[int, dict[str, str]]] = lambda _: (204, {})
    url: str = ""
    port: int = 0
    hangs: threading.Event | None = None  # set: answers only once this is


@contextmanager
def receiver() -> Iterator[Receiver]:
    received = Receiver()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", "0")))
            headers = {name.lower(): value for name, value in self.headers.items()}
            if received.hangs is not None:
                received.hangs.wait(60)
            received.got.append(Got(self.path, headers, body))
            status, extra = received.answer(len(received.got))
            self.send_response(status)
            for name, value in {"Content-Length": "0", **extra}.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *_: object) -> None: ...

    class Server(ThreadingHTTPServer):
        def handle_error(self, *_: object) -> None:
            """A daemon that is killed hangs up in the middle; that is what some tests are about."""

    server = Server(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    received.port = server.server_address[1]
    received.url = f"http://127.0.0.1:{received.port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield received
    finally:
        if received.hangs is not None:
            received.hangs.set()
        server.shutdown()
        server.server_close()
        thread.join()
