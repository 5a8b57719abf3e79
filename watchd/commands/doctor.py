"""What could keep watchd from doing its job, asked one by one, each with the way out.

One answer never hides the others: where the configuration has a mistake, the rest of it is used; what this user may not
look at is said to be so.

`watchd doctor`: what could keep watchd from doing its job.

Does anything listen there, and is that name known? Asked with patience that ends.
"""

import asyncio
import shutil
import socket
import ssl
import sys
import threading
from collections.abc import Callable, Iterator
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

import click
import msgspec
from msgspec import Struct

from watchd.app import config
from watchd.app.clock import SystemClock
from watchd.app.config import Settings
from watchd.commands.client import CallFailed, Client, NoAnswer
from watchd.commands.options import config_option, json_option
from watchd.commands.output import show_json
from watchd.core.policy.network import NetworkPolicy
from watchd.errors import WatchdError
from watchd.model.channel import Channel
from watchd.notify.channel_url import receiver_of, scheme_of
from watchd.store.database import FILE_NAME, Database, inspect

LEAST_FREE_BYTES = 500 * 2**20
# A clock before this version was written is wrong, and certificates and schedules would be too.
EARLIEST_YEAR = 2026
# File times are coarser than clocks.
CLOCK_SLACK_SECONDS = 60
# A name that exists for such purposes, when the settings name no other.
SOME_NAME = "example.com"


class Check(Struct, frozen=True):
    """One question and its answer."""

    subject: str
    well: bool
    sentence: str


def examine(config_file: Path | None) -> Iterator[Check]:
    """Ask everything that can be asked."""
    settings, faults, awaited = config.inspect(config_file)
    for fault in faults:
        yield Check("configuration", False, f"{fault.field} {fault.message}")
    for secret in awaited:
        yield Check("configuration", True, config.awaited(secret))
    if not faults:
        yield Check("configuration", True, "can be used")
    checks: list[Callable[[Settings], Check]] = [
        _state_folder,
        _disk,
        _database,
        _clock,
        _robot,
        _contact,
        _providers,
        _names,
        _daemon,
    ]
    for check in checks:
        yield check(settings)
    yield from _certificates(settings)
    yield from _engines(settings)
    yield from _channels(settings)


def _state_folder(settings: Settings) -> Check:
    folder = settings.state_dir
    try:
        if not folder.exists():
            return Check("state folder", True, f"{folder} does not exist yet; the first start creates it")
        if not folder.is_dir():
            return Check("state folder", False, f"{folder} is not a folder; move it away, or change state.dir")
        mode = folder.stat().st_mode & 0o777
    except OSError as cause:
        return Check("state folder", False, _not_for_us(folder, cause))
    if mode & 0o077:
        return Check(
            "state folder", False, f"{folder} can be read by others (mode {mode:o}); chmod 700 {folder}"
        )
    return Check("state folder", True, f"{folder} is private")


def _not_for_us(path: Path, cause: OSError) -> str:
    if isinstance(cause, PermissionError):
        return f"{path} is not for this user to see; ask as its owner or as root: sudo watchd doctor"
    return f"{path} cannot be looked at: {cause.strerror}"


def _certificates(settings: Settings) -> Iterator[Check]:
    """Those that the settings name; the start refuses one that cannot be used."""
    server, authority = settings.server, settings.fetch.ca_file
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    if authority:
        yield _usable("fetch.ca_file", authority, lambda: context.load_verify_locations(authority))
    if server.tls_cert:
        yield _usable(
            "server.tls_cert", server.tls_cert, lambda: context.load_cert_chain(server.tls_cert, server.tls_key)
        )


def _usable(setting: str, file: str, load: Callable[[], None]) -> Check:
    try:
        load()
    except PermissionError as cause:
        return Check("certificates", False, f"{setting}: {_not_for_us(Path(cause.filename or file), cause)}")
    except OSError as cause:  # of the file, or of what is in it
        return Check(
            "certificates",
            False,
            f"{setting}: {file} cannot be used: {cause.strerror or cause}; name a PEM file and the key that belongs to it",
        )
    return Check("certificates", True, f"{setting}: {file} can be used")


