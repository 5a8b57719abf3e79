"""Settings of the REST API: listening address, allowed hosts, TLS."""

import ipaddress
from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct

from watchd.errors import Fault


class ServerSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """[server]"""

    # Loopback only, until the operator changes it and says how clients are protected.
    host: str = "127.0.0.1"
    # 0 lets the system choose a free port.
    port: Annotated[int, Meta(ge=0, le=65535)] = 8420
    # Names under which clients may address the daemon, besides localhost and `host`. Other names are refused,
    # because a web page could otherwise make a browser talk to the daemon (DNS rebinding).
    allowed_hosts: list[str] = []
    # PEM files. Both or none.
    tls_cert: str = ""
    tls_key: str = ""
    # The address under which people reach the daemon, for links that it sends. Empty: messages have no links, because a
    # link to loopback would lead to the wrong machine.
    public_url: str = ""
    # A reverse proxy in front does TLS. Clients on loopback then need a token for /metrics.
    behind_proxy: bool = False

    def faults(self) -> Iterator[Fault]:
        if bool(self.tls_cert) != bool(self.tls_key):
            yield Fault("tls_cert", "must be set together with tls_key; set both or none")
        if self.public_url and not self.public_url.startswith(("http://", "https://")):
            yield Fault("public_url", "must begin with http:// or https://, such as https://watchd.example.org")
        if self.is_loopback:
            return
        if not self.allowed_hosts:
            yield Fault(
                "allowed_hosts",
                f"must not be empty while host is {self.host}; name the hosts that clients will use",
            )
        if not self.tls_cert and not self.behind_proxy:
            yield Fault(
                "host",
                f"must be a loopback address, or TLS must protect tokens; got {self.host}, which others can reach; set "
                "tls_cert and tls_key, or behind_proxy = true when a proxy does TLS, or host = 127.0.0.1",
            )

    @property
    def is_loopback(self) -> bool:
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"
