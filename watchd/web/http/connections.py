"""HTTP connections and their pool: one exchange at a time, request slots shared fairly, idle connections for reuse.

An exchange has a deadline and a minimum data rate.

A caller (a run) whose hosts all hang can hold only its share of the slots, so the first request of another caller
starts at once. Idle connections are kept per origin, limited in number and in time.
"""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

from msgspec import Struct, field

from watchd.web.http.response_parser import HttpError, HttpResponse, ResponseParser

READ_BYTES = 64 * 1024  # maximum per read


class WireCount:
    """Progress of an exchange for those who watch it: whether its request was sent, and the bytes received so far."""

    def __init__(self) -> None:
        self.is_sent = False  # from the first byte on: the server may have begun to answer
        self.received = 0


class Pace(Struct, frozen=True):
    """Time limits of one exchange, in seconds of the loop's clock, and the count of its bytes."""

    deadline: float
    grace: float  # after the response head arrived; then min_rate applies
    min_rate: int  # bytes per second
    wire: WireCount = field(default_factory=WireCount)


class HttpConnection(asyncio.BufferedProtocol):
    """Connection that sends a request and feeds the response parser; it reads at most the bytes the parser permits."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._buffer = memoryview(bytearray(READ_BYTES))
        self._parser: ResponseParser | None = None
        self._waiter: asyncio.Future[HttpResponse] | None = None
        self._pace = Pace(deadline=0.0, grace=0.0, min_rate=0)
        self._deadline: asyncio.TimerHandle | None = None
        self._rate: asyncio.TimerHandle | None = None
        self._body_since = 0.0
        self.is_open = False
        self.idle_since = 0.0

    @property
    def peer(self) -> str:
        """Address that the connection reached; raises HttpError if the server has closed the connection already."""
        name = self._transport.get_extra_info("peername") if self._transport is not None else None
        if not name:
            raise HttpError("connect", "the server closed the connection")
        return str(name[0])

    @property
    def has_received(self) -> bool:
        """True if the server has sent anything in this exchange."""
        return self._parser is not None and self._parser.received > 0

    async def exchange(self, request: bytes, parser: ResponseParser, pace: Pace) -> HttpResponse:
        """Send a request and return the response; on HttpError or ResponseTooLarge the connection is closed."""
        assert self._transport is not None
        self._parser, self._pace = parser, pace
        self._waiter = self._loop.create_future()
        self._deadline = self._loop.call_at(pace.deadline, self._fail_at_deadline)
        try:
            if not self.is_open:
                raise HttpError("connect", "the server closed the connection")
            self._transport.write(request)
            pace.wire.is_sent = True
            return await self._waiter
        except BaseException:
            self.abort()
            raise
        finally:
            self._stop_timers()

    def set_idle(self) -> None:
        """Mark the connection as idle between two exchanges."""
        self._parser = self._waiter = None
        self.idle_since = self._loop.time()

    def abort(self) -> None:
        self.is_open = False
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self.is_open = True

    def get_buffer(self, sizehint: int) -> memoryview:
        wanted = READ_BYTES if self._parser is None else self._parser.next_read_bytes(READ_BYTES)
        return self._buffer[:wanted]

    def buffer_updated(self, nbytes: int) -> None:
        parser, waiter = self._parser, self._waiter
        if parser is None or waiter is None or waiter.done():
            self.abort()  # data without a request: the next response could not be trusted
            return
        self._pace.wire.received += nbytes
        try:
            parser.feed(bytes(self._buffer[:nbytes]))
        except Exception as error:
            waiter.set_exception(error)
            return
        if parser.is_done:
            waiter.set_result(parser.response())
        elif parser.head is not None and self._rate is None:
            self._body_since = self._loop.time()
            self._rate = self._loop.call_later(self._pace.grace, self._check_rate)

    def connection_lost(self, error: Exception | None) -> None:
        self.is_open = False
        parser, waiter = self._parser, self._waiter
        if parser is None or waiter is None or waiter.done():
            return
        try:
            if error is not None:
                raise HttpError("connect", "the connection broke")
            parser.end()
            waiter.set_result(parser.response())
        except HttpError as failed:
            waiter.set_exception(failed)

    def _fail_at_deadline(self) -> None:
        self._fail(HttpError("timeout", "the response was not complete in time"))

    def _check_rate(self) -> None:
        """Check the data rate when the grace period ends, then every second."""
        assert self._parser is not None
        elapsed = self._loop.time() - self._body_since
        if self._parser.body_bytes < self._pace.min_rate * elapsed:
            self._fail(HttpError("timeout", "the response arrives too slowly"))
        else:
            self._rate = self._loop.call_later(1.0, self._check_rate)

    def _fail(self, error: HttpError) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_exception(error)

    def _stop_timers(self) -> None:
        for timer in (self._deadline, self._rate):
            if timer is not None:
                timer.cancel()
        self._deadline = self._rate = None


class Slots:
    """Limit on the number of exchanges at a time, in total and per caller."""

    def __init__(self, total: int, per_caller: int) -> None:
        self._total = self._free = total
        self._per_caller = min(per_caller, total)
        self._held: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    @property
    def used(self) -> int:
        return self._total - self._free

    @asynccontextmanager
    async def slot(self, caller: str) -> AsyncIterator[None]:
        """Wait for a slot and hold it."""
        await self._take(caller)
        try:
            yield
        finally:
            self._give_back(caller)

    async def _take(self, caller: str) -> None:
        if self._may_start(caller) and caller not in self._waiting:
            self._grant(caller)
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(caller, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._give_back(caller)
            raise

    def _may_start(self, caller: str) -> bool:
        return self._free > 0 and self._held[caller] < self._per_caller

    def _grant(self, caller: str) -> None:
        self._free -= 1
        self._held[caller] += 1

    def _give_back(self, caller: str) -> None:
        self._free += 1
        self._held[caller] -= 1
        if not self._held[caller]:
            del self._held[caller]
        self._wake()

    def _wake(self) -> None:
        """Give free slots to the waiting callers in turn; a caller that got one moves to the end."""
        for caller in list(self._waiting):
            if not self._free:
                return
            turns = self._waiting.pop(caller)
            while turns and turns[0].done():
                turns.popleft()
            if turns and self._may_start(caller):
                self._grant(caller)
                turns.popleft().set_result(None)
            if turns:
                self._waiting[caller] = turns


Origin = tuple[str, str, int]  # scheme, host, port: a connection never serves another origin


class IdleConnections:
    """Connections between two exchanges; reuse takes the newest of an origin, a full pool closes the oldest."""

    def __init__(self, max_count: int, seconds: float) -> None:
        self._max_count = max_count
        self._seconds = seconds
        self._idle: dict[Origin, list[HttpConnection]] = {}
        self._sweep: asyncio.TimerHandle | None = None
        self.count = 0

    def take(self, origin: Origin) -> HttpConnection | None:
        """Return an open connection from an earlier exchange with the same origin, or None."""
        idle = self._idle.pop(origin, [])
        found = None
        while idle and found is None:
            self.count -= 1
            connection = idle.pop()
            found = connection if connection.is_open else None
        if idle:
            self._idle[origin] = idle
        return found

    def add(self, origin: Origin, connection: HttpConnection) -> None:
        if self.count >= self._max_count:
            self._close_idle_since(min(idle[0].idle_since for idle in self._idle.values()))
        connection.set_idle()
        self._idle.setdefault(origin, []).append(connection)
        self.count += 1
        self._schedule_sweep()

    def make_room(self, max_count: int) -> None:
        """Close the oldest connections until at most this number is left."""
        while self.count > max(0, max_count):
            self._close_idle_since(min(idle[0].idle_since for idle in self._idle.values()))

    def close(self) -> None:
        if self._sweep is not None:
            self._sweep.cancel()
            self._sweep = None
        self._close_idle_since(float("inf"))

    def _schedule_sweep(self) -> None:
        if self._sweep is None and self._idle:
            self._sweep = asyncio.get_running_loop().call_later(self._seconds / 2, self._run_sweep)

    def _run_sweep(self) -> None:
        self._sweep = None
        self._close_idle_since(asyncio.get_running_loop().time() - self._seconds)
        self._schedule_sweep()

    def _close_idle_since(self, moment: float) -> None:
        """Close connections that have been idle since that moment or longer; drop those that the server closed."""
        for origin, idle in list(self._idle.items()):
            for connection in idle:
                if connection.idle_since <= moment:
                    connection.abort()
            left = [connection for connection in idle if connection.is_open]
            self.count -= len(idle) - len(left)
            if left:
                self._idle[origin] = left
            else:
                del self._idle[origin]
