"""The route on which a run meets a page, from its start pages and from the links that have appeared."""

from datetime import UTC, datetime

import pytest

from watchd.core.population.events import Arrival, Move, Seed
from watchd.core.population.origin import WORD_TABLES, Origin
from watchd.core.run.crawl_state import CrawlState
from watchd.core.run.run_start import ProfileHistory
from watchd.model.page import Link, Page, PageState
from watchd.model.profile import ProfileSpec, Query
from watchd.model.run import Run

SITE = "https://a.example/"
SEEDS = (
    Seed(SITE, "url"),
    Seed(f"{SITE}found", "searxng"),
    Seed(f"{SITE}announced", f"feed:{SITE}feed.xml"),
)


@pytest.fixture
def state() -> CrawlState:
    spec = ProfileSpec(name="Batteries", query=Query(text="solid state battery"))
    origin = Origin(entropy=1, text="solid state battery", seeds=SEEDS, word_tables=WORD_TABLES)
    run = Run(
        id="01run",
        profile_id="01profile",
        spec=spec,
        state="running",
        trigger="schedule",
        entropy=1,
        queued_at=datetime(2026, 11, 18, tzinfo=UTC),
    )
    return CrawlState(run, origin, ProfileHistory(), ())


def moved(state: CrawlState) -> dict[str, Move]:
    return {move.url: move for move in state.population.moves(3)}


def known(relevance: float, source: str = "3", scale: int = 1) -> PageState:
    return PageState(
        profile_id="01profile",
        page_id="01page",
        relevance=relevance,
        unspent=0.0,
        energy=0.0,
        visits=1,
        source=source,
        score_scale=scale,
    )


def test_what_a_list_announces_is_news_and_what_somebody_named_is_not(state: CrawlState) -> None:
    moves = moved(state)
    routes = {url: state.route_of(move, None) for url, move in moves.items()}
    assert routes == {SITE: "named", f"{SITE}found": "named", f"{SITE}announced": "news"}


@pytest.mark.parametrize(("news", "route"), [((f"{SITE}linked",), "news"), ((), "explored")])
def test_a_link_that_has_appeared_leads_to_news_and_an_old_link_to_an_old_page(
    state: CrawlState, news: tuple[str, ...], route: str
) -> None:
    moves = moved(state)
    front = Page(url=SITE, title="Home", text="News", links=(Link(f"{SITE}linked", "solid state battery"),))
    arrivals = [Arrival(moves[SITE].number, front, 0.9, news=news)]
    arrivals += [Arrival(move.number, None, 0.0) for url, move in moves.items() if url != SITE]
    state.population.settle(*arrivals)
    (move,) = [move for move in state.population.moves(5) if move.url == f"{SITE}linked"]
    assert state.route_of(move, None) == route


def test_a_page_that_the_profile_follows_is_as_good_as_named_and_another_one_stays_what_it_was(
    state: CrawlState,
) -> None:
    announced = moved(state)[f"{SITE}announced"]
    assert state.route_of(announced, known(0.4)) == "named"
    assert state.route_of(announced, known(0.2)) == "explored"
    assert state.route_of(announced, known(0.2, "searxng")) == "named"
    assert state.route_of(announced, known(0.31, scale=0)) == "named"
