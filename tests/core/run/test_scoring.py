"""What a run reads changes what the next page needs, and what is common."""

from watchd.core.population.origin import Origin
from watchd.core.relevance.document import Document, document_of
from watchd.core.relevance.link_graph import LinkGraph, StoredLinkGraph
from watchd.core.relevance.term_rarity import NO_COUNTS
from watchd.core.relevance.topic import Score
from watchd.core.relevance.words import words
from watchd.core.run.scoring import MAX_HINTS, PAGES_PER_TOPIC, Scoring
from watchd.model.page import Link, Page

ORIGIN = Origin(entropy=1, text="concurrent execution: thread, mutex, lock", languages=("en",))
OFF_TOPIC = "Bread is baked from flour, water, salt and time in a hot oven. "
PERFECT = ("Thread, mutex, lock: concurrent execution. " * 3, "Concurrent execution", "Thread mutex lock")
FAIR = ("A thread waits for the lock. " + OFF_TOPIC * 2, "Concurrent programs", "Waiting for a lock")


def page(text: str, around: str, title: str, url: str = "https://a.example/", *links: str) -> Page:
    return Page(
        url=url,
        title=title,
        text=text,
        full_text=text,
        language="en",
        terms=tuple(words(f"{around} {text}", "en")),
        links=tuple(Link(link) for link in links),
    )


def document(text: str, around: str, title: str) -> Document:
    return document_of(page(text, around, title))


def scored(scoring: Scoring, seen: Page, *, is_new: bool) -> Score:
    return scoring.score(document_of(seen), seen, is_new=is_new)


def scoring_of(language: str = "en") -> Scoring:
    return Scoring(ORIGIN, NO_COUNTS, [language], LinkGraph(StoredLinkGraph(), {}))


def test_the_best_pages_that_were_read_say_how_well_pages_can_match() -> None:
    scoring = scoring_of()
    before = scored(scoring, page(*FAIR), is_new=False).value
    for _ in range(PAGES_PER_TOPIC):
        scored(scoring, page(*PERFECT), is_new=True)
    assert scored(scoring, page(*FAIR), is_new=False).value < before
    assert scored(scoring, page(*PERFECT), is_new=False).value > 0.8


def test_the_best_pages_are_kept_for_the_next_run_and_no_others() -> None:
    scoring = scoring_of()
    for _ in range(2 * MAX_HINTS):
        scored(scoring, page(*FAIR), is_new=True)
        scored(scoring, page(OFF_TOPIC, "Home", "Bread"), is_new=True)
    for _ in range(MAX_HINTS):
        scored(scoring, page(*PERFECT), is_new=True)
    assert scoring.hints() == (document(*PERFECT),) * MAX_HINTS


def test_only_pages_off_the_topic_say_what_is_common() -> None:
    scoring = scoring_of()
    for _ in range(3):
        scored(scoring, page(*PERFECT), is_new=True)
        scored(scoring, page(OFF_TOPIC, "Home", "Bread"), is_new=True)
    counts = scoring.counts()
    assert counts.documents == 3
    assert counts.terms["flour"] == 3
    assert "mutex" not in counts.terms


def test_a_page_in_another_language_pays_nothing_and_teaches_nothing() -> None:
    scoring = scoring_of("de")
    assert scored(scoring, page(*PERFECT), is_new=True).value == 0
    assert scoring.counts() == NO_COUNTS
    assert scoring.hints() == ()


def test_the_same_page_scores_more_as_news_than_as_an_old_page_that_agents_met() -> None:
    news, named, explored = (
        scoring_of().score(document_of(page(*FAIR)), page(*FAIR), is_new=True, route=route).value
        for route in ("news", "named", "explored")
    )
    assert news > named > explored > 0.0


def test_the_route_changes_no_score_of_neighbours() -> None:
    one, other = scoring_of(), scoring_of()
    one.score(document_of(page(*FAIR)), page(*FAIR), is_new=True, route="news")
    other.score(document_of(page(*FAIR)), page(*FAIR), is_new=True, route="explored")
    assert one.link_graph.stored() == other.link_graph.stored()


def test_a_page_that_says_nothing_is_no_news() -> None:
    score = scoring_of().score(
        document_of(page(OFF_TOPIC, "Home", "Bread")),
        page(OFF_TOPIC, "Home", "Bread"),
        is_new=True,
        route="news",
    )
    assert (score.value, score.route) == (0.0, "news")
