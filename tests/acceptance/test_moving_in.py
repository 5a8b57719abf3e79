"""Tests of an import from changedetection.io with the real daemon: a page of the backup is edited, and an alert arrives."""

import io
import json
import zipfile
from itertools import pairwise
from pathlib import Path

from tests.acceptance.test_alerts import run, until
from tests.acceptance.test_runs import OPEN
from tests.acceptance.web_in_thread import site_in_thread
from tests.notify.receiver import receiver
from tests.support import running_daemon
from tests.test_cli import call
from tests.web.site import Answer

STATES = ("Sold out", "In stock, order now", "Sold out", "In stock, order now")


def page(name: str, state: str, clock: int) -> Answer:
    """Return a page with a clock and a counter that links to other pages of its shop."""
    head = f"<!doctype html><html lang=en><title>Blue {name}</title><body><nav><a href=/>Home</a></nav><main>"
    text = f"<h1>Blue {name}</h1><p>The {name} holds two litres and boils quickly.<p>{state}<p>{1000 + clock} views"
    links = "".join(
        f'<li><a href="/{other}">More about the blue {other}</a>' for other in ("kettle", "pot", "cup")
    )
    return Answer(f"{head}{text}<p>It is 04:{clock:02} now.<ul>{links}</ul></main>".encode())


def backup(*urls: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("changedetection.json", json.dumps({"settings": {"requests": {}, "application": {}}}))
        for url in urls:
            name = url.rpartition("/")[2]
            watch = {"uuid": name, "url": url, "title": name, "tags": [], "paused": True}
            archive.writestr(f"{name}/watch.json", json.dumps(watch))
            archive.writestr(f"{name}/history.txt", "1700000000,a.txt.br\n")
    return out.getvalue()


def test_an_imported_watch_reads_its_page_every_time_and_reports_every_edit_and_no_noise(
    tmp_path: Path,
) -> None:
    file = tmp_path / "changedetection-backup.zip"
    with (
        site_in_thread() as site,
        receiver() as hook,
        running_daemon(tmp_path / "state", {**OPEN, "WATCHD_FETCH__PORTS": f"[80, {site.port}]"}) as daemon,
        daemon.client() as client,
    ):
        site.pages |= {f"/{name}": page(name, "Sold out", 0) for name in ("kettle", "pot", "cup")}
        file.write_bytes(backup(site.url("/kettle"), site.url("/pot")))
        assert "2 created" in call("profile", "import", str(file), daemon=daemon).stdout
        client.post("/api/v1/channels", json={"name": "hook", "url": f"webhook+{hook.url}/"}).raise_for_status()
        profiles = {
            p["name"]: f"/api/v1/profiles/{p['id']}" for p in client.get("/api/v1/profiles").json()["items"]
        }
        for path in profiles.values():
            client.patch(path, json={"delivery": {"channels": ["hook"]}}).raise_for_status()
            run(client, path.rpartition("/")[2])
        for clock, state in enumerate(STATES, 1):
            site.pages["/kettle"] = page("kettle", state, clock)
            site.pages["/pot"] = page("pot", "Sold out", clock)
            site.log.clear()
            for path in profiles.values():
                run(client, path.rpartition("/")[2])
            assert sorted(site.page_paths()) == ["/kettle", "/pot"], "its own page each, and no other"
        until(lambda: hook.got, "alert")
        findings = client.get(f"{profiles['kettle']}/findings").json()["items"]
        reported = [(f["kind"], f["change"]["removed"], f["change"]["added"]) for f in reversed(findings)]
        assert reported == [("changed", before, after) for before, after in pairwise(STATES)]
        assert client.get(f"{profiles['pot']}/findings").json()["items"] == []
        (first,) = json.loads(hook.got[0].body)["data"]["findings"]
        assert first["summary"] == "In stock, order now"
