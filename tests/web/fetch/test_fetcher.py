"""A fetch returns an outcome."""

import asyncio
import gzip

import pytest

from tests.web.site import Answer, settings, site
from watchd.model.outcome import Failed, Fetched, Gone, Moved, NotModified, Refused, Validators
from watchd.web.fetch.fetcher import WebFetcher

HTML = {"Content-Type": "text/html; charset=ISO-8859-1"}


async def test_a_page_is_fetched_with_type_charset_and_validators() -> None:
    async with site() as server, WebFetcher(settings()) as fetcher:
        headers = HTML | {"ETag": '"v1"', "Last-Modified": "Mon, 16 Nov 2026 00:00:00 GMT"}
        server.pages["/a?b=1"] = Answer(b"<p>x", headers=headers)
        outcome = await fetcher.fetch(server.url("/a?b=1"))
    assert isinstance(outcome, Fetched)
    assert (outcome.status, outcome.body, outcome.content_type) == (200, b"<p>x", "text/html")
    assert outcome.charset == "iso-8859-1"
    assert outcome.validators == Validators('"v1"', "Mon, 16 Nov 2026 00:00:00 GMT")
    assert outcome.url == server.url("/a?b=1")


async def test_the_robot_gives_its_name_and_a_contact_and_keeps_no_cookies() -> None:
    async with site() as server, WebFetcher(settings()) as fetcher:
        server.pages["/"] = Answer(headers=HTML | {"Set-Cookie": "id=1"})
        await fetcher.fetch(server.url())
        await fetcher.fetch(server.url())
    assert {hit.headers["user-agent"] for hit in server.log} == {"watchd/0.1 (+mailto:ops@example.org)"}
    assert not any("cookie" in hit.headers for hit in server.log)


async def test_a_connection_serves_many_requests() -> None:
    async with site() as server, WebFetcher(settings()) as fetcher:
        for _ in range(5):
            assert isinstance(await fetcher.fetch(server.url()), Fetched)
    assert server.connections == 1


async def test_a_kept_connection_that_the_server_closed_is_replaced_without_a_failure() -> None:
    async with site() as server, WebFetcher(settings()) as fetcher:
        server.pages["/bye"] = Answer(headers=HTML | {"Connection": "keep-alive"})
        assert isinstance(await fetcher.fetch(server.url("/bye")), Fetched)
        for connections in fetcher._client.idle._idle.values():
            assert connections[0]._transport is not None
            connections[0]._transport.close()
            connections[0].is_open = True  # as if the server's goodbye had not arrived yet
        assert isinstance(await fetcher.fetch(server.url("/bye")), Fetched)
    assert server.connections == 2


async def test_an_unchanged_page_costs_no_body() -> None:
    async with site() as server, WebFetcher(settings()) as fetcher:
        server.pages["/"] = lambda hit: (
            Answer(b"", 304, {"ETag": '"v1"'}) if hit.headers.get("if-none-match") == '"v1"' else Answer()
        )
        outcome = await fetcher.fetch(server.url(), Validators(etag='"v1"'))
        again = await fetcher.fetch(server.url(), Validators(last_modified="Mon, 16 Nov 2026 00:00:00 GMT"))
    assert isinstance(outcome, NotModified)
    assert outcome.validators.etag == '"v1"'
    assert isinstance(again, Fetched)
    assert server.log[-1].headers["if-modified-since"] == "Mon, 16 Nov 2026 00:00:00 GMT"
    assert server.connections == 1


async def test_most_unchanged_pages_are_answered_by_304_the_second_time() -> None:
    async with site() as server, WebFetcher(settings()) as fetcher:
        for number in range(20):
            server.pages[f"/{number}"] = lambda hit: (
                Answer(b"", 304, {})
                if "if-none-match" in hit.headers
                else Answer(headers=HTML | {"ETag": '"x"'})
            )
        first = [await fetcher.fetch(server.url(f"/{number}")) for number in range(20)]
        known = [page.validators for page in first if isinstance(page, Fetched)]
        second = [await fetcher.fetch(server.url(f"/{number}"), known[number]) for number in range(20)]
    assert all(isinstance(outcome, NotModified) for outcome in second)


