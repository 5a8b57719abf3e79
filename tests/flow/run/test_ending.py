"""What one run, one verdict or one profile teaches the next run, on a small web with a real database."""

from tests.flow.run.test_run import found, names, run, stored
from tests.flow.small_web import ON_TOPIC, SmallWeb, spec
from tests.support import HandWoundClock
from watchd.core.feedback.contrast import Contrast
from watchd.core.feedback.feedback import Lessons
from watchd.core.population.origin import Origin
from watchd.flow.feedback.verdicts import judge_finding
from watchd.flow.profiles.topics import TAUGHT, lessons_of
from watchd.flow.run.environment import RunEnvironment
from watchd.model.finding import Finding, Verdict
from watchd.model.page import PageState
from watchd.model.profile import Profile
from watchd.store.database import Database
from watchd.store.tables import Tables


async def judge(store: Database, finding: Finding, verdict: Verdict, clock: HandWoundClock) -> None:
    await store.write(lambda tables: judge_finding(tables, finding, verdict, now=clock.now()))


async def visits(store: Database, profile: Profile, finding: Finding) -> int:
    state = await store.read(lambda tables: tables.page_states.get(profile.id, finding.page_id))
    assert state is not None
    return state.visits


async def test_what_one_profile_fetched_is_found_by_another_without_a_request(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    first = await stored(store, clock, spec(web))
    second = await stored(store, clock, spec(web, name="The same for another person"))
    await run(real, first)
    web.forget()
    clock.forward(days=1)  # not fresh any more: only what was left for it can help
    web.site.pages.clear()
    await run(real, second)
    assert {"cells", "dry-room"} <= names(await found(store, second))
    assert not {"cells", "dry-room"} & set(web.asked())


async def test_a_page_outside_of_a_profiles_scope_is_not_left_for_it(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    first = await stored(store, clock, spec(web))
    second = await stored(store, clock, spec(web, name="Elsewhere", scope={"hosts_allow": ["example.org"]}))
    await run(real, first)
    assert not await store.read(lambda tables: tables.page_states.known(second.id, 100))


async def test_a_profile_that_was_changed_is_matched_by_what_it_is_now(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    first = await stored(store, clock, spec(web))
    other = await stored(store, clock, spec(web, name="Roses", query={"text": "roses garden bloom"}))
    await run(real, first)
    known = await store.read(lambda tables: tables.page_states.known(other.id, 100))
    assert {k.url.rpartition("/")[2] for k in known} == {"garden", "start"}


async def test_a_run_uses_the_threshold_that_verdicts_have_moved(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    profile = await stored(store, clock, spec(web))
    lessons = Lessons(threshold=0.1, contrast=Contrast(threshold=0.1))
    await store.write(lambda t: t.learned.put(profile.id, TAUGHT, lessons, clock.now()))
    await run(real, profile)
    journal = await store.read(lambda t: t.run_log.journal(f"run {profile.id} 1"))
    assert (await store.read(lambda t: _origin(t, journal[0]))).min_score == 0.4
    assert all(finding.score >= 0.4 for finding in await found(store, profile))


async def test_what_verdicts_have_taught_is_gone_when_they_are_withdrawn(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    profile = await stored(store, clock, spec(web))
    await run(real, profile)
    findings = await found(store, profile)
    before = await store.read(lambda tables: lessons_of(tables, profile.id, profile.spec))
    for finding in findings:
        await judge(store, finding, "irrelevant", clock)
    wiser = await store.read(lambda tables: lessons_of(tables, profile.id, profile.spec))
    assert wiser != before
    assert wiser.marks.keys() == {finding.url for finding in findings}
    for finding in findings:
        await judge(store, finding, "neutral", clock)
    assert await store.read(lambda tables: lessons_of(tables, profile.id, profile.spec)) == before


async def test_a_page_called_relevant_is_still_visited_and_not_only_remembered(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    profile = await stored(store, clock, spec(web))
    await run(real, profile)
    findings = await found(store, profile)
    web.put("more", ON_TOPIC[:2])
    web.put("hub", ON_TOPIC[:1], ["cells", "dry-room", "kitchen", "more"])
    for finding in findings:
        await judge(store, finding, "relevant", clock)
    clock.forward(days=2)
    assert await run(real, profile, 2) == "exhausted"
    assert "more" in names(await found(store, profile))


async def test_a_page_called_relevant_pays_less_every_time_it_is_remembered(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    profile = await stored(store, clock, spec(web))
    await run(real, profile)
    [cells] = [finding for finding in await found(store, profile) if finding.url.endswith("cells")]
    await judge(store, cells, "relevant", clock)
    shares = []
    for number in (2, 3, 4):
        clock.forward(hours=7)
        learned = await store.read(lambda tables: lessons_of(tables, profile.id, profile.spec))
        shares.append(learned.marks[cells.url].payoff(await visits(store, profile, cells)))
        await run(real, profile, number)
    assert shares[0] > shares[1] > shares[2] > 0


async def test_canaries_are_held_back_and_each_run_says_how_many_it_came_to(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    web.put("island", ON_TOPIC)
    canaries = [web.url("cells"), web.url("island")]
    written = spec(web, report={"canaries": canaries})
    profile = await stored(store, clock, written)
    for number in (1, 2):
        await run(real, profile, number)
        ended = await store.read(lambda t, n=number: t.runs.get(f"run {profile.id} {n}"))  # type: ignore[misc]
        assert ended is not None
        assert ended.self_check is not None
        assert ended.self_check.canaries is not None
        assert ended.self_check.canaries.missed == (web.url("island"),)
        assert (ended.self_check.canaries.found, ended.self_check.canaries.of) == (1, 2)
        clock.forward(days=1)
    assert ended.self_check.canaries.usual == 1
    journal = await store.read(lambda t: t.run_log.journal(f"run {profile.id} 2"))
    origin = await store.read(lambda t: _origin(t, journal[0]))
    assert not {seed.url for seed in origin.seeds} & set(canaries)


async def test_pages_called_relevant_can_serve_as_canaries(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    profile = await stored(store, clock, spec(web, report={"canaries_from_verdicts": 1}))
    await run(real, profile)
    for finding in await found(store, profile):
        await judge(store, finding, "relevant", clock)
    clock.forward(days=1)
    await run(real, profile, 2)
    first, second = [await store.read(lambda t, n=n: t.runs.get(f"run {profile.id} {n}")) for n in (1, 2)]  # type: ignore[misc]
    assert first is not None
    assert second is not None
    assert first.self_check is not None
    assert first.self_check.canaries is None
    assert second.self_check is not None
    assert second.self_check.canaries is not None
    assert (second.self_check.canaries.found, second.self_check.canaries.of) == (1, 1)


async def _origin(tables: Tables, body: bytes) -> Origin:
    return tables.run_log.unpacked(body, Origin)


async def test_only_what_has_appeared_since_speaks_for_a_hub(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    """And it speaks for it with every profile that wants it."""
    first = await stored(store, clock, spec(web))
    second = await stored(store, clock, spec(web, name="The same for another person"))
    await run(real, first)
    await run(real, second)
    assert [(await known(store, p, web.url("hub"))).hub_yield for p in (first, second)] == [0.0, 0.0]
    web.put("more", ON_TOPIC[:2])
    web.put("hub", ON_TOPIC, ["cells", "dry-room", "kitchen", "more"])
    clock.forward(days=2)
    await run(real, first, 2)
    assert [(await known(store, p, web.url("hub"))).hub_yield for p in (first, second)] == [1.0, 1.0]


async def test_what_another_profile_has_just_read_is_a_visit(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    first = await stored(store, clock, spec(web))
    second = await stored(store, clock, spec(web, name="The same for another person"))
    for profile in (first, second):
        await run(real, profile)
    web.put("hub", ON_TOPIC[:2], ["cells", "dry-room", "kitchen"])
    clock.forward(days=2)
    await run(real, first, 2)
    web.forget()
    clock.forward(minutes=1)
    await run(real, second, 2)
    states = [await known(store, p, web.url("hub")) for p in (first, second)]
    assert "hub" not in web.asked()
    assert states[0].content_hash == states[1].content_hash
    assert states[0].visited_at == states[1].visited_at


async def test_a_page_met_on_the_way_is_not_asked_for_when_another_profile_knows_it(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    """For a day or two: then it may have changed."""
    other = await stored(store, clock, spec(web))
    await run(real, other)
    choirs = spec(
        web, name="Choirs", query={"text": "old songs choir mountains"}, seeds={"urls": [web.url("garden")]}
    )
    for days, is_asked in ((1, False), (5, True)):
        clock.forward(days=days)
        profile = await stored(store, clock, {**choirs, "name": f"Choirs {days}"})
        web.forget()
        await run(real, profile)
        assert ("hub" in web.asked()) == is_asked


async def known(store: Database, profile: Profile, url: str) -> PageState:
    page = await store.read(lambda tables: tables.pages.by_url(url))
    assert page is not None
    state = await store.read(lambda tables: tables.page_states.get(profile.id, page.id))
    assert state is not None
    return state


async def test_a_change_that_one_profile_came_across_is_told_to_another_without_a_request(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    """The second profile does not care for batteries, but it is the one that visits the page after the change."""
    batteries = await stored(store, clock, spec(web))
    await run(real, batteries)
    clock.forward(days=1)
    news = "A third pilot line for solid state batteries opens in Ulm, with twice as many battery cells."
    web.put("cells", [*ON_TOPIC[1:], news], ["hub"])
    roses = spec(web, name="Roses", query={"text": "roses garden bloom"})
    other = await stored(store, clock, {**roses, "seeds": {"urls": [web.url("cells")], "providers": []}})
    await run(real, other)
    before = len(await found(store, batteries))
    web.site.pages.clear()
    await run(real, batteries, 2)
    reported = (await found(store, batteries))[before:]
    assert [(finding.kind, finding.url.rpartition("/")[2]) for finding in reported] == [("changed", "cells")]
    await run(real, batteries, 3)
    assert len(await found(store, batteries)) == before + 1
