"""All sources of a profile become one list; none of them can spoil it for the others."""

from datetime import timedelta
from typing import Any

import pytest

from tests.flow.paper_sources import PaperDoor, PaperEngine, found, listing
from tests.support import MONDAY, HandWoundClock, SeededEntropy
from watchd import intake
from watchd.flow.engines import Engines
from watchd.flow.seeds import Gatherer
from watchd.model.listing import Entry
from watchd.model.outcome import Failed, Refused
from watchd.model.page import Unparseable
from watchd.model.profile import ProfileSpec
from watchd.model.provider import EngineAnswer
from watchd.model.seed import Gathered
from watchd.store.database import Database
from watchd.web.urls import canonical

DOWN = EngineAnswer("unreachable", detail="There is no answer.")


class World:
    """Engines and pages on paper, a real database."""

    def __init__(self, store: Database, clock: HandWoundClock) -> None:
        self.door = PaperDoor()
        self._store = store
        self._clock = clock

    async def gather(self, *engines: PaperEngine, text: str | None = None, **fields: Any) -> Gathered:
        spec = intake.read(ProfileSpec, {"name": "p", "query": {"text": "words"}} | fields)
        gatherer = Gatherer(
            door=self.door,
            reader=self.door,
            engines=Engines(engines, self._store, self._clock, SeededEntropy()),
            store=self._store,
            clock=self._clock,
            canonical=canonical,
        )
        return await gatherer.gather(spec, text=text)


@pytest.fixture
def world(store: Database, clock: HandWoundClock) -> World:
    return World(store, clock)


def urls(gathered: Gathered) -> list[str]:
    return [seed.url for seed in gathered.seeds]


def states(gathered: Gathered) -> dict[str, str]:
    return {report.source: report.state for report in gathered.reports}


def page(name: str, days_ago: float | None = None) -> Entry:
    published = None if days_ago is None else MONDAY - timedelta(days=days_ago)
    return Entry(f"https://{name}.example/", title=name, summary=f"about {name}", published=published)


async def test_engines_vote_and_the_seed_names_who_brought_it(world: World) -> None:
    gathered = await world.gather(PaperEngine("x", [found("a", "b")]), PaperEngine("y", [found("c", "b")]))
    assert urls(gathered) == ["https://b.example/", "https://a.example/", "https://c.example/"]
    assert gathered.seeds[0].sources == ("x", "y")
    assert (gathered.degraded, gathered.reasons) == (False, ())


async def test_the_limit_is_for_search_results_and_the_scope_for_everything(world: World) -> None:
    world.door.lists["https://feed.example/"] = listing(page("f"), page("denied"))
    gathered = await world.gather(
        PaperEngine("x", [found("denied", "a", "b", "c")]),
        seeds={
            "limit": 2,
            "feeds": ["https://feed.example/"],
            "urls": ["https://denied.example/", "https://u.example/"],
        },
        scope={"hosts_deny": ["denied.example"]},
    )
    assert set(urls(gathered)) == {f"https://{name}.example/" for name in "abfu"}


async def test_one_engine_that_fails_is_a_line_in_the_reports(world: World) -> None:
    gathered = await world.gather(PaperEngine("x", [DOWN]), PaperEngine("y", [found("a")]))
    assert urls(gathered) == ["https://a.example/"]
    assert states(gathered) == {"x": "failed", "y": "answered"}
    assert not gathered.degraded


async def test_all_engines_down_is_stated_and_the_other_sources_carry_on(world: World) -> None:
    world.door.lists["https://feed.example/"] = listing(page("f", 1))
    gathered = await world.gather(
        PaperEngine("x", [DOWN]), PaperEngine("y", [DOWN]), seeds={"feeds": ["https://feed.example/"]}
    )
    assert urls(gathered) == ["https://f.example/"]
    assert gathered.degraded
    assert gathered.reasons == ("x: There is no answer.", "y: There is no answer.")


async def test_an_engine_that_breaks_its_promise_is_a_report_too(world: World) -> None:
    class Broken(PaperEngine):
        def wordings(self, text: str, languages: list[str]) -> Any:
            raise RuntimeError("oops")

    gathered = await world.gather(Broken("x", []), PaperEngine("y", [found("a")]))
    assert states(gathered) == {"x": "failed", "y": "answered"}
    assert "oops" not in gathered.reports[0].reason


async def test_a_profile_chooses_its_engines(world: World) -> None:
    x, y = PaperEngine("x", [found("a")]), PaperEngine("y", [found("b")])
    assert urls(await world.gather(x, y, seeds={"providers": ["y"]})) == ["https://b.example/"]
    nobody = await world.gather(x, y, seeds={"providers": []})
    assert (nobody.seeds, nobody.degraded) == ((), False)
    unknown = await world.gather(x, y, seeds={"providers": ["z"]})
    assert unknown.degraded
    assert "[providers.z]" in unknown.reasons[0]


