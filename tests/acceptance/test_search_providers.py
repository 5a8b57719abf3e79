"""Tests of a search provider on this machine: configured, used by the real daemon, and kept over a restart."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from tests.acceptance.test_runs import OPEN, ended
from tests.acceptance.web_in_thread import site_in_thread
from tests.flow.small_web import ON_TOPIC, battery_web, spec
from tests.support import RunningDaemon, running_daemon
from tests.web.site import Answer


class SearXNG(BaseHTTPRequestHandler):
    """Search provider that answers every search with one page."""

    def do_GET(self) -> None:
        body = json.dumps(
            {"results": [{"url": "https://a.example/", "title": "A", "content": self.path}]}
        ).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def searxng() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), SearXNG) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def provider(daemon: RunningDaemon, *words: str) -> "subprocess.CompletedProcess[str]":
    environ = {**daemon.environ, "WATCHD_SERVER": daemon.address}
    return subprocess.run(
        [sys.executable, "-m", "watchd", "provider", *words],
        env=environ, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def test_engines_of_ones_own_are_asked_and_remembered_over_a_restart(tmp_path: Path, searxng: str) -> None:
    mine = tmp_path / "providers" / "mine.toml"
    mine.parent.mkdir()
    mine.write_text(
        'title = "Mine"\nverified = 2026-11-16\n[request]\nurl = "{base}/find"\nquery = { q = "{query}" }\n'
        '[answer]\nresults = ["results"]\nurl = "url"\n[limits]\ndaily = 10\n'
    )
    (tmp_path / "watchd.toml").write_text(
        f'[providers.searxng]\nbase_url = "{searxng}"\n[providers.mine]\nbase_url = "{searxng}"\n'
    )
    daemon = RunningDaemon(tmp_path / "state", {"WATCHD_CONFIG": str(tmp_path / "watchd.toml")}).start()
    try:
        tried = provider(daemon, "test", "searxng", "green tea")
        assert (tried.returncode, "1 results" in tried.stdout) == (0, True), tried
        assert provider(daemon, "test", "mine").returncode == 0
        assert provider(daemon, "test", "missing").returncode == 1
    finally:
        daemon.stop()
    daemon.start()
    try:
        items = {item["name"]: item for item in json.loads(provider(daemon, "list", "--json").stdout)}
    finally:
        daemon.stop()
    assert items["mine"]["quota_left"] == {"today": 9, "this_month": None}
    assert items["searxng"]["state"] == items["mine"]["state"] == "well"


def test_a_provider_that_cannot_work_stops_the_start_with_every_mistake(tmp_path: Path) -> None:
    (tmp_path / "watchd.toml").write_text("[providers.searxng]\n[providers.missing]\n")
    done = subprocess.run(
        [sys.executable, "-m", "watchd", "check-config", "--config", str(tmp_path / "watchd.toml")],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "providers.searxng.base_url" in done.stderr
    assert "providers.missing" in done.stderr


def test_while_every_provider_answers_500_runs_continue_and_the_profile_says_so(
    tmp_path: Path,
) -> None:
    with site_in_thread() as search_providers, site_in_thread() as pages:
        search_providers.otherwise = Answer(b"broken", 500)
        web = battery_web(pages)
        config = tmp_path / "watchd.toml"
        config.write_text(
            "".join(
                f'[providers.{name}]\npreset = "searxng"\nbase_url = "{search_providers.url(f"/{name}")}"\n'
                for name in ("one", "two")
            )
        )
        ports = f"[80, {pages.port}, {search_providers.port}]"
        environ = {**OPEN, "WATCHD_CONFIG": str(config), "WATCHD_FETCH__PORTS": ports}
        with running_daemon(tmp_path / "state", environ) as daemon, daemon.client() as client:
            body = spec(web, seeds={"urls": [web.url("start")], "providers": ["one", "two"]})
            profile = client.post("/api/v1/profiles", json=body).raise_for_status().json()
            path = f"/api/v1/profiles/{profile['id']}"
            for number in range(4):
                news = f"The pilot line made its {number + 2}000th battery."
                web.put("hub", [*ON_TOPIC, news], ["cells", "dry-room"])
                run = ended(client, client.post(f"{path}/runs").raise_for_status().json()["id"])
                assert (run["state"], run["stop_reason"]) == ("finished", "exhausted")
                reports = {report["source"]: report for report in run["sources"]}
                assert reports["one"]["state"] in ("failed", "skipped")
                assert "It answered 500" in reports["two"]["reason"]
                if number == 0:
                    health = client.get(path).json()["health"]
                    assert health["state"] == "ailing"
                    assert "search provider" in health["reason"]
            findings = client.get(f"{path}/findings").json()["items"]
            assert [f["kind"] for f in findings] == ["changed"] * 3 + ["new"] * 3
            assert reports["one"]["state"] == reports["two"]["state"] == "skipped", (
                "they are left alone after three times"
            )
            assert len(search_providers.page_paths()) == 6
            assert client.get("/health/ready").status_code == 200
