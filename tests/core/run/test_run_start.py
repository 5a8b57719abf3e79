"""News that runs of other profiles have seen, as start pages of this profile."""

from datetime import timedelta

import pytest

from tests.support import MONDAY
from watchd.core.population.events import Seed
from watchd.core.revisits.news import MAX_DOUBTFUL
from watchd.core.run.run_start import (
    MAX_NEWS,
    MIN_CARRIER_PRIOR,
    MIN_CARRIER_RELEVANCE,
    ProfileHistory,
    news_seeds,
)
from watchd.model.news import NewsItem
from watchd.model.page import KnownState, PageKind, PageState

SEEN = MONDAY.timestamp()
HUB, NEW = "http://a.test/hub", "http://a.test/new"


def known(
    url: str,
    relevance: float = 0.0,
    *,
    kind: PageKind = "page",
    hours: float = -1,
    hub_yield: float = 0.0,
    hub_prior: float = 0.0,
) -> KnownState:
    """Return a page that the profile knows; a run has read it this many hours after the news was seen."""
    state = PageState(
        profile_id="p",
        page_id=url,
        relevance=relevance,
        unspent=0.0,
        energy=0.0,
        hub_yield=hub_yield,
        hub_prior=hub_prior,
    )
    return KnownState(url, kind, state, fetched_at=MONDAY + timedelta(hours=hours))


def seeds(items: list[NewsItem], *pages: KnownState) -> list[Seed]:
    return news_seeds(ProfileHistory(known=pages, news=tuple(items)))


def appeared(url: str, carrier: str = HUB) -> NewsItem:
    return NewsItem(url, carrier, "link", "", SEEN)


@pytest.mark.parametrize(
    ("carrier", "matters"),
    [
        (known(HUB, MIN_CARRIER_RELEVANCE), True),
        (known(HUB, MIN_CARRIER_RELEVANCE / 2), False),
        (known(HUB, hub_yield=1.0), True),
        (known(HUB, hub_prior=MIN_CARRIER_PRIOR), True),
        (known(HUB, hub_prior=MIN_CARRIER_PRIOR / 2), False),
        (known(HUB, kind="feed"), True),
        (known("http://b.test/", 1.0), False),
    ],
    ids=[
        "relevant",
        "irrelevant",
        "it showed relevant pages",
        "it links to some",
        "it hardly does",
        "feed",
        "unknown",
    ],
)
def test_news_is_visited_where_its_page_matters_to_the_profile(carrier: KnownState, matters: bool) -> None:
    assert seeds([appeared(NEW)], carrier) == ([Seed(NEW, f"link:{HUB}")] if matters else [])


def test_a_known_page_that_is_said_to_have_changed_is_visited_unless_a_run_has_read_it_since() -> None:
    item = NewsItem(NEW, "http://unknown.test/feed", "feed", "", SEEN)
    assert [seed.url for seed in seeds([item], known(NEW, 0.5, hours=-1))] == [NEW]
    assert seeds([item], known(NEW, 0.5, hours=1)) == []


def test_changed_pages_come_by_their_relevance_and_few_that_were_never_relevant() -> None:
    dull = [f"http://a.test/dull{n}" for n in range(3 * MAX_DOUBTFUL)]
    pages = [known(url) for url in dull] + [known("http://a.test/fair", 0.3), known("http://a.test/good", 0.9)]
    chosen = [seed.url for seed in seeds([appeared(page.url, HUB) for page in pages], *pages)]
    assert chosen == ["http://a.test/good", "http://a.test/fair", *dull[:MAX_DOUBTFUL]]


def test_a_run_takes_a_limited_number_of_news_the_newest_first() -> None:
    items = [appeared(f"http://a.test/{n}") for n in range(2 * MAX_NEWS)]
    chosen = seeds(items, known(HUB, 1.0))
    assert [seed.url for seed in chosen] == [item.url for item in items[:MAX_NEWS]]
