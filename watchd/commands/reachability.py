"""Reachability of names and addresses, tested within a time limit."""

import socket
import threading
from collections.abc import Callable

REACH_TIMEOUT_SECONDS = 5.0


def connection_trouble(host: str, port: int) -> str | None:
    """Return why a connection fails; None when it succeeds."""
    return _trouble_of(lambda: socket.create_connection((host, port), timeout=REACH_TIMEOUT_SECONDS).close())


def lookup_trouble(name: str) -> str | None:
    """Return why a name cannot be looked up; None when it can."""
    return _trouble_of(lambda: socket.getaddrinfo(name, 443))


def addresses(name: str) -> set[str]:
    """Return all addresses of a name; none when it is not known."""
    try:
        return {str(found[4][0]) for found in socket.getaddrinfo(name, None)}
    except (OSError, UnicodeError):
        return set()


def _trouble_of(work: Callable[[], object]) -> str | None:
    """Do the work and return its error, if any. It runs in a thread, because a resolver that hangs has no timeout."""
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
    thread.join(REACH_TIMEOUT_SECONDS)
    return troubles[0] if troubles else None
