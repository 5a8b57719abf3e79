"""Inheritance and mutation of genomes."""

from random import Random

import msgspec
import pytest

from watchd.core.population.genome import (
    MAX_BETA,
    MIN_BETA,
    Genome,
    Mutation,
    crossover,
    founder,
    internalised,
    offspring,
)

WORDS = ("battery", "solid", "pilot")


@pytest.fixture
def parent() -> Genome:
    return founder(WORDS, Random(7))


def test_a_child_stays_near_its_parent(parent: Genome) -> None:
    betas = [offspring(parent, [], {}, Random(i)).beta for i in range(300)]
    assert min(betas) >= 1.0
    assert max(betas) <= 3.0
    changed = sum(
        a != b
        for i in range(100)
        for a, b in zip(parent.net.output, offspring(parent, [], {}, Random(i)).net.output, strict=True)
    )
    assert changed / 400 == pytest.approx(0.2, abs=0.07)


def test_beta_stays_within_its_bounds(parent: Genome) -> None:
    low = msgspec.structs.replace(parent, beta=0.001)
    high = msgspec.structs.replace(parent, beta=9.0)
    assert offspring(low, [], {}, Random(1)).beta == MIN_BETA
    assert offspring(high, [], {}, Random(1)).beta == MAX_BETA


def test_the_least_important_keyword_gives_way_to_a_word_of_the_page(parent: Genome) -> None:
    importance = {"battery": 0.9, "solid": 0.1, "pilot": 0.5}
    child = internalised(parent, ["anode", "battery"], importance, Random(1))
    assert child.keywords == ("battery", "anode", "pilot")


def test_among_equals_the_absent_keyword_goes_first(parent: Genome) -> None:
    child = internalised(parent, ["battery", "solid", "anode"], {}, Random(1))
    assert child.keywords == ("battery", "solid", "anode")


def test_frequent_words_enter_more_often(parent: Genome) -> None:
    page = ["anode"] * 9 + ["cathode"]
    entered = [internalised(parent, page, {}, Random(i)).keywords for i in range(400)]
    assert sum("anode" in k for k in entered) / 400 == pytest.approx(0.9, abs=0.06)


def test_a_page_without_new_words_changes_nothing(parent: Genome) -> None:
    assert internalised(parent, ["solid"], {}, Random(1)) == parent


def test_half_of_the_children_take_a_word_in(parent: Genome) -> None:
    born = [offspring(parent, ["anode"], {}, Random(i), Mutation()) for i in range(400)]
    assert sum("anode" in g.keywords for g in born) / 400 == pytest.approx(0.5, abs=0.08)


def test_crossover_takes_a_stretch_of_the_fathers_keywords(parent: Genome) -> None:
    father = founder(("anode", "cathode", "cell"), Random(8))
    for i in range(50):
        child = crossover(parent, father, Random(i))
        assert len(set(child.keywords)) == 3
        assert all(
            k in (m, f) for k, m, f in zip(child.keywords, parent.keywords, father.keywords, strict=True)
        )
        assert child.keywords != parent.keywords


def test_crossover_never_doubles_a_word(parent: Genome) -> None:
    assert sorted(crossover(parent, founder(WORDS[::-1], Random(1)), Random(3)).keywords) == sorted(WORDS)
    lone = founder(("one",), Random(1))
    assert crossover(lone, parent, Random(1)) == lone


def test_a_genome_survives_storage(parent: Genome) -> None:
    assert msgspec.json.decode(msgspec.json.encode(parent), type=Genome) == parent
