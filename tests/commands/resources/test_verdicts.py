"""Tests of `watchd finding` with findings of a real run: lists on a terminal, marks and verdicts."""

import json
from typing import Any

import pytest

from tests.commands.resources.conftest import World
from tests.commands.terminal import on_terminal
from tests.test_cli import call


def findings(world: World, *filters: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(
        call("finding", "list", "--json", *filters, daemon=world.daemon).stdout
    )
    return found


def test_a_list_on_a_terminal_has_one_line_per_finding_and_an_id_that_can_be_pasted_back(world: World) -> None:
    code, output = on_terminal("finding", "list", "--profile", "Batteries", daemon=world.daemon)
    assert code == 0
    heading, *lines = output.splitlines()
    assert heading.split() == ["ID", "FOUND", "KIND", "SCORE", "TITLE"]
    assert len(lines) == len(findings(world, "--profile", "Batteries")) == 3
    assert max(map(len, output.splitlines())) <= 80
    assert all(" ago  new " in line for line in lines)
    short = lines[0].split()[0]
    assert len(short) == 14
    shown = json.loads(call("finding", "show", short, daemon=world.daemon).stdout)
    assert shown["id"].startswith(short)
    assert lines[0].endswith(shown["title"])


@pytest.mark.parametrize(("since", "count"), [("2 days", 3), ("1h", 3), ("2020-01-01", 3), ("2099-01-01", 0)])
def test_since_takes_dates_and_ages(world: World, since: str, count: int) -> None:
    assert len(findings(world, "--profile", "Batteries", "--since", since)) == count


def test_a_wrong_since_says_what_can_be_written(world: World) -> None:
    refused = call("finding", "list", "--since", "the other day", daemon=world.daemon)
    assert refused.returncode == 2
    assert "must be a date such as 2026-11-18, a time, or an age such as 2d" in " ".join(refused.stderr.split())


def test_a_finding_on_a_terminal_is_for_people(world: World) -> None:
    found = findings(world)[0]
    code, output = on_terminal("finding", "show", found["id"], daemon=world.daemon)
    assert code == 0
    rows = {line[:12].strip(): line[12:] for line in output.splitlines()}
    assert rows["title"] == found["title"]
    assert rows["url"] == found["url"]
    assert "ago)" in rows["found"]
    assert rows["profile"] == "Batteries"
    assert "published" not in rows  # the page has no date
    assert "{" not in output


def test_findings_are_marked_as_read_and_unread(world: World) -> None:
    ids = [found["id"] for found in findings(world)[:2]]
    done = call("finding", "mark", *(id[:20] for id in ids), "read", daemon=world.daemon)
    assert done.returncode == 0, done.stderr
    assert {found["id"] for found in findings(world, "--state", "read")} == set(ids)
    again = json.loads(call("finding", "mark", *ids, "unread", "--json", daemon=world.daemon).stdout)
    assert [found["state"] for found in again] == ["unread", "unread"]


def test_a_mistake_in_one_id_marks_nothing(world: World) -> None:
    found = findings(world)[0]
    refused = call("finding", "mark", found["id"], "missing", "read", daemon=world.daemon)
    assert refused.returncode == 1
    assert "There is no finding 'missing'; `watchd finding list` shows them." in refused.stderr
    assert findings(world, "--state", "read") == []


def test_a_verdict_shows_what_it_moved_and_neutral_undoes_it(world: World) -> None:
    found = findings(world)[0]
    judged = call("finding", "irrelevant", found["id"][:20], daemon=world.daemon)
    assert judged.returncode == 0, judged.stderr
    assert judged.stdout.startswith(f"irrelevant: {found['url']}\n")
    assert " → " in judged.stdout
    assert findings(world)[0]["verdict"] == "irrelevant"
    withdrawn = json.loads(call("finding", "neutral", found["id"], "--json", daemon=world.daemon).stdout)
    assert withdrawn[0]["moved"]
    relevant = json.loads(call("finding", "relevant", found["id"], "--json", daemon=world.daemon).stdout)
    assert relevant[0]["verdict"] == "relevant"
    call("finding", "neutral", found["id"], daemon=world.daemon)


def test_a_few_characters_are_not_taken_for_an_id(world: World) -> None:
    refused = call("finding", "show", findings(world)[0]["id"][:7], daemon=world.daemon)
    assert refused.returncode == 1
    assert "There is no finding" in refused.stderr


def test_a_verdict_says_what_it_means_for_pages_of_the_past(world: World) -> None:
    found = findings(world)[0]
    judged = call("finding", "irrelevant", found["id"], daemon=world.daemon)
    assert "pages of the past: " in judged.stdout
    assert "judge a page that you want" in judged.stdout
    call("finding", "neutral", found["id"], daemon=world.daemon)


def test_words_are_suggested_accepted_and_rejected(world: World) -> None:
    shown = json.loads(call("profile", "suggest", "Batteries", "--json", daemon=world.daemon).stdout)
    assert shown["pages"] > 0
    plain = call("profile", "suggest", "Batteries", daemon=world.daemon)
    assert plain.returncode == 0, plain.stderr
    assert plain.stdout.startswith("Did you mean" if shown["groups"] else "The best pages")
    accepted = call("profile", "suggest", "Batteries", "--accept", "anode", daemon=world.daemon)
    assert accepted.stdout.startswith("Accepted: anode\n")
    rejected = call("profile", "suggest", "Batteries", "--reject", "anode", "--json", daemon=world.daemon)
    assert json.loads(rejected.stdout)["related"] == []
