"""One HTTP client opens all connections to the web; no other module does (FAULTS F07)."""

import ast
from pathlib import Path

import pytest

import watchd

ROOT = Path(watchd.__file__).parent
CLIENTS = {
    "requests",
    "urllib.request",
    "http.client",
    "aiohttp",
    "urllib3",
    "httpx",
    "httpcore",
    "pycurl",
    "ftplib",
}
SOCKETS = {"socket"}
# A socket pair between us and our children; what a child is permitted.
SANDBOX = {"sandbox/child.py", "sandbox/process.py", "sandbox/permissions.py"}
# The daemon and its connections listen.
MAY_USE_SOCKETS = {
    "web/http/resolver.py",
    "web/http/client.py",
    "app/server.py",
    "app/daemon.py",
    "commands/reachability.py",
    "app/watchdog.py",
} | SANDBOX
# One talks to our own daemon; the other runs where a fence checks every connection.
MAY_USE_CLIENTS = {"commands/api_client.py", "notify/channels/apprise.py"}
FILES = sorted(str(path.relative_to(ROOT)) for path in ROOT.rglob("*.py"))


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return names


@pytest.mark.parametrize("name", FILES)
def test_no_module_brings_its_own_way_to_the_web(name: str) -> None:
    forbidden = (set() if name in MAY_USE_CLIENTS else CLIENTS) | (
        set() if name in MAY_USE_SOCKETS else SOCKETS
    )
    assert not imported(ROOT / name) & forbidden


def test_connections_are_opened_in_one_place() -> None:
    calls = ("create_connection", "open_connection", "sock_connect", ".connect(")
    web = {name for name in FILES if name.startswith("web/")} - SANDBOX
    found = {name for name in web if any(call in (ROOT / name).read_text() for call in calls)}
    assert found == {"web/http/client.py"}
