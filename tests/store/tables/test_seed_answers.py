"""Stored answers come back unchanged, and old answers are deleted."""

from datetime import timedelta

from tests.support import MONDAY
from watchd.model.provider import ProviderState
from watchd.model.seed import SearchResult, SeedAnswer
from watchd.store.database import Database

ANSWER = SeedAnswer(
    results=(SearchResult("https://a.example/", "Ä", "about", 1, MONDAY), SearchResult("https://b.example/")),
    asked_at=MONDAY,
)


async def test_an_answer_comes_back_equal_and_a_new_one_replaces_it(store: Database) -> None:
    await store.write(lambda tables: tables.seed_answers.put("feed", "https://a.example/", ANSWER))
    assert await store.read(lambda tables: tables.seed_answers.get("feed", "https://a.example/")) == ANSWER
    assert await store.read(lambda tables: tables.seed_answers.get("sitemap", "https://a.example/")) is None
    newer = SeedAnswer((), MONDAY + timedelta(days=1))
    await store.write(lambda tables: tables.seed_answers.put("feed", "https://a.example/", newer))
    assert await store.read(lambda tables: tables.seed_answers.get("feed", "https://a.example/")) == newer


async def test_old_answers_are_deleted(store: Database) -> None:
    await store.write(lambda tables: tables.seed_answers.put("x", "old", ANSWER))
    fresh = SeedAnswer((), MONDAY + timedelta(days=1))
    await store.write(lambda tables: tables.seed_answers.put("x", "new", fresh))
    assert await store.write(lambda tables: tables.seed_answers.trim(MONDAY + timedelta(hours=1))) == 1
    assert await store.read(lambda tables: tables.seed_answers.get("x", "old")) is None
    assert await store.read(lambda tables: tables.seed_answers.get("x", "new")) == fresh


async def test_the_state_of_a_provider_comes_back_equal(store: Database) -> None:
    assert await store.read(lambda tables: tables.provider_states.get("x")) == ProviderState()
    state = ProviderState(
        fingerprint="f", asked_at=MONDAY, day="2026-11-16", day_count=3, month="2026-11", month_count=9, failures=2,
        rests=1, rests_until=MONDAY, rests_for="throttled", answered_at=MONDAY, last_count=7, last_error="E",
        last_error_at=MONDAY,
    )  # fmt: skip
    await store.write(lambda tables: tables.provider_states.put("x", state, MONDAY))
    assert await store.read(lambda tables: tables.provider_states.get("x")) == state