@pytest.mark.parametrize("value", ['"a"\r\nX-Evil: 1', '"a"\n', "\u20ac"])
async def test_a_stored_validator_cannot_smuggle_a_header(value: str) -> None:
    async with site() as server, WebFetcher(settings()) as fetcher:
        await fetcher.fetch(server.url(), Validators(etag=value))
    assert "x-evil" not in server.log[-1].headers
    assert "if-none-match" not in server.log[-1].headers


@pytest.mark.parametrize("status", [404, 410])
async def test_a_missing_page_is_gone(status: int) -> None:
    async with site() as server, WebFetcher(settings()) as fetcher:
        server.pages["/x"] = Answer(b"no", status)
        assert await fetcher.fetch(server.url("/x")) == Gone(server.url("/x"), status)


@pytest.mark.parametrize("status", [204, 206, 400, 401, 403, 418, 451, 500, 502])
async def test_other_statuses_are_failures_with_their_number(status: int) -> None:
    async with site() as server, WebFetcher(settings()) as fetcher:
        server.pages["/x"] = Answer(b"", status)
        outcome = await fetcher.fetch(server.url("/x"))
    assert isinstance(outcome, Failed)
    assert (outcome.kind, outcome.status) == ("status", status)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_redirects_are_followed_and_reported(status: int) -> None:
    async with site() as server, WebFetcher(settings()) as fetcher:
        server.pages["/a"] = Answer(b"", status, {"Location": "b"})
        server.pages["/b"] = Answer(b"", status, {"Location": "/c#part"})
        server.pages["/c"] = Answer()
        outcome = await fetcher.fetch(server.url("/a"))
    assert isinstance(outcome, Fetched)
    assert outcome.url == server.url("/c")
    assert outcome.redirects == (server.url("/a"), server.url("/b"))


async def test_a_page_that_moved_for_good_is_reported_when_asked() -> None:
    async with site() as server, WebFetcher(settings()) as fetcher:
        server.pages["/a"] = Answer(b"", 301, {"Location": "/b"})
        server.pages["/t"] = Answer(b"", 302, {"Location": "/"})
        assert await fetcher.fetch(server.url("/a"), follow=False) == Moved(server.url("/a"), server.url("/b"))
        assert isinstance(await fetcher.fetch(server.url("/t"), follow=False), Fetched)


async def test_redirects_end_after_five() -> None:
    async with site() as server, WebFetcher(settings()) as fetcher:
        for number in range(50):
            server.pages[f"/?n={number}"] = Answer(b"", 302, {"Location": f"/?n={number + 1}"})
        outcome = await fetcher.fetch(server.url("/?n=0"))
    assert isinstance(outcome, Failed)
    assert outcome.kind == "redirects"
    assert len(server.page_paths()) == 6


@pytest.mark.parametrize("places", [1, 2, 4])
async def test_a_circle_of_redirects_ends_when_it_closes(places: int) -> None:
    async with site() as server, WebFetcher(settings()) as fetcher:
        for number in range(places):
            server.pages[f"/{number}"] = Answer(b"", 302, {"Location": f"/{(number + 1) % places}#again"})
        outcome = await fetcher.fetch(server.url("/0"))
    assert isinstance(outcome, Failed)
    assert (outcome.kind, outcome.url) == ("redirects", server.url("/0"))
    assert server.page_paths() == [f"/{number}" for number in range(places)]


@pytest.mark.parametrize(
    "type_", ["image/png", "application/msword", "video/mp4", "application/octet-stream", "application/zip"]
)
async def test_types_that_cannot_be_read_are_refused_without_their_body(type_: str) -> None:
    async with site() as server, WebFetcher(settings()) as fetcher:
        server.pages["/x"] = Answer(b"x" * 3_000_000, headers={"Content-Type": type_})
        outcome = await fetcher.fetch(server.url("/x"))
    assert isinstance(outcome, Refused)
    assert outcome.by == "type"


