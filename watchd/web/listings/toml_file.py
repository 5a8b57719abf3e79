"""What does a TOML file say that somebody handed in? Read in a child: 100 KB of dots keep the parser busy for minutes."""

import tomllib
from datetime import date, datetime, time
from typing import Any

from msgspec import Struct

from watchd.errors import Unreadable


class NotToml(Unreadable):
    """Raised for a document that is no TOML."""


class TomlFile(Struct, frozen=True):
    """The table that the file is, in the types of JSON."""

    content: dict[str, Any]


def parse_toml(body: bytes) -> TomlFile:
    """Read a file; raises NoToml."""
    try:
        content = tomllib.loads(body.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as cause:
        raise NotToml(f"It is no TOML: {cause}.") from cause
    return TomlFile({name: _plain(value) for name, value in content.items()})


def _plain(value: Any) -> Any:
    """JSON has no dates; where text was meant, the check that follows will say so."""
    if isinstance(value, dict):
        return {name: _plain(entry) for name, entry in value.items()}
    if isinstance(value, list):
        return [_plain(entry) for entry in value]
    return value.isoformat() if isinstance(value, datetime | date | time) else value
