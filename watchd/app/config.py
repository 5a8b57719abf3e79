"""Settings, read once at start: defaults, then the TOML file, then the environment, then credentials.

Each settings struct is defined beside the code that uses it. This module puts them together and reports all mistakes at
once, each with the place where its value came from.
"""

import contextlib
import json
import os
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct, field
from msgspec.structs import fields

from watchd import validation
from watchd.api.settings import ServerSettings
from watchd.errors import ConfigError, Fault, FieldErrors
from watchd.flow.alerts.planner import AlertSettings
from watchd.flow.upkeep.retention import RetentionSettings
from watchd.logs import LogSettings, masked
from watchd.portal.settings import PortalSettings, SinkSettings
from watchd.store.settings import DatabaseSettings, StateSettings
from watchd.web.extract.settings import ExtractSettings
from watchd.web.providers import preset_files
from watchd.web.providers.settings import ProviderSettings
from watchd.web.settings import FetchSettings

SYSTEM_FILE = Path("/etc/watchd/watchd.toml")
FILE_NAME = "watchd.toml"  # in the state folder that WATCHD_STATE__DIR names, as `make run` does
STATE_VARIABLE = "WATCHD_STATE__DIR"
PREFIX = "WATCHD_"
# When LoadCredential= names a folder, systemd puts its name before each file name.
CREDENTIAL_PREFIX = "watchd_"
# Sections with a table per name, [providers.NAME]; only these have secrets.
NAMED: dict[tuple[str, ...], type[Struct]] = {
    ("providers",): ProviderSettings,
    ("portal", "sinks"): SinkSettings,
}
# A server that listens on all addresses is reached on loopback; clients cannot use these addresses themselves.
LOOPBACK_FOR = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 (compared, not bound)


class Settings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All settings, one struct per section."""

    server: ServerSettings = ServerSettings()
    state: StateSettings = StateSettings()
    database: DatabaseSettings = DatabaseSettings()
    fetch: FetchSettings = field(default_factory=FetchSettings)
    extract: ExtractSettings = ExtractSettings()
    alerts: AlertSettings = AlertSettings()
    portal: PortalSettings = PortalSettings()
    retention: RetentionSettings = RetentionSettings()
    log: LogSettings = LogSettings()
    providers: dict[str, ProviderSettings] = {}

    @property
    def address(self) -> str:
        """URL at which clients on this machine reach the API."""
        scheme = "https" if self.server.tls_cert else "http"
        host = LOOPBACK_FOR.get(self.server.host, self.server.host)
        return f"{scheme}://{f'[{host}]' if ':' in host else host}:{self.server.port}"

    @property
    def certified_name(self) -> str | None:
        """Name in the certificate when it differs from the address that clients connect to; else None."""
        return next(iter(self.server.allowed_hosts), None) if self.server.tls_cert else None

    @property
    def state_dir(self) -> Path:
        return Path(self.state.dir).expanduser()


class Sources:
    """Raw values by dotted path, each with its origin, and the files that were read."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self.origins: dict[str, str] = {}
        self.files: list[Path] = []

    def put(self, path: tuple[str, ...], value: object, origin: str) -> None:
        place = self.values
        for name in path[:-1]:
            nested = place.setdefault(name, {})
            if not isinstance(nested, dict):
                nested = place[name] = {}
            place = nested
        place[path[-1]] = value
        self.origins[".".join(path)] = origin

    def origin_of(self, field: str) -> str | None:
        """Return the origin of a field: of its own entry, of the value that it is a part of, or of its first part."""
        enclosing = [path for path in self.origins if _is_part(field, path)]
        if enclosing:
            return self.origins[max(enclosing, key=len)]
        # An unknown section has no entry of its own, only entries below it.
        return next((origin for path, origin in self.origins.items() if _is_part(path, field)), None)


class Inspection(NamedTuple):
    """The usable settings and all mistakes, from the view of the service."""

    settings: Settings
    faults: list[Fault]
    awaited: list[Fault]  # secrets that the service may get as credentials, which this user cannot read


def load(
    file: Path | None = None, environ: Mapping[str, str] | None = None, *, with_providers: bool = True
) -> Settings:
    """Read all sources, or raise ConfigError with all mistakes."""
    sources, faults = _gather(file, environ, _credentials_folder(environ))
    settings, mistakes = _read(sources)
    faults += mistakes
    if with_providers:
        faults += _provider_faults(settings, sources, definitions_folder(file, environ))
    if faults:
        raise ConfigError(faults)
    return settings


def load_local(file: Path | None = None, environ: Mapping[str, str] | None = None) -> Settings:
    """Read all sources for a command that needs no search provider: only the service may read their keys."""
    return load(file, environ, with_providers=False)


