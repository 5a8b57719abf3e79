"""All sources of a profile become one list, and a failed source does not affect the others."""

import asyncio
from typing import Any

import pytest

from tests.flow.paper_sources import PaperProvider, found
from tests.support import HandWoundClock, SeededEntropy
from watchd import validation
from watchd.core.policy.profile_health import degraded
from watchd.flow.seeds.gather import Gatherer
from watchd.flow.seeds.search_providers import SearchProviders
from watchd.model.profile import ProfileSpec
from watchd.model.provider import ProviderAnswer
from watchd.model.seed import Gathered
from watchd.store.database import Database
from watchd.web.urls.urls import canonical

DOWN = ProviderAnswer("unreachable", detail="There is no answer.")


class World:
    """Engines on paper, a real database."""

    def __init__(self, store: Database, clock: HandWoundClock) -> None:
        self._store = store
        self._clock = clock

    async def gather(self, *search_providers: PaperProvider, **fields: Any) -> Gathered:
        spec = validation.read(ProfileSpec, {"name": "p", "query": {"text": "words"}} | fields)
        searching = SearchProviders(search_providers, self._store, self._clock, SeededEntropy())
        return await Gatherer(searching, canonical).gather(spec, asyncio.Event())


@pytest.fixture
def world(store: Database, clock: HandWoundClock) -> World:
    return World(store, clock)


def urls(gathered: Gathered) -> list[str]:
    return [seed.url for seed in gathered.seeds]


def reasons(gathered: Gathered) -> tuple[str, ...]:
    """Why the run is degraded."""
    return degraded(gathered.reports)


def states(gathered: Gathered) -> dict[str, str]:
    return {report.source: report.state for report in gathered.reports}


async def test_providers_vote_and_the_seed_names_who_brought_it(world: World) -> None:
    gathered = await world.gather(PaperProvider("x", [found("a", "b")]), PaperProvider("y", [found("c", "b")]))
    assert urls(gathered) == ["https://b.example/", "https://a.example/", "https://c.example/"]
    assert gathered.seeds[0].sources == ("x", "y")
    assert reasons(gathered) == ()


async def test_the_limit_is_for_search_results_and_the_scope_for_everything(world: World) -> None:
    gathered = await world.gather(
        PaperProvider("x", [found("denied", "a", "b", "c")]),
        seeds={"limit": 2, "urls": ["https://denied.example/", "https://u.example/"]},
        scope={"hosts_deny": ["denied.example"]},
    )
    assert set(urls(gathered)) == {f"https://{name}.example/" for name in "abu"}
    assert states(gathered)["url:https://denied.example/"] == "skipped"


async def test_one_provider_that_fails_is_a_line_in_the_reports(world: World) -> None:
    gathered = await world.gather(PaperProvider("x", [DOWN]), PaperProvider("y", [found("a")]))
    assert urls(gathered) == ["https://a.example/"]
    assert states(gathered) == {"x": "failed", "y": "answered"}
    assert reasons(gathered) == ()


async def test_all_providers_down_is_stated_and_the_other_sources_carry_on(world: World) -> None:
    gathered = await world.gather(
        PaperProvider("x", [DOWN]), PaperProvider("y", [DOWN]), seeds={"urls": ["https://u.example/"]}
    )
    assert urls(gathered) == ["https://u.example/"]
    assert reasons(gathered) == ("x: There is no answer.", "y: There is no answer.")


async def test_a_provider_that_breaks_its_promise_is_a_report_too(world: World) -> None:
    class Broken(PaperProvider):
        def wordings(self, text: str, languages: list[str]) -> Any:
            raise RuntimeError("oops")

    gathered = await world.gather(Broken("x", []), PaperProvider("y", [found("a")]))
    assert states(gathered) == {"x": "failed", "y": "answered"}
    assert "oops" not in gathered.reports[0].reason


async def test_a_profile_chooses_its_providers(world: World) -> None:
    x, y = PaperProvider("x", [found("a")]), PaperProvider("y", [found("b")])
    assert urls(await world.gather(x, y, seeds={"providers": ["y"]})) == ["https://b.example/"]
    nobody = await world.gather(x, y, seeds={"providers": []})
    assert (nobody.seeds, reasons(nobody)) == ((), ())
    unknown = await world.gather(x, y, seeds={"providers": ["z"]})
    assert "watchd provider enable z" in reasons(unknown)[0]


async def test_without_any_provider_the_way_out_is_named(world: World) -> None:
    gathered = await world.gather()
    assert "watchd provider enable NAME" in reasons(gathered)[0]


@pytest.mark.parametrize("kind", ["urls", "feeds", "sitemaps"])
async def test_who_names_places_to_start_from_needs_no_provider(world: World, kind: str) -> None:
    assert reasons(await world.gather(seeds={kind: ["https://u.example/"]})) == ()


async def test_who_gives_no_words_to_search_for_is_not_degraded(world: World) -> None:
    gathered = await world.gather(
        PaperProvider("x", [found("a")]), query={"examples": ["https://e.example/"]}, seeds={"providers": ["x"]}
    )
    assert states(gathered)["x"] == "idle"
    assert reasons(gathered) == ()


async def test_pages_that_a_person_named_come_first_in_their_one_spelling(world: World) -> None:
    gathered = await world.gather(
        PaperProvider("x", [found("a", "e")]),
        query={"text": "words", "examples": ["https://E.example/?utm_source=x#top"]},
        seeds={"urls": ["https://u.example"]},
    )
    by_url = {seed.url: seed for seed in gathered.seeds}
    assert by_url["https://e.example/"].sources == ("example", "x")
    assert by_url["https://e.example/"].title == "e"
    assert by_url["https://u.example/"].sources == ("url",)
    assert by_url["https://u.example/"].score == by_url["https://e.example/"].score == 1.0
    assert states(gathered) == {"x": "answered", "url": "answered", "example": "answered"}
