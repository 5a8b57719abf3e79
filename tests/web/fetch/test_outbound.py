"""Requests to providers and webhooks go through the same guard (FAULTS F08, F16, R02)."""

import pytest

from tests.web.site import Answer, settings, site
from watchd.model.outcome import Answered, Failed, Refused
from watchd.web.fetch.fetcher import WebFetcher
from watchd.web.settings import FetchBounds


async def test_a_post_arrives_with_its_headers_and_body() -> None:
    async with site() as server, WebFetcher(settings()) as fetcher:
        server.pages["/hook"] = Answer(b'{"ok": true}', 202)
        headers = (("Content-Type", "application/json"), ("webhook-id", "m1"), ("Host", "evil.example"))
        answer = await fetcher.outbound.send("POST", server.url("/hook"), headers=headers, body=b'{"a": 1}')
    assert isinstance(answer, Answered)
    assert (answer.status, answer.body) == (202, b'{"ok": true}')
    hit = server.log[0]
    assert (hit.path, hit.body, hit.headers["webhook-id"]) == ("/hook", b'{"a": 1}', "m1")
    assert hit.host == f"127.0.0.1:{server.port}"


async def test_no_robots_txt_is_asked_for() -> None:
    async with site() as server, WebFetcher(settings()) as fetcher:
        await fetcher.outbound.send("GET", server.url("/api?q=1"))
    assert server.paths() == ["/api?q=1"]


async def test_redirects_are_answers_and_credentials_go_nowhere_else() -> None:
    async with site() as server, site() as other, WebFetcher(settings()) as fetcher:
        server.pages["/hook"] = Answer(b"", 307, {"Location": other.url("/")})
        secret = (("Authorization", "Bearer s"),)
        answer = await fetcher.outbound.send("POST", server.url("/hook"), headers=secret, body=b"x")
    assert isinstance(answer, Answered)
    assert answer.status == 307
    assert other.log == []


async def test_internal_receivers_are_refused_at_the_moment_of_sending() -> None:
    async with site() as server, WebFetcher(FetchBounds()) as fetcher:
        answer = await fetcher.outbound.send("POST", server.url("/hook"), body=b"x")
    assert isinstance(answer, Refused)
    assert answer.by == "guard"
    assert server.log == []


async def test_a_long_reply_is_cut() -> None:
    async with site() as server, WebFetcher(settings()) as fetcher:
        server.pages["/"] = Answer(b"x" * 1_000_000)
        answer = await fetcher.outbound.send("GET", server.url("/"))
        more = await fetcher.outbound.send("GET", server.url("/"), max_bytes=2_000_000)
    assert isinstance(answer, Answered)
    assert (len(answer.body), answer.is_cut) == (65536, True)
    assert isinstance(more, Answered)
    assert (len(more.body), more.is_cut) == (1_000_000, False)


async def test_a_slow_receiver_is_given_up_at_its_own_limit() -> None:
    async with site() as server, WebFetcher(settings()) as fetcher:
        server.pages["/"] = Answer(delay=20)
        answer = await fetcher.outbound.send("POST", server.url("/"), timeout=0.1)
    assert isinstance(answer, Failed)
    assert answer.kind == "timeout"


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("7", 7.0), ("nonsense", None), ("-5", None), ("Wed, 21 Oct 2015 07:28:00 GMT", None), ("9" * 400, None)],
)
async def test_the_time_to_wait_is_reported(header: str, seconds: float | None) -> None:
    async with site() as server, WebFetcher(settings()) as fetcher:
        server.pages["/"] = Answer(b"", 429, {"Retry-After": header})
        answer = await fetcher.outbound.send("POST", server.url("/"))
    assert isinstance(answer, Answered)
    assert answer.retry_after == seconds


@pytest.mark.parametrize("url", ["file:///etc/passwd", "http://u:p@example.org/", "http://a..b/", "x"])
async def test_what_is_not_an_address_is_refused(url: str) -> None:
    async with WebFetcher(settings()) as fetcher:
        answer = await fetcher.outbound.send("POST", url)
    assert isinstance(answer, Refused)
    assert "u:p" not in answer.url


async def test_a_header_cannot_bring_another_one() -> None:
    async with site() as server, WebFetcher(settings()) as fetcher:
        headers = (("X-A", "1\r\nX-Evil: 1"), ("X-B\r\nX-Evil", "1"), ("X-C", "fine"))
        await fetcher.outbound.send("POST", server.url("/"), headers=headers)
    assert "x-evil" not in server.log[0].headers
    assert server.log[0].headers["x-c"] == "fine"