def inspect(file: Path | None = None, environ: Mapping[str, str] | None = None) -> Inspection:
    """Return the usable settings and all mistakes. Credentials are read from where the systemd unit takes them."""
    folder, is_hidden = _service_credentials(file, environ)
    sources, faults = _gather(file, environ, None if is_hidden else folder)
    settings, mistakes = _read(sources)
    faults += mistakes
    awaited: list[Fault] = []
    for fault in _provider_faults(settings, sources, definitions_folder(file, environ)):
        is_secret = _is_secret_path(tuple(fault.field.split(".")))
        (awaited if is_hidden and is_secret else faults).append(fault)
    return Inspection(settings, faults, awaited)


def files_read(file: Path | None = None, environ: Mapping[str, str] | None = None) -> list[Path]:
    """Return the files that inspect() reads: settings, secrets, and the operator's own definitions of search providers."""
    folder, is_hidden = _service_credentials(file, environ)
    sources, _ = _gather(file, environ, None if is_hidden else folder)
    own = definitions_folder(file, environ)
    presets = [provider.preset or name for name, provider in _read(sources)[0].providers.items()]
    definitions = [own / f"{preset}.toml" for preset in presets] if own else []
    return [*sources.files, *(path for path in definitions if path.is_file())]


def _gather(
    file: Path | None, environ: Mapping[str, str] | None, credentials: Path | None
) -> tuple[Sources, list[Fault]]:
    sources, faults = Sources(), list[Fault]()
    chosen = file or find_file(environ)
    if chosen is not None:
        faults += _add_file(sources, chosen)
    faults += _add_environment(sources, os.environ if environ is None else environ)
    if credentials is not None:
        faults += _add_credentials(sources, credentials)
    if chosen is not None:
        faults += _exposed_secrets(sources, chosen)
    return sources, faults


def _read(sources: Sources) -> tuple[Settings, list[Fault]]:
    """Return the settings and their faults. A section with a fault keeps its defaults."""
    try:
        return validation.read(Settings, sources.values, strict=False), []
    except FieldErrors as mistakes:
        faults = [_with_origin(fault, sources) for fault in mistakes.faults]
    usable = {}
    for name in Settings.__struct_fields__:
        with contextlib.suppress(FieldErrors):
            alone = {name: sources.values[name]} if name in sources.values else {}
            usable[name] = getattr(validation.read(Settings, alone, strict=False), name)
    return Settings(**usable), faults


def _provider_faults(settings: Settings, sources: Sources, folder: Path | None) -> list[Fault]:
    try:
        preset_files.configured_definitions(settings.providers, folder)
    except FieldErrors as mistakes:
        return [_with_origin(fault, sources) for fault in mistakes.faults]
    return []


def about_awaited(secret: Fault) -> str:
    """Return a sentence about a secret that only the service can read."""
    return (
        f"{secret.field} is not set here. The service gets it as a credential if a file of that name is in the folder "
        "credentials beside the settings. This user may not read that folder; run the command as root."
    )


def find_file(environ: Mapping[str, str] | None = None) -> Path | None:
    """Return the settings file that is read when none is named: in the state folder of WATCHD_STATE__DIR, else in /etc."""
    state = (os.environ if environ is None else environ).get(STATE_VARIABLE)
    places = [SYSTEM_FILE]
    if state:
        with contextlib.suppress(RuntimeError):  # the home folder of an unknown user
            places.insert(0, Path(state).expanduser() / FILE_NAME)
    return next((path for path in places if path.is_file()), None)


def definitions_folder(file: Path | None, environ: Mapping[str, str] | None = None) -> Path | None:
    """Return the folder `providers` beside the settings file, for the operator's own definitions of search providers."""
    chosen = file or find_file(environ)
    return chosen.parent / "providers" if chosen is not None else None


def masked_values(settings: Settings) -> dict[str, Any]:
    """Return the effective values with masked secrets, to be shown to a person."""
    plain: dict[str, Any] = msgspec.to_builtins(settings)
    for path in secret_paths(plain):
        section = _section(plain, path)
        if section[path[-1]]:
            section[path[-1]] = "***"
    return {name: _masked_deep(section) for name, section in plain.items()}


