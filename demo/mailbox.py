"""Where does the demo's mail arrive? In a mail server of forty lines, enough for one honest client.

A real one would be a test dependency, and the first command that anybody tries should not have to install the tests' tools.
"""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage


class Mailbox(socketserver.ThreadingTCPServer):
    """Keeps what it gets."""

    allow_reuse_address = True
    daemon_threads = True
    block_on_close = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Talk)
        self.mails: list[EmailMessage] = []

    @property
    def channel_url(self) -> str:
        port = self.server_address[1]
        return f"mailto://127.0.0.1:{port}?from=watchd@example.org&to=you@example.org"


class _Talk(socketserver.StreamRequestHandler):
    server: Mailbox
    timeout = 20

    def handle(self) -> None:
        self._say("220 demo")
        while line := self.rfile.readline(2000):
            match line[:4].upper().strip():
                case b"EHLO" | b"HELO" | b"MAIL" | b"RCPT" | b"RSET" | b"NOOP":
                    self._say("250 OK")
                case b"DATA":
                    self._say("354 go on")
                    self.server.mails.append(self._mail())
                    self._say("250 taken")
                case b"QUIT":
                    self._say("221 bye")
                    return
                case _:
                    self._say("502 not here")

    def _mail(self) -> EmailMessage:
        lines: list[bytes] = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line[1:] if line.startswith(b".") else line)
        return message_from_bytes(b"".join(lines), policy=policy.default)

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


@contextmanager
def running_mailbox() -> Iterator[Mailbox]:
    """A mailbox, until the block ends."""
    with Mailbox() as box:
        threading.Thread(target=box.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        try:
            yield box
        finally:
            box.shutdown()
