"""Numbered SQL files, applied once each, in order, in a transaction of their own. New files are added at the end only."""

import hashlib
from collections.abc import Iterator
from importlib import resources
from typing import NamedTuple


class Migration(NamedTuple):
    """One SQL file."""

    number: int
    name: str
    text: str

    @property
    def checksum(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()

    def statements(self) -> Iterator[str]:
        """Yield the statements one by one: drivers run one at a time inside a transaction."""
        lines = (line.split("--")[0].rstrip() for line in self.text.splitlines())
        for statement in "\n".join(line for line in lines if line).split(";"):
            if statement.strip():
                yield statement.strip()


def known() -> list[Migration]:
    """Return all migrations of this version of watchd, in order."""
    files = (f for f in resources.files(__package__).iterdir() if f.name.endswith(".sql"))
    return sorted(Migration(int(f.name[:4]), f.name.removesuffix(".sql"), f.read_text()) for f in files)
