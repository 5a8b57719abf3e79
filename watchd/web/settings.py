"""Fetch settings: the [fetch] section and the fixed bounds, each with the reason for its value.

Requests to search providers and webhooks may also use the private addresses that the operator configured for them.
"""

import re
from collections.abc import Iterable, Iterator
from ipaddress import ip_address
from typing import Annotated

import msgspec
from msgspec import Meta, Struct, field

from watchd import __version__
from watchd.core.policy.network import network_rule
from watchd.errors import Fault
from watchd.model.values import Duration, duration_seconds, url_problem
from watchd.web.urls.urls import BadUrl, parse

MIB = 1024 * 1024
Count = Annotated[int, Meta(ge=1)]
Factor = Annotated[float, Meta(ge=0)]
Port = Annotated[int, Meta(ge=1, le=65535)]
VERSION = ".".join(__version__.split(".")[:2])
_PRODUCT = re.compile(r"[A-Za-z_-]+")  # what RFC 9309 lets a robots.txt name
MAX_CONTACT_CHARS = 200  # it is sent with every request
_MAIL_ADDRESS = re.compile(r"[A-Za-z0-9._%+'-]+@[A-Za-z0-9.-]+(?:\?[A-Za-z0-9._%+=&-]*)?")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def contact_of(text: str) -> str:
    """Return a contact as servers see it: mailto:NAME@HOST, or the address of a page; raise ValueError for other text."""
    contact = text.strip()
    if "@" in contact and ":" not in contact:
        contact = f"mailto:{contact}"
    scheme, _, rest = contact.partition(":")
    is_mail = scheme == "mailto" and _MAIL_ADDRESS.fullmatch(rest)
    is_page = scheme in ("http", "https") and url_problem(contact) is None
    if not (is_mail or is_page) or not contact.isascii() or len(contact) > MAX_CONTACT_CHARS:
        example = "you@example.org or https://example.org/robot"
        raise ValueError(
            f"must be an e-mail address or the address of a page, such as {example}; got {text[:80]!r}"
        )
    return contact


class FetchSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """Section [fetch]: settings that an operator may need to change."""

    # Identity. Site owners must be able to recognize the robot and to reach its operator.
    robot: str = "watchd"  # product token that is matched with the groups of robots.txt
    contact: str = ""  # such as "mailto:ops@example.org" or "https://example.org/robot"

    # Network policy. There is no "allow everything private" switch: people would set it.
    allow_networks: list[str] = field(default_factory=list)  # "10.0.0.5:8080" allows exactly that
    deny_networks: list[str] = field(default_factory=list)  # such as our own public addresses; wins over allow
    ports: list[Port] = field(default_factory=lambda: [80, 443, 8080, 8443])  # others are rarely web servers
    ca_file: str = ""  # an additional certificate authority, such as a company's own
    tls_exceptions: dict[str, str] = field(default_factory=dict)  # host = last day without a certificate check

    # Times. Per-read timeouts alone never end a very slow response, so each exchange has a total limit, too.
    total_timeout: Duration = "20s"  # one request and its whole response, without the time in the queue

    # Sizes. A brotli bomb of 1.6 KiB decodes to 1 GiB.
    max_body_bytes: Count = 8 * MIB  # decoded

    # Load. One connection per host, and a pause that grows when the host is in trouble.
    max_connections: Count = 64  # over all hosts
    min_delay: Duration = "1s"  # between a response and the next request; a longer crawl-delay wins

    def faults(self) -> Iterator[Fault]:
        """Yield settings that can never work, so that the start reports them, not the first request."""
        yield from _network_faults("allow_networks", self.allow_networks)
        yield from _network_faults("deny_networks", self.deny_networks)
        if not _PRODUCT.fullmatch(self.robot):
            yield Fault("robot", f"must have letters, - and _ only, as in robots.txt; got {self.robot!r}")
        if not (self.contact.isascii() and self.contact.isprintable()):
            yield Fault(
                "contact", "must have printable ASCII characters only; write it such as mailto:ops@example.org"
            )
        for host, day in self.tls_exceptions.items():
            if not _DAY.fullmatch(day):
                yield Fault(f"tls_exceptions.{host}", f"must be the last day, such as 2027-01-31; got {day!r}")

    @property
    def robot_name(self) -> str:
        """Value of the User-Agent header."""
        name = f"{self.robot}/{VERSION}"
        return f"{name} (+{self.contact})" if self.contact else name


