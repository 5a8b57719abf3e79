"""Changed prices and stock in whole runs: real HTTP, real extraction, a real database."""

from datetime import timedelta

import pytest

from tests.flow.run.test_run import found, run, stored
from tests.flow.small_web import ON_TOPIC, SmallWeb, spec
from tests.support import HandWoundClock
from watchd.flow.run.environment import RunEnvironment
from watchd.model.finding import Finding, ValueChange
from watchd.store.database import Database


def offer(web: SmallWeb, price: str, stock: str) -> None:
    web.put("cells", [ON_TOPIC[1], price, stock, ON_TOPIC[2]], ["hub"])


async def visited(
    web: SmallWeb,
    real: RunEnvironment,
    store: Database,
    clock: HandWoundClock,
    versions: list[tuple[str, str]],
    *,
    pause: timedelta = timedelta(days=40),
    **changes: object,
) -> list[list[Finding]]:
    """Run a profile on each version of the page; return the findings that each later run added about it."""
    offer(web, *versions[0])
    profile = await stored(store, clock, spec(web, **changes))
    await run(real, profile)
    known = len(await found(store, profile))
    added = []
    for number, version in enumerate(versions[1:], start=2):
        offer(web, *version)
        clock.forward(days=pause.days)
        web.forget()
        await run(real, profile, number)
        assert "cells" in web.asked()
        findings = await found(store, profile)
        added.append(findings[known:])
        known = len(findings)
    return added


async def test_a_new_price_and_a_new_stock_word_are_reported_by_a_topic_profile(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    versions = [("7,490 €", "In stock"), ("6,990 €", "In stock"), ("6,990 €", "Sold out until February")]
    [[cheaper], [sold_out]] = await visited(web, real, store, clock, versions)
    assert cheaper.kind == sold_out.kind == "changed"
    assert cheaper.change is not None
    assert sold_out.change is not None
    assert cheaper.change.values == (ValueChange("price", "7,490 €", "6,990 €"),)
    assert sold_out.change.values == (ValueChange("stock", "In stock", "Sold out until February"),)
    assert cheaper.score >= 0.3


async def test_a_profile_may_switch_values_off(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    versions = [("7,490 €", "In stock"), ("6,990 €", "Sold out")]
    assert await visited(web, real, store, clock, versions, report={"values": False}) == [[]]


@pytest.mark.parametrize(("days", "reports"), [(40, [1, 1, 1, 1]), (2, [1, 1, 0, 0])])
async def test_a_price_that_alternates_is_reported_once_a_week_in_each_direction(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock, days: int, reports: list[int]
) -> None:
    versions = [("7,490 €", "In stock"), ("6,990 €", "In stock")] * 2 + [("7,490 €", "In stock")]
    # Every run starts from this page, so that each of them reads it again.
    seeds = {"seeds": {"urls": [web.url("start"), web.url("cells")], "providers": []}}
    added = await visited(web, real, store, clock, versions, pause=timedelta(days=days), **seeds)
    assert [len(findings) for findings in added] == reports
