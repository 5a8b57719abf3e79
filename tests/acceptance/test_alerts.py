"""Tests of an alert from finding to receiver, with the real daemon, a real site, a real receiver and a real mail server."""

import json
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.notify.mailbox import mailbox
from tests.notify.receiver import receiver
from tests.support import RunningDaemon, running_daemon

PUBLIC = "https://watchd.example"  # the public address in the settings
ENVIRON = {
    "WATCHD_FETCH__ALLOW_NETWORKS": '["127.0.0.0/8"]',
    "WATCHD_FETCH__MIN_DELAY": "0s",
    "WATCHD_FETCH__CONTACT": "mailto:ops@example.org",
    "WATCHD_SERVER__PUBLIC_URL": PUBLIC,
}
STORY = "The pilot line for solid state battery cells starts production. Solid state battery makers plan a pilot line. "


@contextmanager
def newspaper() -> Iterator[tuple[str, dict[str, str]]]:
    """Return a site whose front page links to every article."""
    articles: dict[str, str] = {}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            links = "".join(
                f'<li><a href="{path}">Solid state battery pilot line {path}</a>' for path in articles
            )
            front = f"<html lang=en><title>News</title><body><main><p>{STORY}<ul>{links}</ul></main>"
            pages = {"/": front, **articles}
            body = pages.get(self.path, "").encode()
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/", articles
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def article(title: str, more: str) -> str:
    return f"<html lang=en><title>{title}</title><body><main><h1>{title}</h1><p>{STORY}<p>{more}</main>"


def until(look: Callable[[], Any], what: str, seconds: float = 60) -> Any:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if found := look():
            return found
        time.sleep(0.05)
    raise AssertionError(f"no {what}")


def run(client: httpx.Client, profile_id: str) -> None:
    run_id = client.post(f"/api/v1/profiles/{profile_id}/runs").raise_for_status().json()["id"]

    def has_ended() -> bool:
        state: str = client.get(f"/api/v1/runs/{run_id}").json()["state"]
        return state not in ("queued", "running")

    until(has_ended, "end of the run")


@pytest.mark.slow
def test_a_new_page_is_reported_once_on_every_channel_and_a_click_in_the_mail_counts(tmp_path: Path) -> None:
    with newspaper() as (front, articles), receiver() as hook, mailbox() as box:
        articles["/old"] = article(
            "Old news about the pilot line", "It was planned two years ago in the north."
        )
        with running_daemon(tmp_path / "state", ENVIRON) as daemon, daemon.client() as client:
            for name, url in {"hook": f"webhook+{hook.url}/", "mail": box.url()}.items():
                client.post("/api/v1/channels", json={"name": name, "url": url}).raise_for_status()
            spec = {
                "name": "Batteries",
                "query": {"text": 'solid state battery "pilot line"'},
                "seeds": {"urls": [front], "providers": []},
                "schedule": {"manual": True},
                "delivery": {"channels": ["hook", "mail"]},
            }
            profile_id = client.post("/api/v1/profiles", json=spec).raise_for_status().json()["id"]
            run(client, profile_id)
            until(lambda: hook.got and box.raw, "summary of the first run")
            articles["/new"] = article(
                "First cells leave the plant", "Deliveries to three car makers begin in May."
            )
            run(client, profile_id)
            until(lambda: len(hook.got) == 2 and len(box.raw) == 2, "alert about the new page")
            run(client, profile_id)
            summary, news = (json.loads(got.body) for got in hook.got[:2])
            assert (summary["type"], news["type"]) == ("alert.baseline", "alert.findings")
            reported = [finding["title"] for finding in news["data"]["findings"]]
            assert "First cells leave the plant" in reported
            assert "Old news about the pilot line" not in reported
            link = next(f for f in news["data"]["findings"] if f["title"] == reported[0])["feedback"][
                "relevant"
            ].replace(PUBLIC, daemon.address)
            httpx.get(link, trust_env=False).raise_for_status()
            httpx.post(link, trust_env=False).raise_for_status()
            finding = client.get(f"/api/v1/findings/{news['data']['findings'][0]['id']}").json()
            assert finding["verdict"] == "relevant"
            states = [alert["state"] for alert in client.get("/api/v1/alerts").json()["items"]]
            assert states == ["sent"] * 4
            assert len(hook.got) == len(box.raw) == 2


