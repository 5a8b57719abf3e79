"""Tests of `watchd run list`, `show` and `stop`, and of a profile with the name of a command."""

import json

from tests.commands.resources.conftest import World
from tests.commands.terminal import on_terminal
from tests.flow.small_web import spec
from tests.test_cli import call
from tests.web.site import Answer


def test_runs_are_listed_by_profile_and_state_and_shown(world: World) -> None:
    listed = json.loads(
        call(
            "run", "list", "--profile", "Batteries", "--state", "finished", "--json", daemon=world.daemon
        ).stdout
    )
    run = listed[-1]
    assert run["profile_id"] == world.profile_id
    code, output = on_terminal("run", "list", "--profile", "Batteries", daemon=world.daemon)
    assert code == 0
    assert max(map(len, output.splitlines())) <= 80
    line = output.splitlines()[-1].split()
    assert line[1:3] == ["Batteries", "finished"]
    shown = json.loads(call("run", "show", line[0], daemon=world.daemon).stdout)
    assert shown["id"] == run["id"]
    code, output = on_terminal("run", "show", line[0], daemon=world.daemon)
    assert "harvest rate" in output
    assert "{" not in output
    missing = call("run", "show", "missing", daemon=world.daemon)
    assert (missing.returncode, "`watchd run list` shows them" in missing.stderr) == (1, True)


def test_an_active_run_is_stopped_and_one_that_has_ended_stays(world: World) -> None:
    world.web.site.pages["/slow"] = Answer(delay=30)
    body = spec(world.web, name="Slow", seeds={"urls": [world.web.url("slow")], "providers": []})
    with world.daemon.client() as client:
        profile_id = client.post("/api/v1/profiles", json=body).raise_for_status().json()["id"]
        run_id = client.post(f"/api/v1/profiles/{profile_id}/runs").json()["id"]
        stopped = call("run", "stop", run_id[:20], daemon=world.daemon)
        assert stopped.returncode == 0, stopped.stderr
        assert run_id in stopped.stdout
        client.delete(f"/api/v1/profiles/{profile_id}").raise_for_status()
    (first,) = json.loads(call("run", "list", "--profile", "Batteries", "--json", daemon=world.daemon).stdout)[
        -1:
    ]
    ended = call("run", "stop", first["id"], daemon=world.daemon)
    assert "is finished" in ended.stdout


def test_a_profile_with_the_name_of_a_command_can_still_be_run(world: World) -> None:
    with world.daemon.client() as client:
        profile_id = client.post("/api/v1/profiles", json=spec(world.web, name="list")).json()["id"]
    environ = {name: value for name, value in world.daemon.environ.items() if name.startswith("WATCHD_FETCH")}
    ran = call("run", "once", "list", "--json", daemon=world.daemon, **environ)
    assert ran.returncode == 0, ran.stderr
    assert len(json.loads(ran.stdout)["results"]) == 3
    assert call("run", "list", daemon=world.daemon).stdout.startswith("ID\t")
    call("profile", "delete", profile_id, "--yes", daemon=world.daemon)


def test_options_may_come_before_the_profile_as_they_always_could(world: World) -> None:
    environ = {name: value for name, value in world.daemon.environ.items() if name.startswith("WATCHD_FETCH")}
    ran = call("run", "--pages", "1", "--format", "json", "Batteries", daemon=world.daemon, **environ)
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["counts"]["fetched"] == 1
