"""A person asks a real daemon why a page was or was not reported, over REST and on the command line.

The daemon reads a small real web twice: at first as it is, then with a new page, an edit and a mirror.
"""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from tests.acceptance.test_runs import ended, environ
from tests.acceptance.web_in_thread import site_in_thread
from tests.commands.terminal import on_terminal
from tests.flow.small_web import OFF_TOPIC, ON_TOPIC, SmallWeb, battery_web, spec
from tests.support import RunningDaemon
from tests.test_cli import call
from tests.web.site import Answer

LEFT = [f"left{n}" for n in range(30)]  # more links than the budget of a run has pages
NEWS = (
    "<html lang=en><head><title>The pilot line opens</title></head><body><main><h1>The pilot line opens</h1>"
    "<p>The new pilot line for solid state batteries opens its doors in the harbour in spring.</p>"
    f"<p>{ON_TOPIC[0]}</p><p>{ON_TOPIC[2]}</p></main></body></html>"
).encode()


class Asked(NamedTuple):
    """The daemon after two runs, its web, its profile, and the address of a mirror."""

    daemon: RunningDaemon
    web: SmallWeb
    profile: str
    mirror: str

    def explain(self, url: str) -> dict[str, Any]:
        with self.daemon.client() as client:
            answer = client.get(f"/api/v1/profiles/{self.profile}/explain", params={"url": url})
            body: dict[str, Any] = answer.raise_for_status().json()
            return body


def run(client: httpx.Client, profile: str) -> None:
    started = client.post(f"/api/v1/profiles/{profile}/runs").raise_for_status().json()
    assert ended(client, started["id"])["state"] == "finished"


def delivered(client: httpx.Client, alerts: int) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        items = client.get("/api/v1/alerts?state=sent").json()["items"]
        if len(items) >= alerts:
            return
        time.sleep(0.1)
    raise AssertionError(client.get("/api/v1/alerts").text)


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    state = tmp_path_factory.mktemp("explain") / "state"
    with site_in_thread() as site, site_in_thread("127.0.0.2") as second, site_in_thread() as receiver:
        web, mirror = battery_web(site), SmallWeb(second)
        receiver.pages["/hook"] = Answer(b"")
        web.site.pages["/robots.txt"] = Answer(b"User-agent: *\nDisallow: /secret\n")
        web.put("secret", ON_TOPIC)
        web.put("orphan", ON_TOPIC)
        web.put("intranet", ON_TOPIC)
        links = ["hub", "garden", "choir", "secret", "intranet"]
        web.put("start", OFF_TOPIC[:1], links)
        ports = f"[80, {site.port}, {second.port}, {receiver.port}]"
        with_ports = environ(site) | {"WATCHD_FETCH__PORTS": ports}
        daemon = RunningDaemon(state, with_ports).start()
        try:
            with daemon.client() as client:
                channel = {"name": "hook", "url": f"webhook+{receiver.url('/hook')}"}
                client.post("/api/v1/channels", json=channel).raise_for_status()
                body = spec(
                    web,
                    budget={"pages": 25},
                    scope={"url_deny": ["*/intranet"]},
                    delivery={"channels": ["hook"]},
                )
                profile = client.post("/api/v1/profiles", json=body).raise_for_status().json()["id"]
                run(client, profile)
                delivered(client, 1)
                web.put_raw("news", NEWS, "text/html; charset=utf-8")
                mirror.put_raw("copy", NEWS, "text/html; charset=utf-8")
                copy = mirror.url("copy")
                anchors = "".join(f'<a href="/{name}">about {name}</a> ' for name in [*links, "news", *LEFT])
                page = f"<html lang=en><title>start page</title><main><p>{OFF_TOPIC[0]}</p></main>"
                web.put_raw(
                    "start",
                    f'{page}<nav>{anchors}<a href="{copy}">the same news elsewhere</a></nav></html>'.encode(),
                    "text/html",
                )
                for name in LEFT:
                    web.put(name, OFF_TOPIC)
                run(client, profile)
                delivered(client, 2)
            yield Asked(daemon, web, profile, copy)
        finally:
            assert daemon.stop() == 0


