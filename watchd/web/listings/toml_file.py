"""Parser for uploaded TOML files; it runs in a sandboxed child process, as 100 KB of dots take minutes to parse."""

import tomllib
from datetime import date, datetime, time
from typing import Any

from msgspec import Struct

from watchd.errors import Unreadable


class NotToml(Unreadable):
    """Raised for a document that is not TOML."""


class TomlFile(Struct, frozen=True):
    """Content of the file in JSON types."""

    content: dict[str, Any]


def parse_toml(body: bytes) -> TomlFile:
    """Parse a file; raise NotToml."""
    try:
        content = tomllib.loads(body.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as cause:
        raise NotToml(f"Not valid TOML: {cause}.") from cause
    return TomlFile({name: _json_value(value) for name, value in content.items()})


def _json_value(value: Any) -> Any:
    """Return the value in JSON types: dates become text, and the validation after this decides about them."""
    if isinstance(value, dict):
        return {name: _json_value(entry) for name, entry in value.items()}
    if isinstance(value, list):
        return [_json_value(entry) for entry in value]
    return value.isoformat() if isinstance(value, datetime | date | time) else value
