"""Tests of the real daemon in its own process: start, stop, signals and restarts."""

import contextlib
import json
import os
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import trustme

from tests.certificate import certified
from tests.support import RunningDaemon, running_daemon


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningDaemon]:
    """Run one daemon for all tests that do not change it."""
    with running_daemon(tmp_path_factory.mktemp("shared") / "state") as daemon:
        yield daemon


PROFILE = {"name": "Batteries", "query": {"text": "solid state battery"}}


def test_the_first_start_makes_a_private_admin_token_and_logs_only_its_file(tmp_path: Path) -> None:
    with running_daemon(tmp_path / "state") as daemon:
        with daemon.client() as client:
            assert client.get("/health/ready").json() == {"status": "ready"}
            assert client.post("/api/v1/profiles", json=PROFILE).status_code == 201
        line = daemon.logged("admin token created")
        assert line["file"] == str(daemon.state / "admin.token")
        assert daemon.token() not in daemon.log_file.read_text()
    assert stat.S_IMODE(daemon.state.stat().st_mode) == 0o700
    for file in daemon.state.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file


def test_the_token_is_nowhere_on_the_disk_but_in_its_file(tmp_path: Path) -> None:
    with running_daemon(tmp_path / "state") as daemon:
        with daemon.client() as client:
            made = client.post(
                "/api/v1/tokens", json={"name": "phone"}, headers={"Idempotency-Key": "k"}
            ).json()
        command_line = Path(f"/proc/{daemon.process.pid}/cmdline").read_bytes()  # type: ignore[union-attr]
        for secret in (text.split("_", 3)[3].encode() for text in (made["token"], daemon.token())):
            assert secret not in command_line
            assert secret not in daemon.log_file.read_bytes()
            for file in daemon.state.iterdir():
                if file.name != "admin.token":
                    assert secret not in file.read_bytes(), file


def test_sigterm_stops_it_cleanly_and_a_restart_keeps_everything(tmp_path: Path) -> None:
    state = tmp_path / "state"
    with running_daemon(state) as daemon:
        with daemon.client() as client:
            profile = client.post("/api/v1/profiles", json=PROFILE).json()
        begun = time.monotonic()
        assert daemon.stop() == 0
        assert time.monotonic() - begun < 10
    assert not (state / "watchd.db-wal").exists()
    with running_daemon(state) as daemon, daemon.client() as client:
        again = client.get(f"/api/v1/profiles/{profile['id']}").json()
        assert again["created_at"] == profile["created_at"]
        assert again["last_run"]["id"]


def test_an_answer_in_flight_is_finished_on_sigterm_and_an_idle_connection_does_not_hold_it_up(
    tmp_path: Path,
) -> None:
    with running_daemon(tmp_path / "state") as daemon:
        host, port = daemon.address.removeprefix("http://").split(":")
        idle = socket.create_connection((host, int(port)))
        half = socket.create_connection((host, int(port)))
        half.sendall(b"POST /api/v1/profiles HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{")
        time.sleep(0.2)
        assert daemon.stop(timeout=12) == 0
        idle.close()
        half.close()


def test_a_second_daemon_on_the_same_folder_is_refused_with_3(tmp_path: Path) -> None:
    with running_daemon(tmp_path / "state") as daemon:
        second = RunningDaemon(tmp_path / "state")
        second.log_file = tmp_path / "second.log"
        second.start(wait=False)
        assert second.process is not None
        assert second.process.wait(20) == 3
        assert f"process {daemon.process.pid}" in second.log_file.read_text()  # type: ignore[union-attr]
        with daemon.client() as client:
            assert client.get("/health/ready").status_code == 200


