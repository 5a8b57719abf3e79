"""Politeness to hosts, measured at the server (FAULTS C01 to C05)."""

import asyncio
import random
import time
from itertools import pairwise

import pytest

from tests.web.access_log import robots, slowness_of, violations
from tests.web.site import Answer, listening, settings, site
from watchd.model.host_state import HostPace
from watchd.model.outcome import Failed, Fetched, Outcome, Refused
from watchd.web.fetch.fetcher import WebFetcher
from watchd.web.fetch.host_queue import HostQueue
from watchd.web.fetch.politeness import Busy, Politeness


async def test_fifty_callers_on_many_hosts_never_break_a_rule() -> None:
    chance = random.Random(7)
    hosts = [f"127.0.9.{n}" for n in range(1, 21)]
    polite = settings(min_delay="50ms", slow_factor=5.0, max_connections=50)
    async with site("0.0.0.0") as server, WebFetcher(polite) as fetcher:
        server.pages["/robots.txt"] = robots
        for number in range(40):
            server.pages[f"/{number}"] = lambda hit: Answer(delay=slowness_of(hit.address))
            server.pages[f"/private/{number}"] = Answer()

        async def run(name: str) -> list[Outcome]:
            outcomes = []
            for _ in range(6):
                path = f"/{'private/' if chance.random() < 0.2 else ''}{chance.randrange(40)}"
                outcomes.append(await fetcher.fetch(server.url(path, chance.choice(hosts)), caller=name))
            return outcomes

        done = await asyncio.gather(*(run(f"run {n}") for n in range(50)))
    outcomes = [outcome for outcomes in done for outcome in outcomes]
    assert sum(isinstance(outcome, Fetched) for outcome in outcomes) > 200
    assert sum(isinstance(outcome, Refused) for outcome in outcomes) > 20
    assert all(isinstance(outcome, Fetched | Refused) for outcome in outcomes)
    assert violations(server.log, 0.05) == []


async def test_the_measure_notices_a_violation() -> None:
    """The control: without a delay the same measure complains."""
    async with site("0.0.0.0") as server, WebFetcher(settings()) as fetcher:
        await asyncio.gather(*(fetcher.fetch(server.url("/", "127.0.9.2")) for _ in range(3)))
    assert violations(server.log, 0.05) != []


async def test_promises_hold_over_a_restart() -> None:
    polite = settings(min_delay="300ms")
    async with site() as server:
        async with WebFetcher(polite) as first:
            await first.fetch(server.url("/"))
            kept = first.politeness.paces()
        async with WebFetcher(polite) as second:
            second.politeness.restore(kept)
            await second.fetch(server.url("/"))
    assert [hit.path for hit in server.log] == ["/robots.txt", "/", "/robots.txt", "/"]
    assert violations(server.log, 0.3) == []


async def test_a_restored_rest_is_never_longer_than_a_day() -> None:
    politeness = Politeness(settings(max_wait="1h"))
    politeness.restore([HostPace("h.example", time.time() + 10 * 365 * 86400, failures=5, openings=1)])
    with pytest.raises(Busy) as busy:
        async with politeness.visit("h.example", "1.2.3.4"):
            pass
    assert busy.value.retry_after <= 86400


@pytest.mark.parametrize("status", [429, 503])
async def test_retry_after_is_obeyed_and_reported(status: int) -> None:
    async with site() as server, WebFetcher(settings()) as fetcher:
        server.pages["/busy"] = Answer(b"", status, {"Retry-After": "3600"})
        first = await fetcher.fetch(server.url("/busy"))
        second = await fetcher.fetch(server.url("/"))
    assert isinstance(first, Failed)
    assert first.retry_after == 3600
    assert isinstance(second, Failed)
    assert second.kind == "busy"
    assert second.retry_after is not None
    assert 3500 < second.retry_after <= 3600
    assert server.page_paths() == ["/busy"]


async def test_a_short_retry_after_is_waited_for() -> None:
    async with site() as server, WebFetcher(settings()) as fetcher:
        server.pages["/busy"] = Answer(b"", 429, {"Retry-After": "1"})
        await fetcher.fetch(server.url("/busy"))
        assert isinstance(await fetcher.fetch(server.url("/")), Fetched)
    assert server.log[-1].began - server.log[-2].ended >= 1


