"""May we talk to this place? The one check that every outgoing connection passes.

A check of a name is worth nothing when somebody else resolves the name again afterwards. So the guard
resolves a host once, checks every address it got (one bad address refuses the name), and hands on the
literals; the wire dials one of those and nothing else, and asks the guard about the peer it really reached.
"""

from watchd.core.policy.network import is_public, opening, plain
from watchd.model.outcome import RefusedBy
from watchd.web.http.resolver import Resolver
from watchd.web.settings import FetchBounds

# One sentence for every refused address: a text (or a delay) that told open ports from closed ones would make
# us a port scanner for strangers.
REFUSED = "The address is not on the public web. Networks of your own can be opened with fetch.allow_networks."
REFUSED_PORT = "The port is not one of fetch.ports."


class Forbidden(Exception):
    """Raised when the rules forbid to talk to a place; the text never says more than the rule."""

    def __init__(self, by: RefusedBy = "guard", text: str = REFUSED) -> None:
        super().__init__(text)
        self.by: RefusedBy = by


class Guard:
    """Holds the rules; knows nothing of HTTP."""

    def __init__(self, settings: FetchBounds, resolver: Resolver | None = None) -> None:
        self._allowed = [opening(text) for text in settings.allow_networks]
        self._denied = [opening(text) for text in settings.deny_networks]
        self._ports = frozenset(settings.ports)
        self._resolver = resolver or Resolver(settings)

    async def addresses(self, host: str, port: int) -> tuple[str, ...]:
        """The literals that may be dialled for a host; raises Forbidden, or NoAddress."""
        literal = _literal(host)
        found = [literal] if literal else await self._resolver.addresses(host)
        return tuple(self.check(address, port) for address in found)

    def check(self, address: str, port: int) -> str:
        """The address in its plainest form, if it may be dialled; raises Forbidden."""
        try:
            place = plain(address)
        except ValueError:
            raise Forbidden from None
        if any(entry.covers(place, port) for entry in self._denied):
            raise Forbidden
        if any(entry.covers(place, port) for entry in self._allowed):
            return str(place)
        if not is_public(place):
            raise Forbidden
        if port not in self._ports:
            raise Forbidden("port", REFUSED_PORT)
        return str(place)

    def close(self) -> None:
        self._resolver.close()


def _literal(host: str) -> str | None:
    """The host itself when it is an address; hosts.py has brought every spelling into this form before."""
    if ":" in host:
        return host.strip("[]")
    try:
        return str(plain(host))
    except ValueError:
        return None
