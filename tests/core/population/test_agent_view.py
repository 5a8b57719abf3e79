"""The links of a page that have appeared since it was read last, and the parts of an index of sitemaps."""

from datetime import UTC, datetime

from watchd.core.population.agent_view import MAX_SITEMAP_PARTS, new_links, sitemap_parts
from watchd.model.listing import Listing, ListingEntry
from watchd.model.page import Link, Page


def page(*names: str) -> Page:
    return Page(url="http://a.test/", links=tuple(Link(url=f"http://a.test/{name}") for name in names))


def test_links_that_were_not_there_are_news_each_once() -> None:
    assert new_links(page("new", "old", "new"), page("old", "gone")) == ("http://a.test/new",)


def test_at_the_first_look_nothing_is_news() -> None:
    assert new_links(page("one", "two"), None) == ()


def test_where_most_links_are_new_being_new_says_nothing() -> None:
    """Session ids in addresses, for example."""
    before, now = [f"x?s=1{i}" for i in range(20)], [f"x?s=2{i}" for i in range(20)]
    assert new_links(page(*now), page(*before)) == ()
    assert len(new_links(page(*before, *now[:9]), page(*before))) == 9


def test_of_an_index_of_sitemaps_the_newest_parts_are_read() -> None:
    days = [
        ListingEntry(
            f"http://a.test/{day}.xml", modified=datetime(2026, 1, 1 + day, tzinfo=UTC), kind="sitemap"
        )
        for day in range(20)
    ]
    undated = ListingEntry("http://a.test/undated.xml", kind="sitemap")
    parts = sitemap_parts(Listing(entries=(undated, *days, ListingEntry("http://a.test/page"))))
    assert parts == tuple(("sitemap", entry.url) for entry in days[::-1][:MAX_SITEMAP_PARTS])
    assert sitemap_parts(Listing(entries=(undated, *days[:1]))) == tuple(
        ("sitemap", entry.url) for entry in (days[0], undated)
    )


def test_a_list_of_pages_has_no_parts() -> None:
    assert sitemap_parts(Listing(entries=(ListingEntry("http://a.test/page"),))) == ()
