"""Dates of publication in whole runs: from the page, from its feed, and the same in the store and over REST."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from tests.flow.run.test_run import found, run, stored
from tests.flow.small_web import ON_TOPIC, SmallWeb, spec
from tests.support import HandWoundClock
from watchd.flow.run.environment import RunEnvironment
from watchd.store.database import Database
from watchd.store.tables import Tables

PUBLISHED = datetime(2026, 11, 2, 6, 30, tzinfo=UTC)


def put_feed(web: SmallWeb, *entries: tuple[str, datetime | None]) -> str:
    items = "".join(
        f"<item><title>{ON_TOPIC[0]}</title><link>{web.url(name)}</link>"
        + (f"<pubDate>{format_datetime(date)}</pubDate>" if date else "")
        + "</item>"
        for name, date in entries
    )
    body = f"<rss version='2.0'><channel><title>News</title>{items}</channel></rss>"
    web.put_raw("feed", body.encode(), "application/rss+xml")
    return web.url("feed")


async def published(store: Database, web: SmallWeb, *names: str) -> dict[str, datetime | None]:
    """Return the dates of stored pages by name."""

    async def look(tables: Tables) -> dict[str, datetime | None]:
        pages = {name: await tables.pages.by_url(web.url(name)) for name in names}
        return {name: page.published_at for name, page in pages.items() if page is not None}

    return await store.read(look)


async def test_a_finding_has_the_date_that_its_page_states(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    time = f'<time datetime="{PUBLISHED.isoformat()}">2 November</time>'
    paragraphs = "".join(f"<p>{text}</p>" for text in ON_TOPIC)
    html = f"<html lang=en><title>cells</title><main><article><h1>Cells</h1>{time}{paragraphs}</article></main>"
    web.put_raw("cells", html.encode(), "text/html; charset=utf-8")
    profile = await stored(store, clock, spec(web))
    await run(real, profile)
    dates = {f.url.rpartition("/")[2]: f.published_at for f in await found(store, profile)}
    assert dates == {"hub": None, "cells": PUBLISHED, "dry-room": None}


async def test_a_page_without_a_date_has_that_of_its_feed_also_when_it_is_read_in_a_later_run(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock
) -> None:
    later = PUBLISHED + timedelta(days=1)
    own = '<meta name="date" content="2026-10-01">'
    web.put("cells", ON_TOPIC, head=own)
    ahead = clock.now() + timedelta(days=30)
    feed = put_feed(web, ("cells", PUBLISHED), ("dry-room", later), ("choir", None), ("hub", ahead))
    sources = {"seeds": {"urls": [], "feeds": [feed], "providers": []}}
    profile = await stored(store, clock, spec(web, **sources, budget={"pages": 3}))
    for number in range(1, 5):  # three pages per run, so the feed answers "not modified" to most runs
        await run(real, profile, number)
        clock.forward(hours=6)
    dates = await published(store, web, "cells", "dry-room", "hub")
    assert dates == {"cells": datetime(2026, 10, 1, tzinfo=UTC), "dry-room": later, "hub": None}
    reported = {f.url.rpartition("/")[2]: f.published_at for f in await found(store, profile)}
    assert reported == dates


@pytest.mark.parametrize("is_listed", [True, False])
async def test_a_date_stays_known_when_the_page_is_read_without_its_feed(
    web: SmallWeb, real: RunEnvironment, store: Database, clock: HandWoundClock, is_listed: bool
) -> None:
    feed = put_feed(web, ("cells", PUBLISHED))
    profile = await stored(store, clock, spec(web, seeds={"urls": [], "feeds": [feed], "providers": []}))
    await run(real, profile)
    if not is_listed:
        put_feed(web)
    price = "The set costs 7,490 €."
    web.put("cells", [*ON_TOPIC, price], ["hub"])
    clock.forward(days=40)
    await run(real, profile, 2)
    assert await published(store, web, "cells") == {"cells": PUBLISHED}
