"""Moving in from changedetection.io, with the real daemon: a backup is imported, the page is edited, the person is told."""

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


def shop(state: str, clock: int) -> Answer:
    head = "<!doctype html><html lang=en><title>Blue kettle</title><body><nav><a href=/>Home</a></nav><main>"
    text = f"<h1>Blue kettle</h1><p>The kettle holds two litres and boils quickly.<p>{state}<p>{1000 + clock} views"
    return Answer(f"{head}{text}<p>It is 04:{clock:02} now.</main>".encode())


def backup(url: str) -> bytes:
    watch = {
        "uuid": "w-1",
        "url": url,
        "title": "Kettle",
        "tags": [],
        "paused": True,
        "processor": "text_json_diff",
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("changedetection.json", json.dumps({"settings": {"requests": {}, "application": {}}}))
        archive.writestr("w-1/watch.json", json.dumps(watch))
        archive.writestr("w-1/history.txt", "1700000000,a.txt.br\n")
    return out.getvalue()


def test_a_watch_that_moved_in_tells_every_edit_and_nothing_that_moves_by_itself(tmp_path: Path) -> None:
    file = tmp_path / "changedetection-backup.zip"
    with (
        site_in_thread() as site,
        receiver() as hook,
        running_daemon(tmp_path / "state", {**OPEN, "WATCHD_FETCH__PORTS": f"[80, {site.port}]"}) as daemon,
        daemon.client() as client,
    ):
        site.pages["/kettle"] = shop(STATES[0], 0)
        file.write_bytes(backup(site.url("/kettle")))
        assert "1 created" in call("profile", "import", str(file), daemon=daemon).stdout
        (profile,) = client.get("/api/v1/profiles").json()["items"]
        path = f"/api/v1/profiles/{profile['id']}"
        client.post("/api/v1/channels", json={"name": "hook", "url": f"webhook+{hook.url}/"}).raise_for_status()
        client.patch(path, json={"delivery": {"channels": ["hook"]}}).raise_for_status()
        run(client, profile["id"])
        for clock, state in enumerate(STATES, 1):
            site.pages["/kettle"] = shop(state, clock)
            run(client, profile["id"])
        until(lambda: hook.got, "alert")
        findings = client.get(f"{path}/findings").json()["items"]
        told = [(f["kind"], f["change"]["removed"], f["change"]["added"]) for f in reversed(findings)]
        assert told == [("changed", before, after) for before, after in pairwise(STATES)]
        (first,) = json.loads(hook.got[0].body)["data"]["findings"]
        assert first["summary"] == "In stock, order now"
