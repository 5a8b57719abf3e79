"""Who may hold a connection to the API, and for how long?

A client gets a while to say what it wants. When too many are silent, or when so many are open that descriptors for the
rest of the daemon would run out, room is made: the one that has been silent for longest goes first, then one that was
answered and is only kept open for later. Whoever is being answered stays.
"""

import asyncio
import resource
from typing import ClassVar

import structlog
from uvicorn.protocols.http.h11_impl import H11Protocol

from watchd.api.breaking_off import HANG_UP

# How long a new connection may stay silent.
HEAD_SECONDS = 15
# How many may be silent at once.
MOST_SILENT = 200
# How many may be open at once, where the system allows many. Below the server's own limit, which answers with 503.
MOST_OPEN = 400
# So much of what a process may open is for the API; the rest is for the database, for pages, and for those who wait to
# be let in.
SHARE = 4
FEWEST = 8

log = structlog.get_logger()


def most_open() -> int:
    """How many connections to the API may be open, by what this process may open at all."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return MOST_OPEN
    return max(FEWEST, min(MOST_OPEN, files // SHARE))


class PatientProtocol(H11Protocol):
    """One connection."""

    # In the order of their coming.
    open: ClassVar[dict["PatientProtocol", None]] = {}
    silent: ClassVar[dict["PatientProtocol", None]] = {}
    was_crowded: ClassVar[bool] = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.open[self] = self.silent[self] = None
        self.loop.call_later(HEAD_SECONDS, self._close_if_silent)
        if len(self.silent) > MOST_SILENT:
            next(iter(self.silent))._close_if_silent()
        elif len(self.open) > (most := most_open()):
            self._make_room(most)

    def connection_lost(self, exc: Exception | None) -> None:
        self.open.pop(self, None)
        self.silent.pop(self, None)
        super().connection_lost(exc)

    def handle_events(self) -> None:
        super().handle_events()
        if self._has_asked():
            self.silent.pop(self, None)
            self.scope[HANG_UP] = self.transport.abort  # type: ignore[literal-required]

    def _make_room(self, most: int) -> None:
        others = [*self.silent, *(one for one in self.open if one._waits_for_more())]
        going = next((one for one in others if one is not self), self)
        going.open.pop(going, None)
        going.silent.pop(going, None)
        going.transport.close()
        if not PatientProtocol.was_crowded:
            PatientProtocol.was_crowded = True
            log.warning("too many connections; those that are silent or idle give way from now on", most=most)

    def _close_if_silent(self) -> None:
        self.silent.pop(self, None)
        if not self._has_asked() and not self.transport.is_closing():
            self.transport.close()

    def _has_asked(self) -> bool:
        asked: object = self.cycle  # None until a request begins
        return asked is not None

    def _waits_for_more(self) -> bool:
        """It was answered, and nothing else is under way."""
        return self._has_asked() and self.cycle.response_complete