def _disk(settings: Settings) -> Check:
    folder = next(
        path for path in (settings.state_dir, *settings.state_dir.absolute().parents) if _is_visible(path)
    )
    free = shutil.disk_usage(folder).free
    sentence = f"{free // 2**20} MiB free below {folder}"
    if free < LEAST_FREE_BYTES:
        return Check("disk", False, f"{sentence}; watchd stops runs when it is full, so make room")
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
        asyncio.run(inspect(file))
    except WatchdError as trouble:
        return Check("database", False, str(trouble))
    except OSError as cause:
        return Check("database", False, _not_for_us(file, cause))
    return Check("database", True, f"{file} passes its integrity check, and this version can use it")


def _clock(settings: Settings) -> Check:
    now = SystemClock().now()
    if now.year < EARLIEST_YEAR:
        return Check(
            "clock",
            False,
            f"says {now:%Y-%m-%d}, which is in the past; set it, or switch on time synchronisation",
        )
    file = settings.state_dir / FILE_NAME
    if _is_visible(file) and file.stat().st_mtime > now.timestamp() + CLOCK_SLACK_SECONDS:
        return Check(
            "clock",
            False,
            f"says {now:%Y-%m-%d %H:%M} UTC, but the database was written later than that; it has gone back: set it",
        )
    return Check("clock", True, f"says {now:%Y-%m-%d %H:%M} UTC")


def _robot(settings: Settings) -> Check:
    fetch = settings.fetch
    return Check("robot name", True, f"is {fetch.robot} in robots.txt; servers see {fetch.robot_name!r}")


def _contact(settings: Settings) -> Check:
    contact = settings.fetch.contact
    example = 'fetch.contact = "mailto:you@example.org"'
    if not contact:
        return Check("contact", False, f"is empty; set {example}, so that site owners can reach you")
    if not _reaches_somebody(contact):
        advice = f"is {contact!r}, which reaches nobody; write an address, {example}, or a page that begins with https://"
        return Check("contact", False, advice)
    return Check("contact", True, f"servers are told {contact}")


def _reaches_somebody(contact: str) -> bool:
    scheme, _, rest = contact.partition(":")
    if scheme == "mailto":
        return "@" in rest.strip("@")
    return scheme in ("http", "https") and bool(urlsplit(contact).hostname)


def _providers(settings: Settings) -> Check:
    """To have none is a choice, so it is no fault; but nobody should wonder where the finds stay."""
    enabled = sorted(name for name, provider in settings.providers.items() if provider.enabled)
    if not enabled:
        advice = "none, so runs know only the pages, feeds and sitemaps of their profiles; add [providers.NAME]"
        return Check("search providers", True, advice)
    return Check("search providers", True, f"{', '.join(enabled)}; `watchd provider test NAME` asks one")


def _names(settings: Settings) -> Check:
    """Name look-ups, tried with a name that the settings need."""
    needed = [host for _, host, _ in _engine_places(settings) if not _is_address(host)]
    name = (needed or [SOME_NAME])[0]
    if trouble := unknown(name):
        return Check(
            "DNS", False, f"{name} cannot be looked up ({trouble}); check /etc/resolv.conf and the network"
        )
    return Check("DNS", True, f"{name} can be looked up")


def _engines(settings: Settings) -> Iterator[Check]:
    """Search engines of one's own: does anything listen there?"""
    for name, host, port in _engine_places(settings):
        subject = f"provider {name}"
        if trouble := unreachable(host, port):
            advice = (
                f"does not answer at {host}:{port} ({trouble}); start it, or correct providers.{name}.base_url"
            )
            yield Check(subject, False, advice)
        else:
            yield Check(subject, True, f"listens at {host}:{port}")


def _engine_places(settings: Settings) -> Iterator[tuple[str, str, int]]:
    for name, provider in sorted(settings.providers.items()):
        if provider.enabled and provider.base_url:
            parts = urlsplit(provider.base_url)
            if parts.hostname:
                yield name, parts.hostname, parts.port or (443 if parts.scheme == "https" else 80)


