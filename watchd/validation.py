"""Validation of input: structs from decoded JSON or TOML, with all wrong fields reported.

msgspec stops at the first mistake. A person who wrote five wrong settings wants to see five errors, so `read` checks the
struct field by field. A struct may also have a method `faults()` for rules that types cannot express (this cron line never
matches). It is called here, for input, and not when the same struct comes back from our own database.

An error says what the field must be and what it got. `Meta(extra={"must_be": …})` has the words for a regular expression;
`Meta(extra={"secret": True})` keeps the value out of the sentence.
"""

import re
import types
import typing
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo, fields

from watchd.errors import Fault, FieldErrors

S = TypeVar("S", bound=Struct)

MAX_SHOWN_CHARS = 40
# Fields whose values never appear in an error, also where their type is not marked as a secret.
SECRET_NAMES = frozenset({"api_key", "authorization", "cookie", "key", "password", "secret", "token"})
# Parts of a URL that can contain a secret: the account and the query.
PRIVATE_URL_PARTS = re.compile(r"(?<=://)[^/\s]*@|(?<=\?).+", re.DOTALL)
NO_VALUE = object()


def read(kind: type[S], raw: object, *, strict: bool = True) -> S:
    """Build a struct from decoded JSON or TOML, or raise FieldErrors with all mistakes.

    With strict=False, text is accepted for a number or a boolean (environment variables are always text).
    """
    faults: list[Fault] = []
    value = _read_struct(kind, raw, path="", strict=strict, faults=faults)
    if faults:
        raise FieldErrors(faults)
    assert value is not None
    return value


def verify(value: S) -> S:
    """Check an already decoded struct, and the structs in it, for the rules in `faults()`."""
    if faults := list(_faults_within(value, path="")):
        raise FieldErrors(faults)
    return value


def merge_patch(target: Any, patch: Any) -> Any:
    """Apply a JSON merge patch (RFC 7396): null restores the default, objects are merged, other values replace."""
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            result.pop(name, None)
        else:
            result[name] = merge_patch(result.get(name), value)
    return result


def _read_struct(kind: type[S], raw: object, *, path: str, strict: bool, faults: list[Fault]) -> S | None:
    if not isinstance(raw, Mapping):
        faults.append(Fault(path or "(body)", f"must be an object; got {_name_of(raw)}"))
        return None
    before = len(faults)
    known = {field.encode_name: field for field in fields(kind)}
    for name in raw:
        if name not in known:
            faults.append(Fault(_join(path, str(name)), _unknown(known)))
    values: dict[str, Any] = {}
    for name, field in known.items():
        if name in raw:
            values[field.name] = _read_value(
                field.type, raw[name], path=_join(path, name), strict=strict, faults=faults
            )
        elif _is_required(field):
            faults.append(Fault(_join(path, name), "is required"))
    if len(faults) > before:
        return None
    return _construct(kind, values, path, faults)


def _construct(kind: type[S], values: dict[str, Any], path: str, faults: list[Fault]) -> S | None:
    try:
        value = kind(**values)
    except ValueError as mistake:
        faults.append(Fault(path or "(body)", str(mistake)))
        return None
    found = list(_own_faults(value, path))
    faults.extend(found)
    return None if found else value


def _read_value(kind: Any, raw: object, *, path: str, strict: bool, faults: list[Fault]) -> Any:
    if (inner := _struct_in(kind)) and isinstance(raw, Mapping):
        return _read_struct(inner, raw, path=path, strict=strict, faults=faults)
    if (inner := _struct_values_in(kind)) and isinstance(raw, Mapping):
        return {
            key: _read_struct(inner, entry, path=_join(path, str(key)), strict=strict, faults=faults)
            for key, entry in raw.items()
        }
    try:
        return msgspec.convert(raw, kind, strict=strict)
    except msgspec.ValidationError as mistake:
        message, _, where = str(mistake).partition(" - at `$")
        place = where.rstrip("`")
        is_hidden = is_secret(kind) or is_secret_name(path + place)
        value = NO_VALUE if is_hidden else _value_at(raw, place)
        faults.append(Fault(path + place, explained(message, kind, value)))
        return None


def is_secret(kind: Any) -> bool:
    """Return whether the values of a type are secrets."""
    return bool(_extras_in(kind, "secret"))


def is_secret_name(path: str) -> bool:
    """Return whether a part of a field's path is the usual name of a secret."""
    return not SECRET_NAMES.isdisjoint(re.findall(r"\w+", path.lower()))


def explained(message: str, kind: Any, value: object = NO_VALUE) -> str:
    """Rewrite msgspec's sentence about a value of this type for people: what it must be, and what it is."""
    if message.startswith("Invalid enum value") and (choices := _choices_in(kind)):
        got = _shown(value) or message.removeprefix("Invalid enum value ")
        return f"must be one of {', '.join(choices)}; got {got}"
    # People understand words better than a regular expression.
    sentence, is_pattern, _ = _plain(message).partition(" matching regex")
    is_wrong_form = is_pattern or ("text of length >=" in sentence and value != "")
    if is_wrong_form and (words := _extras_in(kind, "must_be")):
        sentence = f"must be {words[0]}"
    elif is_pattern:
        examples = _examples_in(kind)
        sentence = f"{sentence} such as {examples[0]}" if examples else _plain(message)
    elif length := re.fullmatch(r"must be (text|a list) of length (>=|<=) (\d+)", sentence):
        return _about_length(length[1], length[2], length[3], value)
    sentence, _, name = sentence.partition(", got ")
    shown = _shown(value) or name
    if re.search(" [<>]", sentence):
        shown = shown.strip("'")  # a number that came as text, in a query or in the environment
    return f"{sentence}; got {shown}" if shown else sentence


