"""One connection to a server: carries one exchange at a time, within its deadline and at a minimum rate."""

import asyncio
from typing import cast

from msgspec import Struct

from watchd.web.http.response_parser import HttpError, HttpResponse, ResponseParser

READ_BYTES = 64 * 1024  # bytes that are taken in at a time


class Pace(Struct, frozen=True):
    """How patient an exchange is; times in seconds of the loop's clock."""

    deadline: float
    grace: float  # after the head came; then min_rate holds
    min_rate: int


class HttpConnection(asyncio.BufferedProtocol):
    """Bytes in, bytes out; what they mean is the reader's business. Never more are taken in than the reader wants."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._buffer = memoryview(bytearray(READ_BYTES))
        self._reader: ResponseParser | None = None
        self._waiter: asyncio.Future[HttpResponse] | None = None
        self._pace = Pace(deadline=0.0, grace=0.0, min_rate=0)
        self._deadline: asyncio.TimerHandle | None = None
        self._rate: asyncio.TimerHandle | None = None
        self._body_since = 0.0
        self.is_open = False
        self.exchanges = 0
        self.idle_since = 0.0

    @property
    def peer(self) -> str:
        """The address that was really reached; raises WireTrouble when the server has hung up already."""
        name = self._transport.get_extra_info("peername") if self._transport is not None else None
        if not name:
            raise HttpError("connect", "the server hung up")
        return str(name[0])

    @property
    def heard(self) -> bool:
        """Has the server said anything in this exchange?"""
        return self._reader is not None and self._reader.received > 0

    async def exchange(self, request: bytes, reader: ResponseParser, pace: Pace) -> HttpResponse:
        """Send a request and wait for the answer; raises WireTrouble or TooMuch, and is closed then."""
        assert self._transport is not None
        self._reader, self._pace = reader, pace
        self._waiter = self._loop.create_future()
        self._deadline = self._loop.call_at(pace.deadline, self._too_late)
        self.exchanges += 1
        try:
            if not self.is_open:
                raise HttpError("connect", "the server closed the connection")
            self._transport.write(request)
            return await self._waiter
        except BaseException:
            self.abort()
            raise
        finally:
            self._stop_clocks()

    def rest(self) -> None:
        """Between two exchanges."""
        self._reader = self._waiter = None
        self.idle_since = self._loop.time()

    def abort(self) -> None:
        self.is_open = False
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self.is_open = True

    def get_buffer(self, sizehint: int) -> memoryview:
        return self._buffer[: self._reader.room(READ_BYTES) if self._reader is not None else READ_BYTES]

    def buffer_updated(self, nbytes: int) -> None:
        reader, waiter = self._reader, self._waiter
        if reader is None or waiter is None or waiter.done():
            self.abort()  # nobody asked: whatever it is, the next answer could not be trusted
            return
        try:
            reader.feed(bytes(self._buffer[:nbytes]))
        except Exception as trouble:
            waiter.set_exception(trouble)
            return
        if reader.is_done:
            waiter.set_result(reader.reply())
        elif reader.head is not None and self._rate is None:
            self._body_since = self._loop.time()
            self._rate = self._loop.call_later(self._pace.grace, self._too_slow)

    def connection_lost(self, error: Exception | None) -> None:
        self.is_open = False
        reader, waiter = self._reader, self._waiter
        if reader is None or waiter is None or waiter.done():
            return
        try:
            if error is not None:
                raise HttpError("connect", "the connection broke")
            reader.end()
            waiter.set_result(reader.reply())
        except HttpError as trouble:
            waiter.set_exception(trouble)

    def _too_late(self) -> None:
        self._fail(HttpError("timeout", "the answer was not complete in time"))

    def _too_slow(self) -> None:
        """Called when the grace is over, then every second."""
        assert self._reader is not None
        elapsed = self._loop.time() - self._body_since
        if self._reader.body_bytes < self._pace.min_rate * elapsed:
            self._fail(HttpError("timeout", "the answer comes too slowly"))
        else:
            self._rate = self._loop.call_later(1.0, self._too_slow)

    def _fail(self, trouble: HttpError) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_exception(trouble)

    def _stop_clocks(self) -> None:
        for clock in (self._deadline, self._rate):
            if clock is not None:
                clock.cancel()
        self._deadline = self._rate = None
