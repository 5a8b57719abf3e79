"""The vectors of freshness, and that visits go where they pay without letting anything starve."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from watchd.core.revisits.freshness import (
    ChangeHabits,
    Changes,
    Freshness,
    HubYield,
    KnownPage,
    chance_changed,
    change_rate,
    expected_energy,
    habits,
    hub_prior,
    lasting_days,
    likely_rate,
    replenished,
    ripe,
    usual_rate,
)


@pytest.mark.parametrize(
    ("changes", "rate"),
    [
        (Changes(), 1.386294),
        (Changes(changed=(1, 2), unchanged=(1, 1, 1)), 0.600954),
        (Changes(unchanged=(1,) * 30), 0.032521),
    ],
)
def test_change_rates_by_maximum_likelihood(changes: Changes, rate: float) -> None:
    assert change_rate(changes) == pytest.approx(rate, abs=5e-7)


def test_a_hubs_yield_follows_what_visits_show_and_forgets_slowly() -> None:
    hub = HubYield().after(0, 3).after(2, 1).after(1, 4)
    assert [hub.shape, hub.rate] == pytest.approx([3.49, 13.965075])
    assert hub.mean == pytest.approx(3.49 / 13.965075)


def test_changes_are_recorded_by_kind() -> None:
    record = Changes().after(1.0, changed=True).after(2.0, changed=False)
    assert record == Changes(changed=(1.0,), unchanged=(2.0,))
    assert 0.0 == chance_changed(1.0, 0.0) < chance_changed(1.0, 1.0) < chance_changed(1.0, 9.0) < 1.0


def test_a_page_with_relevant_links_is_expected_to_show_more() -> None:
    assert hub_prior(10, 20).mean > hub_prior(1, 20).mean > hub_prior(0, 0).mean


def test_rich_hubs_are_visited_before_poor_ones() -> None:
    rich = KnownPage("http://rich.test/", HubYield(found=20, days=10), waited=2)
    poor = [KnownPage(f"http://poor{i}.test/", HubYield(days=100), waited=2) for i in range(50)]
    first = [ripe([*poor, rich], 100, Random(i))[0] for i in range(20)]
    assert first.count("http://rich.test/") == 20


def test_nothing_starves_for_longer_than_the_window() -> None:
    rule = Freshness(share=0.1, window=30)
    rich = [KnownPage(f"http://rich{i}.test/", HubYield(found=99, days=1), waited=3) for i in range(30)]
    stale = KnownPage("http://stale.test/", HubYield(days=1000), waited=31)
    assert "http://stale.test/" in ripe([*rich, stale], 100, Random(1), rule)


def test_many_stale_pages_leave_room_for_a_rich_hub() -> None:
    rich = KnownPage("http://rich.test/", HubYield(found=99, days=1), waited=3)
    stale = [KnownPage(f"http://stale{i}.test/", HubYield(days=1000), waited=99) for i in range(99)]
    assert "http://rich.test/" in ripe([*stale, rich], 100, Random(1))


def test_waiting_beyond_the_window_promises_no_more() -> None:
    rule = Freshness(window=10)
    energies = [expected_energy(KnownPage("u", waited=days), Random(1), rule) for days in (5, 10, 99)]
    assert energies[0] < energies[1] == energies[2]


def test_a_changed_page_regains_energy_by_what_is_new() -> None:
    assert replenished(0.0, 0.3) == pytest.approx(0.3)
    assert replenished(0.9, 0.3) == 1.0


@given(st.integers(0, 300), st.integers(0, 60), st.integers(0, 9))
def test_refetches_take_their_share_at_most_twice_and_no_page_twice(
    budget: int, pages: int, entropy: int
) -> None:
    known = [KnownPage(f"http://{i}.test/", waited=float(i)) for i in range(pages)]
    chosen = ripe(known, budget, Random(entropy))
    assert len(chosen) == len(set(chosen))
    assert min(pages, round(0.15 * budget)) <= len(chosen) <= min(pages, round(0.3 * budget))


def test_visits_that_pay_may_take_twice_the_share_and_others_keep_to_it() -> None:
    rich = [KnownPage(f"http://rich{i}.test/", HubYield(found=20, days=10), waited=2) for i in range(40)]
    poor = [KnownPage(f"http://poor{i}.test/", HubYield(0.02, days=100), waited=2) for i in range(40)]
    assert len(ripe(rich, 100, Random(1))) == 30
    assert len(ripe(poor, 100, Random(1))) == 15


def test_a_page_that_was_read_once_is_not_believed_to_change_every_day() -> None:
    """The maximum-likelihood rate of nothing is 1.39 a day: finished articles would be asked for before any hub."""
    articles = [KnownPage(f"http://a{i}.test/", hub_prior(1, 20), relevance=0.9, waited=1) for i in range(99)]
    hub = KnownPage("http://hub.test/", hub_prior(12, 20), relevance=0.3, waited=1)
    first = [ripe([*articles, hub], 100, Random(i))[0] for i in range(20)]
    assert first.count("http://hub.test/") >= 15


def test_how_often_pages_change_is_learned_from_those_that_are_no_hubs() -> None:
    still = KnownPage("http://still.test/", changes=Changes(unchanged=(1.0,) * 20))
    hub = KnownPage("http://hub.test/", HubYield(found=3.0), changes=Changes(changed=(1.0,) * 20))
    assert usual_rate([]) == pytest.approx(0.1)
    assert usual_rate([still, hub]) == pytest.approx(1 / 30)


def test_a_page_is_believed_to_be_like_others_until_its_own_visits_tell_more() -> None:
    assert likely_rate(Changes(), 0.05) == pytest.approx(0.05)
    assert likely_rate(Changes(unchanged=(3.0,)), 0.05) == pytest.approx(0.025)
    assert likely_rate(Changes(changed=(1.0,) * 30), 0.05) == pytest.approx(30.15 / 33)


def test_what_others_have_read_lasts_while_four_in_five_pages_are_unchanged() -> None:
    assert chance_changed(0.1, lasting_days(0.1, 30)) == pytest.approx(0.2)
    assert lasting_days(1e-9, 30) == 30


def test_without_visits_nothing_is_known_of_habits() -> None:
    assert habits([HubYield(), hub_prior(3, 9)]) == ChangeHabits()


def test_visits_in_vain_lower_what_is_expected_of_all_pages() -> None:
    vain = [HubYield(2.0, days=5.0) for _ in range(30)]
    fresh = HubYield(2.0)
    assert habits(vain).of(fresh).mean < 0.2 * ChangeHabits().of(fresh).mean


def test_where_a_few_pages_show_everything_one_visit_tells_much() -> None:
    """Two in twenty publish three pages a day: a visit in vain nearly settles it, and so does one that paid."""
    hubs = [HubYield(3.0, found=15.0, days=5.0)] * 2 + [HubYield(3.0, days=5.0)] * 18
    learned = habits(hubs)
    assert learned.weight <= 0.25
    hub = learned.of(HubYield(3.0))
    assert hub.after(0, 1.0).mean < 0.6 * hub.mean
    assert learned.of(HubYield(3.0).after(3, 1.0)).mean > 1.0


def test_pages_with_few_relevant_links_are_expected_to_show_less_when_only_others_did() -> None:
    articles = [HubYield(0.77, days=5.0)] * 20
    hubs = [HubYield(3.0, found=3.0, days=5.0)] * 8
    learned = habits(articles + hubs)
    assert learned.slope >= 2
    assert learned.of(HubYield(0.77)).mean < 0.1 * learned.of(HubYield(3.0)).mean
