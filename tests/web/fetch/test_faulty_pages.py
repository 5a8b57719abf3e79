"""Pages that could not be fetched for a reason of their own are not requested again too soon."""

import asyncio
from itertools import pairwise

import msgspec
import pytest

from tests.web.fetch.test_hostile_servers import OK
from tests.web.simulated_web import Reply, SimulatedWeb, dripping, run_in_virtual_time, simulated, url
from tests.web.site import Answer, Raw, listening, settings, site
from watchd.model.host_state import PageFault
from watchd.model.outcome import Failed, Fetched, Gone, Meter, Outcome, Refused, Validators
from watchd.web.fetch import faulty_pages
from watchd.web.fetch.faulty_pages import FaultyPages, KnownFault
from watchd.web.fetch.fetcher import WebFetcher

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
PAGE = "http://site.example/page"
TYPES = frozenset({"text/html"})
TOO_LARGE = Refused(PAGE, "size", "The response is larger than the limits of fetch allow.")
ARCHIVE = Answer(headers={"Content-Type": "application/zip"})


def pages(now: list[float] | None = None, **changes: object) -> FaultyPages:
    """Return faulty pages with a clock that a test sets."""
    clock = now if now is not None else [0.0]
    return FaultyPages(settings(**changes), TYPES, lambda: clock[0])


def rest_of(known: FaultyPages, page: str = PAGE) -> float | None:
    """Return how long a page is not requested; None if it may be requested now."""
    try:
        known.check(page)
    except KnownFault:
        return known._known[page].until - known._now()
    return None


def rests(known: FaultyPages, now: list[float], outcome: Outcome, count: int, *, was_read: bool) -> list[float]:
    """Let the page end like this again and again, each time after its rest."""
    found = []
    for _ in range(count):
        known.note_outcome(outcome, [PAGE], was_read=was_read)
        found.append(rest_of(known) or 0.0)
        now[0] += found[-1]
        assert rest_of(known) is None
    return found


@pytest.mark.parametrize(
    "answer",
    [
        ARCHIVE,
        Answer(b"x" * 9000),
        Answer(b"\0" * 5000),
        Answer(b"x" * 5000, headers={"Content-Type": "text/html", "Content-Encoding": "gzip"}),
        Answer(b"", 302, {"Location": "/page"}),
    ],
    ids=["type", "size", "binary", "encoding", "redirects"],
)
async def test_a_page_that_cannot_be_read_is_requested_once(answer: Answer) -> None:
    async with site() as server, WebFetcher(settings(max_wire_bytes=8000)) as fetcher:
        server.pages["/page"] = answer
        first = await fetcher.fetch(server.url("/page"))
        meter = Meter()
        again = await fetcher.fetch(server.url("/page"), meter=meter)
        other = await fetcher.fetch(server.url("/"))
    assert isinstance(first, Refused | Failed)
    assert type(again) is type(first)
    assert again.detail == f"{first.detail} watchd requests this page again in 24 hours."
    assert meter.requests == 0
    assert server.page_paths() == ["/page", "/"]
    assert isinstance(other, Fetched)


async def test_a_redirect_to_a_page_that_cannot_be_read_stops_before_it() -> None:
    async with site() as server, WebFetcher(settings()) as fetcher:
        server.pages["/archive"] = ARCHIVE
        server.pages["/latest"] = Answer(b"", 302, {"Location": "/archive"})
        await fetcher.fetch(server.url("/archive"))
        outcome = await fetcher.fetch(server.url("/latest"))
    assert isinstance(outcome, Refused)
    assert outcome.url == server.url("/archive")
    assert server.page_paths() == ["/archive", "/latest"]


@pytest.mark.parametrize(
    ("was_read", "first", "last"),
    [(False, DAY, 30 * DAY), (True, HOUR, 512 * HOUR)],
    ids=["new", "read before"],
)
def test_the_rest_doubles_each_time_and_begins_with_an_hour_for_a_page_that_was_read_before(
    was_read: bool, first: float, last: float
) -> None:
    now = [0.0]
    found = rests(pages(now), now, TOO_LARGE, 10, was_read=was_read)
    assert found[:4] == [first, 2 * first, 4 * first, 8 * first]
    assert found[-1] == last


def test_a_good_answer_forgets_the_fault() -> None:
    now = [0.0]
    known = pages(now)
    rests(known, now, TOO_LARGE, 3, was_read=False)
    known.note_outcome(Gone(PAGE, 404), [PAGE], was_read=False)
    assert rests(known, now, TOO_LARGE, 1, was_read=False) == [DAY]


def test_a_page_behind_a_redirect_is_forgotten_too() -> None:
    known = pages()
    known.note_outcome(Failed(PAGE, "redirects", "The page redirects in a loop."), [PAGE], was_read=False)
    known.note_outcome(Gone("http://site.example/new", 404), [PAGE, "http://site.example/new"], was_read=False)
    assert rest_of(known) is None


@pytest.mark.parametrize("kind", ["status", "connect", "dns", "busy", "timeout", "unreadable"])
def test_failures_that_may_be_the_hosts_say_nothing_about_the_page(kind: str) -> None:
    known = pages()
    known.note_outcome(
        msgspec.convert({"type": "failed", "url": PAGE, "kind": kind, "detail": ""}, Failed),
        [PAGE],
        was_read=False,
    )
    assert rest_of(known) is None