class FetchBounds(FetchSettings, frozen=True, forbid_unknown_fields=True):
    """Settings together with the fixed bounds, with the reason for each value. Tests lower them."""

    # Times. Per-read timeouts alone never end a very slow response, so each exchange has a total limit, too.
    connect_timeout: Duration = "5s"  # per address
    dns_timeout: Duration = "4s"  # for all addresses of a name
    dns_cache: Duration = "60s"  # addresses are checked at every use, so a look-up per page is not needed
    dns_negative: Duration = "60s"  # how long a name without an address is not looked up again
    dns_threads: Count = 32  # asyncio's own pool has 6 on two cores: six slow names would block all look-ups
    grace: Duration = "5s"  # after it, a response slower than min_rate is aborted
    min_rate: Count = 1024  # bytes per second

    # Sizes. A brotli bomb of 1.6 KiB decodes to 1 GiB.
    max_wire_bytes: Count = 4 * MIB  # as received, framing included
    max_ratio: Count = 100  # decoded to received, checked above 1 MiB; text reaches 20, bombs 1,000 and more
    max_header_bytes: Count = 64 * 1024  # all headers of a response; usual are 1 to 2 KiB
    max_redirects: Count = 5  # more is a tracking chain or an attack; a loop ends at once
    extra_types: list[str] = field(default_factory=list)  # additional media types to accept

    # Load. One connection per host, and a pause that grows when the host is in trouble (web/fetch/pace.py).
    connections_per_run: Count = 48  # a run whose hosts all hang leaves connections for the other runs
    idle_timeout: Duration = "15s"  # how long an idle connection is kept
    per_host: Count = 1  # requests to one host at a time
    slow_level: Duration = "1s"  # hosts whose usual response time is longer are in trouble
    slow_factor: Factor = 5.0  # pause per second above that level: a usual response time of 3 s gives 10 s
    max_delay: Duration = "30s"  # the longest pause because of slow responses
    max_crawl_delay: Duration = "2m"  # robots.txt may ask for 1e308
    max_retry_after: Duration = "24h"  # the longest pause that a host can ask for
    max_wait: Duration = "5m"  # a request that would wait longer fails with "busy" and the time
    breaker_errors: Count = 5  # failures in a row until the circuit breaker opens
    breaker_pause: Duration = "10s"  # then one request; if that fails, the pause doubles
    max_breaker_pause: Duration = "6h"  # so a host that was down for days is found a quarter of a day later
    breaker_wait: Duration = (
        "30s"  # requests wait for the rest of a shorter pause; otherwise they fail with "busy"
    )
    robots_cache: Duration = "24h"  # RFC 9309 allows no more

    # Crawler traps: limits per run, so that an endless calendar costs a run little.
    trap_pages_per_host: Count = 200  # in one run
    trap_pages_per_pattern: Count = 60  # URLs with one pattern, such as /calendar/#/#
    trap_variants_per_path: Count = 30  # one path with many queries: facets and sort orders
    trap_depth: Count = 16  # path segments
    trap_repeats: Count = 3  # how often a segment may occur in one path
    trap_subdomains: Count = 20  # hosts under one registrable domain

    @classmethod
    def of(cls, settings: FetchSettings) -> "FetchBounds":
        return cls(**msgspec.structs.asdict(settings))


def _network_faults(name: str, networks: list[str]) -> Iterator[Fault]:
    for position, network in enumerate(networks):
        try:
            network_rule(network)
        except ValueError as error:
            yield Fault(f"{name}[{position}]", str(error))


class Timeouts(Struct, frozen=True):
    """Durations for the HTTP client, in seconds."""

    total: float
    connect: float
    grace: float
    idle: float

    @classmethod
    def of(cls, settings: FetchBounds) -> "Timeouts":
        return cls(
            total=duration_seconds(settings.total_timeout),
            connect=duration_seconds(settings.connect_timeout),
            grace=duration_seconds(settings.grace),
            idle=duration_seconds(settings.idle_timeout),
        )


def bounds_with(fetch: FetchSettings, addresses: Iterable[str]) -> FetchBounds:
    """Return bounds that also allow these addresses, for requests to search providers or webhooks.

    Pages are fetched without them, under the bounds that the operator set.
    """
    opened = [entry for url in addresses for entry in _network_entries(url)]
    return FetchBounds.of(msgspec.structs.replace(fetch, allow_networks=[*fetch.allow_networks, *opened]))


def _network_entries(url: str) -> Iterator[str]:
    """Yield address and port if the URL has a literal address; who controls DNS could change the address of a name."""
    try:
        target = parse(url)
        host = "127.0.0.1" if target.host == "localhost" else target.host
        ip_address(host.strip("[]"))
    except (BadUrl, ValueError):
        return
    yield f"{host}:{target.port}"
    if target.host == "localhost":
        yield f"[::1]:{target.port}"