def test_a_port_in_use_is_a_clear_configuration_error(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        daemon = RunningDaemon(tmp_path / "state", {"WATCHD_SERVER__PORT": port}).start(wait=False)
        assert daemon.process is not None
        assert daemon.process.wait(20) == 2
    assert "server.port" in daemon.log_file.read_text()


@pytest.mark.parametrize(
    ("environ", "code"),
    [
        ({"WATCHD_SERVER__PORT": "many"}, 2),
        ({"WATCHD_SERVER__HOST": "0.0.0.0"}, 2),
    ],
)
def test_a_configuration_that_cannot_be_used_ends_with_2(
    tmp_path: Path, environ: dict[str, str], code: int
) -> None:
    daemon = RunningDaemon(tmp_path / "state", environ).start(wait=False)
    assert daemon.process is not None
    assert daemon.process.wait(20) == code


def test_a_damaged_database_ends_with_4_and_a_newer_one_with_5(tmp_path: Path) -> None:
    state = tmp_path / "state"
    with running_daemon(state):
        pass
    good = (state / "watchd.db").read_bytes()
    (state / "watchd.db").write_bytes(good[: len(good) // 2])
    daemon = RunningDaemon(state).start(wait=False)
    assert daemon.process is not None
    assert daemon.process.wait(20) == 4
    assert (state / "watchd.db").read_bytes() == good[: len(good) // 2]
    (state / "watchd.db").write_bytes(good)
    connection = sqlite3.connect(state / "watchd.db")
    connection.execute("INSERT INTO migrations VALUES (999, 'future', 'x', 'now')")
    connection.commit()
    connection.close()
    daemon = RunningDaemon(state).start(wait=False)
    assert daemon.process is not None
    assert daemon.process.wait(20) == 5


def test_sighup_takes_over_the_log_level_and_says_what_needs_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "watchd.toml"
    file.write_text('[log]\nlevel = "info"\n')
    with running_daemon(tmp_path / "state", {"WATCHD_CONFIG": str(file)}) as daemon:
        file.write_text('[log]\nlevel = "debug"\n[fetch]\ncontact = "mailto:me@example.org"\n')
        assert daemon.process is not None
        daemon.process.send_signal(signal.SIGHUP)
        assert daemon.logged("configuration reloaded")["changed"] == ["log"]
        assert daemon.logged("these sections need a restart to take effect")["sections"] == ["fetch"]
        file.write_text("[log]\nlevel = 5\n")
        daemon.process.send_signal(signal.SIGHUP)
        assert "log.level" in str(daemon.logged("configuration not reloaded")["faults"])
        with daemon.client() as client:
            assert client.get("/health/ready").status_code == 200


def test_a_due_profile_is_queued_within_moments(shared: RunningDaemon) -> None:
    with shared.client() as client:
        profile = client.post("/api/v1/profiles", json=PROFILE).json()
        assert shared.logged("run queued")["profile"] == profile["id"]
        after = client.get(f"/api/v1/profiles/{profile['id']}").json()
        assert after["last_run"]["state"] in ("queued", "running", "finished")
        assert after["next_run_at"] > profile["next_run_at"]


def test_a_ten_megabyte_body_over_a_real_socket_gets_its_answer(shared: RunningDaemon) -> None:
    with shared.client() as client:
        answer = client.post(
            "/api/v1/profiles", content=b"x" * 10_000_000, headers={"Content-Type": "application/json"}
        )
        assert answer.status_code == 413
        assert client.get("/health/live").status_code == 200


def test_an_upload_that_breaks_off_is_not_taken_for_a_whole_one(shared: RunningDaemon) -> None:
    host, port = shared.address.removeprefix("http://").split(":")
    body = b'[[profiles]]\nname = "half"\n[profiles.query]\ntext = "x"\n'
    head = (
        f"POST /api/v1/profiles/import HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {shared.token()}\r\n"
        f"Content-Type: application/toml\r\nContent-Length: {2 * len(body)}\r\n\r\n"
    )
    with socket.create_connection((host, int(port)), timeout=5) as raw:
        raw.sendall(head.encode() + body)
    with shared.client() as client:
        assert client.get("/api/v1/profiles", params={"q": "half"}).json()["items"] == []


def test_a_daemon_whose_only_token_cannot_make_others_makes_an_admin_token(tmp_path: Path) -> None:
    state = tmp_path / "state"
    made = subprocess.run(
        [sys.executable, "-m", "watchd", "token", "create", "bob"],
        env={**os.environ, "WATCHD_STATE__DIR": str(state)}, check=True, capture_output=True, timeout=30,
    )  # fmt: skip
    assert made.stdout.startswith(b"wd_r_")
    with running_daemon(state) as daemon, daemon.client() as client:
        assert len(client.get("/api/v1/tokens").json()["items"]) == 2


def test_with_a_certificate_it_speaks_tls_and_nothing_else(tmp_path: Path) -> None:
    environ, trusting = certified(tmp_path)
    with running_daemon(tmp_path / "state", environ) as daemon:
        assert daemon.address.startswith("https://127.0.0.1:")
        with httpx.Client(verify=trusting, trust_env=False) as client:
            assert client.get(f"{daemon.address}/health/ready").status_code == 200
        with httpx.Client(trust_env=False) as client, pytest.raises(httpx.TransportError):
            client.get(daemon.address.replace("https", "http") + "/health/ready")


def test_a_client_on_the_same_machine_finds_a_daemon_that_listens_everywhere_by_its_name(
    tmp_path: Path,
) -> None:
    authority = trustme.CA()
    certificate = authority.issue_cert("watchd.example.org")
    certificate.private_key_pem.write_to_path(tmp_path / "key.pem")
    certificate.cert_chain_pems[0].write_to_path(tmp_path / "cert.pem")
    authority.cert_pem.write_to_path(tmp_path / "ca.pem")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environ = {
        "WATCHD_SERVER__HOST": "0.0.0.0",
        "WATCHD_SERVER__PORT": str(port),
        "WATCHD_SERVER__ALLOWED_HOSTS": '["watchd.example.org"]',
        "WATCHD_SERVER__TLS_CERT": str(tmp_path / "cert.pem"),
        "WATCHD_SERVER__TLS_KEY": str(tmp_path / "key.pem"),
    }

    def listed(daemon: RunningDaemon, **more: str) -> int:
        return subprocess.run(
            [sys.executable, "-m", "watchd", "profile", "list"],
            env={**daemon.environ, **more}, capture_output=True, timeout=60, check=False,
        ).returncode  # fmt: skip

    with running_daemon(tmp_path / "state", environ) as daemon:
        assert listed(daemon, SSL_CERT_FILE=str(tmp_path / "ca.pem")) == 0
        assert listed(daemon) == 1
        other = '["other.example.org", "watchd.example.org"]'
        assert listed(daemon, SSL_CERT_FILE=str(tmp_path / "ca.pem"), WATCHD_SERVER__ALLOWED_HOSTS=other) == 1


def test_a_certificate_that_is_not_there_is_a_configuration_error(tmp_path: Path) -> None:
    missing = {"WATCHD_SERVER__TLS_CERT": "/nowhere.pem", "WATCHD_SERVER__TLS_KEY": "/nowhere.key"}
    daemon = RunningDaemon(tmp_path / "state", missing).start(wait=False)
    assert daemon.process is not None
    assert daemon.process.wait(20) == 2
    assert "server.tls_cert" in daemon.log_file.read_text()


SMUGGLING = {
    "two lengths": b"POST /api/v1/profiles HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n"
    b"Content-Length: 6\r\n\r\nabcdef",
    "length and chunks": b"POST /api/v1/profiles HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "garbage": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "no host": b"GET /health/live HTTP/1.1\r\n\r\n",
    "long header": b"GET /health/live HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 200_000 + b"\r\n\r\n",
}


def test_a_request_that_could_be_read_in_two_ways_is_not_answered_with_success(shared: RunningDaemon) -> None:
    host, port = shared.address.removeprefix("http://").split(":")
    for case, request in SMUGGLING.items():
        with socket.create_connection((host, int(port)), timeout=5) as raw:
            raw.sendall(request)
            with contextlib.suppress(OSError):  # refused so quickly that the connection is already closed
                raw.shutdown(socket.SHUT_WR)
            try:
                answer = raw.recv(4096)
            except ConnectionError:
                answer = b""
        assert not answer.startswith(b"HTTP/1.1 2"), case
    with shared.client() as client:
        assert client.get("/health/ready").status_code == 200


def test_an_idle_daemon_hardly_uses_the_processor(shared: RunningDaemon) -> None:
    before = shared.cpu_seconds()
    time.sleep(3)
    assert shared.cpu_seconds() - before < 0.15


def test_logs_are_one_json_object_per_line(tmp_path: Path) -> None:
    with running_daemon(tmp_path / "state") as daemon:
        pass
    for line in daemon.log_file.read_text().splitlines():
        assert {"event", "level", "timestamp"} <= set(json.loads(line))
