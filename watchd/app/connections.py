"""Connections to the API: how many may be open, which one gives way, and how long a client may keep one waiting.

A connection is in one of these states, and each limits what a client can hold without a request that is being answered:

* incomplete: the client has not sent all of its request;
* idle: the last answer was sent, and the connection is kept open for the next request;
* unread: the client does not read its answer as fast as it was made;
* answering: the daemon works on the answer, or sends events.

When all places are taken, one connection gives way to a new one: the oldest incomplete one, else the oldest idle one, else
the one that has been unread for the longest time. A connection that is being answered stays. Idle and unread connections
may use a quarter of the places each. Some places are only for /health: while only these are free, other requests are
refused.

Deadlines are checked every second, from the times at which states changed. So a request costs no timers.
"""

import asyncio
import re
from typing import Any

import h11
import structlog
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from watchd import metrics
from watchd.api.edge import gate
from watchd.api.edge.bodies import BODY_TIMEOUT_SECONDS, DISCARD_SECONDS
from watchd.api.edge.problems import MEDIA_TYPE, encoded, problem

HEAD_SECONDS = 15  # for the head of the first request
KEEP_ALIVE_SECONDS = 30  # from an answer to the head of the next request
SLACK_SECONDS = 3  # the gate and uvicorn end a request or an idle connection more politely, if they can
UNREAD_SECONDS = 30  # without any progress of a client that reads its answer
MAX_UNREAD_BYTES = 64 * 2**20  # of all answers that wait for their clients
MAX_HEAD_BYTES = 32 * 1024
MAX_HEADERS = 100
MIN_PIECE_BYTES = 64  # of a body, on average
MAX_SMALL_PIECES = 256  # any size
HEAD_END = re.compile(rb"\n\r?\n")
NOT_HTTP = f"The request must be valid HTTP/1.1, with one Host header, at most {MAX_HEADERS} headers, and no tiny chunks."
RESERVED_SHARE = 50  # one place of 50 is only for /health
MIN_RESERVED = 2
WAITING_SHARE = 4  # idle connections may use one place of four, and so may unread ones

log = structlog.get_logger()
Queue = dict["BoundedProtocol", None]  # the oldest first


