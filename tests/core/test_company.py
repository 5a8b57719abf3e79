"""The company that a page keeps moves its score, beside what is usual."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from watchd.core.circle import Circle, Remembered
from watchd.core.company import (
    COMPANY,
    MOST_RELATIVES,
    RELATED,
    UNANSWERED,
    Candidate,
    Peer,
    Standing,
    Ties,
    settled,
    standing_of,
    strength_of,
)
from watchd.core.relevance import CURVE

SITE = "a.example"
USUAL = Standing(0.5, 0.6, {SITE: 0.6})


def url(name: str) -> str:
    return f"https://{SITE}/{name}"


def candidate(name: str, strength: float, *links: str) -> Candidate:
    return Candidate(url(name), strength, frozenset(map(url, links)))


@given(st.floats(0.001, 0.999))
def test_without_neighbours_the_words_decide(score: float) -> None:
    assert COMPANY(Peer(SITE, strength_of(score)), USUAL) == pytest.approx(score, abs=1e-6)


def test_strength_counts_how_often_a_page_has_what_is_needed() -> None:
    assert strength_of(CURVE.odds / (1.0 + CURVE.odds)) == pytest.approx(0.0)
    assert strength_of(0.0) < strength_of(1e-9) < strength_of(0.5) < strength_of(1.0)


@given(st.floats(-2.0, 2.0), st.floats(0.0, 0.9), st.floats(0.01, 9.0))
def test_better_company_never_harms(strength: float, company: float, weight: float) -> None:
    poor = COMPANY(Peer(SITE, strength, Ties(company * weight, weight)), USUAL)
    good = COMPANY(Peer(SITE, strength, Ties((company + 0.1) * weight, weight)), USUAL)
    assert good >= poor


def test_a_weak_page_among_good_neighbours_is_relevant_and_among_poor_ones_it_is_not() -> None:
    assert COMPANY(Peer(SITE, -0.4, Ties(1.6, 2.0)), USUAL) > 0.3
    assert COMPANY(Peer(SITE, -0.4, Ties(0.1, 2.0)), USUAL) < 0.1


@given(st.floats(-2.0, 2.0), st.floats(0.0, 1.0), st.floats(0.0, 9.0))
def test_poor_company_takes_away_only_so_much(strength: float, company: float, weight: float) -> None:
    alone = COMPANY(Peer(SITE, strength), USUAL)
    beside = COMPANY(Peer(SITE, strength, Ties(company * weight, weight)), USUAL)
    assert beside / (1.0 - beside) >= alone / (1.0 - alone) * math.exp(-COMPANY.lost) * 0.999


def test_a_corner_of_pages_that_speak_for_themselves_cannot_hold_itself_down() -> None:
    """Each says enough; but each was judged in the poor company of the others."""
    names = [f"https://{SITE}/wait{number}" for number in range(6)]
    circle = Circle(Remembered(), {})
    for name in names:
        circle.meet(name, names, 0.05, Peer(SITE, strength_of(0.7)), is_new=True)
    circle.settle()
    assert circle.risen(0.3) == names


def test_where_no_page_is_strong_the_best_ones_are_the_measure() -> None:
    """A small site on the topic, in words that hardly match: among strangers with as little to say it stands out."""
    corner = [f"corner{number}" for number in range(8)]
    pages = [
        *(candidate(name, -0.3, *corner) for name in corner),
        *(candidate(f"stranger{number}", -0.3, "news", "weather") for number in range(8)),
    ]
    peers, standing = settled(pages, {url("news"): 0.0, url("weather"): 0.0})
    told = {name for name, peer in peers.items() if COMPANY(peer, standing) >= 0.3}
    assert told == set(map(url, corner))


def test_alone_where_the_topic_has_a_corner_more_is_needed_than_elsewhere() -> None:
    here = COMPANY(Peer(SITE, 0.15, Ties(0.0, 1.0)), USUAL)
    elsewhere = COMPANY(Peer("b.example", 0.15, Ties(0.0, 1.0)), USUAL)
    assert here < 0.3 < elsewhere


def test_the_best_pages_set_the_standing_and_a_site_with_few_of_them_expects_less() -> None:
    strong = [Peer(SITE, 1.0, Ties(0.8, 1.0))] * 8
    weak = [Peer("b.example", -1.0, Ties(0.4, 1.0))] * 2
    standing = standing_of([*weak, *strong])
    assert standing == standing_of([*strong, *weak])
    assert standing.strength == pytest.approx(1.0)
    assert standing.sites == pytest.approx({SITE: 0.8, "b.example": 0.1})


def test_as_long_as_few_pages_are_known_they_are_taken_to_be_as_usual() -> None:
    assert standing_of([]) == Standing()
    one = standing_of([Peer(SITE, Standing().strength + 0.8, Ties(0.0, 1.0))])
    assert one.strength == pytest.approx(Standing().strength + 0.1)
    assert one.company == pytest.approx(Standing().company * 7 / 8)


def test_a_page_that_says_little_is_found_between_two_that_say_much() -> None:
    """The first and the last are on the topic; those between them hardly say so; the outsider says as little."""
    chain = [
        candidate("ftp", 0.8, "cookies"),
        candidate("cookies", -0.5, "ftp", "smtp"),
        candidate("smtp", 0.8, "cookies"),
        candidate("outsider", -0.5, "football"),
        *(candidate(f"best{n}", 0.6, "ftp", "smtp") for n in range(6)),
    ]
    peers, standing = settled(chain, {url("football"): 0.0})
    scores = {name: COMPANY(peers[url(name)], standing) for name in ("cookies", "outsider")}
    assert scores["cookies"] > 0.3 > scores["outsider"]


def test_an_answered_link_counts_more_and_navigation_and_other_sites_nothing() -> None:
    pages = [candidate("one", 0.0, "two", "three", "home", "unread"), candidate("two", 1.0, "one")]
    elsewhere = Candidate(pages[0].url, 0.0, pages[0].links | {"https://b.example/"})
    known = {url("three"): 0.5, url("home"): 0.5, "https://b.example/": 0.5}
    peers, _ = settled([elsewhere, pages[1]], known, frozenset({url("home")}))
    ties = peers[url("one")].ties
    assert ties.weight == pytest.approx(1.0 + UNANSWERED)
    assert ties.unread == pytest.approx(UNANSWERED)


def test_relatives_are_neighbours_without_a_link_unless_there_are_too_many() -> None:
    family = [
        candidate("http.client.html", 1.0),
        candidate("http.server.html", 0.0),
        candidate("smtp.html", 1.0),
    ]
    peers, _ = settled(family, {url("http.cookies.html"): 0.5})
    assert peers[url("http.server.html")].ties.weight == pytest.approx(2 * RELATED)
    assert peers[url("smtp.html")].ties.weight == 0.0
    crowd = [candidate(f"page-{number}", 0.0) for number in range(MOST_RELATIVES + 1)]
    assert settled(crowd, {})[0][url("page-1")].ties.weight == 0.0


def test_an_answered_link_to_a_relative_counts_once() -> None:
    pair = [candidate("http.client", 1.0, "http.server"), candidate("http.server", 0.0, "http.client")]
    assert settled(pair, {})[0][url("http.server")].ties.weight == 1.0


def test_the_order_of_the_pages_does_not_matter() -> None:
    pages = [candidate(str(n), n / 10 - 0.5, *(str(m) for m in range(10) if m % 3)) for n in range(10)]
    forwards, standing = settled(pages, {})
    backwards, same = settled(pages[::-1], {})
    assert standing == same
    assert forwards == backwards
