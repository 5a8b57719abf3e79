"""Tests of `watchd watch`, `watchd portal search` and `watchd feed url`."""

import json

import httpx

from tests.acceptance.test_runs import ended
from tests.commands.resources.conftest import World
from tests.commands.terminal import on_terminal
from tests.test_cli import call


def test_a_watch_visits_only_its_pages_and_reports_an_edit(world: World) -> None:
    web = world.web
    for name in ("prices", "terms"):
        web.put(name, [f"The {name} of the shop have not changed for a year.", "A tin costs 3 euro."], ["hub"])
    web.forget()
    made = call("watch", web.url("prices"), web.url("terms"), "--label", "shop", "--json", daemon=world.daemon)
    profile = json.loads(made.stdout)
    assert (profile["name"], profile["tags"]) == ("127.0.0.1/prices and 1 more", ["shop"])
    with world.daemon.client() as client:
        first = client.get("/api/v1/runs", params={"profile": profile["id"]}).json()["items"]
        first_id = (
            first[0]["id"] if first else client.post(f"/api/v1/profiles/{profile['id']}/runs").json()["id"]
        )
        ended(client, first_id)
    assert sorted(web.asked()) == ["prices", "terms"]
    web.put("prices", ["The prices of the shop have not changed for a year.", "A tin costs 4 euro."], ["hub"])
    world.run(profile["id"])
    found = json.loads(
        call("finding", "list", "--profile", profile["id"][:20], "--json", daemon=world.daemon).stdout
    )
    assert [(finding["kind"], finding["url"]) for finding in found] == [("changed", web.url("prices"))]
    assert "hub" not in web.asked()
    again = call("watch", web.url("prices"), web.url("terms"), daemon=world.daemon)
    assert (again.returncode, "Give another name with --name" in again.stderr) == (1, True)
    named = call("watch", web.url("prices"), "--name", "Prices", "--every", "2h", daemon=world.daemon).stdout
    assert "every 2h" in named
    for name in (profile["id"], "Prices"):
        call("profile", "delete", name, "--yes", daemon=world.daemon)


def test_a_wrong_address_or_time_of_a_watch_is_named(world: World) -> None:
    bare = call("watch", "example.org/terms", daemon=world.daemon)
    assert bare.returncode == 2
    assert "URL must be an address such as https://example.org/terms; got 'example.org/terms'." in bare.stderr
    wrong = call("watch", "https://example.org/", "--every", "soon", daemon=world.daemon)
    assert wrong.returncode == 1
    assert "schedule.every: must be a duration" in wrong.stderr
    many = call("watch", *(f"https://example.org/{n}" for n in range(51)), daemon=world.daemon)
    assert (many.returncode, "at most 50 times; got 51" in many.stderr) == (2, True)


def test_the_portal_is_searched(world: World) -> None:
    words = ("portal", "search", "sulphide", "--profile", "Batteries")
    found = json.loads(call(*words, "--json", daemon=world.daemon).stdout)
    assert {hit["url"] for hit in found["items"]} == {world.web.url("hub"), world.web.url("cells")}
    lines = call(*words, "--limit", "1", daemon=world.daemon).stdout.splitlines()
    assert lines[0].split("\t")[-1] == "URL"
    assert len(lines) == 2
    code, output = on_terminal(*words, daemon=world.daemon)
    assert code == 0
    assert max(map(len, output.splitlines())) <= 80
    assert "sulphide" in output
    nothing = call("portal", "search", "zeppelin", "--host", "nowhere.example", daemon=world.daemon)
    assert "The portal has no page with these words" in nothing.stderr


def test_words_with_a_blank_are_a_phrase(world: World) -> None:
    phrase = json.loads(call("portal", "search", "line pilot", "--json", daemon=world.daemon).stdout)
    words = json.loads(call("portal", "search", "line", "pilot", "--json", daemon=world.daemon).stdout)
    assert phrase["relaxed"] or len(phrase["items"]) < len(words["items"])


def test_the_address_of_a_feed_is_printed_once_and_opens_it(world: World) -> None:
    address = call("feed", "url", "Batteries", "--format", "json", daemon=world.daemon).stdout.strip()
    assert len(httpx.get(address, trust_env=False).raise_for_status().json()["items"]) == 3
    refused = call("feed", "url", "Batteries", daemon=world.daemon)
    assert refused.returncode == 1
    assert "--new-key" in refused.stderr
    assert httpx.get(address, trust_env=False).status_code == 200  # the refusal has not replaced the key
    fresh = json.loads(call("feed", "url", "Batteries", "--new-key", "--json", daemon=world.daemon).stdout)
    assert httpx.get(address, trust_env=False).status_code == 404
    assert httpx.get(fresh["atom"], trust_env=False).status_code == 200