def test_the_memory_is_bounded_and_drops_the_oldest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faulty_pages, "MAX_PAGES", 10)
    known = pages()
    for number in range(25):
        known.note_unfinished(f"http://site.example/{number}")
    assert [fault.url.rpartition("/")[2] for fault in known.export()] == [str(n) for n in range(15, 25)]


# --- Answers that do not arrive in full


def drips_at(path: bytes) -> Raw:
    """Return a server that answers at once, except that one page never ends."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            head = await reader.readuntil(b"\r\n\r\n")
            if path not in head.split(b"\r\n")[0]:
                writer.write(OK + b"Content-Length: 2\r\n\r\nok")
                continue
            writer.write(OK + b"Content-Length: 100000\r\n\r\n")
            while True:
                writer.write(b"<p>slowly</p>\n")
                await writer.drain()
                await asyncio.sleep(0.05)

    return talk


async def test_a_page_that_drips_is_not_requested_again_and_its_host_goes_on() -> None:
    bounds = settings(grace="200ms", slow_factor=5.0, slow_level="100ms")
    async with listening(drips_at(b"/slow")) as port, WebFetcher(bounds) as fetcher, asyncio.timeout(20):
        host = f"http://127.0.0.1:{port}"
        slow = await fetcher.fetch(f"{host}/slow")
        assert isinstance(slow, Failed)
        assert (slow.kind, slow.detail) == ("timeout", "The response arrives too slowly.")
        for number in range(5):
            assert isinstance(await fetcher.fetch(f"{host}/{number}"), Fetched)
        meter = Meter()
        again = await fetcher.fetch(f"{host}/slow", meter=meter)
    assert isinstance(again, Failed)
    assert (again.kind, meter.requests) == ("busy", 0)
    assert again.retry_after is not None
    assert 100 < again.retry_after <= 120


def test_the_pause_of_a_page_that_drips_doubles() -> None:
    web = SimulatedWeb(lambda path, now: dripping() if path == "/slow" else Reply())

    async def scenario() -> None:
        async with simulated(web) as fetcher:
            while asyncio.get_running_loop().time() < 2 * HOUR:
                await fetcher.fetch(url("/slow"))
                await fetcher.fetch(url("/"))
                await asyncio.sleep(10.0)

    run_in_virtual_time(scenario())
    rests = [(after - before) / MINUTE for before, after in pairwise(web.times("/slow"))]
    assert rests == pytest.approx([2, 4, 8, 16, 32], abs=0.4)  # a run comes by every ten seconds


def test_an_outage_in_which_answers_hang_is_held_against_two_pages_at_most() -> None:
    def script(path: str, now: float) -> Reply:
        is_hanging = 5.0 < now < 200.0 and path != "/robots.txt"
        return Reply(20.0, error=dripping().error) if is_hanging else Reply()

    web = SimulatedWeb(script)

    async def scenario() -> int:
        async with simulated(web) as fetcher:
            for number in range(10):
                await fetcher.fetch(url(f"/{number}"))
                await asyncio.sleep(1.0)
            return len(fetcher.faulty_pages.export())

    assert run_in_virtual_time(scenario()) == 2


# --- A restart


def restarted(first: FaultyPages, now: list[float], **changes: object) -> FaultyPages:
    stored = [msgspec.json.decode(msgspec.json.encode(fault), type=PageFault) for fault in first.export()]
    second = pages(now, **changes)
    second.restore(stored)
    return second


def test_faults_survive_a_restart_and_go_on_growing() -> None:
    now = [0.0]
    known = pages(now)
    rests(known, now, TOO_LARGE, 2, was_read=False)
    known.note_outcome(TOO_LARGE, [PAGE], was_read=False)
    later = restarted(known, now)
    assert rest_of(later) == 4 * DAY
    now[0] += 4 * DAY
    assert rests(later, now, TOO_LARGE, 1, was_read=False) == [8 * DAY]


def test_a_change_of_the_limits_lets_the_page_be_requested_at_once() -> None:
    known = pages()
    known.note_outcome(TOO_LARGE, [PAGE], was_read=False)
    assert rest_of(restarted(known, [0.0])) == DAY
    assert rest_of(restarted(known, [0.0], max_body_bytes=10**9)) is None


def test_a_pause_that_a_page_asked_for_is_too_short_to_store() -> None:
    known = pages()
    known.note_unavailable(PAGE, 8.0)
    assert rest_of(known) == 8.0
    assert known.export() == []


def test_old_faults_and_those_of_a_clock_that_was_ahead_are_forgotten() -> None:
    now = [0.0]
    known = pages(now)
    known.note_outcome(TOO_LARGE, [PAGE], was_read=False)
    now[0] += 32 * DAY
    assert known.export() == []
    known.note_outcome(TOO_LARGE, [PAGE], was_read=False)
    now[0] = -365 * DAY
    assert rest_of(known) is None
    assert known.export() == []


async def test_a_page_that_was_read_before_is_looked_at_again_after_an_hour() -> None:
    """Something odd was served for a moment, and the person who watches the page wants to see it again soon."""
    async with site() as server, WebFetcher(settings()) as fetcher:
        server.pages["/page"] = ARCHIVE
        await fetcher.fetch(server.url("/page"), Validators())
        outcome = await fetcher.fetch(server.url("/page"), Validators())
    assert isinstance(outcome, Refused)
    assert outcome.detail.endswith("again in 60 minutes.")