async def test_a_failing_host_is_left_alone_after_five_errors() -> None:
    async with site() as server, WebFetcher(settings(breaker_pause="5m")) as fetcher:
        server.pages["/"] = Answer(b"", 500)
        outcomes = [await fetcher.fetch(server.url("/")) for _ in range(8)]
    kinds = [outcome.kind for outcome in outcomes if isinstance(outcome, Failed)]
    assert kinds == ["status"] * 5 + ["busy"] * 3
    assert len(server.page_paths()) == 5
    assert isinstance(outcomes[-1], Failed)
    assert outcomes[-1].retry_after is not None
    assert 290 < outcomes[-1].retry_after <= 300


async def test_a_host_that_stops_answering_is_left_alone_too() -> None:
    """Failures of the connection count like those of the server."""
    async with WebFetcher(settings(breaker_pause="5m", total_timeout="300ms")) as fetcher, site() as server:
        assert isinstance(await fetcher.fetch(server.url("/")), Fetched)
        server.otherwise = Answer(delay=10)
        outcomes = [await fetcher.fetch(server.url(f"/{number}")) for number in range(7)]
    kinds = [outcome.kind for outcome in outcomes if isinstance(outcome, Failed)]
    assert kinds == ["timeout"] * 5 + ["busy"] * 2


async def test_a_cancelled_caller_is_not_a_failure_of_the_host() -> None:
    politeness = Politeness(settings(breaker_errors=1))
    with pytest.raises(asyncio.CancelledError):
        async with politeness.visit("h.example", "1.2.3.4"):
            raise asyncio.CancelledError
    async with politeness.visit("h.example", "1.2.3.4"):
        pass


async def test_requests_that_wait_for_a_failing_host_are_sent_away() -> None:
    async with site() as server, WebFetcher(settings(breaker_pause="5m")) as fetcher:
        server.pages["/"] = Answer(b"", 500)
        async with asyncio.timeout(5):
            outcomes = await asyncio.gather(*(fetcher.fetch(server.url("/"), caller=str(n)) for n in range(30)))
    assert all(isinstance(outcome, Failed) for outcome in outcomes)
    assert len(server.page_paths()) == 5


async def test_a_host_that_recovers_is_asked_once_and_then_as_usual() -> None:
    async with site() as server, WebFetcher(settings(breaker_pause="500ms")) as fetcher:
        server.pages["/bad"] = Answer(b"", 500)
        for _ in range(5):
            await fetcher.fetch(server.url("/bad"))
        good = await asyncio.gather(*(fetcher.fetch(server.url("/")) for _ in range(3)))
    assert all(isinstance(outcome, Fetched) for outcome in good)
    probe, *others = server.log[-3:]
    assert probe.began - server.log[-4].ended >= 0.5
    assert all(hit.began - probe.ended < 0.4 for hit in others)


async def test_the_pause_doubles_each_time_the_circuit_opens() -> None:
    politeness = Politeness(settings(breaker_pause="300ms", breaker_errors=1, breaker_wait="0s"))
    waits = []
    for _ in range(3):
        async with politeness.visit("h.example", "1.2.3.4") as visit:
            visit.has_failed = True
        with pytest.raises(Busy) as busy:
            async with politeness.visit("h.example", "1.2.3.4"):
                pass
        waits.append(busy.value.retry_after)
        await asyncio.sleep(busy.value.retry_after + 0.002)
    for wait, pause in zip(waits, (0.3, 0.6, 1.2), strict=True):
        assert 0.6 * pause < wait <= pause  # a busy machine has lost a little of it already


async def test_a_slow_server_gets_longer_pauses() -> None:
    slow = settings(slow_factor=5.0, slow_level="50ms")
    async with site() as server, WebFetcher(slow) as fetcher:
        server.pages["/"] = Answer(delay=0.1)
        for _ in range(5):
            await fetcher.fetch(server.url("/"))
    gaps = [after.began - before.ended for before, after in pairwise(server.log)]
    assert max(gaps[:2]) < 0.2  # before it has answered three times
    assert min(gaps[3:]) >= 5 * 0.05


