"""Which findings are reported, to which channels, and when."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from msgspec import structs

from tests.flow.alert_world import World
from tests.store.test_contract import spec
from tests.support import MONDAY, SeededEntropy
from watchd.model.finding import Change, ValueChange
from watchd.model.profile import Profile
from watchd.model.run import Run, RunState
from watchd.model.seed import SourceReport
from watchd.store.database import Database
from watchd.store.tables import Tables

RUN = Run(
    id="run",
    profile_id="p",
    spec=spec("p"),
    state="finished",
    trigger="schedule",
    entropy=1,
    queued_at=MONDAY,
)
WELL = SourceReport("searxng", "answered")
ILL = SourceReport("searxng", "failed", reason="There is no answer.")


@pytest.fixture
async def world(store: Database, entropy: SeededEntropy) -> World:
    world = World(store, entropy)
    await world.channel("mail")
    await world.channel("chat")
    return world


async def end_run(
    world: World,
    profile: Profile,
    *,
    now: datetime = MONDAY,
    is_baseline: bool = False,
    source: SourceReport = WELL,
    state: RunState = "finished",
) -> None:
    fresh = await world.store.read(lambda tables: tables.profiles.get(profile.id))
    assert fresh is not None
    run = structs.replace(RUN, sources=(source,), state=state)
    await world.store.write(
        lambda tables: world.planner.run_ended(tables, fresh, run, now=now, is_baseline=is_baseline)
    )


async def send_one(world: World, now: datetime) -> None:
    lease = now + timedelta(minutes=1)
    alert = await world.store.write(lambda t: t.alerts.claim("mail", "me", now=now, lease_until=lease))
    if alert is not None:
        await world.store.mark_sent(alert, "me", now=now)


async def test_a_finding_becomes_one_alert_per_channel_and_rings_once_it_is_stored(world: World) -> None:
    profile = await world.profile("mail", "chat")
    [finding] = await world.find(profile)
    alerts = await world.alerts()
    assert sorted(alert.channel_name for alert in alerts) == ["chat", "mail"]
    assert {(alert.kind, alert.state, alert.due_at) for alert in alerts} == {("findings", "pending", MONDAY)}
    assert [f.id for f in await world.findings_of(alerts[0])] == [finding.id]
    assert world.rung == 2


async def test_findings_and_alerts_are_written_together_or_not_at_all(world: World) -> None:
    profile = await world.profile("mail")

    async def step(tables: Tables) -> None:
        finding = await world._store_one(tables, profile, MONDAY, 0, {})
        await world.planner.plan(tables, profile, [finding], now=MONDAY, is_baseline=False)
        raise KeyError

    with pytest.raises(KeyError):
        await world.store.write(step)
    assert await world.alerts() == []
    assert world.rung == 0


async def test_findings_join_an_alert_that_nobody_has_tried_to_send(world: World) -> None:
    profile = await world.profile("mail")
    await world.find(profile, 2)
    await world.find(profile, 1, now=MONDAY + timedelta(seconds=1))
    [alert] = await world.alerts()
    assert len(await world.findings_of(alert)) == 3


async def test_an_alert_that_was_tried_keeps_its_content_under_its_id(world: World) -> None:
    profile = await world.profile("mail")
    await world.find(profile)
    later = MONDAY + timedelta(seconds=1)
    await world.store.write(
        lambda tables: tables.alerts.claim("mail", "me", now=later, lease_until=later + timedelta(minutes=1))
    )
    await world.find(profile, now=later)
    first, second = await world.alerts()
    assert len(await world.findings_of(first)) == 1
    assert second.due_at == MONDAY + timedelta(seconds=5)


async def test_what_the_profile_does_not_report_is_not_told(world: World) -> None:
    profile = await world.profile("mail", report={"kinds": ["new"], "min_score": 0.5})
    await world.find(profile, kind="changed")
    await world.find(profile, score=0.49)
    assert await world.alerts() == []


async def test_a_changed_value_is_reported_also_when_the_score_of_its_page_fell_a_little(world: World) -> None:
    profile = await world.profile("mail", report={"min_score": 0.5})
    change = Change(values=(ValueChange("price", "7,490 €", "6,990 €"),))
    await world.find(profile, kind="changed", score=0.4, change=Change("more"))
    assert await world.alerts() == []
    await world.find(profile, kind="changed", score=0.4, change=change)
    assert len(await world.alerts()) == 1


async def test_a_channel_gets_only_the_events_it_listens_to(world: World) -> None:
    await world.channel("doctor", events=["health"])
    profile = await world.profile("mail", "doctor")
    await world.find(profile)
    await end_run(world, profile, source=ILL)
    assert [alert.kind for alert in await world.alerts("doctor")] == ["health"]
    assert [alert.kind for alert in await world.alerts("mail")] == ["findings", "health"]


async def test_a_digest_gathers_the_day(world: World) -> None:
    digest = {"mode": "digest", "digest_at": "07:30", "timezone": "Europe/Berlin"}
    profile = await world.profile("mail", delivery=digest)
    for hour in range(5):
        await world.find(profile, now=MONDAY + timedelta(hours=hour))
    [alert] = await world.alerts()
    assert alert.due_at == MONDAY + timedelta(hours=23)  # 07:30 in Berlin is 06:30 in UTC
    assert len(await world.findings_of(alert)) == 5


async def test_quiet_hours_hold_the_alert_and_not_the_finding(world: World) -> None:
    quiet = {"quiet_hours": {"start": "07:00", "end": "09:00"}}
    profile = await world.profile("mail", delivery=quiet)
    await world.find(profile)
    await world.find(profile, now=MONDAY + timedelta(hours=1))
    [alert] = await world.alerts()
    assert alert.due_at == MONDAY + timedelta(minutes=90)
    assert len(await world.findings_of(alert)) == 2


async def test_past_max_per_day_the_rest_comes_with_the_next_digest(world: World) -> None:
    profile = await world.profile("mail", delivery={"max_per_day": 2, "digest_at": "20:00"})
    for minute in range(5):
        now = MONDAY + timedelta(minutes=minute)
        await world.find(profile, now=now)
        await send_one(world, now)
    alerts = await world.alerts()
    assert [alert.state for alert in alerts] == ["sent", "sent", "pending"]
    assert alerts[2].due_at == MONDAY.replace(hour=20, minute=0)
    assert len(await world.findings_of(alerts[2])) == 3


async def test_the_first_run_is_told_in_one_summary(world: World) -> None:
    profile = await world.profile("mail", delivery={"mode": "digest"})
    for _ in range(3):
        await world.find(profile, 2, is_baseline=True)
    assert await world.alerts() == []
    await end_run(world, profile, is_baseline=True)
    await end_run(world, profile, is_baseline=True)
    [alert] = await world.alerts()
    assert (alert.kind, alert.due_at) == ("baseline", MONDAY)
    assert len(await world.findings_of(alert)) == 6


async def test_a_first_run_that_found_nothing_is_silent(world: World) -> None:
    profile = await world.profile("mail")
    await end_run(world, profile, is_baseline=True)
    assert await world.alerts() == []


async def test_the_same_press_release_on_forty_sites_is_one_story_and_one_alert(world: World) -> None:
    profile = await world.profile("mail")
    for site in range(40):
        near = 0xF0F0_F0F0_F0F0_F0F0 ^ (1 << site % 3)
        await world.find(profile, now=MONDAY + timedelta(minutes=site), signature=near)
    [alert] = await world.alerts()
    [reported] = await world.findings_of(alert)
    assert reported.story_id is not None
    urls, count = await world.store.read(
        lambda tables: tables.stories.sources(reported.story_id or "", except_url=reported.url, limit=5)
    )
    assert (len(urls), count) == (5, 39)


async def test_other_texts_old_stories_and_changes_are_news(world: World) -> None:
    profile = await world.profile("mail")
    await world.find(profile, signature=0b1111)
    await world.find(profile, signature=0b1111 << 20, now=MONDAY + timedelta(minutes=1))
    await world.find(profile, signature=0b1111, kind="changed", now=MONDAY + timedelta(minutes=2))
    await world.find(profile, signature=0b1111, now=MONDAY + timedelta(days=8))
    assert sum([len(await world.findings_of(alert)) for alert in await world.alerts()]) == 4


async def test_a_story_of_the_baseline_is_not_told_again_by_a_follower(world: World) -> None:
    profile = await world.profile("mail")
    await world.find(profile, signature=0b1111, is_baseline=True)
    await world.find(profile, signature=0b1111, now=MONDAY + timedelta(days=1))
    assert await world.alerts() == []


async def test_a_story_whose_only_finding_was_withdrawn_silences_nobody(world: World) -> None:
    profile = await world.profile("mail")
    [first] = await world.find(profile, is_baseline=True, signature=0xFFFF)
    await world.store.write(lambda tables: tables.findings.withdraw(first.id))
    await world.find(profile, url="https://elsewhere.example.org/", signature=0xFFFF)
    assert len(await world.alerts()) == 1


async def test_pages_of_one_site_are_one_story_only_under_one_title_or_with_one_text(world: World) -> None:
    profile = await world.profile("mail")
    site = "https://manual.example"
    reported: list[dict[str, Any]] = [
        {"url": f"{site}/a.html", "title": "a", "content_hash": "x"},
        {"url": f"{site}/b.html", "title": "b", "content_hash": "y"},
    ]
    followers: list[dict[str, Any]] = [
        {"url": f"{site}/print?a", "title": "a", "content_hash": "z"},
        {"url": f"{site}/b.html?from=mail", "title": "B, printed", "content_hash": "y"},
        {"url": "https://elsewhere.example/c", "title": "c", "content_hash": "c"},
    ]
    found = [(await world.find(profile, signature=0b1111, **page))[0] for page in (*reported, *followers)]
    assert found[2].story_id == found[0].story_id != found[1].story_id == found[3].story_id
    [alert] = await world.alerts("mail")
    assert {finding.url for finding in await world.findings_of(alert)} == {page["url"] for page in reported}


async def test_pages_without_text_are_not_one_story(world: World) -> None:
    profile = await world.profile("mail")
    await world.find(profile, 3, signature=0)
    [alert] = await world.alerts()
    assert len(await world.findings_of(alert)) == 3


async def test_an_ill_profile_says_so_once_and_once_when_it_is_well(world: World) -> None:
    profile = await world.profile("mail")
    for hour, source in enumerate([WELL, ILL, ILL, ILL, WELL, WELL, ILL]):
        await end_run(world, profile, now=MONDAY + timedelta(hours=hour), source=source)
    alerts = await world.alerts()
    assert [alert.kind for alert in alerts] == ["health"] * 3
    assert ["well again" in alert.body for alert in alerts] == [False, True, False]
    stored = await world.store.read(lambda tables: tables.profiles.get(profile.id))
    assert stored is not None
    assert (stored.health.state, stored.health.since) == ("ailing", MONDAY + timedelta(hours=6))


async def test_a_provider_that_rests_does_not_make_its_profile_well_again(world: World) -> None:
    profile = await world.profile("mail")
    resting = SourceReport("searxng", "skipped", reason="It rests.")
    for hour, source in enumerate([ILL, resting, resting]):
        await end_run(world, profile, now=MONDAY + timedelta(hours=hour), source=source)
    assert len(await world.alerts()) == 1
    stored = await world.store.read(lambda tables: tables.profiles.get(profile.id))
    assert stored is not None
    assert (stored.health.state, stored.health.since) == ("ailing", MONDAY)
    assert "It rests." in (stored.health.reason or "")


async def test_a_run_that_was_stopped_says_nothing_about_health(world: World) -> None:
    profile = await world.profile("mail")
    ended: list[tuple[SourceReport, RunState]] = [
        (WELL, "finished"),
        (ILL, "stopped"),
        (ILL, "finished"),
        (WELL, "stopped"),
    ]
    states = []
    for source, state in ended:
        await end_run(world, profile, source=source, state=state)
        stored = await world.store.read(lambda tables: tables.profiles.get(profile.id))
        assert stored is not None
        states.append(stored.health.state)
    assert states == ["well", "well", "ailing", "ailing"]
    assert len(await world.alerts()) == 1
