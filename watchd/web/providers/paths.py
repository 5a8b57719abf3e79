"""Where in an answer is a value? A path is names and numbers between dots: web.results, title.0, created.date-time.

No filters and no searching: a path takes as many steps as it has parts, whatever an engine answers.
"""

from collections.abc import Mapping


def at(value: object, path: str) -> object:
    """What is there, or None. An empty path is the value itself."""
    for part in path.split(".") if path else ():
        if isinstance(value, Mapping):
            value = value.get(part)
        elif isinstance(value, list) and part.isascii() and part.isdigit() and len(part) < 6:
            value = value[int(part)] if int(part) < len(value) else None
        else:
            return None
    return value


def text_at(value: object, path: str) -> str:
    """The text that is there; a list of texts becomes one. Anything else is no text."""
    found = at(value, path)
    if isinstance(found, list):
        return " … ".join(entry for entry in found[:20] if isinstance(entry, str))
    if isinstance(found, bool):
        return ""
    return str(found) if isinstance(found, str | int | float) else ""
