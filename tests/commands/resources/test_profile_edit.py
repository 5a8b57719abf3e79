"""Tests of `watchd profile edit` and of the options of `watchd profile add`."""

import json
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.commands.resources.conftest import World
from tests.commands.terminal import on_terminal
from tests.test_cli import call


@pytest.fixture
def profile(world: World) -> Iterator[dict[str, Any]]:
    made = json.loads(
        call("profile", "add", "Tea", "green tea", "--cron", "0 7 1 1 *", "--json", daemon=world.daemon).stdout
    )
    yield made
    call("profile", "delete", made["id"], "--yes", daemon=world.daemon)


def editor(tmp_path: Path, *steps: str) -> str:
    """Return an editor that applies one step per call to `text`, the content of its file."""
    script = tmp_path / "editor.py"
    script.write_text(
        "import pathlib, sys\n"
        f"steps, count = {list(steps)!r}, pathlib.Path({str(tmp_path / 'count')!r})\n"
        "number = int(count.read_text()) if count.exists() else 0\n"
        "count.write_text(str(number + 1))\n"
        "file = pathlib.Path(sys.argv[1]); text = file.read_text()\n"
        "scope = {'text': text}; exec(steps[number], scope); file.write_text(scope['text'])\n"
    )
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(script))}"


def change(old: str, new: str) -> str:
    return f"assert {old!r} in text, text; text = text.replace({old!r}, {new!r})"


def kept_file(text: str) -> Path:
    found = re.search(r"Your text is kept in (\S+);", text)
    assert found, text
    return Path(found[1])


