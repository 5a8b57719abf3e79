"""Which engines are defined? The presets of the package, and the files in a folder of the operator, which win."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from watchd import validation
from watchd.errors import Fault, FieldErrors
from watchd.web.providers.definition import VALUES, Definition
from watchd.web.providers.settings import ProviderSettings
from watchd.web.providers.template import names_in
from watchd.web.settings import FetchBounds, FetchSettings, bounds_with

NAME = re.compile(r"[a-z0-9][a-z0-9_.-]{0,63}")  # as profiles may write it
PRESETS = Path(__file__).parent / "presets"


def preset_names(folder: Path | None = None) -> list[str]:
    """The names of all definitions, in order."""
    folders = [PRESETS, *([folder] if folder else [])]
    return sorted({file.stem for place in folders for file in place.glob("*.toml")})


def definition(name: str, folder: Path | None = None) -> Definition:
    """The definition of that name; FieldErrors names every mistake in its file."""
    files = [place / f"{name}.toml" for place in (folder, PRESETS) if place is not None]
    file = next((file for file in files if file.is_file()), None)
    if file is None:
        known = ", ".join(preset_names(folder))
        where = f", or add {files[0]}" if folder else ""
        raise FieldErrors([Fault("preset", f"there is no definition named {name!r}; there are {known}{where}")])
    try:
        return read(file.read_text(encoding="utf-8"))
    except FieldErrors as mistakes:
        raise FieldErrors([Fault(f"{file} {f.field}", f.message) for f in mistakes.faults]) from None
    except OSError as cause:
        raise FieldErrors([Fault(str(file), f"cannot be read: {cause.strerror}")]) from cause


def read(text: str) -> Definition:
    """A definition from the text of its file; raises FieldErrors."""
    try:
        content = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as cause:
        raise FieldErrors([Fault("(file)", f"is not valid TOML: {cause}")]) from cause
    return validation.verify(validation.read(Definition, content))


def configured_definitions(
    providers: Mapping[str, ProviderSettings], folder: Path | None = None
) -> dict[str, Definition]:
    """The definition of every provider that is configured; FieldErrors names all that cannot work."""
    found: dict[str, Definition] = {}
    faults: list[Fault] = []
    for name, settings in sorted(providers.items()):
        if not NAME.fullmatch(name):
            faults.append(
                Fault(f"providers.{name}", "is no name; use lower-case letters, digits, dot, dash, underscore")
            )
            continue
        try:
            found[name] = definition(settings.preset or name, folder)
        except FieldErrors as mistakes:
            faults += [Fault(f"providers.{name}", f"{f.field}: {f.message}") for f in mistakes.faults]
            continue
        if settings.enabled:
            faults += _missing(name, settings, found[name])
    if faults:
        raise FieldErrors(faults)
    return found


def bounds_for(fetch: FetchSettings, providers: Mapping[str, ProviderSettings]) -> FetchBounds:
    """The rules for requests to providers."""
    return bounds_with(fetch, [settings.base_url for settings in providers.values()])


def _missing(name: str, settings: ProviderSettings, definition: Definition) -> Iterator[Fault]:
    if definition.needs_base and not settings.base_url:
        yield Fault(
            f"providers.{name}.base_url",
            f"is required: say where your {definition.title} is, or set enabled = false",
        )
    elif definition.needs_base:
        yield from _unusable(name, settings.base_url, definition)
    if definition.key == "required" and not settings.api_key:
        variable = f"WATCHD_PROVIDERS__{name.upper()}__API_KEY_FILE"
        yield Fault(
            f"providers.{name}.api_key",
            f"is required by {definition.title}: name its file in {variable}, or set enabled = false",
        )


def _unusable(name: str, base_url: str, definition: Definition) -> Iterator[Fault]:
    """Where the whole address comes from the operator, it has to have a place for the words."""
    asked = set(names_in(base_url))
    request = definition.request
    sent = {*asked, *names_in(request.url), *names_in(request.query), *names_in(request.json)}
    if asked - VALUES:
        unknown = ", ".join(f"{{{name}}}" for name in sorted(asked - VALUES))
        yield Fault(
            f"providers.{name}.base_url", f"asks for {unknown}; write {{query}} for the words to search for"
        )
    elif "query" not in sent and definition.answer.format != "opensearch":
        example = "https://example.org/search?q={query}&feed=rss"
        yield Fault(f"providers.{name}.base_url", f"has no {{query}} in it; write it such as {example}")
