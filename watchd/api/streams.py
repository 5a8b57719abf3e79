"""Event streams that are open: limited for each token and in total.

A token with too many streams gets no further one. When there are too many in total, the oldest ends; its client resumes
with Last-Event-ID. So streams always leave places for other requests.
"""

import asyncio
from collections.abc import Callable

from watchd.errors import WatchdError

MAX_STREAMS_PER_TOKEN = 20
DEFAULT_MAX_STREAMS = 200  # the daemon gives a smaller number where it has fewer places
# A client that does not read cannot get the end of its stream; its connection is closed after this time.
END_SECONDS = 2.0


class TooManyStreams(WatchdError):
    """Raised when a token has as many open streams as it may have."""


class EventStream:
    """One stream. It ends by itself when `is_ended` is set."""

    def __init__(self, token_id: str, abort: Callable[[], None]) -> None:
        self.token_id = token_id
        self.is_ended = False
        self._abort = abort
        self._wake: Callable[[], None] = lambda: None
        self._aborting: asyncio.TimerHandle | None = None

    def on_end(self, wake: Callable[[], None]) -> None:
        """Call this function when the stream must end."""
        self._wake = wake

    def end(self) -> None:
        self.is_ended = True
        self._wake()
        self._aborting = asyncio.get_running_loop().call_later(END_SECONDS, self._abort)

    def closed(self) -> None:
        if self._aborting is not None:
            self._aborting.cancel()


class EventStreams:
    """All open streams."""

    def __init__(self, max_total: int = DEFAULT_MAX_STREAMS) -> None:
        self._max_total = max_total
        self._open: dict[EventStream, None] = {}  # oldest first

    def open(self, token_id: str, abort: Callable[[], None]) -> EventStream:
        """Count one more stream; `abort` closes its connection. Raise TooManyStreams."""
        if sum(stream.token_id == token_id for stream in self._open) >= MAX_STREAMS_PER_TOKEN:
            raise TooManyStreams
        if len(self._open) >= self._max_total:
            oldest = next(iter(self._open))
            del self._open[oldest]
            oldest.end()
        stream = EventStream(token_id, abort)
        self._open[stream] = None
        return stream

    def close(self, stream: EventStream) -> None:
        """Stop counting a stream that has ended."""
        self._open.pop(stream, None)
        stream.closed()
