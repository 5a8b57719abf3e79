"""Whom a profile knows, and what it remembers of it."""

import pytest

from watchd.core.relevance.link_graph import MAX_MEMBERS, MIN_PAGES, LinkGraph, StoredLinkGraph
from watchd.core.relevance.neighbours import UNANSWERED, PageEvidence

A, B, C = (f"https://a.example/{name}/" + name for name in "abc")
ELSEWHERE = "https://b.example/"


def meet(link_graph: LinkGraph, url: str, *links: str, strength: float = 0.5, score: float = 0.8) -> None:
    peer = PageEvidence(strength, link_graph.ties(url, links))
    link_graph.meet(url, links, score, peer, is_new=True)


def test_a_neighbour_that_nobody_has_read_is_no_company_yet() -> None:
    ties = LinkGraph(StoredLinkGraph(), {}).ties(A, [B, C])
    assert ties.weight == 0.0
    assert ties.unread == pytest.approx(2 * UNANSWERED)


def test_a_link_that_is_answered_counts_in_full() -> None:
    link_graph = LinkGraph(StoredLinkGraph(), {C: 0.4})
    meet(link_graph, B, A)
    ties = link_graph.ties(A, [B, C, A, B])
    assert ties.weight == pytest.approx(1.0 + UNANSWERED)
    assert ties.kept == pytest.approx(0.8 + 0.4 * UNANSWERED)
    assert ties.unread == pytest.approx(0.0)


def test_pages_of_other_sites_are_no_neighbours() -> None:
    link_graph = LinkGraph(StoredLinkGraph(), {ELSEWHERE: 0.9})
    assert link_graph.ties(A, [ELSEWHERE]).weight == 0.0


def test_a_link_that_is_on_every_page_is_navigation() -> None:
    link_graph = LinkGraph(StoredLinkGraph(), {C: 0.9})
    for number in range(MIN_PAGES):
        meet(link_graph, f"https://a.example/{number}", C, score=0.0)
    assert link_graph.is_common(C)
    assert link_graph.ties(A, [C]) == link_graph.ties(A, [])


def corner(link_graph: LinkGraph) -> list[str]:
    """Pages that matter and all know each other, and a page that is to join them."""
    names = [f"https://a.example/corner{number}" for number in range(8)]
    for name in names:
        meet(link_graph, name, *names, A, strength=0.7, score=0.9)
    return names


def test_a_page_rises_when_its_neighbours_turn_out_to_be_good() -> None:
    link_graph = LinkGraph(StoredLinkGraph(), {})
    neighbours = [f"https://a.example/corner{number}" for number in range(8)]
    meet(link_graph, A, *neighbours, strength=-0.3, score=0.1)
    meet(link_graph, B, C, strength=-0.3, score=0.1)
    link_graph.settle()
    assert link_graph.risen(0.3) == []
    corner(link_graph)
    link_graph.settle()
    assert link_graph.risen(0.3) == [A]


def test_a_page_that_was_told_does_not_rise_again() -> None:
    link_graph = LinkGraph(StoredLinkGraph(), {})
    names = corner(link_graph)
    meet(link_graph, A, *names, strength=-0.3, score=0.5)
    link_graph.settle()
    assert link_graph.risen(0.3) == []


def test_the_next_run_knows_who_links_to_whom() -> None:
    before = LinkGraph(StoredLinkGraph(), {})
    names = corner(before)
    after = LinkGraph(before.remembered(), dict.fromkeys(names, 0.9))
    assert after.ties(A, names) == before.ties(A, names)
    assert after.settle() == before.settle()


def test_settling_again_changes_nothing_more_than_a_little() -> None:
    link_graph = LinkGraph(StoredLinkGraph(), {})
    corner(link_graph)
    link_graph.settle()
    once = link_graph.settle()
    assert link_graph.settle().best == pytest.approx(once.best, abs=0.01)


def test_only_the_pages_that_say_most_are_remembered() -> None:
    link_graph = LinkGraph(StoredLinkGraph(), {})
    for number in range(MAX_MEMBERS + 5):
        meet(link_graph, f"https://a.example/{number}", strength=number / 10_000)
    kept = link_graph.remembered().members
    assert len(kept) == MAX_MEMBERS
    assert "https://a.example/0" not in kept


def test_members_that_the_store_has_forgotten_do_no_harm() -> None:
    before = LinkGraph(StoredLinkGraph(), {})
    corner(before)
    after = LinkGraph(before.remembered(), {})
    after.settle()
    assert after.risen(0.9) == []
