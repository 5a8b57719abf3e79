"""What runs find relevant is in the portal, and leaves it when it is gone: real HTTP, extraction and database."""

from collections.abc import AsyncIterator

import pytest

from tests.flow.run.test_run import run, stored
from tests.flow.small_web import ON_TOPIC, SmallWeb, spec, world
from tests.support import HandWoundClock
from watchd.core.portal.search_query import parse
from watchd.flow.run.environment import RunEnvironment
from watchd.flow.upkeep.portal_feed import PortalFeed
from watchd.model.portal import PortalFilter
from watchd.store.database import Database


@pytest.fixture
async def real(store: Database, clock: HandWoundClock) -> AsyncIterator[RunEnvironment]:
    async with world(store, clock, portal=PortalFeed()) as made:
        yield made


async def searched(store: Database, text: str) -> set[str]:
    found = await store.read(lambda t: t.portal_search.find(parse(text), PortalFilter()))
    documents = await store.read(lambda t: t.portal_search.documents(found.numbers))
    return {document.url.rpartition("/")[2] for document in documents}


async def test_the_portal_follows_what_runs_see(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    profile = await stored(store, clock, spec(web, report={"kinds": ["new", "changed", "gone"]}))
    await run(real, profile)
    assert await searched(store, "") == {"hub", "cells", "dry-room"}
    assert await searched(store, "battery") == {"hub", "cells", "dry-room"}
    clock.forward(days=2)
    web.put(
        "cells",
        [*ON_TOPIC[1:], "The new pilot line for solid state batteries will be built in Dresden."],
        ["hub"],
    )
    await run(real, profile, 2)
    assert await searched(store, "Dresden") == {"cells"}
    for number in (3, 4):
        clock.forward(days=40)
        web.site.pages.pop("/dry-room", None)
        await run(real, profile, number)
    assert await searched(store, "") == {"hub", "cells"}
