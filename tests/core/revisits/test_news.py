"""What is new on a page or in a list, what is not, and how much of it a run follows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from watchd.core.revisits.news import (
    ADDRESS_BITS,
    MAX_DOUBTFUL,
    MAX_FROM_LIST,
    MAX_MOVED_SHARE,
    MAX_NEW_ENTRIES_SHARE,
    MAX_NEW_SHARE,
    MAX_SHORT_LIST,
    MIN_DATE_RATE,
    MIN_DATES,
    MIN_FOLLOWED,
    MIN_LINKS,
    MIN_RELEVANCE,
    SLACK_SECONDS,
    ListNews,
    appeared_on_page,
    link_key,
    max_followed,
    news_of_list,
    place_source,
    rate_of,
    worth_a_look,
)
from watchd.model.news import NewsRecord, Sighting
from watchd.model.page import Link

LAST_LOOK = 100.0
OLD, LATER = 50.0, 150.0  # before and after the last look


def url(name: object) -> str:
    return f"http://site.test/{name}"


def urls(first: int, last: int) -> list[str]:
    return [url(number) for number in range(first, last)]


def links(*names: object) -> list[Link]:
    return [Link(url=url(name), tag_path="main/ul/li") for name in names]


def seen(*names: object, at: float = OLD, dated: float | None = None) -> dict[int, Sighting]:
    return {link_key(url(name)): Sighting(at, dated) for name in names}


def appeared(shown: list[Link], known: dict[int, Sighting], before: tuple[str, ...] = ()) -> list[str]:
    return [link.url for link in appeared_on_page(shown, before, known, LAST_LOOK)]


# --- keys


def test_addresses_of_one_site_have_keys_next_to_each_other() -> None:
    """So the links of a page are on few pages of the database file."""
    here, elsewhere = [[link_key(f"http://{host}.test/{n}") for n in range(50)] for host in "ab"]
    assert len({key >> ADDRESS_BITS for key in here}) == 1
    assert {key >> ADDRESS_BITS for key in here}.isdisjoint(key >> ADDRESS_BITS for key in elsewhere)
    assert len({*here, *elsewhere}) == 100


@given(st.text(max_size=60))
def test_every_address_has_a_key_that_a_column_can_hold(address: str) -> None:
    assert -(2**63) <= link_key(address) < 2**63
    assert link_key(address) == link_key(address)


def test_an_address_that_cannot_be_encoded_has_a_key_too() -> None:
    assert isinstance(link_key("http://site.test/\ud800"), int)


# --- pages


def test_a_link_that_no_page_had_shown_is_news() -> None:
    assert appeared(links(1, 2, 3), seen(1, 2)) == [url(3)]


def test_a_link_that_another_page_showed_after_the_last_look_is_news_and_an_older_one_is_not() -> None:
    """Another profile has read that page; this profile has not looked at it since."""
    assert appeared(links(1, 2), seen(1) | seen(2, at=LATER)) == [url(2)]
    assert appeared(links(1), seen(1, at=LAST_LOOK)) == []


def test_a_link_that_was_on_the_page_at_the_last_look_is_no_news_even_if_the_store_forgot_it() -> None:
    assert appeared(links(1, 2, 3), seen(1), before=(url(2),)) == [url(3)]


def test_a_link_that_is_twice_on_a_page_is_news_once_and_where_it_stands_first() -> None:
    twice = [Link(url=url(1), tag_path="main"), *links(2), Link(url=url(1), tag_path="aside")]
    assert [(link.url, link.tag_path) for link in appeared_on_page(twice, (), {}, LAST_LOOK)] == [
        (url(1), "main"),
        (url(2), "main/ul/li"),
    ]


def test_where_most_links_are_new_none_is_news() -> None:
    """The site makes new addresses for every visitor, or everything has changed."""
    number = 2 * MIN_LINKS
    enough = round(MAX_NEW_SHARE * number)
    assert len(appeared(links(*range(number)), seen(*range(enough, number)))) == enough
    assert appeared(links(*range(number)), seen(*range(enough + 1, number))) == []


def test_on_a_page_with_few_links_all_may_be_new() -> None:
    assert len(appeared(links(*range(MIN_LINKS - 1)), {})) == MIN_LINKS - 1


@given(st.lists(st.integers(0, 40)), st.sets(st.integers(0, 40)), st.sets(st.integers(0, 40)))
def test_news_of_a_page_is_never_what_was_seen_and_never_most_of_the_page(
    shown: list[int], known: set[int], before: set[int]
) -> None:
    news = appeared(links(*shown), seen(*known), tuple(map(url, before)))
    assert len(news) == len(set(news))
    assert set(news) <= {url(n) for n in shown} - {url(n) for n in known | before}
    assert len(set(shown)) < MIN_LINKS or len(news) <= MAX_NEW_SHARE * len(set(shown))


# --- lists


def listed(
    entries: list[str],
    before: list[str] | None,
    known: dict[int, Sighting],
    dates: dict[str, float] | None = None,
) -> ListNews:
    return news_of_list(entries, dates or {}, before, known, LAST_LOOK)


def test_an_entry_that_was_not_in_the_list_is_new() -> None:
    assert listed(urls(0, 9), urls(1, 9), seen(*range(1, 9))) == ListNews(new=(url(0),))


def test_unvisited_entries_that_were_in_the_list_are_no_news() -> None:
    assert listed(urls(0, 5000), urls(0, 5000), {}) == ListNews()


def test_a_known_address_that_enters_a_list_has_changed() -> None:
    """A feed may announce edits in this way."""
    assert listed(urls(0, 9), urls(1, 9), seen(*range(9))) == ListNews(moved=(url(0),))


def test_a_long_list_that_lagged_at_the_first_look_brings_no_news() -> None:
    """At the first look it had a part of its entries only; then all of the others come at once."""
    many = 10 * MAX_SHORT_LIST
    some = round((1 - MAX_NEW_ENTRIES_SHARE) * many) - 1
    assert listed(urls(0, many), urls(0, some), {}) == ListNews()
    assert listed(urls(0, many), urls(0, some), seen(*range(many))) == ListNews()
    assert listed(urls(0, many), urls(0, many - 3), {}) == ListNews(new=tuple(urls(many - 3, many)))


def test_a_short_list_may_change_as_a_whole() -> None:
    entries = urls(100, 100 + MAX_SHORT_LIST)
    assert listed(entries, urls(0, MAX_SHORT_LIST), {}) == ListNews(new=tuple(entries))


def test_of_a_list_that_is_too_long_to_be_stored_only_addresses_that_were_seen_nowhere_are_news() -> None:
    known = seen(*range(4999))
    assert listed(urls(0, 5000), None, known) == ListNews(new=(url(4999),))
    assert listed(urls(0, 5000), None, {}) == ListNews()  # after a list of another kind: too many at once


def test_a_date_that_is_later_than_at_the_last_look_says_that_the_page_has_changed() -> None:
    entries = urls(0, 30)
    known = seen(*range(30), dated=10.0)
    dates = dict.fromkeys(entries, 10.0) | {url(3): 20.0}
    assert listed(entries, entries, known, dates) == ListNews(moved=(url(3),))


def test_dates_are_compared_with_the_former_look_and_not_with_the_visit() -> None:
    """The date is later than the last visit of the page, but it was so at the last look as well."""
    known = seen(1, dated=LATER)
    assert listed(urls(1, 2), urls(1, 2), known, {url(1): LATER}) == ListNews()
    assert listed(urls(1, 2), urls(1, 2), known, {url(1): LATER + SLACK_SECONDS}) == ListNews()


def test_a_first_date_or_an_earlier_date_says_nothing() -> None:
    assert listed(urls(1, 2), urls(1, 2), seen(1), {url(1): LATER}) == ListNews()
    assert listed(urls(1, 2), urls(1, 2), seen(1, dated=LATER), {url(1): OLD}) == ListNews()


def test_where_most_dates_have_moved_they_are_those_of_the_list() -> None:
    entries, number = urls(0, 2 * MIN_DATES), 2 * MIN_DATES
    few = round(MAX_MOVED_SHARE * number)
    known = seen(*range(number), dated=10.0)

    def moved(count: int) -> ListNews:
        dates = {address: 20.0 if i < count else 10.0 for i, address in enumerate(entries)}
        return listed(entries, entries, known, dates)

    assert moved(few) == ListNews(moved=tuple(entries[:few]))
    assert moved(few + 1) == ListNews()


def test_an_entry_that_is_new_and_dated_is_news_once() -> None:
    news = listed(urls(0, 9), urls(1, 9), seen(*range(1, 9), dated=10.0), dict.fromkeys(urls(0, 9), 20.0))
    assert news.new == (url(0),)
    assert url(0) not in news.moved


# --- how much is followed


def test_relevant_pages_that_have_changed_come_first_and_few_others_follow() -> None:
    doubtful = [url(f"dull{n}") for n in range(20)]
    relevances = {url("good"): 0.9, url("fair"): 0.4} | dict.fromkeys(doubtful, MIN_RELEVANCE / 2)
    wanted = worth_a_look([*doubtful, url("fair"), url("unknown"), url("good")], relevances)
    assert wanted == [url("good"), url("fair"), url("unknown"), *doubtful[:MAX_DOUBTFUL]]


def test_the_more_news_of_a_source_was_in_vain_the_less_of_it_is_followed() -> None:
    followed = [max_followed(NewsRecord(n, 0), MAX_FROM_LIST) for n in range(0, 400, 10)]
    assert followed == sorted(followed, reverse=True)
    assert followed[-1] == MIN_FOLLOWED < followed[0] < MAX_FROM_LIST
    assert max_followed(NewsRecord(400, 400), MAX_FROM_LIST) > followed[0]


def test_a_source_that_deceived_for_long_is_not_believed_and_comes_back_with_true_news() -> None:
    vain = NewsRecord(100, 0)
    assert rate_of(vain) < MIN_DATE_RATE
    assert rate_of(NewsRecord(200, 100)) > MIN_DATE_RATE


@given(st.integers(0, 10**6), st.floats(0, 1), st.integers(1, 100))
def test_a_source_brings_at_least_some_of_its_news_and_never_more_than_its_limit(
    followed: int, share: float, limit: int
) -> None:
    record = NewsRecord(followed, int(share * followed))
    assert 0.0 < rate_of(record) <= 1.0
    assert MIN_FOLLOWED <= max_followed(record, limit) <= max(MIN_FOLLOWED, limit)


@pytest.mark.parametrize(("path", "is_same"), [("main/ul/li", True), ("aside/ul/li", False)])
def test_a_box_of_a_site_is_one_source_on_all_pages_of_the_site(path: str, is_same: bool) -> None:
    here = place_source("http://site.test/a", Link(url=url(1), tag_path="main/ul/li"))
    there = place_source("http://site.test/b", Link(url=url(2), tag_path=path))
    assert (here == there) is is_same
    assert here != place_source("http://other.test/a", Link(url=url(1), tag_path="main/ul/li"))
