"""`watchd doctor`: checks of everything that could keep watchd from working, each with the way out.

One problem never hides another: where the configuration has a mistake, the rest of it is used, and a file that this user
may not read is reported as such. First the command, then its checks in the order of their output.
"""

import asyncio
import contextlib
import shutil
import ssl
import sys
from collections.abc import Awaitable, Callable, Iterator
from ipaddress import ip_address
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

import click
import msgspec
from msgspec import Struct

from watchd.app import config, descriptors
from watchd.app.clock import SystemClock
from watchd.app.config import Settings
from watchd.app.descriptors import DescriptorPlan
from watchd.app.stored_settings import with_stored
from watchd.commands.api_client import CallFailed, Client, NoAnswer
from watchd.commands.confinement import sandbox_checks
from watchd.commands.options import config_option, json_option
from watchd.commands.output import show_json
from watchd.commands.reachability import addresses, connection_trouble, lookup_trouble
from watchd.core.policy.network import NetworkPolicy
from watchd.errors import Fault, FieldErrors, WatchdError
from watchd.model.channel import Channel
from watchd.notify.channel_url import receiver_of, scheme_of
from watchd.store.database import FILE_NAME, Database, inspect
from watchd.store.state_folder import lock_holder
from watchd.store.tables import Tables
from watchd.web.providers import preset_files
from watchd.web.settings import contact_of

MIN_FREE_BYTES = 500 * 2**20
# A clock before the year of this version is wrong; certificates and schedules would then be wrong too.
EARLIEST_YEAR = 2026
# File times are less exact than clocks.
CLOCK_SLACK_SECONDS = 60
# Reserved for examples; used when the settings name no other host.
EXAMPLE_NAME = "example.com"
MAX_PROFILES = 20  # that are ailing, by name

T = TypeVar("T")


class Check(Struct, frozen=True):
    """Result of one check."""

    subject: str
    well: bool
    sentence: str


@click.command()
@config_option
@json_option
def doctor(config_file: Path | None, as_json: bool) -> None:
    """Check what could keep watchd from working.

    The command says how to fix each problem, and exits with 1 if there is one. It checks configuration, state folder, disk,
    database, clock, limit of open files, robot name and contact, sandbox, DNS, daemon, search providers, channels and
    profiles.
    """
    checks = list(examine(config_file))
    if as_json:
        show_json([msgspec.to_builtins(check) for check in checks])
    else:
        for check in checks:
            mark = click.style("OK  ", fg="green") if check.well else click.style("FIX ", fg="red")
            click.echo(f"{mark}{check.subject}: {check.sentence}")
    sys.exit(0 if all(check.well for check in checks) else 1)


def examine(config_file: Path | None) -> Iterator[Check]:
    """Run all checks."""
    settings, faults, awaited = config.inspect(config_file)
    for fault in faults:
        yield Check("configuration", False, f"{fault.field} {fault.message}")
    for secret in awaited:
        yield Check("configuration", True, config.about_awaited(secret))
    if not faults:
        yield Check("configuration", True, "valid")
    yield _state_folder(settings)
    yield _disk(settings)
    yield _database(settings)
    yield _clock(settings)
    with contextlib.suppress(WatchdError, OSError):  # the check of the database has reported it
        settings = asyncio.run(with_stored(settings))
    yield _open_files(settings)
    yield _robot(settings)
    yield _contact(settings)
    yield _providers(settings, faults, config.definitions_folder(config_file))
    yield from (Check(*found) for found in sandbox_checks())
    yield _dns(settings)
    yield _daemon(settings)
    yield from _certificates(settings)
    yield from _own_providers(settings)
    yield from _channels(settings)
    yield from _profiles(settings)


def _state_folder(settings: Settings) -> Check:
    folder = settings.state_dir
    try:
        if not folder.exists():
            return Check("state folder", True, f"{folder} does not exist yet; the first start creates it")
        if not folder.is_dir():
            return Check("state folder", False, f"{folder} is not a folder; move it away, or change state.dir")
        mode = folder.stat().st_mode & 0o777
    except OSError as cause:
        return Check("state folder", False, _unreadable(folder, cause))
    if mode & 0o077:
        sentence = f"other users can read {folder} (mode {mode:o}); run chmod 700 {folder}"
        return Check("state folder", False, sentence)
    return Check("state folder", True, f"{folder} is private")


def _unreadable(path: Path, cause: OSError) -> str:
    if isinstance(cause, PermissionError):
        return f"this user may not read {path}; run the command as its owner or as root: sudo watchd doctor"
    return f"{path} cannot be read: {cause.strerror}"


def _disk(settings: Settings) -> Check:
    folder = next(
        path for path in (settings.state_dir, *settings.state_dir.absolute().parents) if _is_visible(path)
    )
    free = shutil.disk_usage(folder).free
    sentence = f"{free // 2**20} MiB free below {folder}"
    if free < MIN_FREE_BYTES:
        return Check(
            "disk", False, f"{sentence}; delete files, because watchd stops runs when the disk is full"
        )
    return Check("disk", True, sentence)


