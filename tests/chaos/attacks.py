"""Attacks of API clients and of hanging hosts on a running daemon, with what they cost it.

`python -m tests.chaos.attacks` makes each attack once on a new daemon and prints a table. All of it stays on loopback and
ends by itself.
"""

import contextlib
import socket
import ssl
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import httpx

from tests.certificate import certified
from tests.support import ROOT, RunningDaemon, kibibytes

MIB = 2**20
TRIES = 20  # requests to /health/live after an attack
ANSWER_SECONDS = 2.0
MAX_FILES = 96


class Cost(NamedTuple):
    """What an attack did."""

    healthy: int  # answers of /health/live, of TRIES
    mebibytes: int  # growth of the daemon's largest size
    statuses: dict[int, int]  # answers to the attacker, by status; 0: none


class Attacker:
    """Client that opens many connections to one daemon."""

    def __init__(self, daemon: RunningDaemon, trusting: ssl.SSLContext | None = None) -> None:
        self.daemon = daemon
        self._trusting = trusting  # for TLS
        host, port = daemon.address.rpartition("/")[2].split(":")
        self.place = (host, int(port))
        self.opened: list[socket.socket] = []
        self._begin = self._peak()

    def connect(self, said: bytes = b"", *, receive_buffer: int = 0) -> socket.socket | None:
        """Open one more connection and send something; return None if the daemon does not take it."""
        connection = socket.socket()
        connection.settimeout(ANSWER_SECONDS)
        if receive_buffer:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        try:
            connection.connect(self.place)
            connection = self._secured(connection)
            self.opened.append(connection)
            connection.sendall(said)
        except OSError:
            return None
        return connection

    def is_live(self) -> bool:
        """Ask /health/live on a new connection."""
        try:
            with self._secured(socket.create_connection(self.place, ANSWER_SECONDS)) as connection:
                connection.sendall(head("GET", "/health/live", "Connection: close"))
                return b" 200 " in connection.recv(100)
        except OSError:
            return False

    def _secured(self, connection: socket.socket) -> socket.socket:
        if self._trusting is None:
            return connection
        return self._trusting.wrap_socket(connection, server_hostname=self.place[0])

    def statuses(self) -> dict[int, int]:
        """Return the answers that have arrived, without waiting for others."""
        return dict(Counter(status_of(connection) for connection in self.opened))

    def cost(self) -> Cost:
        healthy = sum(self.is_live() for _ in range(TRIES))
        statuses = {} if self._trusting else self.statuses()
        return Cost(healthy, (self._peak() - self._begin) // 1024, statuses)

    def _peak(self) -> int:
        assert self.daemon.process is not None
        return kibibytes("VmHWM", self.daemon.process.pid)

    def close(self) -> None:
        for connection in self.opened:
            connection.close()


@contextlib.contextmanager
def attacker(daemon: RunningDaemon, trusting: ssl.SSLContext | None = None) -> Iterator[Attacker]:
    made = Attacker(daemon, trusting)
    try:
        yield made
    finally:
        made.close()


def status_of(connection: socket.socket) -> int:
    """Return the status in what the connection has received so far; 0 if there is none."""
    connection.settimeout(0.001)
    try:
        line = connection.recv(15, socket.MSG_PEEK).split(b" ")
    except OSError:
        return 0
    return int(line[1]) if len(line) > 1 else 0


def head(method: str, path: str, *headers: str) -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: localhost", *headers, "", ""]).encode()


def bearer(daemon: RunningDaemon, token: str | None = None) -> str:
    return f"Authorization: Bearer {token or daemon.token()}"


def unfinished_uploads(daemon: RunningDaemon, count: int = 30) -> Cost:
    """Without a token, send 30 MiB of 32 in each of many imports."""
    with attacker(daemon) as client:
        wanted = head(
            "POST", "/api/v1/profiles/import", "Content-Type: application/json", f"Content-Length: {32 * MIB}"
        )
        for _ in range(count):
            connection = client.connect(wanted)
            with contextlib.suppress(OSError):
                for _ in range(30):
                    assert connection is not None
                    connection.sendall(b" " * MIB)
        return client.cost()


def unfinished_bodies(daemon: RunningDaemon, count: int = 200) -> Cost:
    """With a token, send all but one byte of a body of 1 MiB, many times."""
    with attacker(daemon) as client:
        wanted = head(
            "POST",
            "/api/v1/profiles",
            bearer(daemon),
            "Content-Type: application/json",
            f"Content-Length: {MIB}",
        )
        for _ in range(count):
            client.connect(wanted + b" " * (MIB - 1))
        return client.cost()


def costly_requests(daemon: RunningDaemon, count: int = 100) -> float:
    """Without a token, send heads with 5,000 headers and bodies in chunks of one byte; return processor time per MiB."""
    headers = head("GET", "/health/live", *(f"{number:x}:" for number in range(5000)))
    chunks = head("POST", "/api/v1/profiles", "Transfer-Encoding: chunked") + b"1\r\n \r\n" * 5000
    begin = daemon.cpu_seconds()
    with attacker(daemon) as client:
        for _ in range(count):
            client.connect(headers)
            client.connect(chunks)
        for _ in range(TRIES):
            client.is_live()
    return (daemon.cpu_seconds() - begin) / (count * (len(headers) + len(chunks)) / MIB)


def withheld_bodies(daemon: RunningDaemon, count: int = 450, token: str | None = None) -> Cost:
    """Send the head of a POST and never its body."""
    said = [
        "Content-Type: application/json",
        "Content-Length: 100",
        *([bearer(daemon, token)] if token else []),
    ]
    with attacker(daemon) as client:
        for _ in range(count):
            client.connect(head("POST", "/api/v1/profiles", *said))
        return client.cost()


def idle_connections(daemon: RunningDaemon, count: int = 450) -> Cost:
    """Make one request on each connection, then leave it open and begin the next head without end."""
    with attacker(daemon) as client:
        for _ in range(count):
            connection = client.connect(head("GET", "/health/live"))
            with contextlib.suppress(OSError):
                assert connection is not None
                connection.recv(4096)
                connection.sendall(b"GET /health/l")
        return client.cost()


def unread_answers(daemon: RunningDaemon, count: int = 450, trusting: ssl.SSLContext | None = None) -> Cost:
    """Ask for a large file, which needs no token, and do not read it."""
    with attacker(daemon, trusting) as client:
        for _ in range(count):
            client.connect(head("GET", "/api/docs/assets/swagger-ui-bundle.js"), receive_buffer=4096)
        return client.cost()


class StreamCost(NamedTuple):
    """What a thousand event streams did."""

    healthy: int
    opened: int  # streams that began
    refused: int  # 429
    revoked: bool  # whether the token could be revoked meanwhile


def many_streams(daemon: RunningDaemon, run_id: str, count: int = 1000) -> StreamCost:
    """Follow one run on many connections with one read token; then try to revoke that token."""
    with daemon.client() as admin, attacker(daemon) as client:
        made = admin.post("/api/v1/tokens", json={"name": f"phone-{count}", "scope": "read"}).json()
        wanted = head("GET", f"/api/v1/runs/{run_id}/events", bearer(daemon, made["token"]))
        for _ in range(count):
            client.connect(wanted)
        healthy = sum(client.is_live() for _ in range(TRIES))
        statuses = client.statuses()
        try:
            with daemon.client() as other:
                other.timeout = httpx.Timeout(5)
                revoked = other.delete(f"/api/v1/tokens/{made['id']}").status_code == 204
        except httpx.HTTPError:
            revoked = False
        return StreamCost(healthy, statuses.get(200, 0), statuses.get(429, 0), revoked)


STRANGE_HOSTS = (
    "127.0.0.1:8420@evil.test",
    "127.0.0.1:8420.",
    "[::1].evil.test",
    "localhost:8420,evil.test",
    "[::1",
    "[localhost]",
    "localhost:",
    "localhost:99999999",
    "localhost:8420/evil.test",
    "localhost evil.test",
    "localhost:8420#evil.test",
    "user@localhost",
)


def status_for_host(place: tuple[str, int], *lines: str) -> int:
    """Return the answer to a request with these Host lines."""
    with socket.create_connection(place, timeout=ANSWER_SECONDS) as connection:
        said = ["GET /health/live HTTP/1.1", *lines, "Connection: close", "", ""]
        connection.sendall("\r\n".join(said).encode())
        return int(connection.recv(100).split(b" ")[1])


class FewFilesDaemon(RunningDaemon):
    """Daemon with a low limit of open files."""

    def __init__(self, state: Path, environ: dict[str, str] | None = None, files: int = MAX_FILES) -> None:
        super().__init__(state, {**(environ or {}), "PYTHONPATH": str(ROOT)})
        self.module = ("tests.chaos.few_files", str(files))


@contextlib.contextmanager
def hanging_hosts(count: int) -> Iterator[list[str]]:
    """Listen on many loopback addresses, accept connections, and never answer; yield the URLs."""
    with contextlib.ExitStack() as listening:
        first = listening.enter_context(socket.create_server(("127.0.1.1", 0)))
        port = first.getsockname()[1]
        for number in range(1, count):
            place = (f"127.0.{1 + number // 200}.{1 + number % 200}", port)
            listening.enter_context(socket.create_server(place))
        yield [f"http://127.0.{1 + n // 200}.{1 + n % 200}:{port}/" for n in range(count)]


def environ_for(urls: list[str]) -> dict[str, str]:
    return {
        "WATCHD_FETCH__ALLOW_NETWORKS": '["127.0.0.0/8"]',
        "WATCHD_FETCH__PORTS": f"[{urls[0].rstrip('/').rpartition(':')[2]}]",
        "WATCHD_FETCH__MIN_DELAY": "0s",
    }


def start_runs(daemon: RunningDaemon, urls: list[str], per_profile: int = 15) -> list[str]:
    """Start runs over these pages; return their ids."""
    runs = []
    with daemon.client() as client:
        for first in range(0, len(urls), per_profile):
            body = {
                "name": f"Hanging {first}",
                "query": {"text": "solid state battery"},
                "seeds": {"urls": urls[first : first + per_profile], "providers": []},
                "schedule": {"manual": True},
            }
            profile = client.post("/api/v1/profiles", json=body).json()["id"]
            runs.append(client.post(f"/api/v1/profiles/{profile}/runs").json()["id"])
    return runs


def health_while_hosts_hang(daemon: RunningDaemon, urls: list[str], seconds: float = 10) -> tuple[int, int]:
    """Start runs on hosts that hang; return how many of the requests to /health/live were answered meanwhile, and made."""
    client = Attacker(daemon)
    starting = threading.Thread(target=_start_quietly, args=(daemon, urls))
    starting.start()
    answered, made, end = 0, 0, time.monotonic() + seconds
    while time.monotonic() < end and made < 1000:
        answered += client.is_live()
        made += 1
        time.sleep(0.05)
    starting.join()
    return answered, made


def _start_quietly(daemon: RunningDaemon, urls: list[str]) -> None:
    with contextlib.suppress(httpx.HTTPError, ValueError, KeyError):
        start_runs(daemon, urls)


def main() -> None:
    """Print what each attack costs."""
    attacks: dict[str, Callable[[RunningDaemon], object]] = {
        "30 unfinished uploads of 30 MiB without a token": unfinished_uploads,
        "200 unfinished bodies of 1 MiB with a token": unfinished_bodies,
        "450 withheld bodies without a token": withheld_bodies,
        "450 withheld bodies with a token": lambda daemon: withheld_bodies(daemon, token=daemon.token()),
        "450 idle connections with half a head": idle_connections,
        "450 answers that are not read": unread_answers,
        "heads of 5,000 headers, chunks of 1 byte (CPU seconds per MiB)": costly_requests,
    }
    with tempfile.TemporaryDirectory() as folder:
        certificate, trusting = certified(Path(folder))
        secure = RunningDaemon(Path(folder) / "tls", certificate).start()
        try:
            print(
                f"450 answers over TLS that are not read: {unread_answers(secure, trusting=trusting)}",
                flush=True,
            )
        finally:
            secure.stop()
        for number, (name, attack) in enumerate(attacks.items()):
            daemon = RunningDaemon(Path(folder) / f"state{number}").start()
            try:
                print(f"{name}: {attack(daemon)}", flush=True)
            finally:
                daemon.stop()
        with hanging_hosts(150) as urls:
            daemon = RunningDaemon(Path(folder) / "streams", environ_for(urls)).start()
            try:
                print(f"1000 streams: {many_streams(daemon, start_runs(daemon, urls[:5])[0])}", flush=True)
                place = ("127.0.0.1", int(daemon.address.rpartition(":")[2]))
                strange = {host: status_for_host(place, f"Host: {host}") for host in STRANGE_HOSTS}
                print(f"strange hosts: {strange}", flush=True)
            finally:
                daemon.stop()
            few = FewFilesDaemon(Path(folder) / "few", environ_for(urls)).start()
            try:
                print(f"health with {MAX_FILES} files: {health_while_hosts_hang(few, urls, 20)}", flush=True)
            finally:
                few.stop()


if __name__ == "__main__":
    main()
