"""Shared test objects: a clock that a test sets, randomness from a seed, and a real daemon in its own process."""

import contextlib
import json
import os
import random
import signal
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx

from watchd.core.population.events import RunBudget
from watchd.model.alert import Delivered, DeliveryOutcome, Message
from watchd.model.channel import Channel, Template

ROOT = Path(__file__).parent.parent
MONDAY = datetime(2026, 11, 16, 7, 30, tzinfo=UTC)


class HandWoundClock:
    """Clock that moves only when a test moves it."""

    def __init__(self, now: datetime = MONDAY) -> None:
        self._now = now

    def now(self) -> datetime:
        return self._now

    def forward(self, **time: float) -> None:
        self._now += timedelta(**time)


class SeededEntropy:
    """Randomness that is the same in every test run."""

    def __init__(self, seed: int = 1) -> None:
        self._random = random.Random(seed)

    def bits(self, count: int) -> int:
        return self._random.getrandbits(count)

    def chance(self) -> float:
        return self._random.random()


class IdleRunner:
    """Run worker that records requests and runs nothing."""

    def __init__(self) -> None:
        self.woken = 0
        self.control: list[tuple[str, str]] = []

    def wake(self) -> None:
        self.woken += 1

    def stop_run(self, run_id: str) -> bool:
        self.control.append(("stop", run_id))
        return False

    def adjust(self, run_id: str, budget: RunBudget, params: dict[str, Any]) -> bool:
        self.control.append(("adjust", run_id))
        return False


class RecordingSender:
    """Sender that records messages, or returns the outcomes that a test has set."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, Message]] = []
        self.outcomes: dict[str, list[DeliveryOutcome]] = {}  # by channel, used up from the front

    async def send(self, channel: Channel, message: Message) -> DeliveryOutcome:
        planned = self.outcomes.get(channel.name, [])
        outcome = planned.pop(0) if planned else Delivered()
        if isinstance(outcome, Delivered):
            self.sent.append((channel.name, message))
        return outcome

    async def what_is_wrong(self, template: Template) -> str | None:
        return "it is bad" if "bad" in (template.body or "") else None

    def ids(self, channel: str) -> list[str]:
        return [message.id for name, message in self.sent if name == channel]


def kibibytes(field: str, pid: int | str = "self") -> int:
    """Return the memory of a process: VmRSS is its current size, VmHWM its maximum."""
    return int(Path(f"/proc/{pid}/status").read_text().partition(f"{field}:")[2].split()[0])


class RunningDaemon:
    """Daemon in its own process, on a port that the system chose."""

    def __init__(self, state: Path, environ: dict[str, str] | None = None) -> None:
        self.state = state
        self.log_file = state.with_name(f"{state.name}.log")
        self.environ = {
            **{name: value for name, value in os.environ.items() if not name.startswith("WATCHD_")},
            "WATCHD_STATE__DIR": str(state),
            "WATCHD_SERVER__PORT": "0",
            "WATCHD_LOG__FORMAT": "json",
            **(environ or {}),
        }
        self.module: tuple[str, ...] = ("watchd",)
        self.process: subprocess.Popen[bytes] | None = None
        self.address = ""

    def start(self, *, wait: bool = True) -> "RunningDaemon":
        with self.log_file.open("ab") as log:
            begin = log.tell()
            self.process = subprocess.Popen(
                [sys.executable, "-m", *self.module, "serve"],
                env=self.environ,
                stderr=log,
                stdout=log,
                cwd=self.state.parent,
            )
        if wait:
            self.address = self._listening(begin)
        return self

    def stop(self, number: int = signal.SIGTERM, timeout: float = 15) -> int:
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(timeout)

    def log(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log_file.read_text().splitlines() if line.startswith("{")]

    def logged(self, event: str, timeout: float = 10) -> dict[str, Any]:
        """Return the first line about this event; wait for it if necessary."""
        found: dict[str, Any] = self._await(
            lambda: next((line for line in self.log() if line["event"] == event), None), event, timeout
        )
        return found

    def cpu_seconds(self) -> float:
        """Return the processor time that the daemon has used so far."""
        assert self.process is not None
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def token(self) -> str:
        return (self.state / "admin.token").read_text().strip()

    def client(self, token: str | None = None, *, verify: ssl.SSLContext | bool = True) -> httpx.Client:
        headers = {"Authorization": f"Bearer {token or self.token()}"}
        return httpx.Client(base_url=self.address, headers=headers, verify=verify, trust_env=False, timeout=20)

    def _listening(self, begin: int) -> str:
        def address() -> str | None:
            lines = self.log_file.read_bytes()[begin:].decode().splitlines()
            events = [json.loads(line) for line in lines if line.startswith("{")]
            return next((event["address"] for event in events if event["event"] == "listening"), None)

        return str(self._await(address, "listening", 30))

    def _await(self, look: Any, what: str, timeout: float) -> Any:
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            if (found := look()) is not None:
                return found
            if self.process is not None and self.process.poll() is not None:
                break
            time.sleep(0.02)
        raise AssertionError(f"no {what!r} in the log:\n{self.log_file.read_text()}")


@contextlib.contextmanager
def running_daemon(state: Path, environ: dict[str, str] | None = None) -> Iterator[RunningDaemon]:
    daemon = RunningDaemon(state, environ).start()
    try:
        yield daemon
    finally:
        daemon.stop()