async def test_a_request_that_was_broken_off_counts_for_the_pause_of_its_host() -> None:
    """Its run ends; a run that waits comes a crawl-delay and a margin later."""
    async with site() as server, WebFetcher(settings()) as fetcher:
        server.pages["/robots.txt"] = Answer(b"User-agent: *\nCrawl-delay: 0.3\n")
        server.pages["/slow"] = Answer(delay=10)
        ending = asyncio.create_task(fetcher.fetch(server.url("/slow"), caller="ending"))
        while "/slow" not in server.paths():
            await asyncio.sleep(0.01)
        waiting = asyncio.create_task(fetcher.fetch(server.url("/"), caller="next"))
        await asyncio.sleep(0.05)
        ended_at = asyncio.get_running_loop().time()
        ending.cancel()
        assert isinstance(await waiting, Fetched)
    assert server.log[-1].path == "/"
    assert server.log[-1].began - ended_at >= 0.6


async def test_a_connection_that_closes_without_an_answer_is_replaced_after_the_pause() -> None:
    """The server may have seen the request, as one does that aborts its connections during an outage."""
    began: list[float] = []

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            await reader.readuntil(b"\r\n\r\n")
            began.append(asyncio.get_running_loop().time())
            if len(began) == 3:
                return  # the request is in its log, and gets no answer
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nok")

    async with listening(talk) as port, WebFetcher(settings(min_delay="200ms")) as fetcher:
        outcomes = [await fetcher.fetch(f"http://127.0.0.1:{port}/{number}") for number in range(2)]
    assert all(isinstance(outcome, Fetched) for outcome in outcomes)
    assert len(began) == 4
    assert min(after - before for before, after in pairwise(began)) >= 0.2


@pytest.mark.parametrize("delay", [float("nan"), float("inf"), -5.0, 1e308])
async def test_a_nonsense_crawl_delay_is_ignored_or_capped(delay: float) -> None:
    politeness = Politeness(settings(max_crawl_delay="50ms"))
    async with asyncio.timeout(10):
        for _ in range(3):
            async with politeness.visit("h.example", "1.2.3.4", crawl_delay=delay):
                pass


async def test_a_long_queue_answers_busy_with_the_time() -> None:
    politeness = Politeness(settings(min_delay="1s", max_wait="3s"))
    tasks = []

    async def visit() -> None:
        async with politeness.visit("h.example", "1.2.3.4"):
            await asyncio.sleep(0)

    for _ in range(8):
        tasks.append(asyncio.create_task(visit()))
        await asyncio.sleep(0)
    await asyncio.sleep(0.01)
    sent_away = [task for task in tasks if task.done() and isinstance(task.exception(), Busy)]
    assert len(sent_away) >= 3
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def served(queued: list[str], arriving: dict[int, str]) -> list[str]:
    """Return the order of turns; callers in `arriving` queue one request each after that number of turns."""
    queue, order = HostQueue(1), list[str]()
    await queue.enter("first")
    tasks: list[asyncio.Task[None]] = []

    async def request(caller: str) -> None:
        await queue.enter(caller)
        order.append(caller)
        if caller := arriving.get(len(order), ""):
            tasks.append(asyncio.create_task(request(caller)))
            await asyncio.sleep(0)
        queue.leave(0.0)

    tasks += [asyncio.create_task(request(caller)) for caller in queued]
    await asyncio.sleep(0)
    queue.leave(0.0)
    while len(order) < len(queued) + len(arriving):
        await asyncio.sleep(0)
    await asyncio.gather(*tasks)
    assert queue.is_idle
    return order


async def test_a_caller_with_one_request_is_served_next() -> None:
    """Others have queued dozens: also if it arrives while they are served."""
    order = await served(["greedy"] * 20 + ["keen"] * 20, {3: "modest", 10: "late"})
    assert (order[3], order[10]) == ("modest", "late")


async def test_callers_take_turns() -> None:
    order = await served(["a"] * 6 + ["b"] * 3 + ["c"], {})
    assert order == ["a", "b", "c", "a", "b", "a", "b", "a", "a", "a"]


async def test_a_caller_that_comes_back_at_once_does_not_keep_others_waiting() -> None:
    order = await served(["greedy"] * 10 + ["back"], dict.fromkeys(range(2, 12), "back"))
    assert all(caller == "greedy" for caller in order[:20:2]), order