async def test_without_any_engine_the_way_out_is_named(world: World) -> None:
    gathered = await world.gather()
    assert gathered.degraded
    assert "add-a-search-engine" in gathered.reasons[0]
    with_urls = await world.gather(seeds={"urls": ["https://u.example/"]})
    assert not with_urls.degraded


async def test_words_that_were_learned_replace_the_query(world: World) -> None:
    engine = PaperEngine("x", [found("a")])
    await world.gather(engine, text="better words", query={"examples": ["https://e.example/"]})
    assert engine.asked == [("better words", "", 0)]


async def test_pages_that_a_person_named_come_first_in_their_one_spelling(world: World) -> None:
    gathered = await world.gather(
        PaperEngine("x", [found("a", "e")]),
        query={"text": "words", "examples": ["https://E.example/?utm_source=x#top"]},
        seeds={"urls": ["https://u.example"]},
    )
    by_url = {seed.url: seed for seed in gathered.seeds}
    assert by_url["https://e.example/"].sources == ("example", "x")
    assert by_url["https://e.example/"].title == "e"
    assert by_url["https://u.example/"].sources == ("url",)
    assert by_url["https://u.example/"].score == by_url["https://e.example/"].score == 1.0
    assert states(gathered) == {"x": "answered", "url": "answered", "example": "answered"}


async def test_a_feed_gives_its_newest_entries_with_their_dates(world: World) -> None:
    entries = [page(f"n{number}", days_ago=number) for number in range(150, 0, -1)]
    world.door.lists["https://feed.example/"] = listing(*entries)
    gathered = await world.gather(seeds={"feeds": ["https://feed.example/"]})
    assert len(gathered.seeds) == 100
    first = gathered.seeds[0]
    assert (first.url, first.published) == ("https://n1.example/", MONDAY - timedelta(days=1))
    assert (first.sources, first.snippet) == (("feed:https://feed.example/",), "about n1")


async def test_a_list_that_has_not_changed_still_names_its_entries(world: World) -> None:
    world.door.lists["https://feed.example/"] = listing(page("f", 1))
    wanted = {"feeds": ["https://feed.example/"]}
    first = await world.gather(seeds=wanted)
    second = await world.gather(seeds=wanted)
    assert urls(first) == urls(second) == ["https://f.example/"]
    assert states(second) == {"feed:https://feed.example/": "unchanged"}
    assert [etag is not None for _, etag in world.door.log] == [False, True]
    world.door.lists["https://feed.example/"] = listing(page("g", 1))
    assert urls(await world.gather(seeds=wanted)) == ["https://g.example/"]


async def test_an_index_of_sitemaps_leads_to_its_newest_sitemaps(world: World) -> None:
    parts = [
        Entry(f"https://m.example/{number}.xml", kind="sitemap", modified=MONDAY - timedelta(days=number))
        for number in range(9, 0, -1)
    ]
    world.door.lists["https://m.example/sitemap.xml"] = listing(*parts)
    for number in range(1, 10):
        world.door.lists[f"https://m.example/{number}.xml"] = listing(page(f"p{number}", number))
    gathered = await world.gather(seeds={"sitemaps": ["https://m.example/sitemap.xml"]})
    assert urls(gathered) == [f"https://p{number}.example/" for number in range(1, 6)]
    again = await world.gather(seeds={"sitemaps": ["https://m.example/sitemap.xml"]})
    assert (urls(again), again.reports[0].state) == (urls(gathered), "unchanged")


@pytest.mark.parametrize(
    ("trouble", "says"),
    [
        (Failed("", "timeout", "The server was too slow."), "too slow"),
        (Refused("", "robots", "The site's robots.txt forbids this page."), "robots"),
        (Unparseable("", "error", "It is no feed."), "cannot be read as a feed"),
        (None, "take it out"),
    ],
)
async def test_a_list_that_cannot_be_had_says_why(world: World, trouble: Any, says: str) -> None:
    if trouble:
        world.door.lists["https://feed.example/"] = trouble
    gathered = await world.gather(seeds={"feeds": ["https://feed.example/"], "urls": ["https://u.example/"]})
    assert urls(gathered) == ["https://u.example/"]
    report = gathered.reports[0]
    assert report.state == "failed"
    assert says in report.reason


async def test_a_sitemap_whose_parts_are_gone_says_so(world: World) -> None:
    world.door.lists["https://m.example/"] = listing(Entry("https://m.example/1.xml", kind="sitemap"))
    gathered = await world.gather(seeds={"sitemaps": ["https://m.example/"]})
    assert (gathered.reports[0].state, gathered.seeds) == ("failed", ())
