"""Turn input from outside into structs, and name every wrong field, not only the first.

msgspec stops at the first mistake. A person who wrote five wrong settings wants to hear of five, so `read` walks the struct
field by field. A struct may also have a method `faults()` for what types cannot say (this cron line never comes); it is
asked here, at the border, and not when the same struct comes back from our own database.
"""

import types
import typing
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo, fields

from watchd.errors import Fault, FieldErrors

S = TypeVar("S", bound=Struct)


def read(kind: type[S], raw: object, *, strict: bool = True) -> S:
    """Build a struct from decoded JSON or TOML, or raise FieldErrors with every mistake.

    With strict=False, text is accepted where a number or a boolean is meant (environment variables are always text).
    """
    faults: list[Fault] = []
    value = _read_struct(kind, raw, path="", strict=strict, faults=faults)
    if faults:
        raise FieldErrors(faults)
    assert value is not None
    return value


def verify(value: S) -> S:
    """Ask an already decoded struct, and the structs in it, what their types could not say."""
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
        faults.append(Fault(path or "(body)", f"needs to be an object, not {_name_of(raw)}"))
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
        faults.append(Fault(path + where.rstrip("`"), explained(message, kind)))
        return None


def explained(message: str, kind: Any) -> str:
    """msgspec's sentence about a value of this type, for people: with the choices, or with an example."""
    if message.startswith("Invalid enum value") and (choices := _choices_in(kind)):
        return f"is {message.removeprefix('Invalid enum value ')}; it needs to be one of {', '.join(choices)}"
    # A regular expression says little to people; an example says it all.
    sentence, found, _ = _plain(message).partition(" matching regex")
    examples = _examples_in(kind) if found else []
    return f"{sentence} such as {examples[0]}" if examples else _plain(message)


def _choices_in(kind: Any) -> list[str]:
    """What may be written, where a type names it."""
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


def _faults_within(value: object, path: str) -> Iterator[Fault]:
    if isinstance(value, Struct):
        for field in fields(type(value)):
            yield from _faults_within(getattr(value, field.name), _join(path, field.encode_name))
        yield from _own_faults(value, path)
    elif isinstance(value, list | tuple):
        for position, entry in enumerate(value):
            yield from _faults_within(entry, f"{path}[{position}]")


def _own_faults(value: Struct, path: str) -> Iterator[Fault]:
    ask = getattr(value, "faults", None)
    for fault in ask() if ask else ():
        yield Fault(_join(path, fault.field), fault.message)


def _struct_in(kind: Any) -> type[Struct] | None:
    """The struct that this annotation means, also behind Annotated and `| None`."""
    if typing.get_origin(kind) is typing.Annotated:
        return _struct_in(typing.get_args(kind)[0])
    if isinstance(kind, types.UnionType) or typing.get_origin(kind) is typing.Union:
        structs = [inner for part in typing.get_args(kind) if (inner := _struct_in(part))]
        return structs[0] if len(structs) == 1 else None
    return kind if isinstance(kind, type) and issubclass(kind, Struct) else None


def _struct_values_in(kind: Any) -> type[Struct] | None:
    """The struct in `dict[str, TheStruct]`."""
    return _struct_in(typing.get_args(kind)[1]) if typing.get_origin(kind) is dict else None


def _is_required(field: FieldInfo) -> bool:
    return field.default is NODEFAULT and field.default_factory is NODEFAULT


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path and name else path or name


def _unknown(known: Mapping[str, FieldInfo]) -> str:
    return f"is not a known field; known here: {', '.join(sorted(known))}"


def _name_of(raw: object) -> str:
    names = {dict: "an object", list: "a list", str: "text", bool: "a boolean", type(None): "null"}
    return names.get(type(raw), "a number")


def _plain(message: str) -> str:
    """msgspec's sentence in the words of the docs."""
    for technical, word in (
        ("Invalid RFC3339 encoded datetime", "needs to be a time such as 2026-11-16T07:30:00Z"),
        ("Expected", "needs to be"),
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
