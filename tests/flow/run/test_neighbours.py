"""Pages that say little are found by the company they keep, at once or when their neighbours link to them."""

from msgspec import structs

from tests.flow.run.test_run import found, names, run, stored
from tests.flow.small_web import OFF_TOPIC, ON_TOPIC, SmallWeb, spec
from tests.support import HandWoundClock
from watchd.flow.run.environment import RunEnvironment
from watchd.model.finding import Finding
from watchd.model.profile import Profile, Report
from watchd.store.database import Database
from watchd.store.tables import Tables

LITTLE = ("A pilot opened the line.", *OFF_TOPIC[:2])  # words of the query, in passing
MORE = ("A pilot opened the line of a state.", *OFF_TOPIC[:2])  # a little more
CORNER = ("cells", "anode", "cathode", "dry-room")


def corner(web: SmallWeb, *more: str) -> None:
    """Pages on the topic that all know each other, one that says little, and a page like it elsewhere."""
    for name in CORNER:
        web.put(name, ON_TOPIC, [other for other in (*CORNER, *more) if other != name])
    web.put("start", OFF_TOPIC[:1], [*CORNER, "parish"])
    web.put("parish", LITTLE, ["start", "garden"])
    web.put("garden", OFF_TOPIC, ["parish"])


async def test_a_page_that_says_little_is_relevant_among_neighbours_that_say_much(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    corner(web, "opening")
    web.put("opening", MORE, CORNER)
    profile = await stored(store, clock, spec(web))
    await run(real, profile)
    findings = await found(store, profile)
    assert names(findings) == {*CORNER, "opening"}
    opening = next(finding for finding in findings if finding.url.endswith("opening"))
    assert opening.why.company is not None
    assert opening.why.company > 0.5


async def test_a_page_is_told_when_its_neighbours_begin_to_link_to_it(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    """It is there before its site links to it, and refers to pages off the topic as well."""
    others = [f"other{number}" for number in range(4)]
    corner(web)
    for name in others:
        web.put(name, OFF_TOPIC)
    web.put("start", OFF_TOPIC[:1], [*CORNER, "parish", "opening", *others])
    web.put("opening", MORE, [*CORNER, *others])
    profile = await stored(store, clock, spec(web))
    await run(real, profile)
    assert names(await found(store, profile)) == set(CORNER)
    corner(web, "opening")
    clock.forward(days=1)
    await run(real, profile, 2)
    findings = await found(store, profile)
    assert names(findings) == {*CORNER, "opening"}
    (late,) = (finding for finding in findings if finding.url.endswith("opening"))
    assert late.kind == "new"
    # Its text is kept, too: another profile may be the first to see it change.
    assert await store.read(lambda tables: tables.versions.get(late.page_id, late.content_hash))
    clock.forward(days=1)
    await run(real, profile, 3)
    assert len(await found(store, profile)) == len(findings)


async def test_a_page_whose_link_has_just_appeared_is_told_at_once_though_it_says_little(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    corner(web)
    profile = await stored(store, clock, spec(web))
    await run(real, profile)
    web.put("start", OFF_TOPIC[:1], [*CORNER, "parish", "opening"])
    web.put("opening", MORE, CORNER)
    clock.forward(days=1)
    await run(real, profile, 2)
    (opening,) = (f for f in await found(store, profile) if f.url.endswith("opening"))
    assert opening.why.route == "news"


async def worth(store: Database, profile: Profile, url: str, relevance: float) -> None:
    """What the profile takes a page to be worth is this much, from now on."""

    async def work(tables: Tables) -> None:
        page = await tables.pages.by_url(url)
        assert page is not None
        state = await tables.page_states.get(profile.id, page.id)
        assert state is not None
        await tables.page_states.put([structs.replace(state, relevance=relevance)])

    await store.write(work)


def reported(findings: list[Finding], name: str) -> list[str]:
    return [finding.kind for finding in findings if finding.url.endswith(name)]


async def test_a_page_that_was_told_is_followed_though_it_came_to_be_worth_less(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    """Nothing is worth that much any more; yet its texts are kept, so that the next change can be seen, too."""
    corner(web)
    profile = await stored(store, clock, spec(web))
    await run(real, profile)
    strict = structs.replace(profile, spec=structs.replace(profile.spec, report=Report(min_score=0.999)))
    for number in (2, 3):
        news = (
            f"Pilot line number {number} for solid state batteries makes solid state battery cells in Dresden."
        )
        web.put("cells", [*ON_TOPIC, news], [name for name in CORNER if name != "cells"])
        clock.forward(days=2)
        await run(real, strict, number)
    findings = await found(store, profile)
    assert reported(findings, "cells") == ["new", "changed", "changed"]
    page_id, known = findings[-1].page_id, findings[-1].change
    assert known is not None
    assert await store.read(lambda tables: tables.versions.get(page_id, known.former))


async def test_a_page_that_was_passed_over_is_told_though_it_changed_when_it_came_to_matter(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    """What was added is off the topic, so as a change it would be no news."""
    corner(web)
    profile = await stored(store, clock, spec(web))
    await run(real, profile)
    (cells,) = (finding for finding in await found(store, profile) if finding.url.endswith("cells"))
    await store.write(lambda tables: tables.findings.withdraw(cells.id))
    await worth(store, profile, cells.url, 0.2)
    web.put("cells", [*ON_TOPIC, OFF_TOPIC[0]], [name for name in CORNER if name != "cells"])
    clock.forward(days=2)
    await run(real, profile, 2)
    assert reported(await found(store, profile), "cells") == ["new"]
