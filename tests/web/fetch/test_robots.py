"""robots.txt is obeyed: RFC 9309 (FAULTS C03, C04)."""

import asyncio
import socket
import time

import pytest

from tests.web.site import Answer, listening, settings, site
from watchd.model.outcome import Failed, Fetched, Outcome, Refused
from watchd.web.fetch.fetcher import WebFetcher
from watchd.web.fetch.robots import Rules, parse_rules
from watchd.web.http.guard import Guard
from watchd.web.http.resolver import Resolver

HOST = "http://site.example"


def allows(text: str, path: str, robot: str = "watchd") -> bool:
    return Rules(text, robot).allows(HOST + path)


@pytest.mark.parametrize(
    ("text", "path", "allowed"),
    [
        ("", "/x", True),
        ("User-agent: *\nDisallow: /", "/x", False),
        ("User-agent: *\nDisallow:", "/x", True),
        ("User-agent: other\nDisallow: /", "/x", True),
        ("User-agent: watchd\nDisallow: /\nUser-agent: *\nAllow: /", "/x", False),
        ("User-agent: *\nDisallow: /\nUser-agent: watchd\nAllow: /", "/x", True),
        ("User-agent: WatchD\nDisallow: /", "/x", False),
        ("User-agent: watchd/2.0 beta\nDisallow: /", "/x", False),
        ("User-agent: watchdog\nDisallow: /", "/x", True),
        ("User-agent: a\nUser-agent: watchd\nDisallow: /x", "/x", False),
        ("User-agent: watchd\nDisallow: /a\n\nUser-agent: watchd\nDisallow: /b", "/a", False),
        ("User-agent: watchd\nSitemap: s\nUser-agent: *\nDisallow: /", "/x", False),
        ("Disallow: /", "/x", True),
        ("user-agent: *\nDISALLOW: /x", "/x", False),
        ("User-agent: *\nDisallow: /X", "/x", True),
        ("User-agent: *\nDisallow: /a/\nAllow: /a/b", "/a/b/c", True),
        ("User-agent: *\nAllow: /a/b\nDisallow: /a/b/c", "/a/b/c", False),
        ("User-agent: *\nAllow: /a\nDisallow: /a", "/a", True),
        ("User-agent: *\nDisallow: /*.pdf$", "/a/b.pdf", False),
        ("User-agent: *\nDisallow: /*.pdf$", "/a/b.pdf?x", True),
        ("User-agent: *\nDisallow: /a*c", "/abbbc", False),
        ("User-agent: *\nDisallow: /a$b", "/a$b", False),
        ("User-agent: *\nDisallow: *", "/x", False),
        ("User-agent: *\nDisallow: /%7Euser", "/~user", False),
        ("User-agent: *\nDisallow: /é", "/%C3%A9", False),
        ("User-agent: *\nDisallow: /a%2fb", "/a%2Fb", False),
        ("User-agent: *\nDisallow: /?id=", "/?id=3", False),
        ("User-agent: *\nDisallow: /x # not here", "/x", False),
        ("# only a comment", "/x", True),
        ("\ufeffUser-agent: *\nDisallow: /x", "/x", False),
        ("User-agent: *\rDisallow: /x\r", "/x", False),
        ("User-agent: *\r\nDisallow: /x\r\n", "/x", False),
        ("User-agent *\nDisallow /x", "/x", False),
        ("Useragent: *\nDissallow: /x", "/x", False),
        ("  User-agent :  *  \n\tDisallow\t:\t/x", "/x", False),
        ("<html><body>User-agent: nothing here</body></html>", "/x", True),
        ("User-agent: *\nDisallow: x", "/x", True),
        ("\0\0User-agent: *\nDisallow: /x", "/x", False),
        ("User-agent: * all\nDisallow: /x", "/x", False),
        ("User-agent: *\nAllow: /a/index.html\nDisallow: /a/", "/a/", True),
        ("User-agent: *\nDisallow: /\nAllow: /$", "/", True),
        ("User-agent: *\nDisallow: /\nAllow: /$", "/x", False),
    ],
)
def test_rules_are_read_as_the_standard_says(text: str, path: str, allowed: bool) -> None:
    assert allows(text, path) is allowed


@pytest.mark.parametrize(
    ("line", "delay"),
    [("5", 5.0), ("0.5", 0.5), ("x", None), ("", None), ("1e308", 1e308), ("-3", -3.0)],
)
def test_a_crawl_delay_is_read_for_our_group(line: str, delay: float | None) -> None:
    assert Rules(f"User-agent: *\nCrawl-delay: {line}\nDisallow: /x", "watchd").crawl_delay == delay


def test_the_delay_of_another_group_is_not_ours() -> None:
    text = "User-agent: other\nCrawl-delay: 50\nDisallow:\n\nUser-agent: *\nCrawl-delay: 2\nDisallow:\n"
    assert Rules(text, "watchd").crawl_delay == 2.0


def test_only_the_first_500_kib_count() -> None:
    padding = b"# " + b"x" * 510 * 1024 + b"\n"
    assert parse_rules(b"User-agent: *\nDisallow: /x\n" + padding, "watchd").allows(HOST + "/x") is False
    assert parse_rules(padding + b"User-agent: *\nDisallow: /x\n", "watchd").allows(HOST + "/x") is True


