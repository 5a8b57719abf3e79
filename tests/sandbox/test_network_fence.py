"""The fence refuses connections, files and programs where a library asks for them."""

import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.notify.receiver import receiver
from tests.support import ROOT
from watchd.core.policy.network import REFUSED_ADDRESS, NetworkPolicy
from watchd.notify.channel_url import ports_of
from watchd.sandbox.network_fence import REFUSED_PORT_OF_CHANNEL, NetworkFence
from watchd.sandbox.readable import readable_paths

PUBLIC = "93.184.216.34"


def fence(url: str) -> NetworkFence:
    return NetworkFence(NetworkPolicy(allow=["10.0.0.0/8"], ports=ports_of(url)))


@pytest.mark.parametrize(
    ("url", "address", "port"),
    [
        ("json://hooks.example.org/x", PUBLIC, 80),
        ("jsons://hooks.example.org/x", PUBLIC, 443),
        ("json://hooks.example.org:8123/x", PUBLIC, 8123),
        ("nostr://nsec@relay/?relay=wss%3A%2F%2Frelay.example.org%3A7777", PUBLIC, 7777),
        ("mqtts://broker.example.org/topic", PUBLIC, 8883),
        ("mailto://user:password@gmail.com", PUBLIC, 587),
        ("mailtos://user:password@mail.example.org:2525?to=me@example.org", PUBLIC, 2525),
        ("json://inside/x", "10.1.2.3", 6379),  # networks that the operator opened are open on all ports
    ],
)
def test_a_channel_may_use_its_own_ports(url: str, address: str, port: int) -> None:
    fence(url).check("socket.connect", (None, (address, port)))


@pytest.mark.parametrize(
    ("url", "address", "port", "refusal"),
    [
        ("json://hooks.example.org:8123/x", PUBLIC, 6379, REFUSED_PORT_OF_CHANNEL),
        ("json://user:6379@hooks.example.org/x", PUBLIC, 6379, REFUSED_PORT_OF_CHANNEL),
        ("mailto://user:password@gmail.com", PUBLIC, 80, REFUSED_PORT_OF_CHANNEL),
        ("json://hooks.example.org:8123/x", "192.168.0.1", 8123, REFUSED_ADDRESS.detail),
        ("json://hooks.example.org:8123/x", "a name", 8123, REFUSED_ADDRESS.detail),
    ],
)
def test_other_ports_of_public_hosts_are_refused(url: str, address: str, port: int, refusal: str) -> None:
    closed = fence(url)
    for event in ("socket.connect", "socket.sendto", "socket.sendmsg"):
        with pytest.raises(PermissionError):
            closed.check(event, (None, (address, port)))
    assert closed.refusal == refusal


def test_without_a_policy_there_are_no_sockets() -> None:
    with pytest.raises(PermissionError):
        NetworkFence().check("socket.__new__", ())
    with pytest.raises(PermissionError):
        NetworkFence().check("socket.getaddrinfo", ())


@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd",
        "/usr/lib/../../etc/passwd",
        "/usr/libraries/secret",
        "/usr/lib-other/key",
        b"/etc/shadow",
        Path("/root/key"),
        "/etc/ssl/private/key.pem",
        ROOT / ".state" / "admin.token",  # beside the package, where `make run` puts it
    ],
)
def test_only_code_and_certificates_are_readable(path: object) -> None:
    closed = NetworkFence(readable=readable_paths())
    with pytest.raises(PermissionError):
        closed.check("open", (path, "r", 0))
    for module in (sysconfig.__file__, pytest.__file__, f"{ROOT}/watchd/errors.py"):
        closed.check("open", (module, "r", 0))
        with pytest.raises(PermissionError):
            NetworkFence().check("open", (module, "r", 0))


IMPORTING = """
import sys
sys.path.insert(0, sys.argv[1])
from watchd.sandbox.network_fence import NetworkFence
from watchd.sandbox.readable import readable_paths
NetworkFence(readable=readable_paths()).close()
import late
print(late.WORD)
"""


def test_code_behind_a_symbolic_link_can_still_be_imported(tmp_path: Path) -> None:
    """Such as a part of a library, in an installation with a folder `current` that leads to a release."""
    packages = tmp_path / "release" / "site-packages"
    packages.mkdir(parents=True)
    (packages / "late.py").write_text("WORD = 'imported'")
    (tmp_path / "current").symlink_to(tmp_path / "release")
    command = [sys.executable, "-B", "-c", IMPORTING, str(tmp_path / "current" / "site-packages")]
    child = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=30, check=False)
    assert child.stdout.strip() == "imported", child.stderr


REDIRECTED = """
import sys
import requests
from watchd.core.policy.network import NetworkPolicy
from watchd.notify.channel_url import ports_of
from watchd.sandbox.network_fence import NetworkFence
from watchd.sandbox.readable import readable_paths
fence = NetworkFence(NetworkPolicy(allow=["127.0.0.0/8"], ports=ports_of(sys.argv[1])), readable_paths())
fence.close()
try:
    requests.post(sys.argv[1].replace("json", "http"), timeout=5)
except OSError:
    print(fence.refusal)
"""


def test_a_redirect_to_another_port_of_a_public_host_is_refused_before_it_is_followed() -> None:
    with receiver() as got:
        got.answer = lambda _: (307, {"Location": f"http://{PUBLIC}:6379/"})
        child = subprocess.run(
            [sys.executable, "-B", "-c", REDIRECTED, f"json://127.0.0.1:{got.port}/x"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )
    assert child.stdout.strip() == REFUSED_PORT_OF_CHANNEL, child.stderr