class Places:
    """All open connections of the server."""

    def __init__(self, maximum: int) -> None:
        self.maximum = maximum
        self.open: Queue = {}
        self.incomplete: Queue = {}
        self.idle: Queue = {}
        self.unread: Queue = {}
        self._max_answering = maximum - max(MIN_RESERVED, maximum // RESERVED_SHARE)
        self._max_waiting = max(1, maximum // WAITING_SHARE)
        self._has_warned = False

    @property
    def is_crowded(self) -> bool:
        """Return whether only the reserved places are free."""
        waiting = len(self.incomplete) + len(self.idle) + len(self.unread)
        return len(self.open) - waiting > self._max_answering

    def add(self, new: "BoundedProtocol") -> None:
        self.open[new] = None
        new.note_state()
        if len(self.open) > self.maximum:
            self._give_way(new)

    def remove(self, connection: "BoundedProtocol") -> None:
        for queue in (self.open, self.incomplete, self.idle, self.unread):
            queue.pop(connection, None)

    def enforce_shares(self) -> None:
        """Close the oldest idle and unread connections that exceed their share, or the memory for answers."""
        while len(self.idle) > self._max_waiting:
            self._close(next(iter(self.idle)), "share")
        while len(self.unread) > self._max_waiting:
            self._close(next(iter(self.unread)), "share")
        unread = sum(connection.unread_bytes for connection in self.unread)
        while unread > MAX_UNREAD_BYTES and len(self.unread) > 1:
            oldest = next(iter(self.unread))
            unread -= oldest.unread_bytes
            self._close(oldest, "memory")

    def close_overdue(self, now: float) -> None:
        """Close the connections whose client has kept the server waiting for too long."""
        for connection in list(self.open):
            if connection.is_overdue(now):
                self._close(connection, "overdue")
        self.enforce_shares()

    def _give_way(self, new: "BoundedProtocol") -> None:
        """Close another connection that only waits for its client, or the new one if there is none."""
        waiting = (queue for queue in (self.incomplete, self.idle, self.unread))
        self._close(next((one for queue in waiting for one in queue if one is not new), new), "crowded")
        if not self._has_warned:
            self._has_warned = True
            log.warning(
                "too many connections; the server now closes silent and idle ones", maximum=self.maximum
            )

    def _close(self, connection: "BoundedProtocol", reason: str) -> None:
        metrics.CONNECTIONS_CLOSED.labels(reason).inc()
        self.remove(connection)
        connection.transport.abort()  # close() would wait for the client, and keep the descriptor meanwhile


class FrugalConnection(h11.Connection):
    """HTTP parser that refuses what costs much more to parse than to send: thousands of headers, chunks of a few bytes."""

    def __init__(self, max_incomplete_event_size: int) -> None:
        super().__init__(h11.SERVER, max_incomplete_event_size)
        self._pieces = self._piece_bytes = 0

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        if self.their_state is h11.IDLE:
            self._check_head(self.trailing_data[0])
        event = super().next_event()
        if isinstance(event, h11.Data):
            self._pieces += 1
            self._piece_bytes += len(event.data)
            if self._pieces > MAX_SMALL_PIECES and self._piece_bytes < self._pieces * MIN_PIECE_BYTES:
                raise h11.RemoteProtocolError("too many small chunks")
        return event

    def _check_head(self, received: bytes) -> None:
        self._pieces = self._piece_bytes = 0
        end = HEAD_END.search(received)
        if received.count(b"\n", 0, end.start() if end else len(received)) > MAX_HEADERS:
            raise h11.RemoteProtocolError("too many headers")


class BoundedProtocol(H11Protocol):
    """One HTTP connection that knows its state."""

    def __init__(self, places: Places, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.conn = FrugalConnection(MAX_HEAD_BYTES)
        self._places = places
        self._queue: Queue | None = None  # None: answering
        self._since = self._progress_at = self.loop.time()
        self._last_unread = 0
        self._unsent = 0

    @property
    def unread_bytes(self) -> int:
        """Return how much of the answer waits for the client, in buffers or still to be written."""
        return self.transport.get_write_buffer_size() + self._unsent

    def note_unsent(self, count: int) -> None:
        self._unsent = count

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._places.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._places.remove(self)
        super().connection_lost(exc)

    def handle_events(self) -> None:
        former: object = self.cycle
        super().handle_events()
        self.note_state()
        if self.cycle is not former:
            scope: Any = self.scope
            scope[gate.ABORT_CONNECTION] = self.transport.abort
            scope[gate.NOTE_UNSENT] = self.note_unsent
            scope[gate.IS_CROWDED] = self._places.is_crowded

    def shutdown(self) -> None:
        """Prepare for the end of the server; a client that has not sent all of its request is not waited for."""
        if self._queue is self._places.incomplete:
            self.transport.abort()
        else:
            super().shutdown()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.note_state()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.note_state()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.note_state()

    def send_400_response(self, msg: str) -> None:
        """Answer a request that is not valid HTTP, unless an answer has begun."""
        if self._has_request():  # its body is not valid; its handler must not answer any more
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.abort()
            return
        body = encoded(problem(400, "malformed", NOT_HTTP))
        headers = {"content-type": MEDIA_TYPE, "content-length": str(len(body)), "connection": "close"}
        lines = [*gate.HEADERS.items(), *((name.encode(), value.encode()) for name, value in headers.items())]
        for event in (h11.Response(status_code=400, headers=lines), h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def is_overdue(self, now: float) -> bool:
        """Return whether the client keeps the server waiting for too long."""
        self.note_state()
        unread = self.unread_bytes
        if not unread or unread < self._last_unread:
            self._progress_at = now
        self._last_unread = unread
        if now - self._progress_at > UNREAD_SECONDS:
            return True
        waited = now - self._since
        if self._queue is self._places.idle:
            return waited > KEEP_ALIVE_SECONDS + SLACK_SECONDS
        if self._queue is self._places.incomplete:
            body_seconds = BODY_TIMEOUT_SECONDS + DISCARD_SECONDS + SLACK_SECONDS
            return waited > (body_seconds if self._has_request() else HEAD_SECONDS)
        return False

    def note_state(self) -> None:
        """Move to the queue of the present state."""
        queue = self._present_queue()
        if queue is self._queue or self not in self._places.open:  # it may have been closed
            return
        if self._queue is not None:
            self._queue.pop(self, None)
        self._queue = queue
        self._since = self.loop.time()
        if queue is not None:
            queue[self] = None
            if queue is not self._places.incomplete:
                self._places.enforce_shares()

    def _present_queue(self) -> Queue | None:
        if not self._has_request():
            return self._places.incomplete
        if self.cycle.response_complete:
            return self._places.unread if self.unread_bytes else self._places.idle
        if self.flow.write_paused:
            return self._places.unread
        return self._places.incomplete if self.cycle.more_body else None

    def _has_request(self) -> bool:
        cycle: object = self.cycle  # None until a request begins
        return cycle is not None


def protocol_of(server: uvicorn.Server) -> BoundedProtocol:
    """Return a protocol for a connection that the server's own listener did not accept."""
    make: Any = server.config.http_protocol_class
    made: BoundedProtocol = make(
        config=server.config, server_state=server.server_state, app_state=server.lifespan.state
    )
    return made