def test_a_reported_page_names_the_alert_and_the_link_that_led_there(asked: Asked) -> None:
    answers = [asked.explain(asked.web.url("news")), asked.explain(asked.mirror)]
    reported, folded = sorted(answers, key=lambda answer: answer["verdict"])
    assert (reported["verdict"], folded["verdict"]) == ("reported", "same_story")
    assert reported["url"] in folded["summary"]
    seen = " ".join(step["fact"] for step in reported["steps"] if step["step"] == "seen")
    assert f"a link on {asked.web.url('start')} with the text" in seen
    with asked.daemon.client() as client:
        for step in [*reported["steps"], *folded["steps"]]:
            assert step["link"] is None or client.get(step["link"]).status_code == 200, step


def test_a_page_below_the_bar_shows_its_score(asked: Asked) -> None:
    answer = asked.explain(asked.web.url("garden"))
    assert answer["verdict"] == "below_bar"
    assert "below 0.30" in answer["summary"]


def test_a_page_that_nothing_links_to_was_never_seen(asked: Asked) -> None:
    answer = asked.explain(asked.web.url("orphan"))
    assert answer["verdict"] == "never_seen"
    assert "seeds.urls" in answer["way_out"]


def test_a_page_behind_robots_and_one_out_of_scope_name_their_rule(asked: Asked) -> None:
    robots, scope = asked.explain(asked.web.url("secret")), asked.explain(asked.web.url("intranet"))
    assert (robots["verdict"], scope["verdict"]) == ("robots", "out_of_scope")
    assert "scope.url_deny (*/intranet)" in scope["summary"]
    # The rules of the host are known, so a page that no run has met is judged by them, too.
    assert asked.explain(asked.web.url("secret/deeper"))["verdict"] == "robots"


def test_a_link_that_no_agent_took_has_its_place_in_the_queue(asked: Asked) -> None:
    left = [name for name in LEFT if name not in asked.web.asked()]
    assert left
    answers = [asked.explain(asked.web.url(name)) for name in left]
    assert {answer["verdict"] for answer in answers} <= {"not_chosen", "queued"}
    assert {"queued"} <= {step["step"] for step in answers[0]["steps"]}
    assert asked.web.url("start") in answers[0]["summary"]


def test_an_unchanged_page_says_that_its_text_is_the_same(asked: Asked) -> None:
    with asked.daemon.client() as client:
        body = spec(
            asked.web,
            name="Only changes",
            report={"kinds": ["changed"]},
            seeds={"urls": [asked.web.url("hub")], "providers": []},
            scope={"named_pages_only": True},
        )
        profile = client.post("/api/v1/profiles", json=body).raise_for_status().json()["id"]
        run(client, profile)
        run(client, profile)
    answer = asked._replace(profile=profile).explain(asked.web.url("hub"))
    assert answer["verdict"] == "unchanged"


def test_the_command_line_gives_the_same_answer(asked: Asked) -> None:
    url = asked.web.url("garden")
    done = call("explain", "Batteries", url, "--json", daemon=asked.daemon)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == asked.explain(url)
    code, shown = on_terminal("explain", asked.profile, url, daemon=asked.daemon)
    assert code == 0
    assert "below_bar" in shown
    assert "way out" in shown
    assert "{" not in shown.replace("{id}", "")
    missing = call("explain", "Nothing", url, daemon=asked.daemon)
    assert (missing.returncode, "There is no profile" in missing.stderr) == (1, True)
    wrong = call("explain", "Batteries", "garden", daemon=asked.daemon)
    assert wrong.returncode == 1
    assert "url: " in wrong.stderr


def test_a_second_start_answers_the_same_from_the_store(asked: Asked, tmp_path: Path) -> None:
    before = asked.explain(asked.web.url("hub"))
    assert asked.daemon.stop() == 0
    asked.daemon.start()
    after = asked.explain(asked.web.url("hub"))
    assert (after["verdict"], after["summary"]) == (before["verdict"], before["summary"])
