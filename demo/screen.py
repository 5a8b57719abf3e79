"""Output of the demo: headings, commands to copy, tables and mails; colours only on a terminal."""

import json
import sys
from collections.abc import Sequence
from typing import Any

from rich import box
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

MAX_WIDTH_CHARS = 118  # also without a terminal; longer lines are hard to read


class Screen:
    """Printer to standard output."""

    def __init__(self) -> None:
        self._console = Console(highlight=False, markup=False, emoji=False)
        if not sys.stdout.isatty() or self._console.width > MAX_WIDTH_CHARS:
            self._console.width = MAX_WIDTH_CHARS
        self._chapter = 0

    def heading(self, text: str) -> None:
        self._chapter += 1
        self._console.print(Text(f"\n{self._chapter}. {text}", style="bold cyan"))

    def say(self, text: str, style: str = "") -> None:
        self._indented(Text(text, style=style))

    def paragraph(self, text: str) -> None:
        """Print a text after an empty line."""
        self._console.print()
        self.say(text)

    def typed(self, line: str) -> None:
        """Print what a person would type, without line breaks, so that it can be copied."""
        indented = "\n".join(f"   {part}" for part in line.splitlines())
        self._console.print(Text(indented, style="green"), soft_wrap=True)

    def command(self, method: str, path: str, body: dict[str, Any] | None = None) -> None:
        """Print a call of the API as a curl command; the last chapter explains its variables."""
        verb = "" if method == "GET" or body is not None else f"-X {method} "
        data = f" --json '{_by_field(body)}'" if body is not None else ""
        self.typed(f'$ curl -s -H "Authorization: Bearer $TOKEN" {verb}"$WATCHD{path}"{data}')

    def table(self, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        table = Table(box=None, pad_edge=False, header_style="bold")
        for column in columns:
            table.add_column(column, overflow="fold")
        for row in rows:
            table.add_row(*(Text(cell) for cell in row))
        self._indented(table)

    def panel(self, title: str, text: str, style: str = "yellow") -> None:
        panel = Panel(
            Text(text.strip()), title=Text(title), title_align="left", box=box.ROUNDED, border_style=style
        )
        self._indented(panel)

    def difference(self, text: str) -> None:
        """Print a diff by sentence: added text in green, removed text in red."""
        styles = {"+": "green", "-": "red", "~": "yellow"}
        for line in text.splitlines():
            self.say(line, styles.get(line[:1], "dim"))

    def _indented(self, what: RenderableType) -> None:
        self._console.print(Padding(what, (0, 0, 0, 3), expand=False))


def _by_field(body: dict[str, Any]) -> str:
    """Return JSON with one field per line: easier to read than one line, and shorter than one value per line."""
    fields = [f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in body.items()]
    return "{\n    " + ",\n    ".join(fields) + "}"
