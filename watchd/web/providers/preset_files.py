"""Files of search provider definitions: the presets of the package, and the operator's folder, which wins."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from watchd import validation
from watchd.errors import Fault, FieldErrors
from watchd.web.providers.definition import TEMPLATE_VALUES, Definition
from watchd.web.providers.request_template import names_in
from watchd.web.providers.settings import ProviderSettings
from watchd.web.settings import FetchBounds, FetchSettings, bounds_with

NAME = re.compile(r"[a-z0-9][a-z0-9_.-]{0,63}")  # as in profiles
PRESETS = Path(__file__).parent / "presets"


def preset_names(folder: Path | None = None) -> list[str]:
    """Return the names of all definitions, in order."""
    folders = [PRESETS, *([folder] if folder else [])]
    return sorted({file.stem for place in folders for file in place.glob("*.toml")})


def definition(name: str, folder: Path | None = None) -> Definition:
    """Return the definition with that name; raise FieldErrors with every error in its file."""
    files = [place / f"{name}.toml" for place in (folder, PRESETS) if place is not None]
    file = next((file for file in files if file.is_file()), None)
    if file is None:
        known = ", ".join(preset_names(folder))
        where = f", or add {files[0]}" if folder else ""
        detail = f"must be the name of a definition; got {name!r}; write one of {known}{where}"
        raise FieldErrors([Fault("preset", detail)])
    try:
        return parse_definition(file.read_text(encoding="utf-8"))
    except FieldErrors as mistakes:
        raise FieldErrors([Fault(f"{file} {f.field}", f.message) for f in mistakes.faults]) from None
    except OSError as cause:
        raise FieldErrors([Fault(str(file), f"cannot be read: {cause.strerror}")]) from cause


def parse_definition(text: str) -> Definition:
    """Parse the text of a definition file; raise FieldErrors."""
    try:
        content = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as cause:
        raise FieldErrors([Fault("(file)", f"is not valid TOML: {cause}")]) from cause
    return validation.verify(validation.read(Definition, content))


def configured_definitions(
    providers: Mapping[str, ProviderSettings], folder: Path | None = None
) -> dict[str, Definition]:
    """Return the definition of every configured provider; raise FieldErrors with all that cannot work."""
    found: dict[str, Definition] = {}
    faults: list[Fault] = []
    for name, settings in sorted(providers.items()):
        if not NAME.fullmatch(name):
            faults.append(
                Fault(
                    f"providers.{name}",
                    "must have lower-case letters, digits, dots, dashes and underscores only",
                )
            )
            continue
        variable = f"WATCHD_PROVIDERS__{name.upper()}__API_KEY_FILE"
        try:
            found[name] = usable_definition(
                name, settings, folder, ways=(f"set {variable} to its file", "set enabled = false")
            )
        except FieldErrors as mistakes:
            faults += [_about_provider(name, fault) for fault in mistakes.faults]
    if faults:
        raise FieldErrors(faults)
    return found


def usable_definition(
    name: str, settings: ProviderSettings, folder: Path | None, *, ways: tuple[str, str]
) -> Definition:
    """Return the definition of one provider; raise FieldErrors if the provider is enabled and cannot work.

    `ways` say how to set a key, and how to switch the provider off.
    """
    found = definition(settings.preset or name, folder)
    faults = list(_setting_faults(settings, found, *ways)) if settings.enabled else []
    if faults:
        raise FieldErrors(faults)
    return found


def _about_provider(name: str, fault: Fault) -> Fault:
    """Return a fault as one of the provider: of its setting, or of a file, which the sentence names."""
    if fault.field in ProviderSettings.__struct_fields__:
        return Fault(f"providers.{name}.{fault.field}", fault.message)
    return Fault(f"providers.{name}", f"{fault.field}: {fault.message}")


def bounds_for(fetch: FetchSettings, providers: Mapping[str, ProviderSettings]) -> FetchBounds:
    """Return the bounds for requests to search providers."""
    return bounds_with(fetch, [settings.base_url for settings in providers.values()])


def _setting_faults(
    settings: ProviderSettings, definition: Definition, give_key: str, switch_off: str
) -> Iterator[Fault]:
    if definition.needs_base and not settings.base_url:
        yield Fault("base_url", f"is required; write the address of your {definition.title}, or {switch_off}")
    elif definition.needs_base:
        yield from _base_url_faults(settings.base_url, definition)
    if definition.key == "required" and not settings.api_key:
        yield Fault("api_key", f"is required by {definition.title}; {give_key}, or {switch_off}")


def _base_url_faults(base_url: str, definition: Definition) -> Iterator[Fault]:
    """Yield what is wrong with base_url: it must have a {query} if nothing else sends the words."""
    used = set(names_in(base_url))
    request = definition.request
    sent = {*used, *names_in(request.url), *names_in(request.query), *names_in(request.json)}
    if used - TEMPLATE_VALUES:
        unknown = ", ".join(f"{{{name}}}" for name in sorted(used - TEMPLATE_VALUES))
        yield Fault("base_url", f"must not contain {unknown}; write {{query}} for the words to search for")
    elif "query" not in sent and definition.answer.format != "opensearch":
        example = "https://example.org/search?q={query}&feed=rss"
        yield Fault("base_url", f"must contain {{query}}; write it such as {example}")
