"""Alerts leave once, in order, and none is lost."""

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from typing import Any

import pytest

from tests.flow.alert_world import World
from tests.flow.alerts.test_planner import end_run
from tests.support import HandWoundClock, RecordingSender, SeededEntropy
from watchd.core.policy import delivery
from watchd.flow.alerts.outbox import Outbox
from watchd.flow.alerts.signed_links import SignedLinks
from watchd.model.alert import Delayed, Delivered, DeliveryOutcome, Message, Rejected
from watchd.model.channel import Channel
from watchd.store.database import Database


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not is_so():
            await asyncio.sleep(0.005)


@pytest.fixture
async def world(store: Database, entropy: SeededEntropy) -> World:
    return World(store, entropy)


@pytest.fixture
def links(clock: HandWoundClock) -> SignedLinks:
    return SignedLinks(b"k" * 32, "http://localhost", clock)


@pytest.fixture
async def outbox(
    store: Database,
    clock: HandWoundClock,
    entropy: SeededEntropy,
    sender: RecordingSender,
    links: SignedLinks,
    world: World,
) -> AsyncIterator[Outbox]:
    outbox = Outbox(store, sender, links, clock, entropy)
    world.planner._written = outbox.wake
    await outbox.start()
    yield outbox
    await outbox.stop()


async def settled(outbox: Outbox) -> None:
    """Wait until nothing is due and no channel queue is active."""
    await outbox._start_due_queues()
    while outbox._queues:
        await asyncio.wait(outbox._queues.values())
        await asyncio.sleep(0)
        await outbox._start_due_queues()


async def states(world: World) -> list[tuple[str, int]]:
    return [(alert.state, alert.attempts) for alert in await world.alerts()]


async def test_the_first_summary_names_the_best_and_counts_the_rest(
    world: World, outbox: Outbox, sender: RecordingSender
) -> None:
    await world.channel("mail")
    profile = await world.profile("mail")
    for score in (0.4, 0.9, 0.5, 0.8, 0.6, 0.7, 0.45):
        await world.find(profile, is_baseline=True, score=score)
    await end_run(world, profile, is_baseline=True)
    await until(lambda: len(sender.sent) == 1)
    [(_, message)] = sender.sent
    assert [entry.finding.score for entry in message.entries] == [0.9, 0.8, 0.7, 0.6, 0.5]
    assert (message.more, message.total) == (2, 7)


async def test_a_message_has_a_page_for_people_beside_the_address_for_programs(
    world: World, outbox: Outbox, sender: RecordingSender, links: SignedLinks
) -> None:
    await world.channel("mail")
    profile = await world.profile("mail")
    await world.find(profile, 2)
    await until(lambda: len(sender.sent) == 1)
    [(_, message)] = sender.sent
    claim = links.read_alert(message.alert_link.removeprefix("http://localhost/a/"))
    assert claim is not None
    assert claim.alert_id == message.id
    assert message.more_link == f"http://localhost/api/v1/profiles/{profile.id}/findings"


async def test_messages_have_no_links_while_nobody_knows_where_people_reach_the_daemon(
    world: World, outbox: Outbox, sender: RecordingSender, links: SignedLinks
) -> None:
    links.is_public = False
    await world.channel("mail")
    await world.find(await world.profile("mail"))
    await until(lambda: len(sender.sent) == 1)
    [(_, message)] = sender.sent
    assert (message.alert_link, message.more_link, message.entries[0].relevant_link) == ("", "", "")
    assert message.entries[0].changes_link == ""


async def test_an_alert_is_sent_as_soon_as_it_is_written(
    world: World, outbox: Outbox, sender: RecordingSender
) -> None:
    await world.channel("mail")
    [finding] = await world.find(await world.profile("mail"))
    await until(lambda: len(sender.sent) == 1)
    _, message = sender.sent[0]
    assert (message.profile_name, message.entries[0].finding) == ("Batteries", finding)
    assert message.entries[0].relevant_link.startswith("http://localhost/v/")
    await settled(outbox)
    assert await states(world) == [("sent", 1)]


async def test_a_failed_alert_is_tried_again_with_its_own_id_and_ahead_of_later_ones(
    world: World, outbox: Outbox, sender: RecordingSender, clock: HandWoundClock
) -> None:
    await world.channel("mail")
    profile = await world.profile("mail")
    sender.outcomes["mail"] = [Delayed("down"), Delayed("down")]
    await world.find(profile, now=clock.now())
    await settled(outbox)
    clock.forward(seconds=6)
    await world.find(profile, now=clock.now())
    await settled(outbox)
    assert sender.sent == []
    assert await states(world) == [("retrying", 1), ("pending", 0)]
    for seconds in (7, 25):
        clock.forward(seconds=seconds)
        await settled(outbox)
    assert sender.ids("mail") == [alert.id for alert in await world.alerts()]
    assert await states(world) == [("sent", 3), ("sent", 1)]


