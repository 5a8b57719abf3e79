"""The pace at hosts that are healthy, slow or out of order, by their access log in virtual time."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from itertools import pairwise
from math import inf

import pytest

from tests.web.simulated_web import (
    NO_CONNECTION,
    NO_DATA,
    Reply,
    SimulatedWeb,
    dripping,
    run_in_virtual_time,
    simulated,
    url,
)
from watchd.model.outcome import Failed, Fetched, Outcome
from watchd.web.fetch.fetcher import WebFetcher
from watchd.web.fetch.politeness import Politeness
from watchd.web.http.client import StaleConnection
from watchd.web.settings import FetchBounds

CRAWL_DELAY = b"User-agent: *\nCrawl-delay: 5\n"
SURPLUS = 0.0015  # the queue waits one millisecond more than the pause
Reading = Callable[[WebFetcher], Awaitable[None]]


def simulate(web: SimulatedWeb, reading: Reading, **changes: object) -> None:
    async def scenario() -> None:
        async with simulated(web, **({"min_delay": "1s"} | changes)) as fetcher:
            await reading(fetcher)

    run_in_virtual_time(scenario())


async def read(fetcher: WebFetcher, count: int, caller: str = "run", first: int = 0) -> list[Outcome]:
    """Request a number of pages at the same time."""
    urls = [url(f"/{caller}/{number}") for number in range(first, first + count)]
    return list(await asyncio.gather(*(fetcher.fetch(page, caller=caller) for page in urls)))


def gaps(web: SimulatedWeb) -> list[float]:
    """Return the times from the end of each request to the beginning of the next."""
    return [after.began - before.ended for before, after in pairwise(web.log)]


@pytest.mark.parametrize(("seconds", "pause"), [(0.05, 1.0), (0.3, 1.0), (3.0, 10.0)])
def test_a_host_is_asked_at_the_minimum_delay_unless_it_is_slow(seconds: float, pause: float) -> None:
    web = SimulatedWeb(lambda path, now: Reply(seconds))

    async def reading(fetcher: WebFetcher) -> None:
        await read(fetcher, 12)

    simulate(web, reading)
    assert gaps(web)[3:] == pytest.approx([pause] * 9, abs=SURPLUS)


def test_one_slow_page_does_not_slow_down_its_host() -> None:
    web = SimulatedWeb(lambda path, now: Reply(4.0 if path == "/run/5" else 0.05))

    async def reading(fetcher: WebFetcher) -> None:
        await read(fetcher, 12)

    simulate(web, reading)
    assert gaps(web) == pytest.approx([1.0] * 12, abs=SURPLUS)


def test_a_page_that_drips_costs_its_host_its_own_time_and_one_doubled_pause() -> None:
    web = SimulatedWeb(lambda path, now: dripping() if path == "/run/5" else Reply())

    async def reading(fetcher: WebFetcher) -> None:
        await read(fetcher, 12)

    simulate(web, reading)
    assert sorted(gaps(web)) == pytest.approx([1.0] * 11 + [2.0], abs=SURPLUS)


@pytest.mark.parametrize(("outage", "longest"), [(28.0, 20.0), (60.0, 40.0), (600.0, 330.0)])
def test_a_host_is_found_again_soon_after_an_outage(outage: float, longest: float) -> None:
    """The loss is shorter than the outage: at most the last pause, of which half was waited for in vain."""

    def script(path: str, now: float) -> Reply:
        return Reply(0.001, error=NO_CONNECTION) if 20.0 <= now < 20.0 + outage else Reply()

    web = SimulatedWeb(script)

    async def reading(fetcher: WebFetcher) -> None:
        clock = asyncio.get_running_loop().time
        number = 0
        while clock() < 20.0 + outage + longest:
            number += 1
            [outcome] = await read(fetcher, 1, first=number)
            if isinstance(outcome, Failed) and outcome.kind == "busy":
                await asyncio.sleep(1.0)

    simulate(web, reading)
    back = min(began for began in web.times() if began >= 20.0 + outage)
    print(f"an outage of {outage:.0f} s costs {back - 20.0 - outage:.0f} s more")
    assert back - 20.0 - outage < longest
    assert sum(20.0 <= began < 20.0 + outage for began in web.times()) <= 12


def test_requests_that_wait_go_on_after_the_first_good_answer() -> None:
    web = SimulatedWeb(lambda path, now: Reply(0.001, error=NO_CONNECTION) if 5.0 < now < 35.0 else Reply())
    outcomes: list[Outcome] = []

    async def reading(fetcher: WebFetcher) -> None:
        outcomes.extend(await read(fetcher, 30))

    simulate(web, reading)
    assert sum(isinstance(outcome, Failed) for outcome in outcomes) == 5  # those that met the outage
    good = [line for line in web.log if line.began > 35.0]
    assert sum(isinstance(outcome, Fetched) for outcome in outcomes) == 25
    assert [after.began - before.ended for before, after in pairwise(good)] == pytest.approx(
        [1.0] * (len(good) - 1), abs=SURPLUS
    )


def test_one_request_at_a_time_is_sent_while_the_breaker_is_open() -> None:
    """Also to a host that gets three at a time when it is healthy."""
    web = SimulatedWeb(lambda path, now: Reply(2.0, error=NO_CONNECTION) if 1.0 < now < 100.0 else Reply())

    async def reading(fetcher: WebFetcher) -> None:
        await read(fetcher, 30)

    simulate(web, reading, per_host=3, breaker_wait="5m")
    opened = [line for line in web.log if 1.0 < line.began < 100.0][4].ended
    probes = [line for line in web.log if line.began > opened][:3]
    assert [round(line.began) for line in probes] == [33, 75, 157]
    assert [line.began for line in web.log if line.began > probes[-1].ended][:3] == [
        pytest.approx(158.1, abs=0.1)
    ] * 3


def test_requests_wait_for_a_short_pause_of_the_breaker_and_not_for_a_long_one() -> None:
    web = SimulatedWeb(lambda path, now: Reply(0.001, error=NO_CONNECTION) if now > 2.0 else Reply())
    ends: list[float] = []

    async def reading(fetcher: WebFetcher) -> None:
        await read(fetcher, 1)  # robots.txt is read while the host is well
        outcomes = await read(fetcher, 10, first=1)
        ends.append(asyncio.get_running_loop().time())
        kinds = [outcome.kind for outcome in outcomes if isinstance(outcome, Failed)]
        assert kinds == ["connect"] * 7 + ["busy"] * 3
        await asyncio.sleep(5.0)
        [refused] = await read(fetcher, 1, first=20)
        assert isinstance(refused, Failed)
        assert (refused.kind, round(refused.retry_after or 0)) == ("busy", 35)

    simulate(web, reading)
    assert ends[0] == pytest.approx(1 + 2 + 4 + 8 + 10 + 10 + 20, abs=2)


def test_a_host_with_a_limit_is_asked_more_slowly_after_a_429() -> None:
    recent: list[float] = []

    def script(path: str, now: float) -> Reply:
        recent[:] = [moment for moment in recent if now - moment < 5.0] + [now]
        return Reply() if len(recent) <= 10 else Reply(status=429, headers=(("retry-after", "5"),))

    web = SimulatedWeb(script)
    outcomes: list[Outcome] = []

    async def reading(fetcher: WebFetcher) -> None:
        outcomes.extend(await read(fetcher, 300))

    simulate(web, reading, min_delay="100ms")
    refused = sum(isinstance(outcome, Failed) and outcome.status == 429 for outcome in outcomes)
    assert refused <= 4
    assert len(web.times()) == 300


# --- Gaps: no path may lead to a request before the pause is over.


def test_the_first_page_comes_a_crawl_delay_after_the_robots_txt_that_names_it() -> None:
    web = SimulatedWeb(lambda path, now: Reply(), robots=CRAWL_DELAY)

    async def reading(fetcher: WebFetcher) -> None:
        await read(fetcher, 4)

    simulate(web, reading)
    assert min(gaps(web)) >= 5.0


def test_every_redirect_of_a_page_keeps_the_crawl_delay() -> None:
    def script(path: str, now: float) -> Reply:
        number = int(path.rpartition("/")[2])
        return Reply(status=302, headers=(("location", f"/{number + 1}"),)) if number < 4 else Reply()

    web = SimulatedWeb(lambda path, now: Reply() if path == "/robots.txt" else script(path, now), CRAWL_DELAY)

    async def reading(fetcher: WebFetcher) -> None:
        assert isinstance(await fetcher.fetch(url("/0")), Fetched)

    simulate(web, reading)
    assert len(web.times()) == 5
    assert min(gaps(web)) >= 5.0


@pytest.mark.parametrize("moment", [0.0, 0.2, 0.9])
def test_a_request_that_a_run_breaks_off_counts_as_a_request(moment: float) -> None:
    web = SimulatedWeb(lambda path, now: Reply(1.0), robots=CRAWL_DELAY)

    async def reading(fetcher: WebFetcher) -> None:
        await read(fetcher, 1)
        ending = asyncio.create_task(read(fetcher, 3, caller="ending"))
        while len(web.log) < 3:
            await asyncio.sleep(0.01)
        await asyncio.sleep(moment)
        ending.cancel()
        await asyncio.gather(ending, return_exceptions=True)
        await read(fetcher, 2, caller="next")

    simulate(web, reading)
    assert [line.path for line in web.log[2:]] == ["/ending/0", "/next/0", "/next/1"]
    assert web.log[3].began - web.log[2].ended >= 6.0  # with a second for the way to the server
    assert min(gaps(web)) >= 5.0


def test_a_run_that_ends_before_its_request_was_sent_costs_no_pause() -> None:
    web = SimulatedWeb(lambda path, now: Reply())

    async def reading(fetcher: WebFetcher) -> None:
        await read(fetcher, 1)
        ending = asyncio.create_task(read(fetcher, 3, caller="ending"))
        await asyncio.sleep(0.5)
        ending.cancel()
        await asyncio.gather(ending, return_exceptions=True)
        await read(fetcher, 1, caller="next")

    simulate(web, reading)
    assert gaps(web) == pytest.approx([1.0, 1.0], abs=SURPLUS)


def test_of_two_sites_on_one_host_the_longer_crawl_delay_holds() -> None:
    async def scenario() -> list[float]:
        clock, politeness = asyncio.get_running_loop().time, Politeness(FetchBounds())
        began = []
        for site, delay in (("a", 10.0), ("b", 2.0), ("a", 10.0), ("b", 2.0), ("a", 0.0), ("b", 2.0)):
            async with politeness.visit("h.example", "1.1.1.1 port 80", site=site, crawl_delay=delay):
                began.append(clock())
        return [after - before for before, after in pairwise(began)]

    # The last robots.txt of site a has no delay any more, so the delay of site b holds.
    assert run_in_virtual_time(scenario()) == pytest.approx([10.0, 10.0, 10.0, 10.0, 2.0], abs=SURPLUS)


# --- Retry-After


def retry_after(status: int, seconds: int) -> Reply:
    return Reply(status=status, headers=(("retry-after", str(seconds)),))


def test_a_page_that_asks_for_a_pause_is_left_alone_and_its_host_goes_on() -> None:
    web = SimulatedWeb(lambda path, now: retry_after(503, 8) if path == "/trouble" and now < 8.0 else Reply())

    async def reading(fetcher: WebFetcher) -> None:
        await fetcher.fetch(url("/trouble"))
        first, _, _ = await asyncio.gather(fetcher.fetch(url("/trouble")), read(fetcher, 1), read(fetcher, 1))
        assert isinstance(first, Failed)
        assert first.kind == "busy"
        assert first.retry_after == pytest.approx(8.0, abs=0.1)
        await asyncio.sleep(8.0)
        assert isinstance(await fetcher.fetch(url("/trouble")), Fetched)

    simulate(web, reading)
    first, second = web.times("/trouble")
    assert second - first >= 8.0
    assert next(line.began for line in web.log if line.began > first) == pytest.approx(3.1, abs=0.1)


def test_requests_of_two_runs_for_one_page_are_not_both_sent_when_the_first_is_asked_to_wait() -> None:
    web = SimulatedWeb(lambda path, now: retry_after(503, 8))

    async def reading(fetcher: WebFetcher) -> None:
        await asyncio.gather(*(fetcher.fetch(url("/trouble"), caller=str(number)) for number in range(3)))

    simulate(web, reading)
    assert len(web.times("/trouble")) == 1


@pytest.mark.parametrize(
    ("replies", "rest"),
    [
        ([retry_after(503, 60)], 60.0),  # maintenance
        ([retry_after(503, 8), retry_after(503, 8)], 8.0),  # two pages in a row
        ([retry_after(429, 8)], 8.0),
    ],
    ids=["long", "again", "rate"],
)
def test_a_host_that_asks_for_a_pause_gets_it(replies: list[Reply], rest: float) -> None:
    def script(path: str, now: float) -> Reply:
        number = path.rpartition("/")[2]
        return replies[int(number)] if number.isdigit() and int(number) < len(replies) else Reply()

    web = SimulatedWeb(script)

    async def reading(fetcher: WebFetcher) -> None:
        await read(fetcher, len(replies) + 2)

    simulate(web, reading)
    assert gaps(web)[len(replies)] == pytest.approx(rest, abs=SURPLUS)


# --- All together


def by_chance(chance: random.Random) -> Reply:
    seconds = chance.choice((0.02, 0.05, 0.3, 2.0))
    match chance.choice("ooooooorrudnsl"):
        case "r":
            location = (("location", f"/{chance.randrange(12)}"),)
            return Reply(seconds, status=chance.choice((301, 302)), headers=location)
        case "u":
            return retry_after(503, 3)
        case "l":
            return retry_after(429, 5)
        case "d":
            return dripping()
        case "n":
            return Reply(seconds, error=chance.choice((NO_CONNECTION, NO_DATA)))
        case "s":
            return Reply(0.001, error=StaleConnection("connect", "the server closed the connection"))
    return Reply(seconds)


def violations(web: SimulatedWeb, delay: float) -> list[str]:
    """Return what the log shows against the rules of robots.txt and Retry-After."""
    found, rests = [], dict[str, float]()
    robots_read = next((line.ended for line in web.log if line.path == "/robots.txt" and line.reply), inf)
    for before, line in pairwise([None, *web.log]):
        assert line is not None
        if line.path == "/robots.txt":
            continue
        what = f"{line.began:.3f} {line.path}"
        found += [f"{what}: robots.txt is not read"] if line.began < robots_read else []
        if before is not None and line.began < before.ended + delay:
            found.append(f"{what}: the request before ended at {before.ended:.3f}")
        rest = max(rests.get(line.path, 0.0), rests.get("host", 0.0))
        found += [f"{what}: a pause was asked until {rest:.3f}"] if line.began < rest else []
        if line.reply is not None and line.reply.status in (429, 503):
            seconds = float(dict(line.reply.headers)["retry-after"])
            rests["host" if line.reply.status == 429 else line.path] = line.ended + seconds
    return found


@pytest.mark.parametrize("seed", range(40))
def test_whatever_pages_answer_and_runs_break_off_no_rule_is_broken(seed: int) -> None:
    """Runs come and go at a host that fails, redirects, refuses and drips by chance; the log must keep every rule."""
    chance = random.Random(seed)
    delay = chance.choice((0.3, 1.0, 4.0))
    web = SimulatedWeb(
        lambda path, now: Reply(chance.choice((0.02, 0.5))) if path == "/robots.txt" else by_chance(chance),
        f"User-agent: *\nCrawl-delay: {delay}\n".encode(),
    )

    async def run(fetcher: WebFetcher, name: str) -> None:
        urls = [url(f"/{chance.randrange(12)}") for _ in range(12)]
        fetches = [asyncio.create_task(fetcher.fetch(page, caller=name)) for page in urls]
        await asyncio.wait(fetches, timeout=chance.uniform(0.0, 30.0))
        for fetch in fetches:
            fetch.cancel()
        await asyncio.gather(*fetches, return_exceptions=True)

    async def reading(fetcher: WebFetcher) -> None:
        for number in range(12):
            together = (run(fetcher, f"{number} {part}") for part in range(chance.randrange(1, 4)))
            await asyncio.gather(*together)
        queue = fetcher.politeness._host("127.0.0.1").queue
        assert (queue.waiting, queue._busy) == (0, 0)

    simulate(web, reading, min_delay="100ms")
    assert violations(web, delay) == []
    assert len(web.times()) > 8
