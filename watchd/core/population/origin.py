"""Origin of a run: everything that, together with the journal, repeats the run exactly."""

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from watchd.core.population import strategies
from watchd.core.population.crawl_graph import CrawlGraph
from watchd.core.population.events import Entry, RunBudget, Seed
from watchd.core.population.population import Population
from watchd.core.population.strategies.protocol import Memory
from watchd.core.relevance.document import Document
from watchd.core.relevance.score_shift import ScoreShift
from watchd.core.relevance.term_rarity import NO_COUNTS, TermCounts
from watchd.core.relevance.topic import Topic
from watchd.core.relevance.word_list import WordList

WORD_TABLES = 1  # of this version


class Origin(Struct, frozen=True, kw_only=True):
    """The first entry of a journal."""

    entropy: int
    text: str
    languages: tuple[str, ...] = ()
    examples: tuple[Document, ...] = ()
    hints: tuple[Document, ...] = ()  # pages that search providers name for the query
    learned: WordList = WordList()
    shift: ScoreShift | UnsetType = UNSET  # in journals of earlier versions there is none
    strategy: str = "energy"
    params: dict[str, Any] = {}
    memory: Memory = Memory()
    seeds: tuple[Seed, ...] = ()
    named: tuple[Seed, ...] = ()  # sources that the profile names: feeds, sitemaps, pages, examples
    budget: RunBudget = RunBudget()
    spent_bytes: int = 0  # before the first move: for examples, and for pages that were fetched in advance
    min_score: float = 0.3
    # Which tables say how rare words are. Journals of earlier versions have no such field, and replay with their tables.
    word_tables: int | UnsetType = UNSET


def topic_of(origin: Origin, own: TermCounts = NO_COUNTS) -> Topic:
    """Return the topic of the run's profile; `own` counts the terms of pages that the profile has read."""
    topic = Topic(
        origin.text, languages=origin.languages, examples=origin.examples, learned=origin.learned, own=own
    )
    if origin.word_tables is UNSET:
        topic = topic.with_former_words()
    topic = topic.with_hints(origin.hints)
    return topic if origin.shift is UNSET else topic.with_shift(origin.shift)


def populate(origin: Origin, topic: Topic, journal: list[Entry] | None = None) -> Population:
    """Return the population as it was when the run began."""
    population = Population(
        strategies.make(origin.strategy, origin.params, origin.memory),
        origin.seeds,
        CrawlGraph(topic, allowed=bool),  # links that must not be followed have no address
        entropy=origin.entropy,
        budget=origin.budget,
        min_score=origin.min_score,
        journal=journal,
    )
    population.budget_use.spent_bytes = origin.spent_bytes
    return population
