"""Tests of settings made while the daemon runs: providers and contact, used at once, kept over a restart."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx

from tests.acceptance.test_runs import OPEN, ended
from tests.acceptance.web_in_thread import site_in_thread
from tests.flow.small_web import SmallWeb, battery_web, spec
from tests.support import running_daemon
from tests.web.provider_site import json_answer
from tests.web.site import Answer, Hit, Site

WITHOUT_CONTACT = {name: value for name, value in OPEN.items() if name != "WATCHD_FETCH__CONTACT"}
PROVIDER = "/api/v1/providers/mine"


def search_site(site: Site, web: SmallWeb) -> None:
    site.otherwise = json_answer({"results": [{"url": web.url("start"), "title": "Start"}]})


def profile(web: SmallWeb) -> dict[str, Any]:
    return spec(web, seeds={"providers": ["mine"]}, schedule={"manual": True})


def run_of(client: httpx.Client, profile_id: str) -> dict[str, Any]:
    return ended(client, client.post(f"/api/v1/profiles/{profile_id}/runs").raise_for_status().json()["id"])


def test_a_provider_and_a_contact_work_from_the_next_run_on_and_after_a_restart(tmp_path: Path) -> None:
    with site_in_thread() as search, site_in_thread() as pages:
        web = battery_web(pages)
        search_site(search, web)
        environ = {**WITHOUT_CONTACT, "WATCHD_FETCH__PORTS": f"[80, {pages.port}]"}
        with running_daemon(tmp_path / "state", environ) as daemon:
            with daemon.client() as client:
                settings = {"preset": "searxng", "base_url": search.url("/")}
                client.put(PROVIDER, json=settings).raise_for_status()
                client.put("/api/v1/system/contact", json={"contact": "you@example.org"}).raise_for_status()
                stored = client.post("/api/v1/profiles", json=profile(web)).raise_for_status().json()
                assert stored["warnings"] == []
                assert run_of(client, stored["id"])["counts"]["relevant"] == 3
            agents = {hit.headers["user-agent"] for hit in (*search.log, *pages.log)}
            assert [agent.partition(" ")[2] for agent in agents] == ["(+mailto:you@example.org)"]
            daemon.stop()
            search.log.clear()
            pages.log.clear()
            daemon.start()
            with daemon.client() as client:
                assert client.get(PROVIDER).json()["source"] == "api"
                # The answer to the former question is remembered for a minute.
                query = {"query": {"text": "solid state battery cell"}}
                client.patch(f"/api/v1/profiles/{stored['id']}", json=query).raise_for_status()
                run = run_of(client, stored["id"])
            assert [source["state"] for source in run["sources"]] == ["answered"]
            assert {hit.headers["user-agent"].partition(" ")[2] for hit in search.log} == {
                "(+mailto:you@example.org)"
            }


def test_a_provider_that_is_deleted_while_a_run_asks_it_ends_no_run(tmp_path: Path) -> None:
    with site_in_thread() as search, site_in_thread() as pages:
        web = battery_web(pages)
        with running_daemon(tmp_path / "state", OPEN) as daemon, daemon.client() as client:

            def answer(_: Hit) -> Answer:
                """Delete the provider in the middle of its own answer."""
                headers = {"Authorization": client.headers["Authorization"]}
                httpx.delete(f"{daemon.address}{PROVIDER}", headers=headers).raise_for_status()
                return json_answer({"results": [{"url": web.url("start"), "title": "Start"}]})

            search.otherwise = answer
            settings = {"preset": "searxng", "base_url": search.url("/")}
            client.put(PROVIDER, json=settings).raise_for_status()
            stored = client.post("/api/v1/profiles", json=profile(web)).raise_for_status().json()
            first = run_of(client, stored["id"])
            assert [source["state"] for source in first["sources"]] == ["answered"]
            assert first["counts"]["relevant"] == 3
            assert (
                client.get(f"/api/v1/profiles/{stored['id']}").json()["warnings"][0]["field"]
                == "seeds.providers"
            )
            second = run_of(client, stored["id"])
            assert second["state"] == "finished"
            health = client.get(f"/api/v1/profiles/{stored['id']}").json()["health"]
            assert health["state"] == "ailing"
            assert "watchd provider enable mine" in health["reason"]


def test_stored_settings_win_over_the_file_also_when_the_file_changes_and_a_lost_definition_stops_no_start(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "providers"
    folder.mkdir()
    own = 'title = "Own"\nverified = 2026-11-16\n[request]\nurl = "{base}/f"\nquery = {q = "{query}"}\n'
    (folder / "own.toml").write_text(own + '[answer]\nresults = ["results"]\nurl = "url"\n')
    config = tmp_path / "watchd.toml"
    config.write_text('[providers.mine]\npreset = "own"\nbase_url = "https://search.example"\n')
    with running_daemon(tmp_path / "state", {"WATCHD_CONFIG": str(config)}) as daemon:
        with daemon.client() as client:
            assert client.get(PROVIDER).json()["source"] == "config"
            client.put(PROVIDER, json={"enabled": False}).raise_for_status()
            client.put("/api/v1/providers/other", json={"preset": "own", "base_url": "https://o.example"})
        daemon.stop()
        config.write_text("[providers.arxiv]\n")
        (folder / "own.toml").unlink()
        daemon.start()
        with daemon.client() as client:
            providers = {p["name"]: p for p in client.get("/api/v1/providers").json()["items"]}
            assert client.get("/health/ready").status_code == 200
    assert providers["arxiv"]["source"] == "config"
    assert [providers[name]["enabled"] for name in ("mine", "other")] == [False, False]
    assert "'own'" in providers["other"]["problem"]


def test_a_run_in_the_terminal_uses_the_providers_and_the_contact_of_the_daemon(tmp_path: Path) -> None:
    with site_in_thread() as search, site_in_thread() as pages:
        web = battery_web(pages)
        search_site(search, web)
        environ = {**WITHOUT_CONTACT, "WATCHD_FETCH__PORTS": f"[80, {pages.port}]"}
        with running_daemon(tmp_path / "state", environ) as daemon, daemon.client() as client:
            client.put(PROVIDER, json={"preset": "searxng", "base_url": search.url("/")}).raise_for_status()
            client.put("/api/v1/system/contact", json={"contact": "you@example.org"}).raise_for_status()
            (tmp_path / "profile.json").write_text(json.dumps(profile(web)))
            done = subprocess.run(
                [sys.executable, "-m", "watchd", "run", str(tmp_path / "profile.json"), "--format", "json"],
                env=daemon.environ, capture_output=True, text=True, timeout=60, check=False,
            )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert len(json.loads(done.stdout)["results"]) == 3
    assert search.log[0].headers["user-agent"].endswith("(+mailto:you@example.org)")


def test_a_profile_that_wants_no_provider_and_names_no_page_is_ailing_with_the_reason(tmp_path: Path) -> None:
    body = {"name": "Tea", "query": {"text": "green tea harvest"}, "seeds": {"providers": []}}
    with running_daemon(tmp_path / "state", OPEN) as daemon, daemon.client() as client:
        stored = client.post("/api/v1/profiles", json={**body, "schedule": {"manual": True}}).json()
        assert [warning["field"] for warning in stored["warnings"]] == ["seeds.providers"]
        run_of(client, stored["id"])
        health = client.get(f"/api/v1/profiles/{stored['id']}").json()["health"]
    assert health["state"] == "ailing"
    assert "start from nothing" in health["reason"]
