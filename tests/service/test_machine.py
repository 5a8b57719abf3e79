"""Tests of the unit under a real systemd: started, called, reloaded, stopped, killed, hung."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import trustme

from tests.service.machine import Machine, machine

PROFILES = '[[profiles]]\nname = "Tea"\n[profiles.query]\ntext = "green tea"\n'
IMPATIENT = "[Service]\nWatchdogSec=3\nRestartSec=100ms\n"


@pytest.fixture(scope="module")
def booted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    with machine(tmp_path_factory.mktemp("machine")) as running:
        write(running, "run/systemd/system/watchd.service.d/impatient.conf", IMPATIENT)
        write(running, "etc/watchd/credentials/providers.brave.api_key", "s3cr3t-of-brave\n")
        running.run("systemctl", "daemon-reload")
        yield running


@pytest.fixture
def started(booted: Machine) -> Machine:
    """Return a machine on which the service runs, also after a test that stopped it."""
    booted.run("systemctl", "reset-failed", "watchd", check=False)
    booted.run("systemctl", "start", "watchd")
    return booted


def write(machine: Machine, path: str, text: str) -> None:
    """Write a file inside the machine: its /run is not below the root outside."""
    machine.run("sh", "-c", f"mkdir -p $(dirname /{path}) && cat > /{path} <<'END'\n{text}END")


def main_process(machine: Machine) -> int:
    return int(machine.show("watchd", "MainPID"))


def is_replaced(machine: Machine, former: int) -> bool:
    return main_process(machine) not in (0, former) and bool(machine.ask("/health/ready"))


def test_systemctl_start_returns_when_the_api_answers(started: Machine) -> None:
    assert json.loads(started.ask("/health/ready")) == {"status": "ready"}
    assert started.show("watchd", "ActiveState") == "active"
    assert "Listening on http://127.0.0.1:8420" in started.run("systemctl", "status", "watchd").stdout


def test_the_daemon_has_its_own_user_and_few_permissions(started: Machine) -> None:
    status = started.run("cat", f"/proc/{main_process(started)}/status").stdout
    facts = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    assert int(facts["Uid"].split()[0]) >= 61184  # the range of systemd's dynamic users
    assert (facts["CapEff"], facts["CapBnd"]) == ("0" * 16, "0" * 16)
    assert (facts["NoNewPrivs"], facts["Seccomp"]) == ("1", "2")
    assert started.run("stat", "-L", "-c", "%a", "/var/lib/watchd").stdout.strip() == "700"


def test_everything_works_inside_its_walls(started: Machine) -> None:
    """Page readers set their limits, metrics read /proc, numpy is loaded: all under the unit's filters."""
    write(started, "root/profiles.toml", PROFILES)
    assert "1 created" in started.run("watchd", "profile", "import", "/root/profiles.toml").stdout
    assert "Tea" in started.run("watchd", "profile", "list").stdout
    assert "process_resident_memory_bytes" in started.ask("/metrics")
    assert "watchd_profiles" in started.ask("/metrics")


def test_a_secret_arrives_as_a_credential_and_nowhere_else(started: Machine) -> None:
    pid = main_process(started)
    credentials = started.run("sh", "-c", f"ls /proc/{pid}/root/run/credentials/watchd.service").stdout
    assert credentials.split() == ["watchd_providers.brave.api_key"]
    token = started.run("cat", "/var/lib/watchd/admin.token").stdout.strip()
    assert json.loads(started.ask("/api/v1/system", token))["providers"][0]["name"] == "brave"
    assert "s3cr3t" not in started.run("cat", f"/proc/{pid}/environ").stdout + started.journal()


def test_reload_reads_the_settings_again_in_the_same_process(started: Machine) -> None:
    before = main_process(started)
    started.run("systemctl", "reload", "watchd")
    started.until(lambda: "configuration reloaded" in started.journal(), "the reload")
    started.until(lambda: started.show("watchd", "ActiveState") == "active", "the end of the reload")
    assert main_process(started) == before
    assert started.ask("/health/live")


def test_the_timer_s_service_copies_the_database_beside_the_running_daemon(started: Machine) -> None:
    started.run("systemctl", "start", "watchd-backup")
    assert started.show("watchd-backup", "Result") == "success"
    (copy,) = started.run("ls", "/var/lib/watchd/backups").stdout.split()
    assert copy.startswith("watchd-2")
    assert started.ask("/health/ready")


@pytest.fixture
def with_key(started: Machine) -> Iterator[Machine]:
    """Configure a provider whose key only the unit of the daemon has, as the how-to says."""
    started.run(
        "sh", "-c", "cp /etc/watchd/watchd.toml /root/ && echo '[providers.brave]' >> /etc/watchd/watchd.toml"
    )
    started.run("systemctl", "restart", "watchd")
    yield started
    started.run("cp", "/root/watchd.toml", "/etc/watchd/watchd.toml")


