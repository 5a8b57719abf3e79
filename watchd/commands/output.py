"""Output of the commands: tables and colours on a terminal, plain lines elsewhere, JSON on request."""

import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.table import Table

from watchd.core.policy.describe import CONTROL


def clean(text: object) -> str:
    """Remove control and direction characters, which could change the terminal, from text of other origin."""
    return str(text).translate(CONTROL)


def ending(text: str, max_chars: int) -> str:
    """Shorten a long text to its end: addresses of one site have the same beginning."""
    return text if len(text) <= max_chars else f"…{text[1 - max_chars :]}"


def show_warnings(warnings: Iterable[dict[str, str]]) -> None:
    """Print the warnings of an answer on standard error."""
    for warning in warnings:
        click.echo(f"Warning: {clean(warning['field'])}: {clean(warning['message'])}", err=True)


def show_json(value: Any) -> None:
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


def show_fields(found: dict[str, Any], *, as_json: bool) -> None:
    """Print one object by field; as JSON when standard output is not a terminal."""
    if as_json or not sys.stdout.isatty():
        show_json(found)
        return
    rows = [
        (key, value if isinstance(value, str) else msgspec.json.encode(value).decode())
        for key, value in found.items()
    ]
    show_table(("FIELD", "VALUE"), rows)


def show_table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    cells = [["" if cell is None else clean(cell) for cell in row] for row in rows]
    if not sys.stdout.isatty():
        for line in [columns, *cells]:
            click.echo("\t".join(line))
        return
    table = Table(box=None, header_style="bold", pad_edge=False)
    for name in columns:
        # Addresses of one site have the same beginning, so they are shown whole; an id is copied, so it stays on one line.
        table.add_column(name, overflow="fold", no_wrap=name == "ID")
    for row in cells:
        table.add_row(*row)
    Console(markup=False, highlight=False).print(table)
