"""Fixtures of tests of whole runs: a small web about batteries, and an environment in which only the alerts are fakes."""

from collections.abc import AsyncIterator

import pytest

from tests.flow.small_web import SmallWeb, battery_web, world
from tests.support import HandWoundClock
from tests.web.site import site
from watchd.flow.run.environment import RunEnvironment
from watchd.store.database import Database


@pytest.fixture
async def web() -> AsyncIterator[SmallWeb]:
    async with site() as running:
        yield battery_web(running)


@pytest.fixture
async def real(store: Database, clock: HandWoundClock) -> AsyncIterator[RunEnvironment]:
    async with world(store, clock) as made:
        yield made
