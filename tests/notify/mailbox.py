"""A real mail server on loopback that keeps what it gets."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.smtp import SMTP


@dataclass
class Mailbox:
    """What arrived; `answer` is said to the next mails instead of 250, `farewell` to a good-bye instead of 221."""

    raw: list[bytes] = field(default_factory=list)
    receivers: list[list[str]] = field(default_factory=list)
    answer: str = ""
    farewell: str = "221 Bye"
    port: int = 0

    def url(self, **more: str) -> str:
        options = "".join(f"&{name}={value}" for name, value in more.items())
        return f"mailto://127.0.0.1:{self.port}?from=watchd@example.org&to=team@example.org{options}"

    def mails(self) -> list[EmailMessage]:
        return [message_from_bytes(raw, policy=policy.default) for raw in self.raw]

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        if address.startswith("unknown"):
            return "550 no such user"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        if self.answer:
            return self.answer
        self.raw.append(envelope.content)
        self.receivers.append(envelope.rcpt_tos)
        return "250 taken"

    async def handle_QUIT(self, server: Any, session: Any, envelope: Any) -> str:
        return self.farewell


@contextmanager
def mailbox() -> Iterator[Mailbox]:
    box = Mailbox()
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    serving = asyncio.run_coroutine_threadsafe(_serve(box), loop).result(10)
    try:
        yield box
    finally:
        asyncio.run_coroutine_threadsafe(_close(serving), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _serve(box: Mailbox) -> asyncio.Server:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(box, hostname="mail.example.org", loop=loop), "127.0.0.1", 0)
    box.port = server.sockets[0].getsockname()[1]
    return server


async def _close(server: asyncio.Server) -> None:
    server.close()
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