def test_the_backup_and_the_commands_of_root_work_although_only_the_daemon_has_the_key(
    with_key: Machine,
) -> None:
    with_key.run("systemctl", "start", "watchd-backup")
    assert with_key.show("watchd-backup", "Result") == "success"
    for command in ("token list", "backup /root/copy.db", "check-config", "profile list"):
        with_key.run("watchd", *command.split())
    examined = with_key.run("watchd", "doctor", "--json", check=False)
    found = {finding["subject"]: finding for finding in json.loads(examined.stdout)}
    assert found["configuration"]["well"], found
    with_key.run("systemctl", "stop", "watchd")
    assert "is restored and checked" in with_key.run("watchd", "restore", "/root/copy.db").stdout
    with_key.run("systemctl", "start", "watchd")
    assert "s3cr3t" not in examined.stdout + with_key.run("watchd", "check-config").stdout


@pytest.mark.parametrize(
    ("command", "code", "says"),
    [
        ("doctor", 1, "may not read"),
        ("backup /tmp/copy.db", 1, "This user cannot read"),
        ("token list", 2, "as root"),
        ("check-config", 0, "as a credential"),
    ],
)
def test_others_get_sentences_and_no_traces(with_key: Machine, command: str, code: int, says: str) -> None:
    nobody = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
    done = with_key.run(*nobody, "watchd", *command.split(), check=False)
    assert "Traceback" not in done.stderr
    assert (done.returncode, says in done.stdout + done.stderr) == (code, True), done


CERTIFIED = """
[server]
host = "0.0.0.0"
allowed_hosts = ["watchd.example.org"]
tls_cert = "/run/credentials/watchd.service/watchd_cert.pem"
tls_key = "/run/credentials/watchd.service/watchd_key.pem"
"""


@pytest.fixture
def certified(started: Machine) -> Iterator[Machine]:
    """Configure a certificate as the how-to says; only root can read its key."""
    authority = trustme.CA()
    issued = authority.issue_cert("watchd.example.org")
    write(started, "root/ca.pem", authority.cert_pem.bytes().decode())
    for name, blob in (("cert.pem", issued.cert_chain_pems[0]), ("key.pem", issued.private_key_pem)):
        write(started, f"etc/watchd/credentials/{name}", blob.bytes().decode())
        started.run("chmod", "600", f"/etc/watchd/credentials/{name}")
    started.run("cp", "/etc/watchd/watchd.toml", "/root/")
    write(started, "etc/watchd/watchd.toml", CERTIFIED)
    started.run("systemctl", "restart", "watchd")
    yield started
    started.run("cp", "/root/watchd.toml", "/etc/watchd/watchd.toml")
    started.run("sh", "-c", "rm /etc/watchd/credentials/*.pem; systemctl restart watchd")


def test_with_a_certificate_of_its_own_it_is_open_to_others_and_found_by_its_name(certified: Machine) -> None:
    trusting = ("env", "SSL_CERT_FILE=/root/ca.pem", "watchd")
    assert certified.run(*trusting, "profile", "list").returncode == 0
    examined = certified.run(*trusting, "doctor", "--json", check=False).stdout
    daemon = next(finding for finding in json.loads(examined) if finding["subject"] == "daemon")
    assert (daemon["well"], daemon["sentence"]) == (True, "ready at https://127.0.0.1:8420")
    untrusting = certified.run("watchd", "profile", "list", check=False)
    assert (untrusting.returncode, "CERTIFICATE_VERIFY_FAILED" in untrusting.stderr) == (1, True)


def test_a_daemon_that_was_killed_is_there_again_with_everything(started: Machine) -> None:
    before = main_process(started)
    started.run("kill", "-KILL", str(before))
    started.until(lambda: is_replaced(started, before), "a restart")
    assert "Tea" in started.run("watchd", "profile", "list").stdout


def test_a_daemon_that_hangs_is_replaced_by_the_watchdog(started: Machine) -> None:
    before = main_process(started)
    started.run("kill", "-STOP", str(before))
    started.until(lambda: is_replaced(started, before), "a restart")
    assert "Watchdog timeout" in started.journal()


def test_stop_is_clean(started: Machine) -> None:
    started.run("systemctl", "stop", "watchd")
    assert started.show("watchd", "Result") == "success"
    assert started.show("watchd", "ActiveState") == "inactive"
    assert not started.run("ls", "/var/lib/watchd/watchd.db-wal", check=False).stdout


def test_a_configuration_that_cannot_be_used_is_not_tried_again_and_again(booted: Machine) -> None:
    booted.run("systemctl", "stop", "watchd")
    wrong = "[Service]\nEnvironment=WATCHD_SERVER__PORT=many\n"
    write(booted, "run/systemd/system/watchd.service.d/wrong.conf", wrong)
    booted.run("systemctl", "daemon-reload")
    try:
        assert booted.run("systemctl", "start", "watchd", check=False).returncode != 0
        assert booted.show("watchd", "ActiveState") == "failed"
        assert booted.show("watchd", "ExecMainStatus") == "2"
        assert "server.port" in booted.journal()
    finally:
        booted.run("rm", "/run/systemd/system/watchd.service.d/wrong.conf")
        booted.run("systemctl", "daemon-reload")


def test_systemd_finds_nothing_wrong_with_the_units(booted: Machine) -> None:
    units = sorted(path.name for path in (Path(__file__).parents[2] / "systemd").iterdir())
    done = booted.run("systemd-analyze", "verify", "--man=no", *units)
    assert (done.stdout, done.stderr) == ("", "")