async def test_retry_after_is_obeyed_also_after_a_restart(
    world: World, outbox: Outbox, sender: RecordingSender, clock: HandWoundClock
) -> None:
    await world.channel("mail")
    sender.outcomes["mail"] = [Delayed("busy", retry_after=1800)]
    await world.find(await world.profile("mail"), now=clock.now())
    await settled(outbox)
    await outbox.stop()
    again = Outbox(world.store, sender, outbox._links, clock, SeededEntropy(2))
    await again.start()
    clock.forward(seconds=1799)
    await settled(again)
    assert sender.sent == []
    clock.forward(seconds=1)
    await settled(again)
    assert len(sender.sent) == 1
    await again.stop()


async def test_a_channel_that_refuses_for_good_rests_and_the_others_are_told_once(
    world: World, outbox: Outbox, sender: RecordingSender, clock: HandWoundClock
) -> None:
    for name in ("slack", "mail", "unrelated"):
        await world.channel(name)
    profile = await world.profile("slack", "mail")
    sender.outcomes["slack"] = [Rejected("The receiver answered with status 410.", by="channel")]
    await world.find(profile, now=clock.now())
    await settled(outbox)
    clock.forward(days=5)
    await world.find(profile, now=clock.now())
    await settled(outbox)
    kinds = [(name, message.kind) for name, message in sender.sent]
    assert sorted(kinds) == [("mail", "channel"), ("mail", "findings"), ("mail", "findings")]
    [notice] = [message for _, message in sender.sent if message.kind == "channel"]
    assert "slack" in notice.text
    assert "410" in notice.text
    slack = await world.store.read(lambda tables: tables.channels.get("slack"))
    assert slack is not None
    assert slack.rest is not None
    waiting = [alert.state for alert in await world.alerts("slack")]
    assert waiting == ["retrying", "pending"]
    await world.store.write(lambda tables: tables.channels.wake("slack"))
    await settled(outbox)
    assert [alert.state for alert in await world.alerts("slack")] == ["sent", "sent"]


async def test_an_alert_that_nobody_can_read_is_given_up_and_those_behind_it_go_on(
    world: World, outbox: Outbox, sender: RecordingSender, clock: HandWoundClock
) -> None:
    await world.channel("mail")
    profile = await world.profile("mail")
    unreadable = Rejected("The receiver answered with status 400.", by="message", tries=3)
    sender.outcomes["mail"] = [unreadable] * 3
    await world.find(profile, now=clock.now())
    await settled(outbox)
    clock.forward(seconds=1)
    await world.find(profile, now=clock.now())
    for _ in range(3):
        clock.forward(minutes=2)
        await settled(outbox)
    assert await states(world) == [("failed", 3), ("sent", 1)]


class HangingSender(RecordingSender):
    """One channel never answers."""

    async def send(self, channel: Channel, message: Message) -> DeliveryOutcome:
        if channel.name == "hangs":
            await asyncio.Event().wait()
        return await super().send(channel, message)


async def test_a_receiver_that_hangs_holds_up_nobody_else(
    world: World, clock: HandWoundClock, entropy: SeededEntropy, links: SignedLinks
) -> None:
    sender = HangingSender()
    outbox = Outbox(world.store, sender, links, clock, entropy)
    await outbox.start()
    await world.channel("hangs")
    await world.channel("mail")
    profile = await world.profile("hangs", "mail")
    for mails in (1, 2, 3):
        await world.find(profile, now=clock.now())
        outbox.wake()
        await until(lambda: any(queue.get_name() == "outbox hangs" for queue in outbox._queues.values()))
        await until(lambda mails=mails: len(sender.ids("mail")) == mails)  # type: ignore[misc]
        clock.forward(seconds=10)
    looking = asyncio.get_running_loop().time()
    await outbox.stop()
    assert asyncio.get_running_loop().time() - looking < 8  # the grace, and no more


async def test_a_crash_between_sending_and_marking_repeats_one_alert_under_its_id(
    world: World, clock: HandWoundClock, entropy: SeededEntropy, links: SignedLinks
) -> None:
    await world.channel("mail")
    profile = await world.profile("mail")
    await world.find(profile, now=clock.now())
    first = RecordingSender()
    former = Outbox(world.store, first, links, clock, entropy)
    alert = await world.store.write(lambda tables: former._claim(tables, "mail"))
    assert alert is not None
    addressed = await world.store.read(lambda tables: former._addressed(tables, alert))
    assert addressed is not None
    await former._send(alert, *addressed)  # and the power goes
    second = RecordingSender()
    outbox = Outbox(world.store, second, links, clock, entropy)
    await outbox.start()
    await until(lambda: len(second.sent) == 1)
    await settled(outbox)
    await outbox.stop()
    assert first.sent == second.sent


