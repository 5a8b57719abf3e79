"""The links of a page that have appeared since it was read last."""

from watchd.core.population.agent_view import new_links
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
