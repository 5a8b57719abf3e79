"""Explanations after whole runs over real HTTP: each case of "why did I miss this?" has its verdict and its way out."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.flow.alert_world import World
from tests.flow.run.test_run import run, stored
from tests.flow.small_web import OFF_TOPIC, ON_TOPIC, SmallWeb, battery_web, spec, world
from tests.support import HandWoundClock, SeededEntropy
from tests.web.site import Answer, site
from watchd.core.explain.explain_input import Explanation, StepName
from watchd.flow.explain.gather import explained
from watchd.flow.run.environment import RunEnvironment
from watchd.model.outcome import AddressRules
from watchd.model.profile import Profile
from watchd.store.database import Database

RSS = """<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>{}</channel></rss>"""
ITEM = "<item><title>{title}</title><link>{url}</link><pubDate>Mon, 16 Nov 2026 07:00:00 GMT</pubDate></item>"


@pytest.fixture
def office(store: Database) -> World:
    return World(store, SeededEntropy(3))


@pytest.fixture
async def real(store: Database, clock: HandWoundClock, office: World) -> AsyncIterator[RunEnvironment]:
    async with world(store, clock, planner=office.planner) as made:
        yield made


async def ask(real: RunEnvironment, profile: Profile, url: str, **rules: Any) -> Explanation:
    now = real.clock.now()

    async def look(tables: Any) -> Explanation:
        fresh = await tables.profiles.get(profile.id)
        return await explained(tables, fresh, url, AddressRules(**rules), now=now)

    return await real.store.read(look)


def facts(answer: Explanation, step: StepName) -> str:
    return " ".join(s.fact for s in answer.steps if s.step == step)


async def test_a_reported_page_names_its_alert_its_route_and_its_score(
    web: SmallWeb, real: RunEnvironment, clock: HandWoundClock, office: World
) -> None:
    await office.channel("mail")
    body = spec(web)
    profile = await office.profile("mail", **{**body, "seeds": body["seeds"]})
    await run(real, profile)
    answer = await ask(real, profile, web.url("cells"))
    assert answer.verdict == "alert_waiting"
    assert "Its alert waits" in answer.summary
    assert f"a link on {web.url('hub')} with the text “about cells”" in facts(answer, "seen")
    assert "status 200" in facts(answer, "fetched")
    assert "it is a finding" in facts(answer, "judged")
    assert "pilot" in facts(answer, "judged")
    (alert,) = await office.alerts("mail")
    assert [step.ref.id for step in answer.steps if step.step == "alert" and step.ref] == [alert.id]

    await real.store.write(lambda t: t.alerts.claim("mail", "me", now=clock.now(), lease_until=clock.now()))
    clock.forward(minutes=1)
    sent = "UPDATE alerts SET state = 'sent', sent_at = '2026-11-16T07:31:00.000000Z', due_at = NULL"
    await real.store.write(lambda t: t._connection.ask(sent, {}))
    answer = await ask(real, profile, web.url("cells"))
    assert (answer.verdict, answer.way_out) == ("reported", None)
    assert "The alert was sent to mail on 2026-11-16 07:31 UTC." in answer.summary
    # The steps are in the order of the data flow.
    order = ["scope", "rules", "seen", "fetched", "judged", "found", "alert", "next"]
    assert sorted({s.step for s in answer.steps}, key=order.index) == order
    assert [s.step for s in answer.steps] == sorted((s.step for s in answer.steps), key=order.index)


async def test_a_page_without_a_channel_is_found_and_not_sent(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    profile = await stored(store, clock, spec(web))
    await run(real, profile)
    answer = await ask(real, profile, web.url("cells"))
    assert answer.verdict == "no_channel"
    assert "delivery.channels" in (answer.way_out or "")


async def test_a_page_below_the_bar_shows_its_score_and_what_to_lower(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    web.put("mixed", [*OFF_TOPIC, "A battery may be heavy, and solid."])
    web.put("start", OFF_TOPIC[:1], ["hub", "mixed", "garden"])
    profile = await stored(store, clock, spec(web, report={"min_score": 0.9}))
    await run(real, profile)
    near, far = await ask(real, profile, web.url("mixed")), await ask(real, profile, web.url("garden"))
    assert (near.verdict, far.verdict) == ("below_bar", "below_bar")
    state = await store.read(lambda t: t.page_states.known(profile.id, 100))
    score = next(k.state.relevance for k in state if k.url == web.url("mixed"))
    assert f"Lower report.min_score to {int(score * 100) / 100:.2f}" in (near.way_out or "")
    assert "words that matched: " in near.summary
    assert "too low for a lower report.min_score" in (far.way_out or "")


async def test_an_address_that_nothing_has_shown_is_not_invented(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    profile = await stored(store, clock, spec(web))
    before = await ask(real, profile, web.url("hidden"))
    await run(real, profile)
    after = await ask(real, profile, web.url("hidden"))
    assert before.verdict == "not_run_yet"
    assert after.verdict == "never_seen"
    assert after.summary == "No page, feed, sitemap or search result that watchd read has shown this address."
    assert "seeds.urls" in (after.way_out or "")
    assert after.next_look_at is None
    assert "not known" in facts(after, "rules")


async def test_robots_a_missing_page_and_an_unreadable_one_have_their_own_verdicts(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    web.site.pages["/robots.txt"] = Answer(b"User-agent: *\nDisallow: /secret\n")
    web.put("secret", ON_TOPIC)
    web.put_raw("film", b"\0" * 100, "video/mp4")
    web.put("start", OFF_TOPIC[:1], ["secret", "missing", "film", "late"])
    web.site.pages["/late"] = Answer(b"", 500)
    profile = await stored(store, clock, spec(web))
    await run(real, profile)
    secret = await ask(real, profile, web.url("secret"))
    assert secret.verdict == "robots"
    assert "robots.txt forbids this page" in secret.summary
    missing = await ask(real, profile, web.url("missing"))
    assert missing.verdict == "gone"
    assert "status 404" in missing.summary
    assert "No run asks for it again" in facts(missing, "next")
    film = await ask(real, profile, web.url("film"))
    assert film.verdict == "not_readable"
    late = await ask(real, profile, web.url("late"))
    assert late.verdict == "failing"
    assert "(status 500)" in late.summary
    # Rules that the fetcher knows answer for an address that was never linked, too.
    forbidden = real.fetcher.known_rules(web.url("secret/other"))  # type: ignore[attr-defined]
    answer = await ask(real, profile, web.url("secret/other"), refused=forbidden.refused, is_robots_known=True)
    assert answer.verdict == "robots"


async def test_a_link_that_no_agent_chose_has_its_place_score_and_carrier(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    web.put("start", OFF_TOPIC[:1], [f"page{n}" for n in range(12)])
    for n in range(12):
        web.put(f"page{n}", OFF_TOPIC)
    profile = await stored(store, clock, spec(web, budget={"pages": 4}))
    assert await run(real, profile) == "budget_pages"
    left = [n for n in range(12) if f"page{n}" not in web.asked()]
    assert len(left) > 5
    answer = await ask(real, profile, web.url(f"page{left[0]}"))
    assert answer.verdict == "not_chosen"
    assert "the run had used up budget.pages" in answer.summary
    assert f"of {len(left)} links that waited" in answer.summary
    assert f"a link on {web.url('start')} with the text “about page{left[0]}”" in answer.summary
    assert "raise budget.pages" in (answer.way_out or "")
    (queued,) = [step for step in answer.steps if step.step == "queued"]
    assert queued.ref is not None
    assert queued.ref.id == f"run {profile.id} 1"
    # Once a run has visited it, it does not wait any more.
    clock.forward(hours=6)
    larger = await store.read(lambda t: t.profiles.get(profile.id))
    assert larger is not None
    web.put("start", OFF_TOPIC, [f"page{n}" for n in range(12)])
    sql = "UPDATE profiles SET spec = json_set(spec, '$.budget.pages', 100)"
    await store.write(lambda t: t._connection.ask(sql, {}))
    await run(real, profile, 2)
    answer = await ask(real, profile, web.url(f"page{left[0]}"))
    assert answer.verdict == "below_bar"


async def test_a_start_page_that_the_run_did_not_reach_waits_in_its_queue(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    urls = [web.put(f"page{n}", OFF_TOPIC) for n in range(6)]
    profile = await stored(store, clock, spec(web, budget={"pages": 2}, seeds={"urls": urls, "providers": []}))
    await run(real, profile)
    answer = await ask(real, profile, urls[-1])
    assert answer.verdict == "queued"
    assert "It was number 4 of 4 start pages that waited." in answer.summary
    assert "seeds.urls" in facts(answer, "seen")


async def test_a_page_that_is_out_of_scope_names_the_rule(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    profile = await stored(store, clock, spec(web, scope={"url_deny": ["*/cells"]}))
    await run(real, profile)
    answer = await ask(real, profile, web.url("cells"))
    assert answer.verdict == "out_of_scope"
    assert "scope.url_deny (*/cells)" in answer.summary
    assert answer.way_out == "Remove the pattern from scope.url_deny."
    assert answer.next_look_at is None


async def test_an_unchanged_page_and_a_small_change_are_told_apart(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    body = spec(web, report={"kinds": ["changed"]}, seeds={"urls": [web.url("hub")], "providers": []})
    profile = await stored(store, clock, body)
    await run(real, profile)
    first = await ask(real, profile, web.url("hub"))
    assert first.verdict == "kind_not_wanted"
    assert first.way_out == "Add new to report.kinds."
    clock.forward(hours=6)
    await run(real, profile, 2)
    assert (await ask(real, profile, web.url("hub"))).verdict == "unchanged"
    clock.forward(hours=6)
    web.put("hub", [*ON_TOPIC, *OFF_TOPIC], ["cells", "dry-room", "kitchen"])
    await run(real, profile, 3)
    minor = await ask(real, profile, web.url("hub"))
    assert minor.verdict == "minor_change"
    assert "2026-11-16 19:30 UTC" in minor.summary
    clock.forward(hours=6)
    await run(real, profile, 4)
    later = await ask(real, profile, web.url("hub"))
    assert later.verdict == "unchanged"
    assert "Its newest text was judged before: its text changed" in facts(later, "judged")


async def test_a_change_that_was_not_reported_counts_more_than_the_finding_before_it(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    profile = await stored(store, clock, spec(web, seeds={"urls": [web.url("hub")], "providers": []}))
    await run(real, profile)
    clock.forward(hours=6)
    web.put("hub", [*ON_TOPIC, *OFF_TOPIC], ["cells", "dry-room", "kitchen"])
    await run(real, profile, 2)
    answer = await ask(real, profile, web.url("hub"))
    assert answer.verdict == "minor_change"
    assert answer.summary.startswith("The page is a finding (new, found on 2026-11-16 07:30 UTC")
    assert "Its text has changed since." in answer.summary


async def test_a_mirror_is_folded_into_the_story_of_the_first_page(
    web: SmallWeb, real: RunEnvironment, clock: HandWoundClock, office: World
) -> None:
    await office.channel("mail")
    async with site("127.0.0.2") as other:
        mirror = battery_web(other)
        web.put("start", OFF_TOPIC[:1], ["hub"])
        profile = await office.profile("mail", **spec(web))
        await run(real, profile)
        clock.forward(hours=6)
        link = f'<a href="{mirror.url("copy")}">copy</a>'
        body = f"<html lang=en><title>start</title><main><p>{OFF_TOPIC[0]}</p></main>{link}</html>"
        mirror.put("copy", ON_TOPIC[1:], ["hub"])
        web.put_raw("start", body.encode(), "text/html; charset=utf-8")
        await run(real, profile, 2)
        answer = await ask(real, profile, mirror.url("copy"))
    assert answer.verdict == "same_story"
    assert web.url("cells") in answer.summary
    assert [s.ref.kind for s in answer.steps if s.step == "found" and s.ref] == ["finding", "finding"]


async def test_an_entry_of_a_feed_is_named_with_its_date(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    items = "".join(ITEM.format(title=f"Entry {n}", url=web.url(f"entry{n}")) for n in range(8))
    web.put_raw("feed.xml", RSS.format(items).encode(), "application/rss+xml")
    profile = await stored(
        store, clock, spec(web, budget={"pages": 2}, seeds={"feeds": [web.url("feed.xml")], "providers": []})
    )
    await run(real, profile)
    left = next(n for n in range(8) if f"entry{n}" not in web.asked())
    answer = await ask(real, profile, web.url(f"entry{left}"))
    assert answer.verdict in ("not_chosen", "queued", "seen_not_visited")
    expected = f"The feed {web.url('feed.xml')} has an entry “Entry {left}”, dated 2026-11-16 07:00 UTC."
    assert expected in facts(answer, "seen")


async def test_another_spelling_and_a_redirect_lead_to_the_page(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    web.site.pages["/old"] = Answer(b"", 301, {"Location": web.url("cells")})
    web.put("start", OFF_TOPIC[:1], ["old"])
    profile = await stored(store, clock, spec(web))
    await run(real, profile)
    spelled = web.url("cells").replace("http://", "HTTP://") + "?utm_source=mail#part"
    answer = await ask(real, profile, spelled)
    assert answer.verdict == "no_channel"
    assert f"in the spelling {web.url('cells')}" in facts(answer, "address")
    moved = await ask(real, profile, web.url("old"))
    assert moved.verdict == "no_channel"
    assert f"It leads to {web.url('cells')} by a redirect" in facts(moved, "address")
    slash = await ask(real, profile, web.url("cells/"))
    assert slash.verdict == "never_seen"
    assert f"But {web.url('cells')} is known" in slash.summary


async def test_a_page_that_only_another_profile_has_read_says_so(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    mine = await stored(
        store, clock, spec(web, name="Gardens", query={"text": "roses"}, scope={"named_pages_only": True},
                           seeds={"urls": [web.url("garden")], "providers": []}),
    )  # fmt: skip
    other = await stored(store, clock, spec(web))
    await run(real, mine)
    await run(real, other)
    sql = "UPDATE profiles SET spec = json_set(spec, '$.scope.named_pages_only', json('false'))"
    await store.write(lambda t: t._connection.ask(sql, {}))
    answer = await ask(real, mine, web.url("cells"))
    assert answer.verdict in ("seen_not_visited", "other_profile")
    assert "A run of the profile “Batteries” visited it (fetched)." in facts(answer, "fetched")


async def test_a_link_that_robots_must_not_follow_is_named_as_the_reason(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    link = '<a rel="nofollow" href="/cells">cells</a>'
    body = f"<html lang=en><title>start</title><main><p>Roses bloom.</p></main>{link}</html>"
    web.put_raw("start", body.encode(), "text/html; charset=utf-8")
    profile = await stored(store, clock, spec(web))
    await run(real, profile)
    answer = await ask(real, profile, web.url("cells"))
    assert answer.verdict == "nofollow"
    assert f"a link on {web.url('start')} with the text “cells”" in answer.summary


async def test_notes_are_bounded_and_the_first_route_stays(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    profile = await stored(store, clock, spec(web))
    await run(real, profile)
    first = await store.read(lambda t: t.visits.get(profile.id, web.url("cells")))
    clock.forward(days=40)
    await run(real, profile, 2)
    second = await store.read(lambda t: t.visits.get(profile.id, web.url("cells")))
    assert first is not None
    assert second is not None
    assert (second.first_at, second.route) == (first.at, first.route)
    assert second.at > first.at
    await store.write(lambda t: t.visits.trim(profile.id, visits=3, waiting=0))
    kept = [
        name
        for name in ("start", "hub", "cells", "dry-room", "garden", "choir", "kitchen")
        if await store.read(lambda t, name=name: t.visits.get(profile.id, web.url(name)))  # type: ignore[misc]
    ]
    assert len(kept) == 3
