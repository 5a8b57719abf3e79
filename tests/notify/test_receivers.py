"""Receivers that are down, hang, ask for a pause or are gone: each as it should be, and the others unharmed."""

import asyncio
import threading
from contextlib import ExitStack

import pytest

from tests.flow.alert_world import World
from tests.flow.alerts.test_outbox import settled, until
from tests.notify.receiver import Receiver, receiver
from tests.support import HandWoundClock, SeededEntropy
from tests.web.site import settings
from watchd.flow.alerts.outbox import Outbox
from watchd.flow.alerts.signed_links import SignedLinks
from watchd.notify.sandboxed_sender import SandboxedSender
from watchd.notify.sender import ChannelSender
from watchd.store.database import Database
from watchd.web.fetch.fetcher import WebFetcher


async def test_four_kinds_of_trouble_at_once_harm_nobody_else(
    store: Database, clock: HandWoundClock, entropy: SeededEntropy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("watchd.notify.sender.TIMEOUT_SECONDS", 0.5)
    world = World(store, entropy)
    with ExitStack() as open_receivers:
        names = ("good", "down", "hangs", "busy", "gone")
        at = {name: open_receivers.enter_context(receiver()) for name in names}
        at["down"].answer = lambda count: (503, {}) if clock.now() < back_at else (204, {})
        at["hangs"].hangs = threading.Event()
        at["busy"].answer = lambda count: (429, {"Retry-After": "300"}) if count == 1 else (204, {})
        at["gone"].answer = lambda count: (410, {})
        for name, place in at.items():
            await world.channel(name, f"webhook+{place.url}/")
        profile = await world.profile(*at)
        begun = clock.now()
        back_at = begun.replace(minute=begun.minute + 10)
        async with WebFetcher(settings()) as fetcher:
            sender = ChannelSender(fetcher.outbound, SandboxedSender(), clock)
            outbox = Outbox(store, sender, SignedLinks(b"k" * 32, "http://localhost", clock), clock, entropy)
            await outbox.start()
            for minute in range(30):  # half an hour, with a finding every minute
                await world.find(profile, now=clock.now())
                await settled(outbox)
                assert len(at["good"].got) > minute  # in the same minute, whatever the others do
                clock.forward(minutes=1)
            at["hangs"].hangs.set()
            clock.forward(hours=2)
            await settled(outbox)
            await until(lambda: not outbox._queues)
            await outbox.stop()
    assert_each_once_and_in_order(at["good"], count=31)  # the thirty, and word of the one that is gone
    for name in ("down", "hangs", "busy"):
        alerts = await world.alerts(name)
        assert {alert.state for alert in alerts} == {"sent"}, name
        reported = [finding.id for alert in alerts for finding in await world.findings_of(alert)]
        assert len(reported) == len(set(reported)) == 30, name
    assert len(at["busy"].got) >= 2
    gone = await store.read(lambda tables: tables.channels.get("gone"))
    assert gone is not None
    assert gone.rest is not None
    assert len(at["gone"].got) == 1
    waiting = await world.alerts("gone")
    assert sum([len(await world.findings_of(alert)) for alert in waiting]) == 30
    assert {alert.state for alert in waiting} <= {"pending", "retrying"}


def assert_each_once_and_in_order(place: Receiver, count: int) -> None:
    ids = [got.headers["webhook-id"] for got in place.got]
    assert len(ids) == len(set(ids)) == count
    times = [id[:10] for id in ids]  # the clock stands still within a minute, and the rest of an id is chance
    assert times == sorted(times)


async def test_a_run_goes_on_while_a_receiver_hangs(
    store: Database, clock: HandWoundClock, entropy: SeededEntropy
) -> None:
    """Writing findings takes no longer while a receiver does not answer."""
    world = World(store, entropy)
    with receiver() as place:
        place.hangs = threading.Event()
        await world.channel("hangs", f"webhook+{place.url}/")
        profile = await world.profile("hangs")
        async with WebFetcher(settings()) as fetcher:
            sender = ChannelSender(fetcher.outbound, SandboxedSender(), clock)
            outbox = Outbox(store, sender, SignedLinks(b"k" * 32, "http://localhost", clock), clock, entropy)
            world.planner._written = outbox.wake
            await outbox.start()
            await world.find(profile)
            await until(lambda: bool(outbox._queues))
            async with asyncio.timeout(9):  # less than the receiver is given to answer
                for _ in range(20):
                    await world.find(profile)
            assert outbox._queues
            await outbox.stop()
    assert len(await world.alerts()) <= 3
