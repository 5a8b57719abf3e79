"""The statistics of a run, also of agents that live between two arrivals only."""

from random import Random

from watchd.core.population.events import Born, Seed
from watchd.core.population.origin import Origin, populate, topic_of
from watchd.core.population.strategies.protocol import Agent
from watchd.core.run.progress import RunStats
from watchd.model.run import RunCounts

ORIGIN = Origin(entropy=1, text="solid state battery", seeds=(Seed("https://a.example/", "url"),))


def test_a_child_that_was_born_since_the_last_page_arrived_is_in_the_family_tree() -> None:
    population = populate(ORIGIN, topic_of(ORIGIN))
    stats = RunStats(population, RunCounts(), {})
    founder = next(iter(population.agents))
    child = Agent(f"{founder}.1", Random(1), parent=founder)
    population.agents[child.name] = child
    assert {founder, child.name} <= {record.name for record in stats.living_agents()}


def test_a_child_that_lived_between_two_pages_only_ends_no_run() -> None:
    population = populate(ORIGIN, topic_of(ORIGIN))
    stats = RunStats(population, RunCounts(), {})
    founder = next(iter(population.agents))
    born = Born(f"{founder}.1", founder, "https://a.example/", 0.5)
    assert [record.name for record in stats.agents_in([born])] == [founder]