@pytest.mark.parametrize(
    "body",
    [
        b"\xff\xfe" + b"\0" * 1000,
        b"Disallow: /" + b"*a" * 5000,
        b"User-agent: *\nDisallow: /" + b"*a" * 8000 + b"$\n",
        b"User-agent: *\n" + b"Disallow: /a*b*c*d*e*f*g$\n" * 18_000,
        b"User-agent: *\n" * 36_000,
        b":" * 500_000,
        b"\r" * 500_000,
        bytes(range(256)) * 2000,
        "User-agent: *\nDisallow: /\ud800".encode("utf-8", "surrogatepass"),
    ],
    ids=range(9),
)
def test_strange_files_cost_less_than_a_second(body: bytes) -> None:
    started = time.process_time()
    read = parse_rules(body, "watchd")
    for path in ("/", "/" + "a" * 2000, "/%", "/%zz%C3"):
        read.allows(HOST + path)
    assert time.process_time() - started < 1


async def fetch_with_robots(answer: Answer, path: str = "/private", **changes: object) -> Outcome:
    async with site() as server, WebFetcher(settings(**changes)) as fetcher:
        server.pages["/robots.txt"] = answer
        server.pages["/private"] = Answer()
        return await fetcher.fetch(server.url(path))


DENY = b"User-agent: *\nDisallow: /private\n"


async def test_a_forbidden_page_is_never_asked_for() -> None:
    async with site() as server, WebFetcher(settings()) as fetcher:
        server.pages["/robots.txt"] = Answer(DENY)
        server.pages["/private"] = Answer()
        server.pages["/go"] = Answer(b"", 302, {"Location": "/private"})
        direct = await fetcher.fetch(server.url("/private"))
        redirected = await fetcher.fetch(server.url("/go"))
    for outcome in (direct, redirected):
        assert isinstance(outcome, Refused)
        assert outcome.by == "robots"
    assert server.paths() == ["/robots.txt", "/go"]


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 451])
async def test_no_robots_txt_means_free(status: int) -> None:
    assert isinstance(await fetch_with_robots(Answer(DENY, status)), Fetched)


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
async def test_a_server_that_cannot_answer_means_wait(status: int) -> None:
    outcome = await fetch_with_robots(Answer(b"", status, {"Retry-After": "120"}))
    assert isinstance(outcome, Failed)
    assert (outcome.kind, outcome.status) == ("robots", status)
    assert outcome.retry_after == 120


async def test_an_unreachable_robots_txt_means_wait() -> None:
    async with site() as server:
        pass
    async with WebFetcher(settings(total_timeout="300ms")) as fetcher:
        outcome = await fetcher.fetch(server.url())
    assert isinstance(outcome, Failed)
    assert outcome.retry_after == 10
    assert outcome.detail.startswith("The site's robots.txt could not be fetched: the server ")


async def test_a_robots_txt_of_a_name_without_address_is_reported_without_technical_words() -> None:
    def lookup(_: str) -> list[str]:
        raise socket.gaierror(-2, "Name or service not known")

    config = settings()
    async with WebFetcher(config, guard=Guard(config, Resolver(config, lookup))) as fetcher:
        outcome = await fetcher.fetch("http://no.example/")
    assert isinstance(outcome, Failed)
    assert outcome.detail == (
        "The site's robots.txt could not be fetched: the host name has no address. Check the name and the network."
    )


async def test_a_silent_robots_txt_means_wait() -> None:
    async def silence(_: asyncio.StreamReader, __: asyncio.StreamWriter) -> None:
        await asyncio.sleep(30)

    async with listening(silence) as port, WebFetcher(settings(total_timeout="300ms")) as fetcher:
        outcome = await fetcher.fetch(f"http://127.0.0.1:{port}/")
    assert isinstance(outcome, Failed)
    assert outcome.kind == "timeout"


async def test_robots_txt_is_asked_for_once_by_fifty_callers() -> None:
    async with site() as server, WebFetcher(settings(per_host=50)) as fetcher:
        server.pages["/robots.txt"] = Answer(DENY, delay=0.1)
        await asyncio.gather(*(fetcher.fetch(server.url("/"), caller=str(n)) for n in range(50)))
    assert server.paths().count("/robots.txt") == 1


async def test_robots_txt_is_asked_for_again_when_its_time_is_over() -> None:
    async with site() as server, WebFetcher(settings(robots_cache="50ms")) as fetcher:
        await fetcher.fetch(server.url("/"))
        await asyncio.sleep(0.06)
        server.pages["/robots.txt"] = Answer(b"User-agent: *\nDisallow: /")
        assert isinstance(await fetcher.fetch(server.url("/")), Refused)


async def test_robots_txt_is_followed_over_five_redirects_and_no_more() -> None:
    async def hops(count: int) -> Outcome:
        async with site() as server, WebFetcher(settings()) as fetcher:
            server.pages["/robots.txt"] = Answer(b"", 302, {"Location": "/r1"})
            for number in range(1, count):
                server.pages[f"/r{number}"] = Answer(b"", 301, {"Location": f"/r{number + 1}"})
            server.pages[f"/r{count}"] = Answer(DENY)
            server.pages["/private"] = Answer()
            return await fetcher.fetch(server.url("/private"))

    assert isinstance(await hops(5), Refused)
    assert isinstance(await hops(6), Fetched)


async def test_each_port_has_a_robots_txt_of_its_own() -> None:
    async with site() as one, site() as two, WebFetcher(settings()) as fetcher:
        one.pages["/robots.txt"] = Answer(b"User-agent: *\nDisallow: /")
        assert isinstance(await fetcher.fetch(one.url()), Refused)
        assert isinstance(await fetcher.fetch(two.url()), Fetched)


async def test_a_robots_txt_without_end_is_cut() -> None:
    async def endless(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\n\r\nUser-agent: *\nDisallow: /\n")
        while True:
            writer.write(b"# x\n" * 10_000)
            await writer.drain()

    async with listening(endless) as port, WebFetcher(settings()) as fetcher:
        outcome = await fetcher.fetch(f"http://127.0.0.1:{port}/")
    assert isinstance(outcome, Refused)
    assert outcome.by == "robots"