@pytest.mark.parametrize("queued", [1, 30])
async def test_two_runs_share_a_host_equally_whatever_each_has_queued(queued: int) -> None:
    async with site() as server, WebFetcher(settings(min_delay="10ms")) as fetcher:
        many = [
            asyncio.create_task(fetcher.fetch(server.url(f"/many/{number}"), caller="many"))
            for number in range(40)
        ]
        for first in range(0, 30 // queued, queued):
            urls = [server.url(f"/few/{number}") for number in range(first, first + queued)]
            await asyncio.gather(*(fetcher.fetch(page, caller="few") for page in urls))
        for task in many:
            task.cancel()
        await asyncio.gather(*many, return_exceptions=True)
    callers = [path.split("/")[1] for path in server.page_paths()]
    assert abs(callers.count("many") - callers.count("few")) <= 1


async def test_a_run_that_ends_with_all_its_requests_does_not_block_the_queue() -> None:
    """The turn of the first had come in the same moment; it is handed on, past those that go away with it."""
    queue = HostQueue(1)
    await queue.enter("other")
    leaving = [asyncio.create_task(queue.enter("ended")) for _ in range(5)]
    staying = asyncio.create_task(queue.enter("other"))
    await asyncio.sleep(0)
    queue.leave(0.0)
    for task in leaving:
        task.cancel()
    ended = await asyncio.gather(*leaving, return_exceptions=True)
    assert all(isinstance(outcome, asyncio.CancelledError) for outcome in ended)
    async with asyncio.timeout(10):
        await staying
    queue.leave(0.0)
    assert queue.is_idle


@pytest.mark.parametrize("seed", range(40))
async def test_callers_that_come_leave_or_are_refused_keep_the_queue_in_order(seed: int) -> None:
    chance, queue = random.Random(seed), HostQueue(1 + seed % 3)
    inside = 0

    async def request(caller: str) -> None:
        nonlocal inside
        await queue.enter(caller)
        inside += 1
        assert inside <= 1 + seed % 3
        try:
            await asyncio.sleep(chance.choice((0, 0, 0.001)))
        finally:
            inside -= 1
            queue.leave(chance.choice((0.0, 0.0005)))

    tasks: list[asyncio.Task[None]] = []
    for _ in range(60):
        tasks += [asyncio.create_task(request(chance.choice("abc"))) for _ in range(chance.randrange(4))]
        for task in chance.sample(tasks, min(len(tasks), chance.randrange(6))):
            task.cancel()
        if chance.random() < 0.1:
            queue.refuse_waiting(Busy("Enough.", 1.0))
        await asyncio.sleep(chance.choice((0, 0, 0.001)))
    async with asyncio.timeout(10):
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert {type(outcome) for outcome in outcomes} <= {type(None), asyncio.CancelledError, Busy}
    assert queue.is_idle


async def test_a_cancelled_turn_is_handed_on() -> None:
    queue = HostQueue(1)
    await queue.enter("a")
    second = asyncio.create_task(queue.enter("b"))
    third = asyncio.create_task(queue.enter("c"))
    await asyncio.sleep(0)
    queue.leave(0.0)  # the turn is b's now ...
    second.cancel()  # ... and b goes away in the same moment
    async with asyncio.timeout(10):
        await third
    queue.leave(0.0)
    assert queue.is_idle


async def test_a_waiting_turn_can_be_cancelled() -> None:
    queue = HostQueue(1)
    await queue.enter("a")
    waiting = asyncio.create_task(queue.enter("b"))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    assert queue.waiting == 0
    queue.leave(0.0)
    assert queue.is_idle


async def test_hosts_are_forgotten_only_when_nothing_was_promised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("watchd.web.fetch.politeness.MAX_HOSTS", 10)
    politeness = Politeness(settings(min_delay="10s"))
    async with politeness.visit("promised.example", "1.1.1.1"):
        pass
    easy = Politeness(settings())
    for number in range(50):
        async with easy.visit(f"h{number}.example", f"1.1.1.{number}"):
            pass
        politeness._host(f"h{number}.example")
    assert "promised.example" in politeness._hosts
    assert len(easy._hosts) <= 10
