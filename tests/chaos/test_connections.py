"""A thousand connections that say nothing: everybody else is still served."""

import socket
from pathlib import Path

import pytest

from tests.chaos.harm import is_ready
from tests.support import running_daemon

CONNECTIONS = 1000


def test_a_thousand_silent_connections_keep_nobody_out(tmp_path: Path) -> None:
    with running_daemon(tmp_path / "state") as daemon:
        host, port = daemon.address.removeprefix("http://").split(":")
        opened: list[socket.socket] = []
        try:
            for number in range(CONNECTIONS):
                opened.append(socket.create_connection((host, int(port)), timeout=10))
                if number % 100 == 0:
                    opened[-1].sendall(b"GET /health/live HTTP/1.1\r\nHost: loc")  # and never the rest
        except OSError as cause:
            pytest.skip(f"this process may not open so many connections: {cause}")
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
        crowd = [socket.create_connection((host, int(port)), timeout=10) for _ in range(300)]
        assert is_ready(client)
        assert _connections(client) == before
        for connection in crowd:
            connection.close()


def _connections(client: object) -> list[int]:
    """Which connections the client's pool holds: the same ones as before means that none was closed."""
    pool = client._transport._pool  # type: ignore[attr-defined]
    return [id(connection) for connection in pool.connections]