def _channels(settings: Settings) -> Iterator[Check]:
    """Is there anybody to tell, and do the receivers listen? Addresses of channels are secrets: only names are printed."""
    file = settings.state_dir / FILE_NAME
    if not _is_visible(file):
        return
    try:
        channels = asyncio.run(_stored_channels(file))
    except (WatchdError, OSError):
        return  # what is wrong with the database was said
    if not channels:
        yield Check(
            "channels", True, "there are none yet, so findings wait in the API; POST /channels makes one"
        )
    for channel in channels:
        yield Check(f"channel {channel.name}", *_receiver(channel, settings))


def _receiver(channel: Channel, settings: Settings) -> tuple[bool, str]:
    """Whether a channel works, as far as can be seen without sending anything, and what is to be said of it."""
    mend = f"POST /channels/{channel.name}/test tries it"
    if channel.rest is not None:
        return False, f"rests since {channel.rest.since:%Y-%m-%d %H:%M} UTC: {channel.rest.reason} {mend}"
    if channel.paused_until is not None and channel.paused_until > SystemClock().now():
        again = f"{channel.paused_until:%Y-%m-%d %H:%M} UTC"
        return False, f"did not take its last message; its alerts wait until {again}. {mend}"
    scheme = scheme_of(channel.url)
    place = receiver_of(channel.url)
    if place is None:
        return True, f"is of the kind {scheme}, which only a message can try; {mend}"
    what = "mail server" if scheme.startswith("mailto") else "receiver"
    if trouble := unreachable(*place):
        return False, f"its {what} does not answer ({trouble}); alerts wait until it does"
    if not _may_be_dialled(*place, settings):
        return False, f"its {what} is not on the public web; open its network with fetch.allow_networks"
    return True, f"its {what} listens; {mend}"


def _may_be_dialled(host: str, port: int, settings: Settings) -> bool:
    """The doctor reaches more than the daemon does: every channel is behind the guard."""
    fetch = settings.fetch
    policy = NetworkPolicy(allow=fetch.allow_networks, deny=fetch.deny_networks)
    return all(policy.check(address, port) is None for address in addresses(host))


async def _stored_channels(file: Path) -> list[Channel]:
    database = Database(file)
    try:
        return await database.read(lambda tables: tables.channels.listed(after="", limit=1000))
    finally:
        await database.close()


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
        return Check("daemon", False, f"does not answer at {address} ({trouble.reason}); {advice}")
    except CallFailed as trouble:
        return Check("daemon", False, str(trouble))
    return Check("daemon", True, f"is ready at {address}")


@click.command()
@config_option
@json_option
def doctor(config_file: Path | None, as_json: bool) -> None:
    """Check what could keep watchd from doing its job, and say what to fix; exit with 1 when there is something.

    Configuration, state folder, disk, database, clock, robot name and contact, DNS, daemon, search providers, channels.
    """
    findings = list(examine(config_file))
    if as_json:
        show_json([msgspec.to_builtins(finding) for finding in findings])
    else:
        for finding in findings:
            mark = click.style("ok  ", fg="green") if finding.well else click.style("FIX ", fg="red")
            click.echo(f"{mark}{finding.subject}: {finding.sentence}")
    sys.exit(0 if all(finding.well for finding in findings) else 1)


PATIENCE_SECONDS = 5.0


def unreachable(host: str, port: int) -> str | None:
    """Why nothing can be reached there; None when something listens."""
    return _within_patience(lambda: socket.create_connection((host, port), timeout=PATIENCE_SECONDS).close())


def unknown(name: str) -> str | None:
    """Why a name cannot be looked up; None when it can."""
    return _within_patience(lambda: socket.getaddrinfo(name, 443))


def addresses(name: str) -> set[str]:
    """All that a name leads to; none when it is not known."""
    try:
        return {str(found[4][0]) for found in socket.getaddrinfo(name, None)}
    except (OSError, UnicodeError):
        return set()


def _within_patience(work: Callable[[], object]) -> str | None:
    """What went wrong, if anything. A resolver may hang, and nobody can interrupt it, so it hangs in a thread."""
    troubles = ["no answer"]

    def attempt() -> None:
        try:
            work()
        except (OSError, UnicodeError) as cause:
            troubles[0] = getattr(cause, "strerror", None) or str(cause)
        else:
            troubles.clear()

    thread = threading.Thread(target=attempt, daemon=True)
    thread.start()
    thread.join(PATIENCE_SECONDS)
    return troubles[0] if troubles else None
