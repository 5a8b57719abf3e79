"""The walk of one page through the code: `python -m tests.benchmarks.page_walk`.

A real daemon runs under a profiler that notes which source files of watchd are entered, in the order of their first call,
while one profile with one page goes from its POST to the portal and the delivered alert. Sandboxed child processes are not
traced. Not part of `make bench`: it prints the list behind docs/explanation/house.md.
"""

import json
import os
import runpy
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import FrameType

import httpx

import watchd
from tests.notify.receiver import Receiver, receiver
from tests.support import ROOT, RunningDaemon

PACKAGE = f"{Path(watchd.__file__).parent}/"
STARTED, VISITED = (
    "WALK_STARTED",
    "WALK_VISITED",
)  # environment: a file that exists while the trace runs, and where its result goes
WAIT_SECONDS = 60.0
BODY = (
    "<html lang=en><title>Solid state battery pilot line</title><article><p>"
    + "The solid state battery pilot line opened. A new solid state battery pilot line makes cells. " * 8
    + "</article></html>"
).encode()


class Page(BaseHTTPRequestHandler):
    """A site of one page."""

    def do_GET(self) -> None:
        self.send_response(404 if self.path == "/robots.txt" else 200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(BODY)))
        self.end_headers()
        self.wfile.write(BODY)

    def log_message(self, *_: object) -> None: ...


def main() -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as name, receiver() as hook:
        folder = Path(name)
        environ = {
            STARTED: str(folder / "started"),
            VISITED: str(folder / "visited.json"),
            "WATCHD_FETCH__ALLOW_NETWORKS": '["127.0.0.0/8"]',
            "WATCHD_FETCH__MIN_DELAY": "0s",
            "PYTHONPATH": str(ROOT),
        }
        daemon = RunningDaemon(folder / "state", environ)
        daemon.module = ("tests.benchmarks.page_walk",)
        daemon.start()
        try:
            token = (daemon.state / "admin.token").read_text().strip()
            headers = {"Authorization": f"Bearer {token}"}
            with httpx.Client(base_url=f"{daemon.address}/api/v1", headers=headers, trust_env=False) as client:
                _walk(client, folder, f"http://127.0.0.1:{server.server_address[1]}/page", hook)
        finally:
            daemon.stop()
            server.shutdown()
        visited = json.loads((folder / "visited.json").read_text())
    for place in visited:
        print(place)
    print(f"{len(visited)} files")


def _walk(client: httpx.Client, folder: Path, url: str, hook: Receiver) -> None:
    target = hook.url.replace("http://", "webhook+http://")
    client.post("/channels", json={"name": "hook", "url": target}).raise_for_status()
    (folder / "started").touch()
    profile = {
        "name": "Batteries",
        "query": {"text": "solid state battery pilot line"},
        "seeds": {"urls": [url]},
        "budget": {"pages": 1},
        "delivery": {"channels": ["hook"]},
    }
    client.post("/profiles", json=profile).raise_for_status()
    _until(lambda: bool(hook.got))
    (folder / "started").unlink()
    assert client.get("/portal/search", params={"q": "battery"}).json()["items"]


def _until(look: Callable[[], bool]) -> None:
    deadline = time.monotonic() + WAIT_SECONDS
    while not look():
        if time.monotonic() > deadline:
            raise TimeoutError("the page did not arrive")
        time.sleep(0.1)


def serve_traced() -> None:
    """Run `watchd serve` and write down the files that are entered once the trace has started."""
    visited: dict[str, None] = {}
    started = Path(os.environ[STARTED])

    def note(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(PACKAGE) and code.co_name != "<module>":
            place = code.co_filename.removeprefix(PACKAGE)
            if place not in visited and started.exists():
                visited[place] = None

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        runpy.run_module("watchd", run_name="__main__")
    finally:
        sys.setprofile(None)
        Path(os.environ[VISITED]).write_text(json.dumps([*visited]))


if __name__ == "__main__":
    serve_traced() if sys.argv[1:] == ["serve"] else main()
