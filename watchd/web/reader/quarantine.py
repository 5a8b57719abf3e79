"""Quarantine: documents that ended their reader are not read again for a while.

A document is identified by the digest of its bytes, not by its address. So the same document under a thousand addresses
ends one child, and a repaired page is read at once. flow/upkeep/host_state.py exports the entries before a restart and
restores them after it. A clock that was ahead does not make a quarantine longer.
"""

import hashlib
from collections.abc import Callable

from watchd.core.policy.clock_skew import CLOCK_SLACK
from watchd.model.host_state import Quarantined

MAX_DIGESTS = 10_000  # the oldest are dropped first


class Quarantine:
    """Digests of documents that must not be read now."""

    def __init__(self, seconds: float, now: Callable[[], float]) -> None:
        self._seconds = seconds
        self._now = now
        self._known: dict[str, Quarantined] = {}  # oldest first

    def add(self, body: bytes, kind: str) -> None:
        digest = _digest(body)
        self._known.pop(digest, None)
        self._known[digest] = Quarantined(digest, kind, self._now() + self._seconds)
        while len(self._known) > MAX_DIGESTS:
            del self._known[next(iter(self._known))]

    def find(self, body: bytes) -> Quarantined | None:
        """Return the entry of a document that must not be read now."""
        if not self._known:  # the usual case: no digest needed
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
        """Return whether an entry is still valid: not expired, and not longer than any entry can be."""
        return 0 < entry.until - self._now() <= self._seconds + CLOCK_SLACK.total_seconds()


def _digest(body: bytes) -> str:
    return hashlib.blake2b(body, digest_size=16).hexdigest()
