"""Which network addresses are public: the table behind the guard.

The standard library's is_private and is_global disagree with what is safe (they pass NAT64, 6to4, CGNAT and
more), so the table is written out. IPv4: everything but the special-purpose blocks. IPv6: nothing but global
unicast (2000::/3), minus tunnels and documentation; addresses that wrap an IPv4 address are judged by that
one.
"""

from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from msgspec import Struct

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

NOT_PUBLIC_V4 = tuple(
    IPv4Network(block)
    for block in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # carrier-grade NAT; Alibaba's metadata service
        "127.0.0.0/8",  # loopback
        "168.63.129.16/32",  # Azure's host agent
        "169.254.0.0/16",  # link-local; metadata services
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocol assignments; Oracle's metadata service
        "192.0.2.0/24",  # documentation
        "192.31.196.0/24",  # AS112
        "192.52.193.0/24",  # AMT
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",  # private
        "192.175.48.0/24",  # AS112
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, broadcast
    )
)
PUBLIC_V6 = IPv6Network("2000::/3")
NOT_PUBLIC_V6 = tuple(
    IPv6Network(block)
    for block in (
        "2001::/23",  # protocol assignments, Teredo, ORCHID
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4
        "2620:4f:8000::/48",  # AS112
        "3fff::/20",  # documentation
    )
)


class NetworkRule(Struct, frozen=True):
    """A network that the operator named, and the one port of it (None: every port)."""

    network: Network
    port: int | None

    def covers(self, address: Address, port: int) -> bool:
        if address.version != self.network.version or address not in self.network:
            return False
        return self.port is None or self.port == port


def is_public(address: Address) -> bool:
    """May anybody's program talk to this address?"""
    if isinstance(address, IPv4Address):
        return not any(address in block for block in NOT_PUBLIC_V4)
    return address in PUBLIC_V6 and not any(address in block for block in NOT_PUBLIC_V6)


@lru_cache(maxsize=4096)
def plain(text: str) -> Address:
    """The address in its plainest form: an IPv4 address that came mapped into IPv6 is unwrapped.

    Raises ValueError for text that is no address, and for addresses with a zone, which only make sense on one
    link.
    """
    address = ip_address(text)
    if isinstance(address, IPv6Address):
        if address.scope_id is not None:
            raise ValueError("an address with a zone")
        return address.ipv4_mapped or address
    return address


def opening(text: str) -> NetworkRule:
    """Read an entry of allow_networks: a network or address, with or without a port."""
    network, port = text.strip(), None
    if network.startswith("["):
        network, _, tail = network[1:].partition("]")
        port = tail.removeprefix(":") or None
    elif network.count(":") == 1:
        network, _, port = network.partition(":")
    try:
        return NetworkRule(network=ip_network(network), port=_port(port))
    except ValueError as error:
        raise ValueError(
            f"{text!r} is not a network ({error}); write 127.0.0.0/8, 10.0.0.5:8080 or [fd00::5]:8080"
        ) from None


def _port(text: str | None) -> int | None:
    if text is None:
        return None
    if not text.isascii() or not text.isdigit() or not 0 < int(text) < 65536:
        raise ValueError(f"{text!r} is not a port")
    return int(text)
