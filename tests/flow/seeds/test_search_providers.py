"""Requests to providers take turns, keep their quotas, and their effects survive a restart."""

import asyncio
import itertools
from datetime import timedelta
from pathlib import Path

import pytest

from tests.flow.paper_sources import PaperProvider, found
from tests.support import HandWoundClock, SeededEntropy
from watchd.flow.seeds import search_providers as asking
from watchd.flow.seeds.search_providers import SearchProviders
from watchd.model.provider import ProviderAnswer, ProviderTerms, Wording
from watchd.store.database import Database, open_database

SPENT = ProviderAnswer("spent", detail="No quota.", retry_after=3600.0)
DOWN = ProviderAnswer("unreachable", detail="There is no answer.")


class Waiting:
    """Sleeps by winding the clock."""

    def __init__(self, clock: HandWoundClock) -> None:
        self._clock = clock
        self.waited: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.waited.append(seconds)
        self._clock.forward(seconds=seconds)


@pytest.fixture
def waiting(clock: HandWoundClock) -> Waiting:
    return Waiting(clock)


def of(
    provider: PaperProvider, store: Database, clock: HandWoundClock, waiting: Waiting | None = None
) -> SearchProviders:
    return SearchProviders([provider], store, clock, SeededEntropy(), waiting or Waiting(clock))


async def test_an_answer_becomes_a_ranking_and_a_report(store: Database, clock: HandWoundClock) -> None:
    provider = PaperProvider("x", [found("a", "b")], weight=0.7)
    [ranking], report = await of(provider, store, clock).search("x", "words", ["de"], 30)
    assert (ranking.source, ranking.weight, len(ranking.results)) == ("x", 0.7, 2)
    assert (report.source, report.state, report.count, report.reason) == ("x", "answered", 2, "")
    assert provider.asked == [("words", "de", 0)]


async def test_pages_are_asked_for_until_there_is_enough(store: Database, clock: HandWoundClock) -> None:
    pages = [found("a", "b", has_more=True), found("b", "c", has_more=True), found("d", has_more=True)]
    provider = PaperProvider("x", pages, most_pages=5)
    [ranking], _ = await of(provider, store, clock).search("x", "words", [], 3)
    assert [(r.title, r.rank) for r in ranking.results] == [("a", 1), ("b", 2), ("c", 3)]
    assert len(provider.asked) == 2


async def test_what_came_before_trouble_is_kept(store: Database, clock: HandWoundClock) -> None:
    provider = PaperProvider("x", [found("a", has_more=True), DOWN], most_pages=3)
    [ranking], report = await of(provider, store, clock).search("x", "words", [], 30)
    assert len(ranking.results) == 1
    assert (report.state, report.reason) == ("answered", DOWN.detail)


@pytest.mark.parametrize(
    ("name", "enabled", "text", "state", "says"),
    [
        ("other", True, "words", "skipped", "watchd provider enable other"),
        ("x", False, "words", "skipped", "watchd provider enable x"),
        ("x", True, " ", "idle", "query.text"),
    ],
)
async def test_what_is_not_asked_says_why(
    store: Database, clock: HandWoundClock, name: str, enabled: bool, text: str, state: str, says: str
) -> None:
    provider = PaperProvider("x", [found("a")], is_enabled=enabled)
    rankings, report = await of(provider, store, clock).search(name, text, [], 30)
    assert (rankings, report.state, provider.asked) == ([], state, [])
    assert says in report.reason


async def test_the_pause_is_kept_also_between_profiles(
    store: Database, clock: HandWoundClock, waiting: Waiting
) -> None:
    provider = PaperProvider("x", [found("a")], terms=ProviderTerms(pause=4.0))
    search_providers = of(provider, store, clock, waiting)
    await asyncio.gather(*(search_providers.search("x", text, [], 30) for text in "abc"))
    assert waiting.waited == [4.0, 4.0]


async def test_a_profile_does_not_wait_for_long(store: Database, clock: HandWoundClock) -> None:
    provider = PaperProvider("x", [found("a")], terms=ProviderTerms(pause=600.0))
    search_providers = of(provider, store, clock)
    await search_providers.search("x", "a", [], 30)
    _, report = await search_providers.search("x", "b", [], 30)
    assert (report.state, report.reason) == ("skipped", asking.WAITING)


async def test_the_same_question_is_not_asked_twice_while_its_answer_is_fresh(
    store: Database, clock: HandWoundClock
) -> None:
    provider = PaperProvider("x", [found("a"), found("b")], terms=ProviderTerms(pause=0.0, fresh_for=3600.0))
    search_providers = of(provider, store, clock)
    first = await search_providers.search("x", "words", [], 30)
    clock.forward(minutes=59)
    rankings, report = await search_providers.search("x", "words", [], 30)
    assert (rankings, report.state, report.count) == (first[0], "remembered", 1)
    await search_providers.search("x", "other words", [], 30)
    clock.forward(minutes=2)
    await search_providers.search("x", "words", [], 30)
    assert len(provider.asked) == 3