async def test_crashes_do_not_use_up_the_tries_of_an_alert(
    world: World, clock: HandWoundClock, entropy: SeededEntropy, links: SignedLinks, sender: RecordingSender
) -> None:
    await world.channel("mail")
    profile = await world.profile("mail")
    await world.find(profile, now=clock.now())
    outbox = Outbox(world.store, sender, links, clock, entropy)
    for _ in range(delivery.MAX_TRIES + 1):
        await world.store.write(lambda tables: tables.alerts.release_all())
        assert await world.store.write(lambda tables: outbox._claim(tables, "mail")) is not None
    await world.find(profile, now=clock.now())
    sender.outcomes["mail"] = [Delayed("down")]
    await outbox.start()
    await settled(outbox)
    await outbox.stop()
    first, second = sorted(await world.alerts(), key=lambda alert: -alert.attempts)
    assert (first.state, len(await world.findings_of(first))) == ("retrying", 1)
    assert second.state == "pending"


async def test_a_sender_that_breaks_its_promise_loses_nothing(
    world: World, clock: HandWoundClock, entropy: SeededEntropy, links: SignedLinks
) -> None:
    class Broken(RecordingSender):
        async def send(self, channel: Channel, message: Message) -> DeliveryOutcome:
            raise RuntimeError("s3cret")

    await world.channel("mail")
    await world.find(await world.profile("mail"), now=clock.now())
    outbox = Outbox(world.store, Broken(), links, clock, entropy)
    await outbox.start()
    await settled(outbox)
    await outbox.stop()
    [alert] = await world.alerts()
    assert (alert.state, alert.last_error) == ("retrying", "The sender failed: RuntimeError.")


async def test_a_note_about_a_delivery_is_kept(
    world: World, outbox: Outbox, sender: RecordingSender, clock: HandWoundClock
) -> None:
    await world.channel("mail")
    sender.outcomes["mail"] = [Delivered("The template could not be used.")]
    await world.find(await world.profile("mail"), now=clock.now())
    await settled(outbox)
    [alert] = await world.alerts()
    assert (alert.state, alert.last_error) == ("sent", "The template could not be used.")


async def test_what_is_not_due_waits_and_leaves_at_its_time(
    world: World, outbox: Outbox, sender: RecordingSender, clock: HandWoundClock
) -> None:
    await world.channel("mail")
    profile = await world.profile("mail", delivery={"mode": "digest", "digest_at": "08:00"})
    await world.find(profile, 60, now=clock.now())
    await settled(outbox)
    assert sender.sent == []
    clock.forward(minutes=30)
    await settled(outbox)
    [(_, message)] = sender.sent
    assert (len(message.entries), message.more, message.total) == (50, 10, 60)
    assert clock.now() - message.created_at == timedelta(minutes=30)


async def test_after_a_clock_that_was_ahead_a_lane_pauses_for_an_hour_at_most(
    world: World, outbox: Outbox, sender: RecordingSender, clock: HandWoundClock
) -> None:
    await world.channel("mail")
    sender.outcomes["mail"] = [Delayed("down")]
    await world.find(await world.profile("mail"), now=clock.now())
    clock.forward(days=3650)
    await settled(outbox)
    clock.forward(days=-3650)
    await settled(outbox)
    assert sender.sent == []
    clock.forward(seconds=delivery.MAX_PAUSE_SECONDS)
    await settled(outbox)
    assert len(sender.sent) == 1


@pytest.mark.parametrize(
    ("rules", "wait"),
    [
        ({}, timedelta(0)),
        ({"quiet_hours": {"start": "07:00", "end": "09:00"}}, timedelta(minutes=90)),
        ({"mode": "digest", "digest_at": "08:00"}, timedelta(minutes=30)),
    ],
)
async def test_what_a_clock_that_was_ahead_has_written_leaves_when_the_rules_say_now(
    world: World,
    outbox: Outbox,
    sender: RecordingSender,
    clock: HandWoundClock,
    rules: dict[str, Any],
    wait: timedelta,
) -> None:
    await world.channel("mail")
    profile = await world.profile("mail", delivery=rules)
    ahead = clock.now() + timedelta(days=3650, hours=-1 if rules else 0)
    await world.find(profile, now=ahead)
    await settled(outbox)
    if wait:
        assert sender.sent == []
        clock.forward(seconds=wait.total_seconds())
        await settled(outbox)
    assert len(sender.sent) == 1
    await world.find(profile, now=clock.now())
    clock.forward(seconds=delivery.GATHER_WINDOW.total_seconds())
    if not wait:  # alerts from the future neither hold up a new one nor count for its day
        await settled(outbox)
        assert len(sender.sent) == 2


async def test_an_alert_that_was_claimed_by_a_clock_ahead_is_sent_once_the_lease_can_be_over(
    world: World, outbox: Outbox, sender: RecordingSender, clock: HandWoundClock
) -> None:
    await world.channel("mail")
    await outbox.stop()
    outbox._is_stopping = False
    await world.find(await world.profile("mail"), now=clock.now())
    far = clock.now() + timedelta(days=3650)
    await world.store.write(
        lambda tables: tables.alerts.claim("mail", "unknown", now=clock.now(), lease_until=far)
    )
    await settled(outbox)
    assert sender.sent == []
    clock.forward(minutes=3)
    await settled(outbox)
    assert len(sender.sent) == 1
