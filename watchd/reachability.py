"""Does anything listen there, and is that name known? Asked with patience that ends."""

import socket
import threading
from collections.abc import Callable

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
