"""Daemon of the demo: a process, its token file, and its REST API."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx

from demo import interrupt
from demo.errors import DemoFailed

TIMEOUT_SECONDS = 60.0  # for every step
Seen = TypeVar("Seen")


class Daemon:
    """Running daemon."""

    def __init__(self, process: subprocess.Popen[bytes], state: Path, log: Path) -> None:
        self.process = process
        self.token_file = state / "admin.token"
        self._log = log
        self.address = self.until(self._listening, "The daemon did not listen.")
        headers = {"Authorization": f"Bearer {self.token_file.read_text().strip()}"}
        self.client = httpx.Client(
            base_url=self.address, headers=headers, trust_env=False, timeout=TIMEOUT_SECONDS
        )

    def get(self, path: str) -> Any:
        return self._call("GET", path).json()

    def text(self, path: str) -> str:
        return self._call("GET", path).text

    def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        return self._call("POST", path, body).json()

    def events(self, run_id: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the events of a run as they happen: kind and body."""
        deadline = time.monotonic() + TIMEOUT_SECONDS
        kind = ""
        try:
            with self.client.stream("GET", f"/api/v1/runs/{run_id}/events") as stream:
                for line in stream.iter_lines():
                    interrupt.check()
                    name, _, value = line.partition(": ")
                    if name == "event":
                        kind = value
                    elif name == "data":
                        yield kind, json.loads(value)
                    if time.monotonic() > deadline:
                        raise self._failure(
                            f"The run {run_id} did not end within {TIMEOUT_SECONDS:.0f} seconds."
                        )
        except httpx.HTTPError as trouble:
            raise self._failure(f"The stream of events of run {run_id} ended early ({trouble!r}).") from trouble

    def until(self, look: Callable[[], Seen | None], otherwise: str) -> Seen:
        """Wait until `look` returns something, and return it."""
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while time.monotonic() < deadline and self.process.poll() is None:
            interrupt.check()
            if seen := look():
                return seen
            time.sleep(0.05)
        raise self._failure(otherwise)

    def _listening(self) -> str | None:
        lines = [json.loads(line) for line in self._log.read_text().splitlines() if line.endswith("}")]
        return next((line["address"] for line in lines if line["event"] == "listening"), None)

    def _call(self, method: str, path: str, body: dict[str, Any] | None = None) -> httpx.Response:
        interrupt.check()
        try:
            answer = self.client.request(method, path, json=body)
        except httpx.HTTPError as trouble:
            raise self._failure(f"{method} {path} got no answer ({trouble!r}).") from trouble
        if answer.is_error:
            raise self._failure(f"{method} {path} failed with status {answer.status_code}: {answer.text}")
        return answer

    def _failure(self, what: str) -> DemoFailed:
        end = "\n".join(self._log.read_text().splitlines()[-10:])
        return DemoFailed(f"{what} The end of the daemon's log:\n{end}")


@contextmanager
def running_daemon(folder: Path, settings: dict[str, str]) -> Iterator[Daemon]:
    """Run the real daemon with its state in `folder`, until the block ends."""
    state, log = folder / "state", folder / "watchd.log"
    own = {"WATCHD_STATE__DIR": str(state), "WATCHD_SERVER__PORT": "0", "WATCHD_LOG__FORMAT": "json"}
    others = {name: value for name, value in os.environ.items() if not name.startswith("WATCHD_")}
    with log.open("wb") as out:
        # A session of its own: only the demo gets Ctrl-C, and it then stops the daemon in order.
        process = subprocess.Popen(
            [sys.executable, "-m", "watchd", "serve"],
            env={**others, **own, **settings},
            stdout=out,
            stderr=out,
            start_new_session=True,
        )
    try:
        daemon = Daemon(process, state, log)
        with daemon.client:
            yield daemon
    finally:
        _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
    try:
        process.wait(15)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
