"""Crawler traps cost a run little (FAULTS R13)."""

import pytest

from tests.web.site import settings
from watchd.web.fetch.traps import TrapWatch

SITE = "http://site.example"


def visits(urls: list[str], **changes: object) -> int:
    """How many of the addresses a run would visit."""
    watch = TrapWatch(settings(**changes), this_year=2026)
    return sum(watch.refusal(url) is None for url in urls)


def months(path: str) -> list[str]:
    return [f"{SITE}{path.format(y=y, m=m)}" for y in range(2020, 2120) for m in range(1, 13)]


@pytest.mark.parametrize(
    "path",
    [
        "/calendar/{y}/{m:02}",
        "/events/{y}-{m:02}-01",
        "/calendar?year={y}&month={m}",
        "/kalender/{y}/{m}/?view=month",
    ],
)
def test_a_calendar_ends(path: str) -> None:
    assert visits(months(path)) <= 15


def test_dates_far_ahead_are_refused() -> None:
    assert visits([f"{SITE}/archive/{year}/05/story-{year}" for year in range(2020, 2100)]) == 9


def test_news_with_dates_in_their_addresses_are_no_trap() -> None:
    urls = [
        f"{SITE}/2026/{m:02}/{d:02}/some-story-about-{name}"
        for m in (1, 2)
        for d in range(1, 28)
        for name in "abc"
    ]
    assert visits(urls) == len(urls)


@pytest.mark.parametrize(
    "path",
    ["/a/b/a/b/a/b", "/x/x/x", "/a/a/b/a/c/a", "/" + "/".join(str(n) for n in range(30))],
)
def test_paths_that_grow_are_refused(path: str) -> None:
    assert visits([SITE + path]) == 0


@pytest.mark.parametrize("path", ["/", "/a/b/c", "/en/docs/en/guide", "/2026/11/2026-report", "/a/a/b"])
def test_usual_paths_are_visited(path: str) -> None:
    assert visits([SITE + path]) == 1


def test_facets_and_sort_orders_end() -> None:
    urls = [
        f"{SITE}/shop?colour={c}&size={s}&sort={o}" for c in range(10) for s in range(10) for o in range(10)
    ]
    assert visits(urls) == 30
    assert visits([f"{SITE}/list?sort=f{n}" for n in range(500)]) == 30


def test_session_ids_in_the_path_end() -> None:
    urls = [f"{SITE}/s/{n:032x}/home" for n in range(1000)]
    assert visits(urls) == 60


def test_a_host_has_its_share() -> None:
    assert visits([f"{SITE}/page-{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(600)]) == 200
    assert (
        visits([f"{SITE}/page-{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(9)], trap_pages_per_host=4)
        == 4
    )


def test_endless_subdomains_end() -> None:
    assert visits([f"http://s{n}.trap.example/" for n in range(100)]) == 20
    assert visits([f"http://s{n}.example/" for n in range(100)]) == 100


def test_the_trap_is_noted_on_its_host() -> None:
    watch = TrapWatch(settings(), this_year=2026)
    assert watch.refusal(f"{SITE}/x/x/x/x") == "The path repeats itself."
    assert watch.noted == {"site.example": "The path repeats itself."}


def test_what_is_not_an_address_is_refused() -> None:
    assert visits(["javascript:x", "http://a..b/", SITE + "/" + "a" * 3000]) == 0
