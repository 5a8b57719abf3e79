"""What one run finds is one message: alerts wait until their run ends, at most for the join window."""

from datetime import datetime, timedelta

import pytest

from tests.flow.alert_world import World
from tests.support import MONDAY, SeededEntropy
from watchd import validation
from watchd.errors import FieldErrors
from watchd.flow.alerts.planner import AlertSettings
from watchd.model.alert import Alert
from watchd.store.database import Database

WINDOW = timedelta(minutes=2)


@pytest.fixture
async def world(store: Database, entropy: SeededEntropy) -> World:
    world = World(store, entropy)
    await world.channel("mail")
    await world.channel("chat")
    return world


def at(seconds: float) -> datetime:
    return MONDAY + timedelta(seconds=seconds)


async def claim(world: World, now: datetime, channel: str = "mail") -> Alert | None:
    lease = now + timedelta(minutes=1)
    return await world.store.write(lambda t: t.alerts.claim(channel, "me", now=now, lease_until=lease))


async def count(world: World, alert: Alert) -> int:
    return len(await world.findings_of(alert))


async def test_three_steps_of_one_run_are_one_alert_per_channel_due_when_the_run_ends(world: World) -> None:
    profile = await world.profile("mail", "chat")
    for second in (0, 6, 12):
        await world.find(profile, now=at(second), active_run="run")
    assert await claim(world, at(13)) is None
    await world.release("run", now=at(14))
    alerts = await world.alerts()
    assert sorted(alert.channel_name for alert in alerts) == ["chat", "mail"]
    assert [(alert.due_at, await count(world, alert)) for alert in alerts] == [(at(14), 3), (at(14), 3)]
    assert await claim(world, at(14)) is not None


async def test_the_outbox_is_woken_when_a_run_ends_and_only_if_it_has_something_to_send(world: World) -> None:
    profile = await world.profile("mail")
    await world.find(profile, active_run="run")
    await world.find(profile, now=at(1), active_run="run")
    assert world.rung == 1
    await world.release("run", now=at(2))
    assert world.rung == 2
    await world.release("another run", now=at(3))
    await world.release("run", now=at(3))
    assert world.rung == 2


async def test_a_long_run_reports_every_two_minutes_and_the_rest_at_its_end(world: World) -> None:
    profile = await world.profile("mail")
    sent = []
    for second in range(0, 300, 10):
        now = at(second)
        if (alert := await claim(world, now)) is not None:
            sent.append((second, await count(world, alert)))
            await world.store.mark_sent(alert, "me", now=now)
        await world.find(profile, now=now, active_run="run")
    await world.release("run", now=at(300))
    alert = await claim(world, at(300))
    assert alert is not None
    assert sent == [(120, 12), (240, 12)]
    assert await count(world, alert) == 6


async def test_an_alert_whose_run_never_ends_leaves_after_the_window(world: World) -> None:
    profile = await world.profile("mail")
    await world.find(profile, active_run="run")
    assert await claim(world, MONDAY + WINDOW - timedelta(seconds=1)) is None
    assert await claim(world, MONDAY + WINDOW) is not None


async def test_what_the_end_of_the_run_finds_joins_the_message_that_leaves(world: World) -> None:
    profile = await world.profile("mail")
    await world.find(profile, active_run="run")
    await world.release("run", now=at(1))
    await world.find(profile, now=at(1))
    [alert] = await world.alerts()
    assert (alert.due_at, await count(world, alert)) == (at(1), 2)


async def test_findings_after_a_claim_make_a_second_alert_and_the_first_keeps_its_content(world: World) -> None:
    profile = await world.profile("mail")
    await world.find(profile, active_run="run")
    first = await claim(world, MONDAY + WINDOW)
    await world.find(profile, now=MONDAY + WINDOW, active_run="run")
    await world.release("run", now=MONDAY + WINDOW)
    alerts = await world.alerts()
    assert [await count(world, alert) for alert in alerts] == [1, 1]
    assert [alert.due_at for alert in alerts] == [MONDAY + WINDOW] * 2
    assert first is not None
    assert (first.id, first.due_at) == (alerts[0].id, alerts[0].due_at)


async def test_the_end_of_a_run_does_not_pull_a_digest_forward(world: World) -> None:
    profile = await world.profile("mail", delivery={"mode": "digest", "digest_at": "20:00"})
    await world.find(profile, active_run="run")
    await world.release("run", now=at(1))
    [alert] = await world.alerts()
    assert alert.due_at == MONDAY.replace(hour=20, minute=0)


async def test_the_end_of_a_run_in_quiet_hours_sends_nothing(world: World) -> None:
    profile = await world.profile("mail", delivery={"quiet_hours": {"start": "07:00", "end": "09:00"}})
    await world.find(profile, active_run="run")
    await world.release("run", now=at(1))
    [alert] = await world.alerts()
    assert alert.due_at == MONDAY.replace(hour=9, minute=0)


async def test_the_end_of_a_run_releases_only_its_own_alerts(world: World) -> None:
    for name in ("One", "Two"):
        await world.find(await world.profile("mail", name=name), active_run=f"run {name}")
    await world.release("run One", now=at(1))
    assert [alert.due_at for alert in await world.alerts()] == [at(1), MONDAY + WINDOW]


async def test_one_run_counts_once_towards_max_per_day(world: World) -> None:
    profile = await world.profile("mail", delivery={"max_per_day": 1, "digest_at": "20:00"})
    for second in range(4):
        await world.find(profile, now=at(second), active_run="run")
    await world.release("run", now=at(4))
    [alert] = await world.alerts()
    assert (alert.due_at, await count(world, alert)) == (at(4), 4)
    await claim(world, at(4))
    await world.find(profile, now=at(60), active_run="next run")
    await world.release("next run", now=at(61))
    assert (await world.alerts())[1].due_at == MONDAY.replace(hour=20, minute=0)


async def test_a_window_of_zero_sends_each_step_by_itself(store: Database, entropy: SeededEntropy) -> None:
    world = World(store, entropy, join_window="0s")
    await world.channel("mail")
    profile = await world.profile("mail")
    await world.find(profile, active_run="run")
    [alert] = await world.alerts()
    assert alert.due_at == MONDAY


def test_a_window_of_more_than_an_hour_is_refused_with_the_way_out() -> None:
    with pytest.raises(FieldErrors) as refused:
        validation.read(AlertSettings, {"join_window": "2h"})
    [fault] = refused.value.faults
    assert (fault.field, "digest" in fault.message) == ("join_window", True)
