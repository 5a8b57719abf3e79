"""What does a template of a definition become? {name} is filled in, {name|text} has a text for when there is no value.

One rule replaces every condition: an entry (parameter, header, JSON member) that needs a value which is not there is left
out.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import quote

_HOLE = re.compile(r"\{([^{}|]+)(?:\|([^{}]*))?\}")


def names_in(template: object) -> Iterator[str]:
    """The names that a template, or the templates in a table, ask for."""
    if isinstance(template, str):
        yield from (hole.group(1) for hole in _HOLE.finditer(template))
    elif isinstance(template, Mapping):
        for entry in template.values():
            yield from names_in(entry)
    elif isinstance(template, list):
        for entry in template:
            yield from names_in(entry)


def filled(template: str, values: Mapping[str, object], spell: Callable[[str], str] = str) -> str | None:
    """The text, with every value spelt as its place demands; None when a value is missing."""
    pieces: list[str] = []
    end = 0
    for hole in _HOLE.finditer(template):
        name, otherwise = hole.groups()
        value = values.get(name)
        if value in (None, ""):
            value = otherwise
        if value is None:
            return None
        pieces += [template[end : hole.start()], spell(str(value))]
        end = hole.end()
    return "".join((*pieces, template[end:]))


def in_url(text: str) -> str:
    """A value as a part of a URL: nothing in it can begin a new part."""
    return quote(text, safe="")


def table(templates: Mapping[str, str], values: Mapping[str, object]) -> dict[str, str]:
    """Parameters or headers."""
    texts = {name: filled(template, values) for name, template in templates.items()}
    return {name: text for name, text in texts.items() if text is not None}


def tree(template: object, values: Mapping[str, object]) -> Any:
    """A JSON body. A template that is one hole and nothing else keeps the type of its value: a count stays a number."""
    if isinstance(template, Mapping):
        members = {name: tree(entry, values) for name, entry in template.items()}
        return {name: entry for name, entry in members.items() if entry not in (None, {})}
    if isinstance(template, list):
        return [tree(entry, values) for entry in template]
    if not isinstance(template, str):
        return template
    canonical_or_none = _HOLE.fullmatch(template)
    if canonical_or_none and values.get(canonical_or_none.group(1)) not in (None, ""):
        return values[canonical_or_none.group(1)]
    return filled(template, values)
