"""Manual pages and shell completion, written from the commands themselves: man_pages.py FOLDER.

There is one page per command, so `man watchd-profile` has the same text as `watchd profile --help`.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import click
from click.shell_completion import get_completion_class

from watchd import __version__
from watchd.cli import watchd

# Place of the completion of each shell, below share/.
COMPLETIONS = {
    "bash": "bash-completion/completions/watchd",
    "zsh": "zsh/site-functions/_watchd",
    "fish": "fish/vendor_completions.d/watchd.fish",
}
FILES = """.SH FILES
.TP
.I /etc/watchd/watchd.toml
Settings; every default is in it as a comment.
.TP
.I /etc/watchd/credentials/
Secrets, one file each, named after the setting, such as providers.brave.api_key.
.TP
.I /var/lib/watchd/
Database, admin.token and backups.
"""


def main() -> None:
    folder = Path(sys.argv[1])
    for names, command in pages(watchd):
        file = folder / "man" / "man1" / f"{'-'.join(names)}.1"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(page(names, command))
    for shell, place in COMPLETIONS.items():
        kind = get_completion_class(shell)
        assert kind is not None
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(kind(watchd, {}, "watchd", "_WATCHD_COMPLETE").source())


def pages(group: click.Group) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield the program and its commands; the subcommands of a group are on the page of the group."""
    yield ("watchd",), group
    for name, command in inner(group):
        yield ("watchd", name), command


def inner(group: click.Command) -> Iterator[tuple[str, click.Command]]:
    if not isinstance(group, click.Group):
        return
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield name, command


def page(names: tuple[str, ...], command: click.Command) -> str:
    title = "-".join(names)
    lines = [
        f'.TH {escaped(title.upper())} 1 "" "watchd {__version__}" "User Commands"',
        ".SH NAME",
        f"{escaped(title)} \\- {escaped(command.get_short_help_str(200).rstrip('.'))}",
        *section("SYNOPSIS", names, command),
    ]
    if names == ("watchd",):
        lines += [".SH COMMANDS"]
        for name, below in inner(command):
            lines += [".TP", f".BR {escaped(f'watchd-{name}')} (1)", escaped(below.get_short_help_str(200))]
        lines += FILES.splitlines()
    else:
        for name, below in inner(command):
            lines += section(f"{' '.join(names)} {name}", (*names, name), below)
    return "\n".join(lines) + "\n"


def section(heading: str, names: tuple[str, ...], command: click.Command) -> list[str]:
    """Return the section of a command: usage, help and options."""
    context = click.Context(command, info_name=" ".join(names))
    lines = [f".SH {escaped(heading.upper())}", f".B {escaped(' '.join(names))}"]
    lines += [escaped(" ".join(command.collect_usage_pieces(context)))]
    for paragraph in (command.help or "").split("\n\n"):
        lines += [".PP", escaped(" ".join(paragraph.split()))]
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record and record[1]:
            lines += [".TP", f".B {escaped(record[0])}", escaped(record[1])]
    return lines


def escaped(text: str) -> str:
    """Escape plain text for troff: a line must not begin with a dot, and a minus is not a hyphen."""
    plain = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{plain}" if plain.startswith((".", "'")) else plain


if __name__ == "__main__":
    main()
