"""Start pages: how search results, remnants and ripe pages share them."""

import pytest

from watchd.core.population.events import RunBudget, Seed
from watchd.core.revisits.freshness import HubYield, KnownPage
from watchd.core.revisits.start_pages import (
    MAX_EXPLORE_SHARE,
    MAX_RIPE_SHARE,
    MIN_EXPLORE_SHARE,
    RIPE_SHARE,
    HeldPage,
    Paid,
    SourceYields,
    explored_pages,
    reachable,
    shares,
    start_pages,
)


def test_nobody_is_preferred_before_anything_was_tried() -> None:
    assert list(shares(SourceYields()).values()) == pytest.approx([1 / 3] * 3)


def test_a_first_run_from_one_page_says_nothing_about_coming_back() -> None:
    """It leads to everything that was found, whatever a later visit would have brought."""
    first = SourceYields().after({"search": 1}, {"search": 20}, {"search": 20})
    assert shares(first)["ripe"] == pytest.approx(1 / 3, abs=0.02)


def test_the_room_goes_to_what_pays_per_request() -> None:
    yields = SourceYields()
    for _ in range(10):
        yields = yields.after({"search": 1, "ripe": 3}, {"ripe": 8}, {"search": 10, "ripe": 10})
    assert shares(yields)["ripe"] > 0.45
    assert 0.15 <= shares(yields)["search"] < 0.25
    assert sum(shares(yields).values()) == pytest.approx(1.0)


def test_what_was_learned_before_requests_were_counted_does_no_harm() -> None:
    former = SourceYields(search=Paid(started=2.0, found=150.0), ripe=Paid(started=20.0, found=1.0))
    assert shares(former)["ripe"] > 0.2


def test_each_page_is_started_from_once_and_a_ripe_one_is_asked_for() -> None:
    hub = KnownPage("http://hub.test/", HubYield(found=9, days=3), waited=1)
    chosen = start_pages(
        [Seed("http://hub.test/", "url"), Seed("http://new.test/", "url")],
        [HeldPage("http://hub.test/", 1.0, 0.5), HeldPage("http://rest.test/", 1.0, 0.5)],
        [hub],
        pages=20,
        yields=SourceYields(),
        entropy=1,
    )
    assert [(s.url, s.source) for s in chosen] == [
        ("http://hub.test/", "ripe"),
        ("http://new.test/", "url"),
        ("http://rest.test/", "remnant"),
    ]


def named(count: int) -> list[Seed]:
    return [Seed(f"http://named.test/{number}", "url") for number in range(count)]


def test_all_pages_that_the_person_named_come_and_of_those_that_engines_name_the_best() -> None:
    engine = [Seed(f"http://found.test/{number}", "searxng") for number in range(30)]
    chosen = start_pages([*engine, *named(30)], [], [], pages=40, yields=SourceYields(), entropy=1)
    assert [seed for seed in chosen if seed.source == "url"] == named(30)
    assert [seed for seed in chosen if seed.source == "searxng"] == engine[:12]


def test_a_page_that_the_person_named_is_visited_and_not_only_remembered() -> None:
    page = named(1)[0]
    assert start_pages(
        [page], [HeldPage(page.url, 5.0, 1.0)], [], pages=10, yields=SourceYields(), entropy=1
    ) == [page]


def ripe_visits(pages: list[KnownPage], yields: SourceYields, budget: int = 100) -> int:
    chosen = start_pages([], [], pages, pages=budget, yields=yields, entropy=1)
    return sum(seed.source == "ripe" for seed in chosen)


def test_known_pages_that_promise_news_are_visited_whatever_exploring_finds() -> None:
    pages = [KnownPage(f"http://known.test/{n}", HubYield(0.02), relevance=0.9, waited=1) for n in range(200)]
    for yields in (POOR, RICH):
        assert ripe_visits(pages, yields) == round(100 * MAX_RIPE_SHARE)


def test_known_pages_that_promise_little_get_a_small_share_so_that_their_habits_can_change() -> None:
    dull = [KnownPage(f"http://known.test/{n}", HubYield(days=300), waited=0.1) for n in range(200)]
    for yields in (POOR, RICH):
        assert ripe_visits(dull, yields) == round(100 * RIPE_SHARE)


def test_of_known_pages_those_that_promise_more_news_come_first() -> None:
    hubs = [KnownPage(f"http://hub.test/{n}", HubYield(found=n, days=30), waited=1) for n in range(1, 9)]
    chosen = start_pages([], [], hubs, pages=100, yields=POOR, entropy=1)
    assert [seed.url for seed in chosen] == [f"http://hub.test/{n}" for n in range(8, 0, -1)]


def after_exploring(found: int, asked: int, runs: int = 1) -> SourceYields:
    yields = SourceYields()
    for _ in range(runs):
        yields = yields.after({"search": 10}, {"search": found}, {"search": asked})
    return yields


POOR, RICH = after_exploring(0, 80, runs=20), after_exploring(40, 80)


def test_exploring_gets_less_of_a_run_the_less_it_finds_and_never_nothing() -> None:
    limits = [explored_pages(100, after_exploring(found, 80, runs=20), 20) for found in (0, 8, 16, 80)]
    assert limits == sorted(limits)
    assert limits[0] == round(100 * MIN_EXPLORE_SHARE)
    assert limits[-1] == round(100 * MAX_EXPLORE_SHARE)
    assert explored_pages(1, POOR, 20) == 1


@pytest.mark.parametrize(("speed", "pages"), [(None, 500), (20.0, 500), (4.0, 120), (0.1, 20)])
def test_a_run_comes_as_far_as_the_speed_of_the_last_one_lets_it(speed: float | None, pages: int) -> None:
    assert reachable(RunBudget(pages=500, seconds=30), speed) == pages


def test_a_small_budget_is_not_believed_to_be_larger() -> None:
    assert reachable(RunBudget(pages=5, seconds=30), 0.1) == 5


def test_energy_that_nobody_could_spend_does_not_come_before_texts_that_nobody_has_read() -> None:
    rich = [HeldPage(f"http://dead-end.test/{n}", 5.0, 0.8) for n in range(100)]
    unread = HeldPage("http://known.test/edited", 0.9, 1.0, is_unread=True)
    chosen = start_pages([], [*rich, unread], [], pages=100, yields=SourceYields(), entropy=1)
    assert unread.url in {seed.url for seed in chosen}
    assert sum(seed.url.startswith("http://dead-end.test") for seed in chosen) == 30
