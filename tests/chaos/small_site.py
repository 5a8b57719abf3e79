"""Small web site on loopback for runs with failures: slow pages about one topic, each with its own words."""

import contextlib
import random
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PAGES = 30
SYLLABLES = ("ka", "lo", "mi", "ru", "ten", "vas", "po", "sil", "dra", "gen")


class Pages(BaseHTTPRequestHandler):
    """Handler for /1 to /30; each page links to two others."""

    protocol_version = "HTTP/1.1"
    delay = 0.05

    def do_GET(self) -> None:
        number = self.path.strip("/")
        found = number.isdecimal() and 1 <= int(number) <= PAGES
        time.sleep(self.delay)
        self._send(200, page(int(number))) if found else self._send(404, b"")

    def _send(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *words: object) -> None:
        pass


def page(number: int) -> bytes:
    links = "".join(
        f'<p><a href="/{other}">More on the solid state battery of line {other}</a></p>'
        for other in (2 * number, 2 * number + 1)
        if other <= PAGES
    )
    chance = random.Random(number)
    words = ["".join(chance.choices(SYLLABLES, k=3)) for _ in range(120)]
    sentences = [f"The solid state battery {' '.join(words[n : n + 12])}." for n in range(0, 120, 12)]
    title = f"Solid state battery {words[0]}"
    body = f"<main><h1>{title}</h1><p>{' '.join(sentences)}</p>{links}</main>"
    return f"<html lang=en><head><title>{title}</title></head><body>{body}</body></html>".encode()


@contextlib.contextmanager
def small_site() -> Iterator[int]:
    """Run the site and return its port."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
