"""A small web on loopback for whole runs: pages of real sentences, links, ETags, a feed; and the world that runs act on."""

import hashlib
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from tests.support import SeededEntropy
from tests.web.site import Answer, Hit, Site, settings
from watchd.flow.alerts.silent import Silent
from watchd.flow.run.control import RunNotifier
from watchd.flow.run.environment import AlertPlanner, PortalWriter, RunEnvironment
from watchd.flow.seeds.gather import Gatherer
from watchd.flow.seeds.search_providers import SearchProviders
from watchd.ports import Clock, SearchProvider
from watchd.store.database import Database
from watchd.web.extract.settings import ExtractBounds
from watchd.web.fetch.fetcher import WebFetcher
from watchd.web.fetch.traps import TrapWatch
from watchd.web.reader.extractor import Extractor
from watchd.web.urls import urls

ON_TOPIC = (
    "The pilot line for solid state batteries makes its first cells this year.",
    "Solid state battery cells leave the pilot line after the dry room was finished.",
    "A second pilot line will make solid state batteries with a sulphide electrolyte.",
)
OFF_TOPIC = (
    "The garden is open on weekdays and the roses are in bloom.",
    "Our choir sings old songs from the mountains every Thursday.",
    "Bring your own cup, since the kitchen has only a few.",
)


class SmallWeb:
    """Pages by name; each can be published, changed and taken away."""

    def __init__(self, site: Site) -> None:
        self.site = site
        site.pages.clear()

    def url(self, name: str) -> str:
        return self.site.url(f"/{name}")

    def put(self, name: str, text: Sequence[str], links: Sequence[str] = (), *, head: str = "") -> str:
        """Publish a page, or a new version of it."""
        paragraphs = "".join(f"<p>{sentence}</p>" for sentence in text)
        anchors = "".join(f'<li><a href="/{link}">about {link}</a></li>' for link in links)
        body = (
            f"<html lang=en><head><title>{name} page</title>{head}</head><body><main><h1>{name}</h1>"
            f"{paragraphs}</main><ul>{anchors}</ul></body></html>"
        )
        self.put_raw(name, body.encode(), "text/html; charset=utf-8")
        return self.url(name)

    def put_raw(self, name: str, body: bytes, content_type: str) -> None:
        tag = f'"{hashlib.sha256(body).hexdigest()[:12]}"'
        headers = {"Content-Type": content_type, "ETag": tag}

        def answer(hit: Hit) -> Answer:
            if hit.headers.get("if-none-match") == tag:
                return Answer(b"", 304, {"ETag": tag})
            return Answer(body, headers=headers)

        self.site.pages[f"/{name}"] = answer

    def remove(self, name: str) -> None:
        del self.site.pages[f"/{name}"]

    def asked(self) -> list[str]:
        """Pages that were asked for, in order."""
        return [path.removeprefix("/") for path in self.site.page_paths()]

    def forget(self) -> None:
        self.site.log.clear()


def battery_web(site: Site) -> SmallWeb:
    """A start page, a hub with three relevant pages, and some that have nothing to do with it."""
    web = SmallWeb(site)
    web.put("start", OFF_TOPIC[:1], ["hub", "garden", "choir"])
    web.put("hub", ON_TOPIC, ["cells", "dry-room", "kitchen"])
    web.put("cells", ON_TOPIC[1:], ["hub"])
    web.put("dry-room", ON_TOPIC[:2], ["kitchen", "garden"])
    web.put("garden", OFF_TOPIC, ["choir", "start"])
    web.put("choir", OFF_TOPIC[1:], ["kitchen"])
    web.put("kitchen", OFF_TOPIC[2:], ["garden"])
    return web


def spec(web: SmallWeb, **changes: Any) -> dict[str, Any]:
    """A profile on this web."""
    return {
        "name": "Batteries",
        "query": {"text": "solid state battery pilot line", "languages": ["en"]},
        "seeds": {"urls": [web.url("start")], "providers": []},
        "schedule": {"manual": True},
        **changes,
    }


@asynccontextmanager
async def world(
    store: Database,
    clock: Clock,
    *,
    planner: AlertPlanner | None = None,
    portal: PortalWriter | None = None,
    entropy: int = 1,
    search_providers: Sequence[SearchProvider] = (),
    **fetch: Any,
) -> AsyncIterator[RunEnvironment]:
    """Yield an environment in which everything but the alerts is real."""
    bounds = settings(**fetch)
    chance = SeededEntropy(entropy)
    searching = SearchProviders(search_providers, store, clock, chance)
    async with Extractor(ExtractBounds(children=1)) as reader, WebFetcher(bounds) as fetcher:
        try:
            yield RunEnvironment(
                store=store,
                fetcher=fetcher,
                reader=reader,
                seeds=Gatherer(searching, urls.canonical),
                clock=clock,
                entropy=chance,
                planner=planner or Silent(),
                portal=portal or Silent(),
                traps=lambda: TrapWatch(bounds, 2026),
                notifier=RunNotifier(),
                owner="tester",
            )
        finally:
            await searching.close()
