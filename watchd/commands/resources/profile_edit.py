"""`watchd profile edit`: a profile as TOML in the person's editor. No text is lost: after an error, its file is kept.

The change is sent with the ETag of the profile that was shown, so it cannot undo a change that happened in between.
"""

import difflib
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

import click
import tomli_w

from watchd.commands.api_client import CallRefused, Client, client, rest_options
from watchd.commands.output import clean, clean_lines, show_json
from watchd.commands.resources.lookup import PROFILES, find_profile
from watchd.commands.times import due
from watchd.model.profile import ProfileSpec

HEADER = """\
# Profile {id}. Save and close the editor to store it; without a change, nothing happens.
# A field that you remove gets its default. docs/reference/profile.md explains each field.

"""
ERROR_MARK = "#! "  # of lines that show the last error
STALE = 412
EDITABLE = (400, 409, STALE, 422)  # answers that another text may avoid


@click.command()
@click.argument("profile_id", metavar="PROFILE")
@click.option(
    "--file",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Start from the text in this file, such as one that was kept after an error.",
)
@rest_options
def edit(profile_id: str, file: Path | None, as_json: bool, **where: Any) -> None:
    """Edit PROFILE in your editor (VISUAL or EDITOR), as TOML.

    The daemon checks the text. After an error, the text is kept, the error is shown by field, and you can edit it again.
    """
    daemon = client(**where)
    shown = ShownProfile(daemon, find_profile(daemon, profile_id)["id"])
    draft = file or _new_draft(HEADER.format(id=shown.id) + shown.text)
    is_done = False
    try:
        stored = _edit(shown, draft)
        is_done = True
    finally:
        if not is_done:
            again = f"watchd profile edit {shown.id} --file {draft}"
            click.echo(f"Your text is kept in {draft}; `{again}` continues with it.", err=True)
        elif file is None:
            draft.unlink()
    if stored is None:
        click.echo("Nothing was changed.", err=True)
    elif as_json:
        show_json(stored)
    else:
        click.echo(f"{clean(stored['name'])} is stored; next run {due(stored['next_run_at'])}.")


def as_toml(profile: dict[str, Any]) -> str:
    """Return the fields of a profile that a person writes, in their order. TOML has no null: it means the default."""
    written = {name: profile[name] for name in ProfileSpec.__struct_fields__ if name in profile}
    return tomli_w.dumps(_without_null(written))


class ShownProfile:
    """A profile as a person saw it, with the ETag that protects changes made since."""

    def __init__(self, daemon: Client, id: str) -> None:
        self._daemon, self.id = daemon, id
        self.text, self._etag = self._read()

    def store(self, text: str) -> dict[str, Any]:
        path, headers = f"{PROFILES}/{self.id}", {"If-Match": self._etag}
        stored: dict[str, Any] = self._daemon.call(
            "PUT", path, json=tomllib.loads(text), headers=headers
        ).json()
        return stored

    def changes_since(self) -> str:
        """Read the profile again and describe what has changed since it was shown."""
        before = self.text.splitlines()
        self.text, self._etag = self._read()
        lines = difflib.unified_diff(before, self.text.splitlines(), n=0, lineterm="")
        changes = "\n".join(f"  {text}" for text in lines if not text.startswith(("---", "+++", "@@")))
        return (
            f"The profile has changed since you opened it (- before, + now):\n{changes}\n"
            "Put into your text what shall stay; your text replaces the profile when you save it again."
        )

    def _read(self) -> tuple[str, str]:
        response = self._daemon.call("GET", f"{PROFILES}/{self.id}")
        return as_toml(response.json()), response.headers["etag"]


def _edit(shown: ShownProfile, draft: Path) -> dict[str, Any] | None:
    """Let the person edit until the daemon accepts the text. Return the stored profile, or None without a change."""
    while True:
        click.edit(filename=str(draft))
        text = "".join(
            line
            for line in draft.read_text(encoding="utf-8").splitlines(True)
            if not line.startswith(ERROR_MARK)
        )
        try:
            if tomllib.loads(text) == tomllib.loads(shown.text):
                return None
            return shown.store(text)
        except tomllib.TOMLDecodeError as mistake:
            error = f"The text must be valid TOML: {mistake}."
        except CallRefused as refused:
            if refused.status not in EDITABLE:
                raise
            error = shown.changes_since() if refused.status == STALE else str(refused)
        draft.write_text(
            "".join(f"{ERROR_MARK}{line}\n" for line in error.splitlines()) + text, encoding="utf-8"
        )
        click.echo(clean_lines(error), err=True)
        if not sys.stdin.isatty() or not click.confirm("Edit again?", default=True, err=True):
            raise click.exceptions.Exit(1)


def _new_draft(text: str) -> Path:
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", prefix="watchd-profile-", suffix=".toml", delete=False
    ) as file:
        file.write(text)
    return Path(file.name)


def _without_null(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_null(entry) for name, entry in value.items() if entry is not None}
    return value
