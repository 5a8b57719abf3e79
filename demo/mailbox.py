"""Mail server of the demo in forty lines, enough for one correct client.

A complete one would be a test dependency, and the first command that a new user tries should not need such tools.
"""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage


class Mailbox(socketserver.ThreadingTCPServer):
    """Mail server that keeps all mails in memory."""

    allow_reuse_address = True
    daemon_threads = True
    block_on_close = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Session)
        self.mails: list[EmailMessage] = []

    @property
    def channel_url(self) -> str:
        port = self.server_address[1]
        return f"mailto://127.0.0.1:{port}?from=watchd@example.org&to=you@example.org"


class _Session(socketserver.StreamRequestHandler):
    server: Mailbox
    timeout = 20

    def handle(self) -> None:
        self._reply("220 demo")
        while line := self.rfile.readline(2000):
            match line[:4].upper().strip():
                case b"EHLO" | b"HELO" | b"MAIL" | b"RCPT" | b"RSET" | b"NOOP":
                    self._reply("250 OK")
                case b"DATA":
                    self._reply("354 go on")
                    self.server.mails.append(self._mail())
                    self._reply("250 taken")
                case b"QUIT":
                    self._reply("221 bye")
                    return
                case _:
                    self._reply("502 not here")

    def _mail(self) -> EmailMessage:
        lines: list[bytes] = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line[1:] if line.startswith(b".") else line)
        return message_from_bytes(b"".join(lines), policy=policy.default)

    def _reply(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


@contextmanager
def running_mailbox() -> Iterator[Mailbox]:
    """Run a mailbox until the block ends."""
    with Mailbox() as box:
        threading.Thread(target=box.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        try:
            yield box
        finally:
            box.shutdown()
