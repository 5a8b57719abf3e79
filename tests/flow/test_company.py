"""Pages that say little are found by the company they keep, at once or when their neighbours link to them."""

from tests.flow.small_web import OFF_TOPIC, ON_TOPIC, SmallWeb, spec
from tests.flow.test_run import found, names, run, stored
from tests.support import HandWoundClock
from watchd.flow.run import World
from watchd.store.database import Database

LITTLE = ("A pilot opened the line.", *OFF_TOPIC[:2])  # words of the query, in passing
CORNER = ("cells", "anode", "cathode", "dry-room")


def corner(web: SmallWeb, *more: str) -> None:
    """Pages on the topic that all know each other, one that says little, and a page like it elsewhere."""
    for name in CORNER:
        web.put(name, ON_TOPIC, [other for other in (*CORNER, *more) if other != name])
    web.put("start", OFF_TOPIC[:1], [*CORNER, "parish"])
    web.put("parish", LITTLE, ["start", "garden"])
    web.put("garden", OFF_TOPIC, ["parish"])


async def test_a_page_that_says_little_is_relevant_among_neighbours_that_say_much(
    web: SmallWeb, real: World, store: Database, clock: HandWoundClock
) -> None:
    corner(web, "opening")
    web.put("opening", LITTLE, CORNER)
    profile = await stored(store, clock, spec(web))
    await run(real, profile)
    findings = await found(store, profile)
    assert names(findings) == {*CORNER, "opening"}
    opening = next(finding for finding in findings if finding.url.endswith("opening"))
    assert opening.why.company is not None
    assert opening.why.company > 0.5


async def test_a_new_page_is_told_when_its_neighbours_begin_to_link_to_it(
    web: SmallWeb, real: World, store: Database, clock: HandWoundClock
) -> None:
    """It is announced before its site links to it, and refers to pages off the topic as well."""
    corner(web)
    profile = await stored(store, clock, spec(web))
    await run(real, profile)
    assert names(await found(store, profile)) == set(CORNER)
    strangers = [f"stranger{number}" for number in range(10)]
    for name in strangers:
        web.put(name, OFF_TOPIC)
    web.put("start", OFF_TOPIC[:1], [*CORNER, "parish", "opening", *strangers])
    web.put("opening", LITTLE, [*CORNER, *strangers])
    clock.forward(days=1)
    await run(real, profile, 2)
    assert names(await found(store, profile)) == set(CORNER)
    corner(web, "opening")
    clock.forward(days=1)
    await run(real, profile, 3)
    findings = await found(store, profile)
    assert names(findings) == {*CORNER, "opening"}
    assert [f.kind for f in findings if f.url.endswith("opening")] == ["new"]
    clock.forward(days=1)
    await run(real, profile, 4)
    assert len(await found(store, profile)) == len(findings)
