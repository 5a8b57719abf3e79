"""Output of the commands: tables and colours on a terminal, plain lines elsewhere, JSON on request."""

import json
import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

import click
from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.table import Table

from watchd.core.policy.describe import CONTROL

SHORT_ID_CHARS = 14  # of 26: the time of an id to the millisecond, and 20 random bits
GAP = "  "
MIN_FLEXIBLE_CELLS = 10
LABEL_CELLS = 12


def clean(text: object) -> str:
    """Remove control and direction characters, which could change the terminal, from text of other origin."""
    return str(text).translate(CONTROL)


def clean_lines(text: str) -> str:
    """Clean a text of several lines, and keep its lines."""
    return "\n".join(map(clean, text.splitlines()))


def line(text: object) -> str:
    """Return text of other origin on one line."""
    return " ".join(clean(" ".join(str(text).split())).split())


def ending(text: str, max_chars: int) -> str:
    """Shorten a long text to its end: addresses of one site have the same beginning."""
    return text if len(text) <= max_chars else f"…{text[1 - max_chars :]}"


def show_warnings(warnings: Iterable[dict[str, str]]) -> None:
    """Print the warnings of an answer on standard error."""
    for warning in warnings:
        click.echo(f"Warning: {clean(warning['field'])}: {clean(warning['message'])}", err=True)


def short_ids(ids: Sequence[str]) -> list[str]:
    """Return ids for a table: on a terminal their beginnings, long enough to distinguish them; whole ids elsewhere."""
    if not sys.stdout.isatty():
        return list(ids)
    length = SHORT_ID_CHARS
    while len({id[:length] for id in ids}) < len(set(ids)):
        length += 1
    return [id[:length] for id in ids]


def show_json(value: Any) -> None:
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


def show_details(found: Any, rows: Iterable[tuple[str, object]], *, as_json: bool) -> None:
    """Print one thing for people, a labelled line per row; as JSON on request and when standard output is not a terminal.

    A row without a value is left out. A value with several lines stands below its label.
    """
    if as_json or not sys.stdout.isatty():
        show_json(found)
        return
    width = shutil.get_terminal_size().columns
    for label, value in rows:
        texts = [clean(text) for text in str("" if value is None else value).splitlines()]
        if not any(texts):
            continue
        lines = [part for text in texts for part in _wrapped(text, width - LABEL_CELLS) or [""]]
        click.echo(click.style(f"{label:{LABEL_CELLS}}", bold=True) + lines[0])
        for text in lines[1:]:
            click.echo(f"{'':{LABEL_CELLS}}{text}".rstrip())


def _wrapped(text: str, width: int) -> list[str]:
    """Break a text into lines; the blanks at its beginning and long words such as addresses stay whole."""
    indent = " " * (len(text) - len(text.lstrip()))
    return textwrap.wrap(text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def show_table(
    columns: Sequence[str], rows: Sequence[Sequence[object]], *, flexible: str | None = None
) -> None:
    """Print a table. With a `flexible` column, each row is one line: that column is cut where the terminal ends."""
    cells = [["" if cell is None else line(cell) for cell in row] for row in rows]
    if not sys.stdout.isatty():
        for row in [columns, *cells]:
            click.echo("\t".join(row))
        return
    if flexible is not None:
        _show_lines(columns, cells, columns.index(flexible))
        return
    table = Table(box=None, header_style="bold", pad_edge=False)
    for name in columns:
        # Addresses of one site have the same beginning, so they are shown whole; an id is copied, so it stays on one line.
        table.add_column(name, overflow="fold", no_wrap=name == "ID")
    for row in cells:
        table.add_row(*row)
    Console(markup=False, highlight=False).print(table)


def _show_lines(columns: Sequence[str], rows: list[list[str]], flexible: int) -> None:
    """Print one line per row; a column that is empty in all rows is left out."""
    if not rows:
        click.echo("There is nothing to list.", err=True)
        return
    used = [n for n in range(len(columns)) if n == flexible or any(row[n] for row in rows)]
    widths = {n: max(cell_len(row[n]) for row in [list(columns), *rows]) for n in used}
    others = sum(width for n, width in widths.items() if n != flexible) + len(GAP) * (len(used) - 1)
    room = max(shutil.get_terminal_size().columns - others, MIN_FLEXIBLE_CELLS)
    widths[flexible] = min(widths[flexible], room)
    for number, row in enumerate([list(columns), *rows]):
        text = GAP.join(_fitted(row[n], widths[n]) for n in used).rstrip()
        click.echo(click.style(text, bold=True) if number == 0 else text)


def _fitted(text: str, width: int) -> str:
    """Return a text with exactly this width; an ellipsis marks a cut."""
    if cell_len(text) > width:
        return f"{set_cell_size(text, width - 1)}…"
    return set_cell_size(text, width)
