"""Tests with clients that hold what they can: memory, places, streams, descriptors. All other clients are still served."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.certificate import certified
from tests.chaos import attacks
from tests.chaos.attacks import (
    MAX_FILES,
    STRANGE_HOSTS,
    TRIES,
    FewFilesDaemon,
    attacker,
    bearer,
    environ_for,
    hanging_hosts,
    head,
    health_while_hosts_hang,
    many_streams,
    start_runs,
    status_for_host,
    status_of,
)
from tests.chaos.harm import until
from tests.support import RunningDaemon, running_daemon

BODY_MEMORY_MIB = 64


def test_unfinished_uploads_without_a_token_are_refused_at_once_and_cost_no_memory(tmp_path: Path) -> None:
    with running_daemon(tmp_path / "state") as daemon:
        cost = attacks.unfinished_uploads(daemon)
    assert cost.statuses == {401: 30}
    assert cost.mebibytes < 30  # 30 uploads of 30 MiB
    assert cost.healthy == TRIES


def test_the_bodies_of_all_clients_together_have_a_memory_limit(tmp_path: Path) -> None:
    with running_daemon(tmp_path / "state") as daemon:
        cost = attacks.unfinished_bodies(daemon)
    assert cost.mebibytes < 2 * BODY_MEMORY_MIB
    assert cost.statuses[503] >= 200 - BODY_MEMORY_MIB  # the oldest gave way
    assert cost.healthy == TRIES


@pytest.mark.parametrize("has_token", [False, True])
def test_clients_that_withhold_their_bodies_keep_no_client_out(tmp_path: Path, has_token: bool) -> None:
    with running_daemon(tmp_path / "state") as daemon:
        cost = attacks.withheld_bodies(daemon, token=daemon.token() if has_token else None)
    assert cost.healthy == TRIES


def test_answers_that_are_not_read_keep_no_client_out_and_cost_little_memory(tmp_path: Path) -> None:
    with running_daemon(tmp_path / "state") as daemon:
        cost = attacks.unread_answers(daemon)
    assert cost.healthy >= TRIES - 1  # the first may wait until all answers were made
    assert cost.mebibytes < 64


def test_answers_over_tls_that_are_not_read_cost_no_more_than_the_limit(tmp_path: Path) -> None:
    certificate, trusting = certified(tmp_path)
    with running_daemon(tmp_path / "state", certificate) as daemon:
        cost = attacks.unread_answers(daemon, trusting=trusting)
    assert cost.healthy >= TRIES - 1
    assert cost.mebibytes < 200  # 450 copies are 700 MiB; TLS itself takes some


def test_the_daemon_stops_at_once_while_clients_withhold_their_bodies(tmp_path: Path) -> None:
    with running_daemon(tmp_path / "state") as daemon, attacker(daemon) as client:
        about = (bearer(daemon), "Content-Type: application/json", "Content-Length: 100")
        for _ in range(100):
            client.connect(head("POST", "/api/v1/profiles", *about))
        assert client.is_live()
        assert daemon.stop() == 0
        assert [line for line in daemon.log() if line["level"] in ("warning", "error")] == []


def test_idle_connections_keep_no_client_out(tmp_path: Path) -> None:
    with running_daemon(tmp_path / "state") as daemon:
        assert attacks.idle_connections(daemon).healthy == TRIES


def test_a_thousand_streams_of_one_token_leave_places_and_the_token_can_be_revoked(tmp_path: Path) -> None:
    with hanging_hosts(5) as urls, running_daemon(tmp_path / "state", environ_for(urls)) as daemon:
        cost = many_streams(daemon, start_runs(daemon, urls)[0])
    assert (cost.healthy, cost.opened, cost.refused, cost.revoked) == (TRIES, 20, 980, True)


def test_only_one_import_is_read_at_a_time_and_the_next_may_come_after_it(tmp_path: Path) -> None:
    with running_daemon(tmp_path / "state") as daemon, attacker(daemon) as client:
        about = (bearer(daemon), "Content-Type: application/json")
        first = client.connect(head("POST", "/api/v1/profiles/import", *about, "Content-Length: 100000"))
        assert first is not None
        first.sendall(b"[")
        second = client.connect(head("POST", "/api/v1/profiles/import", *about, "Content-Length: 2") + b"{}")
        assert second is not None
        until(lambda: status_of(second) == 503, "the refusal of the second import")
        assert re.search(rb"(?i)retry-after: \d+\r\n", second.recv(4096))
        first.close()

        def is_free() -> bool:
            third = client.connect(head("POST", "/api/v1/profiles/import", *about, "Content-Length: 2") + b"{}")
            assert third is not None
            until(lambda: status_of(third) != 0, "an answer")
            return status_of(third) == 422

        until(is_free, "the next import")


@pytest.fixture(scope="module")
def daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningDaemon]:
    with running_daemon(tmp_path_factory.mktemp("hosts") / "state") as running:
        yield running


@pytest.mark.parametrize("host", STRANGE_HOSTS)
def test_a_host_that_is_not_a_name_with_a_port_is_refused(daemon: RunningDaemon, host: str) -> None:
    with attacker(daemon) as client:
        assert status_for_host(client.place, f"Host: {host}") == 400


@pytest.mark.parametrize(
    "lines",
    [("Host: localhost", "Host: evil.test"), ("Host: localhost", "Host: localhost"), ()],
    ids=["two", "the same twice", "none"],
)
def test_there_is_exactly_one_host(daemon: RunningDaemon, lines: tuple[str, ...]) -> None:
    with attacker(daemon) as client:
        assert status_for_host(client.place, *lines) == 400


@pytest.mark.parametrize("target", ["http://localhost/health/live", "http://evil.test/health/live", "*"])
def test_a_target_that_is_not_a_path_is_refused(daemon: RunningDaemon, target: str) -> None:
    with attacker(daemon) as client:
        connection = client.connect(head("GET", target))
        assert connection is not None
        until(lambda: status_of(connection) == 400, "the refusal")
        assert b"application/problem+json" in connection.recv(4096)


def test_where_few_files_may_be_open_hosts_that_hang_leave_the_api_its_share(tmp_path: Path) -> None:
    with hanging_hosts(150) as urls:
        daemon = FewFilesDaemon(tmp_path / "state", environ_for(urls)).start()
        try:
            answered, made = health_while_hosts_hang(daemon, urls)
        finally:
            daemon.stop()
    assert answered == made
    said = daemon.logged("few files may be open, so fewer connections are used")
    assert said["limit"] == MAX_FILES
    assert said["api_connections"] + said["page_connections"] < MAX_FILES


def test_too_few_files_are_refused_at_the_start_with_the_way_out(tmp_path: Path) -> None:
    daemon = FewFilesDaemon(tmp_path / "state", files=48).start(wait=False)
    assert daemon.process is not None
    assert daemon.process.wait(20) == 2
    said = daemon.log_file.read_text()
    assert "must be at least 64; got 48; raise it" in said
    assert "LimitNOFILE" in said
