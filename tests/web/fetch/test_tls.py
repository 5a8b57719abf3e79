"""Certificates are checked against the requested host name (FAULTS F17)."""

import asyncio
import datetime
import ssl
from pathlib import Path

import pytest
import trustme

from tests.web.site import Site, listening, settings, site
from watchd.errors import ConfigError
from watchd.model.outcome import Failed, Fetched, Outcome
from watchd.web.fetch.fetcher import WebFetcher
from watchd.web.http.guard import Guard
from watchd.web.http.resolver import Resolver

CA = trustme.CA()
STRANGER = trustme.CA()


def context(*names: str, ca: trustme.CA = CA, expired: bool = False) -> ssl.SSLContext:
    history = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC) if expired else None
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    ca.issue_cert(*names, not_after=history).configure_cert(made)
    return made


async def fetch(tls: ssl.SSLContext, tmp_path: object, **changes: object) -> tuple[Outcome, Site]:
    ca_file = f"{tmp_path}/ca.pem"
    CA.cert_pem.write_to_path(ca_file)
    config = settings(ca_file=ca_file, **changes)
    guard = Guard(config, Resolver(config, lambda _: ["127.0.0.1"]))
    async with site(tls=tls) as server, WebFetcher(config, guard=guard) as fetcher:
        return await fetcher.fetch(f"https://good.example:{server.port}/"), server


async def test_a_certificate_for_the_name_is_accepted_on_a_pinned_address(tmp_path: object) -> None:
    outcome, server = await fetch(context("good.example"), tmp_path)
    assert isinstance(outcome, Fetched)
    assert server.log[0].host.startswith("good.example:")


@pytest.mark.parametrize(
    "tls",
    [
        context("other.example"),
        context("127.0.0.1"),
        context("good.example", ca=STRANGER),
        context("good.example", expired=True),
    ],
    ids=["another name", "the address", "an unknown authority", "expired"],
)
async def test_other_certificates_are_refused_and_no_request_is_sent(
    tls: ssl.SSLContext, tmp_path: object
) -> None:
    outcome, server = await fetch(tls, tmp_path)
    assert isinstance(outcome, Failed)
    assert outcome.kind == "tls"
    assert server.log == []


@pytest.mark.parametrize("text", [None, "no certificate"], ids=["missing", "of another kind"])
def test_an_authority_that_cannot_be_used_is_a_mistake_of_the_settings(
    text: str | None, tmp_path: Path
) -> None:
    ca_file = tmp_path / "ca.pem"
    if text is not None:
        ca_file.write_text(text)
    with pytest.raises(ConfigError, match=r"fetch\.ca_file: cannot be used: .*ca\.pem"):
        WebFetcher(settings(ca_file=str(ca_file)))


async def test_old_versions_of_tls_are_refused(tmp_path: object) -> None:
    tls = context("good.example")
    tls.set_ciphers("ALL:@SECLEVEL=0")
    with pytest.warns(DeprecationWarning, match="TLSv1"):
        tls.minimum_version = ssl.TLSVersion.TLSv1
    with pytest.warns(DeprecationWarning, match="TLSv1"):
        tls.maximum_version = ssl.TLSVersion.TLSv1_1
    outcome, server = await fetch(tls, tmp_path)
    assert isinstance(outcome, Failed)
    assert outcome.kind == "tls"
    assert server.log == []


async def test_an_exception_holds_for_its_host_and_until_its_day(tmp_path: object) -> None:
    tls = context("good.example", ca=STRANGER)
    today = datetime.datetime.now(datetime.UTC).date()
    open_, _ = await fetch(tls, tmp_path, tls_exceptions={"good.example": today.isoformat()})
    over, _ = await fetch(tls, tmp_path, tls_exceptions={"good.example": "2020-01-01"})
    other, _ = await fetch(tls, tmp_path, tls_exceptions={"other.example": "9999-12-31"})
    assert [type(o) for o in (open_, over, other)] == [Fetched, Failed, Failed]


async def test_a_server_that_never_answers_the_handshake_costs_the_time_to_connect_and_no_more() -> None:
    hello: list[bytes] = []

    async def listen_only(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while piece := await reader.read(1000):
            hello.append(piece)

    config = settings(connect_timeout="300ms", total_timeout="20s")
    begun = asyncio.get_running_loop().time()
    async with listening(listen_only) as port, WebFetcher(config) as fetcher:
        outcome = await fetcher.fetch(f"https://127.0.0.1:{port}/")
    assert isinstance(outcome, Failed)
    assert outcome.kind == "timeout"
    assert asyncio.get_running_loop().time() - begun < 5
    assert b"".join(hello)[:1] == b"\x16"
