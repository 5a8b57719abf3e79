"""How we behave on the web: the [fetch] section, and the bounds behind it, each with the reason for its value.

Which private addresses may requests of our own go to? Those that the operator named as engines or receivers.
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
from watchd.model.times import Duration, duration_seconds
from watchd.web.urls.urls import BadUrl, parse

MIB = 1024 * 1024
Count = Annotated[int, Meta(ge=1)]
Factor = Annotated[float, Meta(ge=0)]
Port = Annotated[int, Meta(ge=1, le=65535)]
VERSION = ".".join(__version__.split(".")[:2])
_PRODUCT = re.compile(r"[A-Za-z_-]+")  # what RFC 9309 lets a robots.txt name
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class FetchSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The [fetch] section: what an operator may have a reason to change."""

    # Who we are. Site owners must be able to tell us apart and to reach somebody.
    robot: str = "watchd"  # the product token that robots.txt groups are matched against
    contact: str = ""  # such as "mailto:ops@example.org" or "https://example.org/robot"

    # Where we may go. There is no "allow everything private" switch: people would set it.
    allow_networks: list[str] = field(default_factory=list)  # "10.0.0.5:8080" opens exactly that
    deny_networks: list[str] = field(default_factory=list)  # our own public addresses; wins over allow
    ports: list[Port] = field(default_factory=lambda: [80, 443, 8080, 8443])  # others are rarely web servers
    ca_file: str = ""  # one more certificate authority, for instance a company's own
    tls_exceptions: dict[str, str] = field(default_factory=dict)  # host = last day without a certificate check

    # How long. Per-read timeouts alone never end a dripping answer, so each exchange has a total as well.
    total_timeout: Duration = "20s"  # one request and its whole answer; queueing does not count

    # How much. A brotli bomb of 1.6 KiB unpacks to 1 GiB.
    max_body_bytes: Count = 8 * MIB  # unpacked

    # How hard. Heritrix's rule: one connection to a host, and a pause that grows with the host's answer times.
    max_connections: Count = 64  # over all hosts
    min_delay: Duration = "1s"  # between an answer and the next request; a longer crawl-delay wins

    def faults(self) -> Iterator[Fault]:
        """What could never work, said at the start and not at the first request."""
        yield from _network_faults("allow_networks", self.allow_networks)
        yield from _network_faults("deny_networks", self.deny_networks)
        if not _PRODUCT.fullmatch(self.robot):
            yield Fault("robot", f"is {self.robot!r}; it may have letters, - and _ only, as in robots.txt")
        if not (self.contact.isascii() and self.contact.isprintable()):
            yield Fault(
                "contact", "has characters that no header can carry; write it such as mailto:ops@example.org"
            )
        for host, day in self.tls_exceptions.items():
            if not _DAY.fullmatch(day):
                yield Fault(f"tls_exceptions.{host}", f"is {day!r}; write the last day, such as 2027-01-31")

    @property
    def robot_name(self) -> str:
        """What we call ourselves to servers."""
        name = f"{self.robot}/{VERSION}"
        return f"{name} (+{self.contact})" if self.contact else name


class FetchBounds(FetchSettings, frozen=True, forbid_unknown_fields=True):
    """The settings, and what is fixed: bounds that nobody needs to tune, with the reason for each. Tests lower them."""

    # How long. Per-read timeouts alone never end a dripping answer, so each exchange has a total as well.
    connect_timeout: Duration = "5s"  # for each address that is tried
    dns_timeout: Duration = "4s"  # for all addresses of a name
    dns_cache: Duration = "60s"  # answers are checked at every use; asking again for each page would be rude
    dns_negative: Duration = "60s"  # a name without an address is not asked for again so soon
    dns_threads: Count = 32  # asyncio's own pool has 6 on two cores: six slow names would stop all look-ups
    grace: Duration = "5s"  # after it, answers slower than min_rate are dropped
    min_rate: Count = 1024  # bytes a second

    # How much. A brotli bomb of 1.6 KiB unpacks to 1 GiB.
    max_wire_bytes: Count = 4 * MIB  # as sent, framing included
    max_ratio: Count = 100  # unpacked to wire, looked at above 1 MiB; text reaches 20, bombs 1,000 and more
    max_header_bytes: Count = 64 * 1024  # all headers of an answer; usual are 1 to 2 KiB
    max_redirects: Count = 5  # more is a tracking chain, or made to wear us down; a circle ends at once
    extra_types: list[str] = field(
        default_factory=list
    )  # media types to let through besides those that are read

    # How hard. Heritrix's rule: one connection to a host, and a pause that grows with the host's answer times.
    connections_per_run: Count = 48  # a run whose hosts all hang leaves room for the others
    idle_timeout: Duration = "15s"  # how long a connection waits for its next request
    per_host: Count = 1  # requests to one host at a time
    slow_factor: Factor = 5.0  # a host that needed 2 s to answer rests for 10 s
    max_delay: Duration = "30s"  # the longest pause that slow answers bring about
    max_crawl_delay: Duration = "2m"  # robots.txt may ask for 1e308
    max_retry_after: Duration = "24h"  # the longest that a host is left alone, whatever it asks for
    max_wait: Duration = "5m"  # a request that would queue for longer is answered with "busy" and the time
    breaker_errors: Count = 5  # failures in a row until a host is left alone
    breaker_pause: Duration = "5m"  # doubles each time, up to max_retry_after
    robots_cache: Duration = "24h"  # RFC 9309 allows no more

    # Traps: bounds for one run, so that an endless calendar costs a run little.
    trap_pages_per_host: Count = 200  # in one run
    trap_pages_per_pattern: Count = 60  # addresses of one shape, such as /calendar/#/#
    trap_variants_per_path: Count = 30  # one path under many queries: facets and sort orders
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
    """The durations that the wire needs, in seconds."""

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
    """The rules for requests to these addresses: they are open, to such requests alone.

    Pages never get in there: they are fetched under the operator's rules as they are.
    """
    opened = [place for url in addresses for place in _own_place(url)]
    return FetchBounds.of(msgspec.structs.replace(fetch, allow_networks=[*fetch.allow_networks, *opened]))


def _own_place(url: str) -> Iterator[str]:
    """Address and port, when the operator wrote an address. What a name stands for, others may decide."""
    try:
        target = parse(url)
        host = "127.0.0.1" if target.host == "localhost" else target.host
        ip_address(host.strip("[]"))
    except (BadUrl, ValueError):
        return
    yield f"{host}:{target.port}"
    if target.host == "localhost":
        yield f"[::1]:{target.port}"
