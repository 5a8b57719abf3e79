"""What a run reads changes what the next page needs, and what is common."""

from watchd.core.origin import Origin
from watchd.core.rarity import NOTHING
from watchd.core.relevance import Document, read
from watchd.core.words import words
from watchd.flow.scoring import EVERY, MOST_HINTS, Scoring
from watchd.model.page import Page

ORIGIN = Origin(entropy=1, text="concurrent execution: thread, mutex, lock", languages=("en",))
OFF_TOPIC = "Bread is baked from flour, water, salt and time in a hot oven. "
PERFECT = ("Thread, mutex, lock: concurrent execution. " * 3, "Concurrent execution", "Thread mutex lock")
FAIR = ("A thread waits for the lock. " + OFF_TOPIC * 2, "Concurrent programs", "Waiting for a lock")


def document(text: str, around: str, title: str, url: str = "https://a.example/") -> Document:
    everything = tuple(words(f"{around} {text}", "en"))
    return read(Page(url=url, title=title, text=text, full_text=text, language="en", terms=everything))


def test_the_best_pages_that_were_read_say_how_well_pages_can_match() -> None:
    scoring = Scoring(ORIGIN, NOTHING, ["en"])
    before = scoring.score(document(*FAIR), is_new=False).value
    for _ in range(EVERY):
        scoring.score(document(*PERFECT), is_new=True)
    assert scoring.score(document(*FAIR), is_new=False).value < before
    assert scoring.score(document(*PERFECT), is_new=False).value > 0.8


def test_the_best_pages_are_kept_for_the_next_run_and_no_others() -> None:
    scoring = Scoring(ORIGIN, NOTHING, ["en"])
    for _ in range(2 * MOST_HINTS):
        scoring.score(document(*FAIR), is_new=True)
        scoring.score(document(OFF_TOPIC, "Home", "Bread"), is_new=True)
    for _ in range(MOST_HINTS):
        scoring.score(document(*PERFECT), is_new=True)
    assert scoring.hints() == (document(*PERFECT),) * MOST_HINTS


def test_only_pages_off_the_topic_say_what_is_common() -> None:
    scoring = Scoring(ORIGIN, NOTHING, ["en"])
    for _ in range(3):
        scoring.score(document(*PERFECT), is_new=True)
        scoring.score(document(OFF_TOPIC, "Home", "Bread"), is_new=True)
    counts = scoring.counts()
    assert counts.documents == 3
    assert counts.terms["flour"] == 3
    assert "mutex" not in counts.terms


def test_a_page_in_another_language_pays_nothing_and_teaches_nothing() -> None:
    scoring = Scoring(ORIGIN, NOTHING, ["de"])
    assert scoring.score(document(*PERFECT), is_new=True).value == 0
    assert scoring.counts() == NOTHING
    assert scoring.hints() == ()
