"""HTTP client that sends exactly the given bytes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

ANSWER_SECONDS = 10


class RawConnection:
    """One connection to the API."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    def send(self, first: str, *headers: str, body: bytes = b"") -> None:
        """Send a head and, perhaps, the beginning of a body."""
        lines = [first, *([] if any(h.startswith("Host:") for h in headers) else ["Host: localhost"]), *headers]
        self.writer.write("\r\n".join([*lines, "", ""]).encode() + body)

    async def answer(self) -> tuple[int, dict[str, str], bytes]:
        """Return status, headers and body of the next answer, which has a Content-Length."""
        async with asyncio.timeout(ANSWER_SECONDS):
            lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = {
                name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:] if line)
            }
            body = await self.reader.readexactly(int(headers.get("content-length", "0")))
        return int(lines[0].split(" ")[1]), headers, body

    async def rest_of_chunks(self) -> bytes:
        """Return the rest of a chunked body, with its end."""
        async with asyncio.timeout(ANSWER_SECONDS):
            return await self.reader.readuntil(b"0\r\n\r\n")

    async def rest(self) -> bytes:
        """Return what comes until the server closes the connection."""
        async with asyncio.timeout(ANSWER_SECONDS):
            try:
                return await self.reader.read()
            except ConnectionError:
                return b""


@asynccontextmanager
async def connected(port: int) -> AsyncIterator[RawConnection]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield RawConnection(reader, writer)
    finally:
        writer.close()
