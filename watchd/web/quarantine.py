"""Which documents are not to be read again for a while, because they ended their reader?

A document is known by the digest of its bytes, not by its address: the same poison under a thousand addresses
costs one child, and a page that is repaired is read at once. What is known can be exported and restored around
a restart.
"""

import hashlib
from collections.abc import Callable

from msgspec import Struct

MOST = 10_000  # digests; the oldest go first


class Quarantined(Struct, frozen=True):
    """One document, what it did, and until when (seconds since 1970) it is left alone."""

    digest: str
    kind: str
    until: float


class Quarantine:
    """Remembers poison for a time."""

    def __init__(self, seconds: float, now: Callable[[], float]) -> None:
        self._seconds = seconds
        self._now = now
        self._known: dict[str, Quarantined] = {}  # in the order of their ends, because all stay equally long

    def __len__(self) -> int:
        self._release()
        return len(self._known)

    def add(self, body: bytes, kind: str) -> None:
        digest = _digest(body)
        self._known.pop(digest, None)
        self._known[digest] = Quarantined(digest, kind, self._now() + self._seconds)
        while len(self._known) > MOST:
            del self._known[next(iter(self._known))]

    def find(self, body: bytes) -> Quarantined | None:
        """The entry of a document that is to be left alone now."""
        self._release()
        return self._known.get(_digest(body)) if self._known else None  # usually empty: no digest needed

    def export(self) -> list[Quarantined]:
        self._release()
        return list(self._known.values())

    def restore(self, entries: list[Quarantined]) -> None:
        for entry in sorted(entries, key=lambda entry: entry.until):
            self._known[entry.digest] = entry
        self._release()

    def _release(self) -> None:
        now = self._now()
        while self._known and (first := next(iter(self._known.values()))).until <= now:
            del self._known[first.digest]


def _digest(body: bytes) -> str:
    return hashlib.blake2b(body, digest_size=16).hexdigest()