def read(world: World, id: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(call("profile", "show", id, daemon=world.daemon).stdout)
    return found


def test_a_profile_is_edited_as_toml(world: World, profile: dict[str, Any], tmp_path: Path) -> None:
    steps = "assert text.startswith('# Profile'), text; " + change("min_score = 0.3", "min_score = 0.5")
    done = call("profile", "edit", "Tea", daemon=world.daemon, EDITOR=editor(tmp_path, steps), VISUAL="")
    assert done.returncode == 0, done.stderr
    assert "Tea is stored; next run 20" in done.stdout
    after = read(world, profile["id"])
    assert after["report"]["min_score"] == 0.5
    unchanged = ("query", "seeds", "scope", "schedule", "budget", "strategy", "delivery", "tags", "enabled")
    assert {name: after[name] for name in unchanged} == {name: profile[name] for name in unchanged}


def test_without_a_change_nothing_is_stored(world: World, profile: dict[str, Any], tmp_path: Path) -> None:
    done = call(
        "profile", "edit", "Tea", daemon=world.daemon, VISUAL=editor(tmp_path, "text = '# seen\\n' + text")
    )
    assert (done.returncode, "Nothing was changed" in done.stderr) == (0, True)
    assert read(world, profile["id"])["updated_at"] == profile["updated_at"]


def test_an_error_is_shown_by_field_and_the_text_is_kept(
    world: World, profile: dict[str, Any], tmp_path: Path
) -> None:
    broken = (
        change("min_score = 0.3", "min_score = 5") + "; " + change('text = "green tea"', 'text = "black tea"')
    )
    failed = call("profile", "edit", "Tea", daemon=world.daemon, VISUAL=editor(tmp_path, broken))
    assert failed.returncode == 1
    assert "report.min_score: must be a number <= 1" in failed.stderr
    file = kept_file(failed.stderr)
    assert 'text = "black tea"' in file.read_text()
    (tmp_path / "count").unlink()
    steps = "assert '#!   report.min_score' in text, text; " + change("min_score = 5", "min_score = 0.4")
    done = call(
        "profile", "edit", "Tea", "--file", str(file), daemon=world.daemon, VISUAL=editor(tmp_path, steps)
    )
    assert done.returncode == 0, done.stderr
    after = read(world, profile["id"])
    assert (after["query"]["text"], after["report"]["min_score"]) == ("black tea", 0.4)
    file.unlink()


def test_on_a_terminal_the_text_can_be_edited_again(
    world: World, profile: dict[str, Any], tmp_path: Path
) -> None:
    steps = ("text = text + '\\nbroken ='", change("broken =", "") + "; " + change("0.3", "0.7"))
    code, output = on_terminal(
        "profile", "edit", "Tea", daemon=world.daemon, answers=["y"], VISUAL=editor(tmp_path, *steps)
    )
    assert code == 0, output
    assert "must be valid TOML" in output
    assert read(world, profile["id"])["report"]["min_score"] == 0.7


def test_a_change_by_another_person_is_shown_and_not_undone(
    world: World, profile: dict[str, Any], tmp_path: Path
) -> None:
    pause = [sys.executable, "-m", "watchd", "profile", "pause", profile["id"]]
    steps = (
        f"import subprocess; subprocess.run({pause!r}, check=True, capture_output=True); "
        + change("0.3", "0.6"),
        "assert '#!   +enabled = false' in text, text; " + change("enabled = true", "enabled = false"),
    )
    code, output = on_terminal(
        "profile", "edit", "Tea", daemon=world.daemon, answers=["y"], VISUAL=editor(tmp_path, *steps)
    )
    assert code == 0, output
    assert "has changed since you opened it" in output
    after = read(world, profile["id"])
    assert (after["enabled"], after["report"]["min_score"]) == (False, 0.6)


def test_an_editor_that_fails_loses_nothing(world: World, profile: dict[str, Any]) -> None:
    failed = call("profile", "edit", "Tea", daemon=world.daemon, VISUAL="false")
    assert failed.returncode == 1
    kept_file(failed.stderr).unlink()


def test_a_profile_is_added_with_the_usual_wishes(world: World) -> None:
    added = call(
        "profile", "add", "Wishes", "green tea", "--feed", "https://example.org/feed", "--seed", "https://example.org/a",
        "--url", "https://example.org/b", "--sitemap", "https://example.org/sitemap.xml", "--cron", "0 7 1 1 *",
        "--timezone", "Europe/Berlin", "--provider", "none", "--min-score", "0.5", "--digest-at", "08:15",
        "--example", "https://example.org/like-this", "--language", "en", "--tag", "drinks", "--json", daemon=world.daemon,
    )  # fmt: skip
    profile = json.loads(added.stdout)
    assert profile["seeds"] == {
        "urls": ["https://example.org/a", "https://example.org/b"], "feeds": ["https://example.org/feed"],
        "sitemaps": ["https://example.org/sitemap.xml"], "providers": [], "limit": 30,
    }  # fmt: skip
    assert profile["schedule"] == {"cron": "0 7 1 1 *", "timezone": "Europe/Berlin"}
    assert profile["report"]["min_score"] == 0.5
    delivery = profile["delivery"]
    assert (delivery["mode"], delivery["digest_at"], delivery["timezone"]) == (
        "digest",
        "08:15",
        "Europe/Berlin",
    )
    assert profile["query"]["examples"] == ["https://example.org/like-this"]
    code, output = on_terminal("profile", "list", daemon=world.daemon)
    assert code == 0
    assert max(map(len, output.splitlines())) <= 80
    call("profile", "delete", "Wishes", "--yes", daemon=world.daemon)


def test_a_query_by_example_needs_no_words(world: World) -> None:
    added = call(
        "profile",
        "add",
        "Like",
        "--example",
        world.web.url("hub"),
        "--cron",
        "0 7 1 1 *",
        "--json",
        daemon=world.daemon,
    )
    profile = json.loads(added.stdout)
    assert profile["query"]["text"] == ""
    assert profile["seeds"]["providers"] is None
    call("profile", "delete", profile["id"][:20], "--yes", daemon=world.daemon)


def test_options_beside_a_file_are_refused_instead_of_ignored(world: World, tmp_path: Path) -> None:
    file = tmp_path / "tea.toml"
    file.write_text('name = "T"\n[query]\ntext = "tea"\n')
    refused = call("profile", "add", str(file), "--every", "2h", daemon=world.daemon)
    assert (refused.returncode, "Options must not be given with a file" in refused.stderr) == (2, True)


def test_a_date_in_a_toml_file_is_an_error_by_field(world: World, tmp_path: Path) -> None:
    file = tmp_path / "tea.toml"
    file.write_text('name = "T"\n[query]\ntext = "tea"\n[delivery]\ndigest_at = 07:30:00\n')
    refused = call("profile", "add", str(file), daemon=world.daemon)
    assert refused.returncode == 1
    assert "delivery.digest_at: must be a time of day such as 07:30" in refused.stderr