async def test_a_provider_that_names_the_same_pages_again_gets_the_question_less_often(
    store: Database, clock: HandWoundClock
) -> None:
    provider = PaperProvider("x", [found("a")] * 3 + [found("b")] * 9, terms=ProviderTerms(pause=0.0))
    search_providers = of(provider, store, clock)
    asked: list[int] = []
    for second in range(0, 1200, 30):
        await search_providers.search("x", "words", [], 30)
        asked += [second] * (len(provider.asked) - len(asked))
        clock.forward(seconds=30)
    # Twice as long after every repeat; the new page "b" at 420 s starts again from a minute.
    assert asked == [0, 60, 180, 420, 480, 600, 840]


async def test_a_search_goes_on_when_its_run_does_not_wait_for_it(
    store: Database, clock: HandWoundClock
) -> None:
    class Slow(PaperProvider):
        async def ask(self, wording: Wording, page: int) -> ProviderAnswer:
            await may_answer.wait()
            return await super().ask(wording, page)

    may_answer, provider = asyncio.Event(), Slow("x", [found("a")], ProviderTerms(pause=0.0))
    search_providers = of(provider, store, clock)
    impatient = asyncio.create_task(search_providers.search("x", "words", [], 30))
    await asyncio.sleep(0)
    impatient.cancel()
    waiting = asyncio.create_task(search_providers.search("x", "words", [], 30))
    await asyncio.sleep(0)
    may_answer.set()
    assert (await waiting)[1].state == "answered"
    assert (await search_providers.search("x", "words", [], 30))[1].state == "remembered"
    assert len(provider.asked) == 1


async def test_searches_without_a_waiting_run_end_with_the_daemon(
    store: Database, clock: HandWoundClock
) -> None:
    class Hanging(PaperProvider):
        async def ask(self, wording: Wording, page: int) -> ProviderAnswer:
            await asyncio.Event().wait()
            raise AssertionError

    search_providers = of(Hanging("x", [], ProviderTerms(pause=0.0)), store, clock)
    waiting = asyncio.create_task(search_providers.search("x", "words", [], 30))
    await asyncio.sleep(0)
    await search_providers.close()
    await asyncio.gather(waiting, return_exceptions=True)
    assert not [task for task in asyncio.all_tasks() if task.get_name() == "search x"]


async def test_a_failure_is_not_remembered_as_an_answer(store: Database, clock: HandWoundClock) -> None:
    provider = PaperProvider("x", [DOWN, found("b")], terms=ProviderTerms(pause=0.0, fresh_for=3600.0))
    search_providers = of(provider, store, clock)
    assert (await search_providers.search("x", "words", [], 30))[1].state == "failed"
    assert (await search_providers.search("x", "words", [], 30))[1].state == "answered"


async def test_quota_rest_and_failures_survive_a_restart(
    tmp_path: Path, clock: HandWoundClock, entropy: SeededEntropy
) -> None:
    async def ask(provider: PaperProvider) -> str:
        database = await open_database(tmp_path, clock.now())
        try:
            [view] = await (
                search_providers := SearchProviders([provider], database, clock, entropy)
            ).overview()
            _, report = await search_providers.search("x", next(questions), [], 30)
        finally:
            await database.close()
        return f"{view.state} {view.left_today} {report.state}"

    questions = map(str, itertools.count())
    terms = ProviderTerms(pause=0.0, daily=20, rest_after=2)
    assert await ask(PaperProvider("x", [found("a")], terms)) == "untested 20 answered"
    assert await ask(PaperProvider("x", [DOWN], terms)) == "well 19 failed"
    assert await ask(PaperProvider("x", [DOWN], terms)) == "failing 18 failed"
    assert await ask(PaperProvider("x", [found("a")], terms)) == "resting 17 skipped"
    clock.forward(minutes=6)
    assert await ask(PaperProvider("x", [DOWN], terms)) == "failing 17 failed"
    assert await ask(PaperProvider("x", [found("a")], terms)) == "resting 16 skipped"
    assert await ask(PaperProvider("x", [found("a")], terms, fingerprint="mended")) == "untested 16 answered"


async def test_a_request_that_a_crash_cut_short_counts_as_spent(store: Database, clock: HandWoundClock) -> None:
    class Crashing(PaperProvider):
        async def ask(self, wording: Wording, page: int) -> ProviderAnswer:
            raise KeyboardInterrupt

    provider = Crashing("x", [], ProviderTerms(pause=0.0, daily=10))
    with pytest.raises(KeyboardInterrupt):
        await of(provider, store, clock)._ask(provider, Wording("x"), 0)
    [view] = await of(provider, store, clock).overview()
    assert view.left_today == 9