def secret_paths(plain: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """Yield the path of every secret setting that is present."""
    for path, kind in NAMED.items():
        named: Any = plain
        for part in path:
            named = named.get(part, {}) if isinstance(named, Mapping) else {}
        for name in named if isinstance(named, Mapping) else ():
            yield from ((*path, name, setting) for setting in _secrets_of(kind))


def _secrets_of(kind: type[Struct]) -> list[str]:
    return [setting.encode_name for setting in fields(kind) if validation.is_secret(setting.type)]


def _add_file(sources: Sources, file: Path) -> list[Fault]:
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return [Fault("--config or WATCHD_CONFIG", f"{file} does not exist")]
    except OSError as cause:
        return [Fault("--config or WATCHD_CONFIG", f"{file} cannot be read: {cause.strerror}")]
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as cause:
        return [Fault(str(file), f"must be valid TOML: {cause}")]
    sources.files.append(file)
    for path, value in _leaves(content):
        sources.put(path, value, str(file))
    return []


def _add_environment(sources: Sources, environ: Mapping[str, str]) -> list[Fault]:
    faults = []
    for name, text in sorted(environ.items()):
        if not name.startswith(PREFIX):
            continue
        if "__" not in name:
            faults += _misspelt(name)
            continue
        path = tuple(name.removeprefix(PREFIX).lower().split("__"))
        if path[-1].endswith("_file") and _is_secret_path(
            secret := (*path[:-1], path[-1].removesuffix("_file"))
        ):
            faults += _add_secret_file(sources, secret, Path(text), origin=name)
        else:
            sources.put(path, _from_text(text), name)
    return faults


def _misspelt(name: str) -> list[Fault]:
    """Report a name that is almost a setting, such as WATCHD_SERVER_PORT; other names may belong to other programs."""
    section, _, key = name.removeprefix(PREFIX).lower().partition("_")
    if not key or section not in Settings.__struct_fields__:
        return []
    return [
        Fault(
            name, f"must have two underscores after its section; write {PREFIX}{section.upper()}__{key.upper()}"
        )
    ]


def _credentials_folder(environ: Mapping[str, str] | None) -> Path | None:
    """Return the folder in which systemd has put the credentials of this process."""
    folder = (os.environ if environ is None else environ).get("CREDENTIALS_DIRECTORY")
    return Path(folder) if folder and Path(folder).is_dir() else None


def _service_credentials(file: Path | None, environ: Mapping[str, str] | None) -> tuple[Path | None, bool]:
    """Return the folder of the credentials, or the folder beside the settings file from which the systemd unit takes
    them, and whether this user may not read it."""
    folder = _credentials_folder(environ)
    chosen = file or find_file(environ)
    if folder is None and chosen is not None and (chosen.parent / "credentials").is_dir():
        folder = chosen.parent / "credentials"
    return folder, folder is not None and not os.access(folder, os.R_OK | os.X_OK)


def _add_credentials(sources: Sources, folder: Path) -> list[Fault]:
    """Add secrets from files whose names are settings, such as providers.brave.api_key."""
    faults = []
    for file in sorted(folder.iterdir()):
        path = tuple(file.name.removeprefix(CREDENTIAL_PREFIX).split("."))
        if _is_secret_path(path):
            faults += _add_secret_file(sources, path, file, origin=f"credential {file.name}")
    return faults


def _add_secret_file(sources: Sources, path: tuple[str, ...], file: Path, origin: str) -> list[Fault]:
    try:
        sources.put(path, file.read_text(encoding="utf-8").strip(), origin)
    except (OSError, UnicodeDecodeError) as cause:
        return [Fault(".".join(path), f"cannot be read from {file} (named by {origin}): {cause}")]
    sources.files.append(file)
    return []


def _exposed_secrets(sources: Sources, file: Path) -> list[Fault]:
    """Report secrets in a settings file that every user can read."""
    if not file.exists() or not file.stat().st_mode & 0o007:
        return []
    return [
        Fault(
            ".".join(path),
            f"is a secret in {file}, which every user can read; run chmod 640 {file}, or name a file with the secret in "
            f"{PREFIX}{'__'.join(path).upper()}_FILE",
        )
        for path in secret_paths(sources.values)
        if sources.origins.get(".".join(path)) == str(file)
    ]


def _is_secret_path(path: tuple[str, ...]) -> bool:
    kind = NAMED.get(path[:-2])
    return kind is not None and path[-1] in _secrets_of(kind)


def _from_text(text: str) -> object:
    """Decode a list or an object, which an environment variable holds as JSON."""
    if text.lstrip()[:1] in ("[", "{"):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return text
    return text


def _leaves(table: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, value in table.items():
        if isinstance(value, dict) and value:
            yield from _leaves(value, (*path, name))
        else:
            yield (*path, name), value


def _with_origin(fault: Fault, sources: Sources) -> Fault:
    origin = sources.origin_of(fault.field)
    return Fault(fault.field, f"{fault.message} (from {origin})") if origin else fault


def _is_part(field: str, path: str) -> bool:
    return field == path or field.startswith((f"{path}.", f"{path}["))


def _section(plain: dict[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
    for name in path[:-1]:
        plain = plain[name]
    return plain


def _masked_deep(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _masked_deep(entry) for name, entry in value.items()}
    if isinstance(value, list):
        return [_masked_deep(entry) for entry in value]
    return masked(value) if isinstance(value, str) else value
