"""The guard's table, its openings, and how names are resolved."""

import asyncio
import socket
import threading
import time
from ipaddress import ip_address

import pytest

from tests.web.site import Answer, settings, site
from tests.web.ssrf_forms import INTERNAL_V4, INTERNAL_V6
from watchd.core.policy.network import REFUSED_ADDRESS, is_public, network_rule
from watchd.model.outcome import Failed, Fetched, Refused
from watchd.web.fetch.fetcher import WebFetcher
from watchd.web.http.guard import Forbidden, Guard
from watchd.web.http.resolver import NoAddress, Resolver
from watchd.web.settings import FetchBounds


@pytest.mark.parametrize("address", INTERNAL_V4 + INTERNAL_V6)
def test_internal_addresses_are_refused_with_one_sentence(address: str) -> None:
    with pytest.raises(Forbidden) as refusal:
        Guard(FetchBounds()).check(address, 80)
    assert str(refusal.value) == REFUSED_ADDRESS.detail


@pytest.mark.parametrize(
    "address", ["8.8.8.8", "93.184.216.34", "2606:2800:220:1::1", "2a00:1450::1", "1.1.1.1"]
)
def test_public_addresses_pass(address: str) -> None:
    assert is_public(ip_address(address))
    assert Guard(FetchBounds()).check(address, 443) == address


@pytest.mark.parametrize("address", ["fe80::1%eth0", "not an address", ""])
def test_what_is_no_plain_address_is_refused(address: str) -> None:
    with pytest.raises(Forbidden):
        Guard(FetchBounds(allow_networks=["fe80::/10"])).check(address, 80)


@pytest.mark.parametrize(
    ("entry", "address", "port", "is_open"),
    [
        ("127.0.0.0/8", "127.9.9.9", 12345, True),
        ("127.0.0.0/8", "10.0.0.1", 80, False),
        ("10.0.0.5:8080", "10.0.0.5", 8080, True),
        ("10.0.0.5:8080", "10.0.0.5", 80, False),
        ("10.0.0.0/24:8080", "10.0.0.77", 8080, True),
        ("::1/128", "::1", 9999, True),
        ("[fd00::5]:8080", "fd00::5", 8080, True),
        ("[fd00::5]:8080", "fd00::5", 80, False),
        ("[fd00::]", "fd00::", 80, True),
    ],
)
def test_an_opening_covers_exactly_what_it_names(entry: str, address: str, port: int, is_open: bool) -> None:
    assert network_rule(entry).covers(ip_address(address), port) is is_open


@pytest.mark.parametrize("entry", ["", "everything", "10.0.0.5:99999", "10.0.0.5/8", "300.1.1.1", "10.0.0.5:x"])
def test_an_opening_that_cannot_be_read_says_how_to_write_one(entry: str) -> None:
    with pytest.raises(ValueError, match=r"127\.0\.0\.0/8"):
        network_rule(entry)


async def test_loopback_is_refused_unless_opened() -> None:
    async with site() as server:
        async with WebFetcher(FetchBounds(min_delay="0s")) as fetcher:
            refused = await fetcher.fetch(server.url())
        async with WebFetcher(settings()) as fetcher:
            fetched = await fetcher.fetch(server.url())
    assert refused == Refused(server.url(), "guard", REFUSED_ADDRESS.detail)
    assert isinstance(fetched, Fetched)
    assert len(server.log) == 2  # robots.txt and the page of the second try


async def test_every_redirect_is_checked_again() -> None:
    async with site() as server, WebFetcher(settings(allow_networks=["127.0.0.1"])) as fetcher:
        for number, to in enumerate(
            ["http://127.0.0.2/", "file:///etc/passwd", "http://u:p@127.0.0.1/", "//127.0.0.3/"]
        ):
            server.pages[f"/{number}"] = Answer(b"", 302, {"Location": to})
        outcomes = [await fetcher.fetch(server.url(f"/{number}")) for number in range(4)]
    assert [o.by for o in outcomes if isinstance(o, Refused)] == ["guard", "scheme", "credentials", "guard"]


def resolver(lookup: object, **changes: object) -> Resolver:
    return Resolver(settings(**changes), lookup)  # type: ignore[arg-type]


async def test_dead_names_do_not_hold_up_a_healthy_one() -> None:
    """R09: twenty look-ups hang; the healthy name is answered at once, the dead ones end at their limit."""
    let_go = threading.Event()

    def lookup(host: str) -> list[str]:
        if host.startswith("dead"):
            let_go.wait(20)
        return ["127.0.0.1"]

    names = resolver(lookup, dns_timeout="3s")
    dead = [asyncio.create_task(names.addresses(f"dead{n}.example")) for n in range(20)]
    await asyncio.sleep(0)
    started = time.monotonic()
    assert await names.addresses("healthy.example") == ["127.0.0.1"]
    assert time.monotonic() - started < 3
    ended = await asyncio.gather(*dead, return_exceptions=True)
    assert all(isinstance(error, NoAddress) for error in ended)
    assert time.monotonic() - started < 15
    let_go.set()
    names.close()


async def test_a_hung_name_takes_one_thread_however_many_ask() -> None:
    let_go = threading.Event()
    asked: list[str] = []

    def lookup(host: str) -> list[str]:
        asked.append(host)
        let_go.wait(5)
        return ["127.0.0.1"]

    names = resolver(lookup, dns_timeout="100ms")
    await asyncio.gather(*(names.addresses("dead.example") for _ in range(50)), return_exceptions=True)
    with pytest.raises(NoAddress):
        await names.addresses("dead.example")
    assert asked == ["dead.example"]
    let_go.set()
    names.close()


@pytest.mark.parametrize("error", [socket.gaierror("no"), UnicodeError("label"), OSError("down")])
async def test_a_failed_look_up_is_an_outcome(error: Exception) -> None:
    def lookup(_: str) -> list[str]:
        raise error

    config = settings()
    async with WebFetcher(config, guard=Guard(config, Resolver(config, lookup))) as fetcher:
        outcome = await fetcher.fetch("http://no.example/")
    assert isinstance(outcome, Failed)
    assert outcome.kind == "dns"


async def test_a_name_without_any_address_is_a_failure() -> None:
    config = settings()
    async with WebFetcher(config, guard=Guard(config, Resolver(config, lambda _: []))) as fetcher:
        assert isinstance(await fetcher.fetch("http://no.example/"), Failed)


async def test_the_next_address_is_tried_when_one_does_not_answer() -> None:
    async with site("127.0.0.7") as server:
        config = settings()
        guard = Guard(config, Resolver(config, lambda _: ["127.0.0.8", "127.0.0.7"]))
        async with WebFetcher(config, guard=guard) as fetcher:
            outcome = await fetcher.fetch(f"http://two.example:{server.port}/")
    assert isinstance(outcome, Fetched)
    assert server.log[0].host == f"two.example:{server.port}"
