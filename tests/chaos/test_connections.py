"""Tests with a thousand silent connections: the daemon still serves all other clients."""

import socket
from pathlib import Path

import pytest

from tests.certificate import certified
from tests.chaos.attacks import FewFilesDaemon
from tests.chaos.harm import is_ready
from tests.support import running_daemon
from watchd.app.descriptors import DescriptorPlan

CONNECTIONS = 1000
MAX_FILES = 128


def test_a_thousand_silent_connections_do_not_keep_clients_out(tmp_path: Path) -> None:
    with running_daemon(tmp_path / "state") as daemon:
        host, port = daemon.address.removeprefix("http://").split(":")
        opened: list[socket.socket] = []
        try:
            for number in range(CONNECTIONS):
                opened.append(socket.create_connection((host, int(port)), timeout=10))
                if number % 100 == 0:
                    opened[-1].sendall(b"GET /health/live HTTP/1.1\r\nHost: loc")  # the rest never comes
        except OSError as cause:
            pytest.skip(f"this process may not open a thousand connections: {cause}")
        try:
            with daemon.client() as client:
                for _ in range(20):
                    assert is_ready(client)
                    assert client.get("/api/v1/profiles").status_code == 200
        finally:
            for connection in opened:
                connection.close()
        assert daemon.process is not None
        assert daemon.process.poll() is None


def test_a_client_in_the_middle_of_its_work_is_not_sent_away(tmp_path: Path) -> None:
    with running_daemon(tmp_path / "state") as daemon, daemon.client() as client:
        host, port = daemon.address.removeprefix("http://").split(":")
        assert is_ready(client)  # its connection stays open
        before = _connections(client)
        silent = [socket.create_connection((host, int(port)), timeout=10) for _ in range(300)]
        assert is_ready(client)
        assert _connections(client) == before
        for connection in silent:
            connection.close()


@pytest.mark.parametrize("manner", ["in the clear", "before TLS is agreed on", "after TLS is agreed on"])
def test_where_few_files_may_be_open_silent_connections_give_way_and_it_is_said_once(
    tmp_path: Path, manner: str
) -> None:
    environ, trusting = certified(tmp_path)
    daemon = FewFilesDaemon(tmp_path / "state", {} if manner == "in the clear" else environ, MAX_FILES).start()
    host, port = daemon.address.rpartition("/")[2].split(":")
    silent: list[socket.socket] = []
    try:
        with daemon.client(verify=trusting) as patient:
            assert is_ready(patient)
            for _ in range(300):
                silent.append(socket.create_connection((host, int(port)), timeout=10))
                if manner == "after TLS is agreed on":
                    silent[-1] = trusting.wrap_socket(silent[-1], server_hostname=host)
                if len(silent) % 30 == 0:
                    with daemon.client(verify=trusting) as client:
                        assert is_ready(client)
                        assert client.post("/api/v1/profiles", json=profile(len(silent))).status_code == 201
            assert is_ready(patient)
        assert daemon.process is not None
        assert len(list(Path(f"/proc/{daemon.process.pid}/fd").iterdir())) < MAX_FILES
    finally:
        for connection in silent:
            connection.close()
        assert daemon.stop() == 0
    [said] = [line for line in daemon.log() if line["event"].startswith("too many")]
    places = DescriptorPlan.for_limit(MAX_FILES).places
    assert said["maximum"] == (places // 4 if manner == "before TLS is agreed on" else places)


def profile(number: int) -> dict[str, object]:
    return {"name": f"p{number}", "query": {"text": "tea"}, "schedule": {"manual": True}}


def _connections(client: object) -> list[int]:
    """Return the connections in the client's pool; if they are the same as before, none was closed."""
    pool = client._transport._pool  # type: ignore[attr-defined]
    return [id(connection) for connection in pool.connections]
