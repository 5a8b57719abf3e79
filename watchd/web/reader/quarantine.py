"""Which documents are not to be read again for a while, because they ended their reader?

A document is known by the digest of its bytes, not by its address: the same poison under a thousand addresses
costs one child, and a page that is repaired is read at once. What is known can be exported and restored around
a restart (flow/upkeep/host_state.py does so). A clock that was ahead makes no quarantine longer.
"""

import hashlib
from collections.abc import Callable

from watchd.core.policy.clock_skew import CLOCK_SLACK
from watchd.model.host_state import Quarantined

MOST = 10_000  # digests; the oldest go first


class Quarantine:
    """Remembers poison for a time."""

    def __init__(self, seconds: float, now: Callable[[], float]) -> None:
        self._seconds = seconds
        self._now = now
        self._known: dict[str, Quarantined] = {}  # in the order in which they came

    def add(self, body: bytes, kind: str) -> None:
        digest = _digest(body)
        self._known.pop(digest, None)
        self._known[digest] = Quarantined(digest, kind, self._now() + self._seconds)
        while len(self._known) > MOST:
            del self._known[next(iter(self._known))]

    def find(self, body: bytes) -> Quarantined | None:
        """The entry of a document that is to be left alone now."""
        if not self._known:  # mostly: no digest needed
            return None
        entry = self._known.get(_digest(body))
        return entry if entry and self._holds(entry) else None

    def export(self) -> list[Quarantined]:
        self._release()
        return list(self._known.values())

    def restore(self, entries: list[Quarantined]) -> None:
        self._known |= {entry.digest: entry for entry in entries}
        self._release()

    def _release(self) -> None:
        self._known = {digest: entry for digest, entry in self._known.items() if self._holds(entry)}

    def _holds(self, entry: Quarantined) -> bool:
        """Not over, and not further away than any can be."""
        return 0 < entry.until - self._now() <= self._seconds + CLOCK_SLACK.total_seconds()


def _digest(body: bytes) -> str:
    return hashlib.blake2b(body, digest_size=16).hexdigest()