async def test_an_extra_type_can_be_opened() -> None:
    async with site() as server, WebFetcher(settings(extra_types=["application/pdf"])) as fetcher:
        server.pages["/x"] = Answer(b"%PDF\0", headers={"Content-Type": "application/pdf"})
        assert isinstance(await fetcher.fetch(server.url("/x")), Fetched)


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"<!DOCTYPE html><p>x", "text/html"),
        (b" <?xml version='1.0'?><rss/>", "application/xml"),
        (b"just words", "text/plain"),
        (b"PK\x03\x04\0\0\0", None),
    ],
)
async def test_a_body_without_a_type_is_looked_at(body: bytes, kind: str | None) -> None:
    async with site() as server, WebFetcher(settings()) as fetcher:
        server.pages["/x"] = Answer(body, headers={})
        outcome = await fetcher.fetch(server.url("/x"))
    assert (outcome.content_type if isinstance(outcome, Fetched) else None) == kind


async def test_binary_bodies_that_say_they_are_html_are_refused() -> None:
    async with site() as server, WebFetcher(settings()) as fetcher:
        server.pages["/x"] = Answer(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
        server.pages["/wide"] = Answer("<p>wide".encode("utf-16"))
        refused = await fetcher.fetch(server.url("/x"))
        wide = await fetcher.fetch(server.url("/wide"))
    assert isinstance(refused, Refused)
    assert refused.by == "type"
    assert isinstance(wide, Fetched)


async def test_a_packed_page_is_unpacked() -> None:
    async with site() as server, WebFetcher(settings()) as fetcher:
        server.pages["/x"] = Answer(gzip.compress(b"<p>hello"), headers=HTML | {"Content-Encoding": "gzip"})
        outcome = await fetcher.fetch(server.url("/x"))
    assert isinstance(outcome, Fetched)
    assert outcome.body == b"<p>hello"


async def test_a_server_that_is_not_there_is_a_failure_to_connect() -> None:
    async with site() as server:
        url = server.url()
    async with WebFetcher(settings()) as fetcher:
        outcome = await fetcher.fetch(url)
    assert isinstance(outcome, Failed)
    assert outcome.kind == "connect"


async def test_cancelling_a_fetch_raises_and_frees_its_place() -> None:
    async with site() as server, WebFetcher(settings(max_connections=1)) as fetcher:
        server.pages["/slow"] = Answer(delay=30)
        task = asyncio.create_task(fetcher.fetch(server.url("/slow")))
        while "/slow" not in server.paths():
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert isinstance(await fetcher.fetch(server.url("/")), Fetched)


async def test_sitemaps_come_from_robots_txt() -> None:
    async with site() as server, WebFetcher(settings()) as fetcher:
        server.pages["/robots.txt"] = Answer(b"Sitemap: https://example.org/s.xml\n")
        assert await fetcher.sitemaps(server.url()) == ("https://example.org/s.xml",)
        assert await fetcher.sitemaps("ftp://x/") == ()


async def test_what_is_known_of_the_rules_for_an_address_needs_no_request() -> None:
    async with site() as server, WebFetcher(settings()) as fetcher:
        server.pages["/robots.txt"] = Answer(b"User-agent: *\nDisallow: /secret\n")
        server.pages["/full"] = Answer(b"", 429, {"Retry-After": "60"})
        unknown = fetcher.known_rules(server.url("/secret"))
        assert (unknown.refused, unknown.is_robots_known, server.log) == (None, False, [])
        await fetcher.fetch(server.url("/"))
        asked = len(server.log)
        allowed, forbidden = (fetcher.known_rules(server.url(path)) for path in ("/open", "/secret"))
        assert (allowed.refused, allowed.is_robots_known, allowed.rest_seconds) == (None, True, 0.0)
        assert forbidden.refused is not None
        assert forbidden.refused.by == "robots"
        assert len(server.log) == asked
        await fetcher.fetch(server.url("/full"))
        assert 50.0 < fetcher.known_rules(server.url("/open")).rest_seconds <= 60.0
        private = fetcher.known_rules("http://10.0.0.1/")
        assert private.refused is not None
        assert private.refused.by == "guard"
        ftp = fetcher.known_rules("ftp://example.org/")
        assert ftp.refused is not None
        assert ftp.refused.by == "scheme"