@pytest.mark.slow
def test_a_mail_with_more_findings_than_it_shows_leads_to_all_of_them_without_a_token(tmp_path: Path) -> None:
    with newspaper() as (front, articles), mailbox() as box:
        for number in range(8):
            articles[f"/{number}"] = article(
                f"Pilot line number {number}", f"Plant {number} makes {number + 7} cells."
            )
        with running_daemon(tmp_path / "state", ENVIRON) as daemon, daemon.client() as client:
            client.post("/api/v1/channels", json={"name": "mail", "url": box.url()}).raise_for_status()
            spec = {
                "name": "Batteries",
                "query": {"text": 'solid state battery "pilot line"'},
                "seeds": {"urls": [front], "providers": []},
                "schedule": {"manual": True},
                "delivery": {"channels": ["mail"]},
            }
            profile_id = client.post("/api/v1/profiles", json=spec).raise_for_status().json()["id"]
            run(client, profile_id)
            until(lambda: box.raw, "summary of the first run")
            [mail] = box.mails()
            text, html = mail.get_body(("plain",)), mail.get_body(("html",))
            assert text is not None
            assert html is not None
            reported = re.search(rf"and (\d+) more: {PUBLIC}(/a/\S+)", text.get_content())
            assert reported is not None
            assert f'href="{PUBLIC}{reported[2]}"' in html.get_content()
            page = httpx.get(f"{daemon.address}{reported[2]}", trust_env=False).raise_for_status().text
            found = client.get(f"/api/v1/profiles/{profile_id}/findings").json()["items"]
            assert len(found) == 5 + int(reported[1])
            assert all(f'<a href="{finding["url"]}"' in page for finding in found)


SLOW = {**ENVIRON, "WATCHD_FETCH__MIN_DELAY": "300ms"}  # so that every page is a step of its own
PLACES = ("north", "south", "east", "west")


def mailed_profile(client: httpx.Client, front: str, mail: str) -> str:
    client.post("/api/v1/channels", json={"name": "mail", "url": mail}).raise_for_status()
    spec = {
        "name": "Batteries",
        "query": {"text": 'solid state battery "pilot line"'},
        "seeds": {"urls": [front], "providers": []},
        "schedule": {"manual": True},
        "delivery": {"channels": ["mail"]},
    }
    profile_id: str = client.post("/api/v1/profiles", json=spec).raise_for_status().json()["id"]
    return profile_id


def publish_news(articles: dict[str, str]) -> None:
    for place in PLACES:
        more = f"The {place} plant hires {len(place)} engineers. Its {place} hall opens in the {place} of town."
        articles[f"/{place}"] = article(f"Pilot line in the {place}", more)


def titles_in(mail: Any) -> list[str]:
    text = mail.get_body(("plain",))
    assert text is not None
    return [line for line in text.get_content().splitlines() if re.fullmatch(r"Pilot line in the \w+", line)]


@pytest.mark.slow
def test_what_a_run_finds_in_several_steps_comes_in_one_mail_when_the_run_ends(tmp_path: Path) -> None:
    with newspaper() as (front, articles), mailbox() as box:
        with running_daemon(tmp_path / "state", SLOW) as daemon, daemon.client() as client:
            profile_id = mailed_profile(client, front, box.url())
            run(client, profile_id)
            until(lambda: box.raw, "summary of the first run")
            publish_news(articles)
            run(client, profile_id)
            until(lambda: len(box.raw) == 2, "alert", seconds=10)  # sooner than the next poll of the outbox
            found = client.get("/api/v1/findings", params={"limit": 200}).json()["items"]
            steps = {finding["found_at"] for finding in found if finding["title"].startswith("Pilot line in")}
        assert len(steps) > 1  # otherwise this test proves nothing
        assert len(box.raw) == 2
        assert sorted(titles_in(box.mails()[1])) == sorted(f"Pilot line in the {place}" for place in PLACES)


@pytest.mark.slow
def test_a_run_that_is_killed_after_its_first_finding_still_reports_each_page_once_in_one_mail(
    tmp_path: Path,
) -> None:
    with newspaper() as (front, articles), mailbox() as box:
        daemon = RunningDaemon(tmp_path / "state", SLOW).start()
        with daemon.client() as client:
            profile_id = mailed_profile(client, front, box.url())
            run(client, profile_id)
            until(lambda: box.raw, "summary of the first run")
            publish_news(articles)
            client.post(f"/api/v1/profiles/{profile_id}/runs").raise_for_status()
            until(lambda: client.get("/api/v1/alerts?state=pending").json()["items"], "alert of the active run")
            daemon.stop(signal.SIGKILL)
        assert len(box.raw) == 1
        with running_daemon(tmp_path / "state", SLOW) as again, again.client() as client:
            until(lambda: len(box.raw) == 2, "alert")
            last = client.get(f"/api/v1/profiles/{profile_id}").json()["last_run"]
            assert last["state"] == "finished"
        assert len(box.raw) == 2
        assert sorted(titles_in(box.mails()[1])) == sorted(f"Pilot line in the {place}" for place in PLACES)
