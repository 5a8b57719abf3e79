"""Settings of the web door: how watchd behaves towards servers."""

import ipaddress
from collections.abc import Iterator

from msgspec import Struct

from watchd.errors import Fault
from watchd.model.duration import Duration


class FetchSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """[fetch]"""

    # Networks that the guard lets through although they are not public, such as "127.0.0.0/8".
    allow_networks: list[str] = []
    # Between two requests to one host. One second is what most sites ask for; a longer robots crawl-delay wins.
    min_delay: Duration = "1s"
    # Who answers when a site's owner asks, such as "mailto:ops@example.org". Sent with every request.
    contact: str = ""

    def faults(self) -> Iterator[Fault]:
        for position, network in enumerate(self.allow_networks):
            try:
                ipaddress.ip_network(network)
            except ValueError:
                yield Fault(
                    f"allow_networks[{position}]",
                    f"{network!r} is not a network; write one such as 127.0.0.0/8",
                )
        if "\n" in self.contact or "\r" in self.contact:
            yield Fault("contact", "has a line break in it; write one address such as mailto:ops@example.org")
