"""Which private addresses may requests of our own go to? Those that the operator named as engines or receivers."""

from collections.abc import Iterable, Iterator
from ipaddress import ip_address

import msgspec

from watchd.web.settings import FetchBounds, FetchSettings
from watchd.web.urls import BadUrl, parse


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
