"""The link graph of a profile, and what it keeps between runs."""

import pytest

from watchd.core.relevance.link_graph import (
    MAX_PAGES,
    MIN_PAGES,
    MIN_SITE_PAGES,
    GraphPage,
    LinkGraph,
    StoredLinkGraph,
)
from watchd.core.relevance.neighbours import ENOUGH, ONE_WAY_WEIGHT, NeighbourLinks, PageEvidence
from watchd.core.relevance.score_scale import SCALE

A, B, C = (f"https://a.example/{name}/" + name for name in "abc")
ELSEWHERE = "https://b.example/"


def add(link_graph: LinkGraph, url: str, *links: str, words: float = 1.0, score: float = 0.8) -> None:
    evidence = PageEvidence(words, link_graph.neighbours(url, links))
    link_graph.add(url, links, score, evidence, is_new=True)


def test_a_neighbour_that_was_not_read_does_not_count_yet() -> None:
    neighbours = LinkGraph(StoredLinkGraph(), {}).neighbours(A, [B, C])
    assert neighbours.weight == 0.0
    assert neighbours.unread == pytest.approx(2 * ONE_WAY_WEIGHT)


def test_a_link_that_is_answered_counts_in_full() -> None:
    link_graph = LinkGraph(StoredLinkGraph(), {C: 0.4})
    add(link_graph, B, A)
    neighbours = link_graph.neighbours(A, [B, C, A, B])
    assert neighbours.weight == pytest.approx(1.0 + ONE_WAY_WEIGHT)
    assert neighbours.kept == pytest.approx(0.8 + 0.4 * ONE_WAY_WEIGHT)
    assert neighbours.unread == pytest.approx(0.0)


def test_pages_of_other_sites_are_no_neighbours() -> None:
    link_graph = LinkGraph(StoredLinkGraph(), {ELSEWHERE: 0.9})
    assert link_graph.neighbours(A, [ELSEWHERE]).weight == 0.0


def test_a_link_that_is_on_every_page_is_navigation() -> None:
    link_graph = LinkGraph(StoredLinkGraph(), {C: 0.9})
    for number in range(MIN_PAGES):
        add(link_graph, f"https://a.example/{number}", C, score=0.0)
    assert link_graph.is_common(C)
    assert link_graph.neighbours(A, [C]) == link_graph.neighbours(A, [])


def test_a_link_that_is_on_every_page_of_a_small_site_is_navigation() -> None:
    link_graph = LinkGraph(StoredLinkGraph(), {C: 0.9})
    for number in range(MIN_SITE_PAGES):
        add(link_graph, f"https://a.example/{number}", C, score=0.0)
        assert link_graph.is_common(C) is (number == MIN_SITE_PAGES - 1)
    assert LinkGraph(link_graph.stored(), {}).is_common(C)


def corner(link_graph: LinkGraph) -> list[str]:
    """Pages that matter and all know each other, and a page that is to join them."""
    names = [f"https://a.example/corner{number}" for number in range(8)]
    for name in names:
        add(link_graph, name, *names, A, words=2.0, score=0.9)
    return names


def test_a_page_rises_when_its_neighbours_turn_out_to_be_good() -> None:
    link_graph = LinkGraph(StoredLinkGraph(), {})
    neighbours = [f"https://a.example/corner{number}" for number in range(8)]
    add(link_graph, A, *neighbours, words=-1.6, score=0.1)
    add(link_graph, B, C, words=-1.6, score=0.1)
    for number in range(8):  # the corner is not the whole site
        add(link_graph, f"https://a.example/other/{number}", words=-8.0, score=0.0)
    link_graph.rescore()
    assert link_graph.became_relevant(0.3) == []
    corner(link_graph)
    link_graph.rescore()
    assert link_graph.became_relevant(0.3) == [A]


def test_a_page_that_was_told_does_not_rise_again() -> None:
    link_graph = LinkGraph(StoredLinkGraph(), {})
    names = corner(link_graph)
    add(link_graph, A, *names, words=-1.6, score=0.5)
    link_graph.rescore()
    assert link_graph.became_relevant(0.3) == []


def test_the_next_run_knows_who_links_to_whom() -> None:
    before = LinkGraph(StoredLinkGraph(), {})
    names = corner(before)
    after = LinkGraph(before.stored(), dict.fromkeys(names, 0.9))
    assert after.neighbours(A, names) == before.neighbours(A, names)
    before.rescore()
    after.rescore()
    assert after.neighbours(A, names) == before.neighbours(A, names)


def test_settling_again_changes_nothing_more_than_a_little() -> None:
    link_graph = LinkGraph(StoredLinkGraph(), {})
    names = corner(link_graph)
    link_graph.rescore()
    link_graph.rescore()
    once = link_graph.neighbours(A, names).mean_score
    link_graph.rescore()
    assert link_graph.neighbours(A, names).mean_score == pytest.approx(once, abs=0.01)


def test_only_the_pages_that_say_most_are_remembered() -> None:
    link_graph = LinkGraph(StoredLinkGraph(), {})
    for number in range(MAX_PAGES + 5):
        add(link_graph, f"https://a.example/{number}", words=number / 10_000)
    kept = link_graph.stored().members
    assert len(kept) == MAX_PAGES
    assert "https://a.example/0" not in kept


def test_members_that_the_store_has_forgotten_do_no_harm() -> None:
    before = LinkGraph(StoredLinkGraph(), {})
    corner(before)
    after = LinkGraph(before.stored(), {})
    after.rescore()
    assert after.became_relevant(0.9) == []


def test_a_graph_of_an_earlier_version_is_read_on_the_present_scale() -> None:
    former = {A: GraphPage(0.0, NeighbourLinks(), ()), B: GraphPage(1.0, NeighbourLinks(), ())}
    graph = LinkGraph(StoredLinkGraph(former), {A: 0.3, B: 0.9})
    stored = graph.stored()
    assert stored.scale == SCALE
    assert stored.members[A].words == pytest.approx(ENOUGH)
    assert stored.members[B].words == pytest.approx(ENOUGH + 0.4 * 5.5)
    assert LinkGraph(stored, {}).stored() == stored
