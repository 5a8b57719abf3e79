"""Slack's own hosts for the sender: their names lead to loopback, with a certificate of the test."""

import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import trustme

from tests.web.site import Answer, Site, settings, site
from watchd.notify.sandboxed_sender import SandboxedSender
from watchd.notify.sender import ChannelSender
from watchd.ports import Clock
from watchd.web.fetch.fetcher import WebFetcher
from watchd.web.http.guard import Guard

SLACK = "slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ/"


@asynccontextmanager
async def slack_host(
    clock: Clock, sandboxed: SandboxedSender, folder: Path, answer: bytes = b'{"ok":true}'
) -> AsyncIterator[tuple[ChannelSender, Site]]:
    """A sender, and the site where what it posts to Slack arrives."""
    authority = trustme.CA()
    authority.cert_pem.write_to_path(folder / "ca.pem")
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert("hooks.slack.com", "slack.com").configure_cert(context)
    async with site(tls=context) as server:
        for path in ("/services/T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ", "/api/chat.postMessage"):
            server.pages[path] = Answer(answer)
        bounds = settings(ca_file=str(folder / "ca.pem"))
        async with WebFetcher(bounds, guard=Guard(bounds, Loopback())) as fetcher:  # type: ignore[arg-type]
            yield ChannelSender(Redirected(fetcher.outbound, server.port), sandboxed, clock), server


class Loopback:
    """A resolver that knows one address."""

    async def addresses(self, host: str) -> list[str]:
        return ["127.0.0.1"]

    def close(self) -> None: ...


class Redirected:
    """A courier whose port 443 is another one."""

    def __init__(self, outbound: Any, port: int) -> None:
        self._outbound, self._port = outbound, port

    async def send(self, method: str, url: str, **options: Any) -> Any:
        for host in ("hooks.slack.com", "slack.com"):
            url = url.replace(f"https://{host}/", f"https://{host}:{self._port}/")
        return await self._outbound.send(method, url, **options)
