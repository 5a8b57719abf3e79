"""Address guard: the one check that every outgoing connection passes.

A check of a host name is useless if the name is resolved again after the check. So the guard resolves a host once,
checks every address it got (one refused address refuses the name), and returns the literal addresses. The HTTP client
connects to one of those only, and then asks the guard about the peer that it reached.
"""

from watchd.core.policy.network import NetworkPolicy, NetworkRefusal, plain_address
from watchd.web.http.resolver import Resolver
from watchd.web.settings import FetchBounds


class Forbidden(Exception):
    """Raised when the network policy refuses a connection; the text gives the rule and nothing more."""

    def __init__(self, refusal: NetworkRefusal) -> None:
        super().__init__(refusal.detail)
        self.by = refusal.by


class Guard:
    """Network policy with name resolution; independent of HTTP."""

    def __init__(self, settings: FetchBounds, resolver: Resolver | None = None) -> None:
        self.use_rules(settings)
        self._resolver = resolver or Resolver(settings)

    def use_rules(self, settings: FetchBounds) -> None:
        """Use the network rules of these settings from now on."""
        self._policy = NetworkPolicy(
            allow=settings.allow_networks, deny=settings.deny_networks, ports=settings.ports
        )

    async def addresses(self, host: str, port: int) -> tuple[str, ...]:
        """Return the literal addresses that the client may connect to; raise Forbidden or HostNotFound."""
        literal = _literal(host)
        found = [literal] if literal else await self._resolver.addresses(host)
        return tuple(self.check(address, port) for address in found)

    def refusal_of_literal(self, host: str, port: int) -> NetworkRefusal | None:
        """Return why a host that is an address is refused; None for a name, which would have to be resolved."""
        literal = _literal(host)
        return self._policy.check(literal, port) if literal else None

    def check(self, address: str, port: int) -> str:
        """Return the address in its plain form if the policy permits it; raise Forbidden otherwise."""
        refusal = self._policy.check(address, port)
        if refusal is not None:
            raise Forbidden(refusal)
        return str(plain_address(address))

    def close(self) -> None:
        self._resolver.close()


def _literal(host: str) -> str | None:
    """Return the host itself if it is an address; hosts.py has normalized every spelling before."""
    if ":" in host:
        return host.strip("[]")
    try:
        return str(plain_address(host))
    except ValueError:
        return None