async def test_a_provider_out_of_quota_is_left_alone_until_the_time_it_named(
    store: Database, clock: HandWoundClock
) -> None:
    provider = PaperProvider("x", [SPENT, found("a")])
    search_providers = of(provider, store, clock)
    await search_providers.search("x", "words", [], 30)
    [view] = await search_providers.overview()
    assert view.state == "spent"
    assert view.resting_until is not None
    assert view.resting_until - clock.now() >= timedelta(hours=1)
    rankings, report = await search_providers.search("x", "words", [], 30)
    assert (rankings, report.state) == ([], "skipped")
    assert "No quota." in report.reason
    clock.forward(hours=1.2)
    assert (await search_providers.search("x", "words", [], 30))[1].state == "answered"


async def test_facets_are_asked_for_one_by_one_and_share_the_weight(
    store: Database, clock: HandWoundClock
) -> None:
    provider = PaperProvider("x", [found("a"), found("b")])
    rankings, report = await of(provider, store, clock).search("x", "one|two", [], 30)
    assert [round(ranking.weight, 3) for ranking in rankings] == [0.707, 0.707]
    assert report.count == 2


async def test_results_by_date_are_ranked_by_the_query(store: Database, clock: HandWoundClock) -> None:
    provider = PaperProvider("x", [found("other", "battery")], sorts_by_date=True)
    [ranking], _ = await of(provider, store, clock).search("x", "battery", [], 30)
    assert [result.title for result in ranking.results] == ["battery", "other"]


async def test_a_provider_that_hangs_costs_its_own_time_only(
    store: Database, clock: HandWoundClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = asyncio.Event()

    class Hanging(PaperProvider):
        async def ask(self, wording: Wording, page: int) -> ProviderAnswer:
            asked.set()
            await asyncio.Event().wait()
            raise AssertionError

    monkeypatch.setattr(asking, "SEARCH_TIMEOUT_SECONDS", 0.05)
    monkeypatch.setattr(asking, "TEST_TIMEOUT_SECONDS", 0.05)
    search_providers = of(Hanging("x", []), store, clock)
    rankings, report = await search_providers.search("x", "words", [], 30)
    assert (rankings, report.state) == ([], "failed")
    assert "did not answer" in report.reason
    monkeypatch.setattr(asking, "SEARCH_TIMEOUT_SECONDS", 1.0)
    asked.clear()
    hanging = asyncio.create_task(search_providers.search("x", "a", [], 30))
    await asked.wait()
    monkeypatch.setattr(
        asking, "SEARCH_TIMEOUT_SECONDS", 0.01
    )  # the other gives up while the first still has its turn
    _, waited = await search_providers.search("x", "b", [], 30)
    assert waited.state == "skipped"
    assert (await hanging)[1].state == "failed"
    trial = await search_providers.test("x")
    assert trial is not None
    assert not trial.ok


async def test_a_test_asks_really_and_ends_a_rest(store: Database, clock: HandWoundClock) -> None:
    provider = PaperProvider("x", [ProviderAnswer("key", detail="Bad key."), found(*"abcdefgh")])
    search_providers = of(provider, store, clock)
    trial = await search_providers.test("x")
    assert trial is not None
    assert (trial.ok, trial.count, trial.reason) == (False, 0, "Bad key.")
    assert (await search_providers.overview())[0].state == "resting"
    trial = await search_providers.test("x")
    assert trial is not None
    assert (trial.ok, trial.count, len(trial.results), trial.reason) == (True, 8, 5, None)
    assert (await search_providers.overview())[0].state == "well"
    assert await search_providers.test("unknown") is None


async def test_after_a_clock_that_was_ahead_a_rest_is_as_long_as_it_was_meant_to_be(
    store: Database, clock: HandWoundClock
) -> None:
    provider = PaperProvider("x", [SPENT, found("a")])
    search_providers = of(provider, store, clock)
    clock.forward(days=3650)
    assert (await search_providers.search("x", "words", [], 30))[1].state == "failed"
    clock.forward(days=-3650)
    assert (await search_providers.search("x", "words", [], 30))[1].state == "skipped"
    [view] = await search_providers.overview()
    assert view.resting_until is not None
    assert timedelta(hours=1) <= view.resting_until - clock.now() <= timedelta(hours=1.1)
    clock.forward(hours=1.1)
    assert (await search_providers.search("x", "words", [], 30))[1].state == "answered"


async def test_an_answer_of_a_clock_that_was_ahead_is_not_fresh_for_years(
    store: Database, clock: HandWoundClock
) -> None:
    provider = PaperProvider("x", [found("a")], terms=ProviderTerms(pause=0.0, fresh_for=3600.0))
    search_providers = of(provider, store, clock)
    clock.forward(days=3650)
    await search_providers.search("x", "words", [], 30)
    clock.forward(days=-3650)
    assert (await search_providers.search("x", "words", [], 30))[1].state == "answered"