def _about_length(kind: str, relation: str, limit: str, value: object) -> str:
    if relation == ">=" and (limit == "1" or value == ""):
        return "must not be empty"
    unit = "characters" if kind == "text" else "entries"
    got = f"; got {len(value)}" if isinstance(value, str | list | tuple) else ""
    return f"must have {'at least' if relation == '>=' else 'at most'} {limit} {unit}{got}"


def _value_at(raw: Any, place: str) -> Any:
    """Return the value at msgspec's path inside a value, such as [3].name; NO_VALUE where the path does not say it."""
    for name, number in re.findall(r"\.(\w+)|\[([^\]]*)\]", place):
        try:
            raw = raw[name] if name else raw[int(number)]
        except (LookupError, TypeError, ValueError):
            return NO_VALUE
    return raw


def _shown(value: object) -> str:
    """Return a value as an error shows it: short, and without the private parts of a URL; empty for an object or a list."""
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    if isinstance(value, int | float):
        return f"{value:.15g}" if isinstance(value, float) else _cut(str(value))
    if not isinstance(value, str):
        return ""
    return repr(_cut(PRIVATE_URL_PARTS.sub("…", value) if "://" in value else value))


def _cut(text: str) -> str:
    return text if len(text) <= MAX_SHOWN_CHARS else f"{text[: MAX_SHOWN_CHARS - 1]}…"


def _choices_in(kind: Any) -> list[str]:
    """Return the allowed values of a Literal type."""
    if typing.get_origin(kind) is typing.Literal:
        return [str(choice) for choice in typing.get_args(kind)]
    return [choice for part in typing.get_args(kind) for choice in _choices_in(part)]


def _examples_in(kind: Any) -> list[Any]:
    here = [
        example
        for meta in getattr(kind, "__metadata__", ())
        for example in getattr(meta, "examples", None) or []
    ]
    return here or [example for part in typing.get_args(kind) for example in _examples_in(part)]


def _extras_in(kind: Any, name: str) -> list[Any]:
    """Return what the metadata of a type says under this name, also inside Annotated, lists and `| None`."""
    here = [
        extra[name]
        for meta in getattr(kind, "__metadata__", ())
        if name in (extra := getattr(meta, "extra", None) or {})
    ]
    return here or [found for part in typing.get_args(kind) for found in _extras_in(part, name)]


def _faults_within(value: object, path: str) -> Iterator[Fault]:
    if isinstance(value, Struct):
        for field in fields(type(value)):
            yield from _faults_within(getattr(value, field.name), _join(path, field.encode_name))
        yield from _own_faults(value, path)
    elif isinstance(value, list | tuple):
        for position, entry in enumerate(value):
            yield from _faults_within(entry, f"{path}[{position}]")


def _own_faults(value: Struct, path: str) -> Iterator[Fault]:
    check = getattr(value, "faults", None)
    for fault in check() if check else ():
        yield Fault(_join(path, fault.field), fault.message)


def _struct_in(kind: Any) -> type[Struct] | None:
    """Return the struct in an annotation, also inside Annotated and `| None`."""
    if typing.get_origin(kind) is typing.Annotated:
        return _struct_in(typing.get_args(kind)[0])
    if isinstance(kind, types.UnionType) or typing.get_origin(kind) is typing.Union:
        structs = [inner for part in typing.get_args(kind) if (inner := _struct_in(part))]
        return structs[0] if len(structs) == 1 else None
    return kind if isinstance(kind, type) and issubclass(kind, Struct) else None


def _struct_values_in(kind: Any) -> type[Struct] | None:
    """Return the struct in `dict[str, TheStruct]`."""
    return _struct_in(typing.get_args(kind)[1]) if typing.get_origin(kind) is dict else None


def _is_required(field: FieldInfo) -> bool:
    return field.default is NODEFAULT and field.default_factory is NODEFAULT


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path and name else path or name


def _unknown(known: Mapping[str, FieldInfo]) -> str:
    return f"is not a known field; known fields: {', '.join(sorted(known))}"


def _name_of(raw: object) -> str:
    names = {dict: "an object", list: "a list", str: "text", bool: "a boolean", type(None): "null"}
    return names.get(type(raw), "a number")


def _plain(message: str) -> str:
    """Rewrite msgspec's sentence in the words of the docs."""
    for technical, word in (
        ("Invalid RFC3339 encoded datetime", "must be a time such as 2026-11-16T07:30:00Z"),
        ("Expected", "must be"),
        ("`str`", "text"),
        ("`int`", "a whole number"),
        ("`float`", "a number"),
        ("`bool`", "true or false"),
        ("`array`", "a list"),
        ("`object`", "an object"),
        ("`null`", "null"),
    ):
        message = message.replace(technical, word)
    return message
