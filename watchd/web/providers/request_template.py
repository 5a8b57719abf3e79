"""Templates in provider definitions: {name} is replaced by a value, {name|text} has a default.

One rule replaces every condition: an entry (parameter, header, JSON member) that needs a missing value is omitted.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import quote

_PLACEHOLDER = re.compile(r"\{([^{}|]+)(?:\|([^{}]*))?\}")


def names_in(template: object) -> Iterator[str]:
    """Yield the names of the values in a template, or in the templates of a table."""
    if isinstance(template, str):
        yield from (placeholder.group(1) for placeholder in _PLACEHOLDER.finditer(template))
    elif isinstance(template, Mapping):
        for entry in template.values():
            yield from names_in(entry)
    elif isinstance(template, list):
        for entry in template:
            yield from names_in(entry)


def filled(template: str, values: Mapping[str, object], encode: Callable[[str], str] = str) -> str | None:
    """Return the text with every value encoded by `encode`; None if a value is missing."""
    pieces: list[str] = []
    end = 0
    for placeholder in _PLACEHOLDER.finditer(template):
        name, otherwise = placeholder.groups()
        value = values.get(name)
        if value in (None, ""):
            value = otherwise
        if value is None:
            return None
        pieces += [template[end : placeholder.start()], encode(str(value))]
        end = placeholder.end()
    return "".join((*pieces, template[end:]))


def in_url(text: str) -> str:
    """Return a value encoded for a URL; it cannot begin a new part of the URL."""
    return quote(text, safe="")


def table(templates: Mapping[str, str], values: Mapping[str, object]) -> dict[str, str]:
    """Fill the templates of parameters or headers."""
    texts = {name: filled(template, values) for name, template in templates.items()}
    return {name: text for name, text in texts.items() if text is not None}


def tree(template: object, values: Mapping[str, object]) -> Any:
    """Fill the templates of a JSON body. A template that is only {name} keeps the type of its value, such as a number."""
    if isinstance(template, Mapping):
        members = {name: tree(entry, values) for name, entry in template.items()}
        return {name: entry for name, entry in members.items() if entry not in (None, {})}
    if isinstance(template, list):
        return [tree(entry, values) for entry in template]
    if not isinstance(template, str):
        return template
    only = _PLACEHOLDER.fullmatch(template)
    if only and values.get(only.group(1)) not in (None, ""):
        return values[only.group(1)]
    return filled(template, values)