def _is_visible(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return False


def _database(settings: Settings) -> Check:
    file = settings.state_dir / FILE_NAME
    try:
        if not file.exists():
            return Check("database", True, "does not exist yet; the first start creates it")
        inspect(file)
    except WatchdError as trouble:
        return Check("database", False, str(trouble))
    except OSError as cause:
        return Check("database", False, _unreadable(file, cause))
    return Check("database", True, f"{file} passes its integrity check and fits this version")


def _clock(settings: Settings) -> Check:
    now = SystemClock().now()
    time = f"{now:%Y-%m-%d %H:%M} UTC"
    if now.year < EARLIEST_YEAR:
        return Check("clock", False, f"{time} is in the past; set the clock, or enable time synchronisation")
    file = settings.state_dir / FILE_NAME
    if _is_visible(file) and file.stat().st_mtime > now.timestamp() + CLOCK_SLACK_SECONDS:
        sentence = f"{time}, but the database was written later; the clock has gone back: set it"
        return Check("clock", False, sentence)
    return Check("clock", True, time)


def _open_files(settings: Settings) -> Check:
    """Report how the daemon shares its descriptors, or would if it were started with the limit of this shell."""
    running = descriptors.limit_of(lock_holder(settings.state_dir))
    limit = descriptors.own_limit() if running is None else running
    whose = "this shell" if running is None else "the daemon"
    if limit < descriptors.MIN_LIMIT:
        sentence = f"{whose} may open {limit} files, but at least {descriptors.MIN_LIMIT} are needed"
        return Check("open files", False, f"{sentence}; {descriptors.WAY_OUT}")
    plan = DescriptorPlan.for_limit(limit)
    sentence = f"{whose} may open {plan.sentence(settings.fetch.max_connections)}"
    if plan.is_small:
        return Check("open files", False, f"{sentence}, which is less than usual; {descriptors.WAY_OUT}")
    return Check("open files", True, sentence)


def _robot(settings: Settings) -> Check:
    fetch = settings.fetch
    return Check("robot name", True, f"{fetch.robot} in robots.txt; servers see {fetch.robot_name!r}")


def _contact(settings: Settings) -> Check:
    contact = settings.fetch.contact
    way_out = "set it with `watchd setup`, or with fetch.contact in the configuration"
    if not contact:
        return Check("contact", False, f"empty, so site owners cannot reach you; {way_out}")
    try:
        contact_of(contact)
    except ValueError as mistake:
        return Check("contact", False, f"{mistake}; {way_out}")
    return Check("contact", True, f"{contact}; servers see it")


def _providers(settings: Settings, faults: list[Fault], folder: Path | None) -> Check:
    """Report the enabled search providers. To have none is not a fault, but the user should know the effect."""
    broken = sorted({f.field.split(".")[1] for f in faults if f.field.startswith("providers.")})
    if broken or any(fault.field == "providers" for fault in faults):
        sentence = f"{', '.join(broken) or 'they'} cannot be used; correct the configuration first"
        return Check("search providers", False, sentence)
    enabled = sorted(name for name, provider in settings.providers.items() if provider.enabled)
    if not enabled:
        sentence = (
            "none, so runs start only from the pages, feeds and sitemaps of their profiles; "
            "`watchd provider enable NAME` enables one"
        )
        return Check("search providers", True, sentence)
    if troubles := list(_provider_troubles(settings, enabled, folder)):
        return Check("search providers", False, "; ".join(troubles))
    return Check("search providers", True, f"{', '.join(enabled)}; `watchd provider test NAME` tries one")


def _provider_troubles(settings: Settings, enabled: list[str], folder: Path | None) -> Iterator[str]:
    """Yield why enabled providers cannot be asked. What the API has stored may not fit the configuration any more."""
    for name in enabled:
        ways = (f"`watchd provider enable {name}` sets it", f"`watchd provider disable {name}` switches it off")
        try:
            known = preset_files.usable_definition(name, settings.providers[name], folder, ways=ways)
        except FieldErrors as mistakes:
            yield from (f"{name}: {fault.field} {fault.message}" for fault in mistakes.faults)
        else:
            if known.needs_contact and not settings.fetch.contact:
                yield f"{name} requires a contact, which `watchd setup` sets"


def _dns(settings: Settings) -> Check:
    """Look up a name that the settings need, or else an example."""
    needed = [host for _, host, _ in _own_provider_places(settings) if not _is_address(host)]
    name = (needed or [EXAMPLE_NAME])[0]
    if trouble := lookup_trouble(name):
        sentence = f"{name} cannot be looked up ({trouble}); check /etc/resolv.conf and the network"
        return Check("DNS", False, sentence)
    return Check("DNS", True, f"{name} can be looked up")


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _daemon(settings: Settings) -> Check:
    address = settings.address
    try:
        Client(address, token=None, name=settings.certified_name).call("GET", "/health/ready")
    except NoAnswer as trouble:
        advice = (
            "start it with systemctl start watchd, or with watchd serve; journalctl -u watchd says why it ended"
        )
        return Check("daemon", False, f"no answer at {address} ({trouble.reason}); {advice}")
    except CallFailed as trouble:
        return Check("daemon", False, str(trouble))
    return Check("daemon", True, f"ready at {address}")


def _certificates(settings: Settings) -> Iterator[Check]:
    """Load the certificates that the settings name; the start refuses one that cannot be used."""
    server, authority = settings.server, settings.fetch.ca_file
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    if authority:
        yield _certificate("fetch.ca_file", authority, lambda: context.load_verify_locations(authority))
    if server.tls_cert:
        yield _certificate(
            "server.tls_cert", server.tls_cert, lambda: context.load_cert_chain(server.tls_cert, server.tls_key)
        )


def _certificate(setting: str, file: str, load: Callable[[], None]) -> Check:
    try:
        load()
    except PermissionError as cause:
        return Check("certificates", False, f"{setting}: {_unreadable(Path(cause.filename or file), cause)}")
    except OSError as cause:  # the file cannot be read, or its content is wrong
        reason = f"{setting}: {file} cannot be used: {cause.strerror or cause}"
        return Check("certificates", False, f"{reason}; name a PEM file and the key that belongs to it")
    return Check("certificates", True, f"{setting}: {file} can be used")


def _own_providers(settings: Settings) -> Iterator[Check]:
    """Check that the search providers that the operator runs accept connections."""
    for name, host, port in _own_provider_places(settings):
        subject = f"provider {name}"
        if trouble := connection_trouble(host, port):
            advice = f"start it, or correct providers.{name}.base_url"
            yield Check(subject, False, f"no answer at {host}:{port} ({trouble}); {advice}")
        else:
            yield Check(subject, True, f"listens at {host}:{port}")


def _own_provider_places(settings: Settings) -> Iterator[tuple[str, str, int]]:
    for name, provider in sorted(settings.providers.items()):
        if provider.enabled and provider.base_url:
            parts = urlsplit(provider.base_url)
            if parts.hostname:
                yield name, parts.hostname, parts.port or (443 if parts.scheme == "https" else 80)


def _channels(settings: Settings) -> Iterator[Check]:
    """Check the receivers of all channels. Addresses of channels are secrets, so only their names are printed."""
    channels = _stored(settings, lambda tables: tables.channels.listed(after="", limit=1000))
    if channels is None:
        return
    if not channels:
        sentence = "none yet, so findings appear only in the API; `watchd channel add` creates one"
        yield Check("channels", True, sentence)
    for channel in channels:
        yield Check(f"channel {channel.name}", *_receiver(channel, settings))


def _profiles(settings: Settings) -> Iterator[Check]:
    """Name the profiles that do not work, with the reason that their last run gave."""
    profiles = _stored(settings, lambda tables: tables.profiles.ailing(MAX_PROFILES + 1))
    if profiles is None:
        return
    for profile in profiles[:MAX_PROFILES]:
        yield Check(f"profile {profile.spec.name!r}", False, f"ailing: {profile.health.reason}")
    if len(profiles) > MAX_PROFILES:
        yield Check("profiles", False, "there are more that are ailing; `watchd profile list` shows them")
    if not profiles:
        yield Check("profiles", True, "none is ailing")


def _stored(settings: Settings, work: Callable[[Tables], Awaitable[T]]) -> T | None:
    """Read from the database of the daemon; None where the check of the database has reported a problem."""
    file = settings.state_dir / FILE_NAME
    if not _is_visible(file):
        return None

    async def look() -> T:
        database = Database(file)
        try:
            return await database.read(work)
        finally:
            await database.close()

    try:
        return asyncio.run(look())
    except (WatchdError, OSError):
        return None


def _receiver(channel: Channel, settings: Settings) -> tuple[bool, str]:
    """Return whether a channel works, as far as this can be seen without a message, and a sentence about it."""
    test = f"`watchd channel test {channel.name}` sends a test message"
    if channel.rest is not None:
        return False, f"rests since {channel.rest.since:%Y-%m-%d %H:%M} UTC: {channel.rest.reason} {test}"
    if channel.paused_until is not None and channel.paused_until > SystemClock().now():
        until = f"{channel.paused_until:%Y-%m-%d %H:%M} UTC"
        return False, f"its receiver did not accept the last message; alerts wait until {until}. {test}"
    scheme = scheme_of(channel.url)
    place = receiver_of(channel.url)
    if place is None:
        return True, f"of the kind {scheme}, which only a message can test; {test}"
    what = "mail server" if scheme.startswith("mailto") else "receiver"
    if trouble := connection_trouble(*place):
        return False, f"no answer from its {what} ({trouble}); alerts wait until it answers"
    if not _may_connect(*place, settings):
        return False, f"its {what} is not on the public web; allow its network with fetch.allow_networks"
    return True, f"its {what} listens; {test}"


def _may_connect(host: str, port: int, settings: Settings) -> bool:
    """Return whether the daemon may connect to a receiver: unlike the doctor, it uses a network guard."""
    fetch = settings.fetch
    policy = NetworkPolicy(allow=fetch.allow_networks, deny=fetch.deny_networks)
    return all(policy.check(address, port) is None for address in addresses(host))
