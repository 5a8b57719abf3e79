"""Search providers: requests within their quotas, cached answers, tests and status.

1. The query is written in the provider's syntax; a fresh answer to the same wording is used again.
2. There is one request at a time per provider. It waits for the pause between requests, or reports that the provider is
   busy.
3. The request is counted in the database before it is sent, so that a crash never loses a used request.
4. The effect of the answer on the next request (a rest, a used quota) is stored, too.
A provider that does not answer is a sentence in a report, never an exception.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable
from datetime import date, datetime, timedelta
from typing import Literal

import structlog
from msgspec import Struct

from watchd import metrics
from watchd.core.policy import clock_skew, provider_quota
from watchd.core.policy.provider_quota import Refusal
from watchd.core.revisits import rank_fusion
from watchd.model.provider import ProviderAnswer, ProviderFacts, ProviderSource, ProviderState, Wording
from watchd.model.seed import Ranking, SearchResult, SourceReport, SourceState
from watchd.ports import Clock, Entropy, SearchProvider
from watchd.store.database import Store
from watchd.store.tables import Tables

ProviderStateName = Literal["off", "untested", "well", "failing", "resting", "spent"]
SEARCH_TIMEOUT_SECONDS = 60.0  # for all requests of one profile to one provider, waiting included
MAX_PAUSE_SECONDS = 20.0  # a profile does not wait longer for its turn
TEST_TIMEOUT_SECONDS = 25.0  # a person waits for the result
TEST_WORDS = "open data"
MAX_TEST_RESULTS = 5
WAITING = "Other profiles are using it, and it requires a pause between requests."

log = structlog.get_logger()


class ProviderView(Struct, frozen=True):
    """Status of a provider for people."""

    name: str
    preset: str
    enabled: bool
    state: ProviderStateName
    verified: date | None  # null: its definition cannot be read
    left_today: int | None  # requests; null: no limit
    left_this_month: int | None
    resting_until: datetime | None
    last_error: str | None
    last_error_at: datetime | None
    answered_at: datetime | None
    facts: ProviderFacts
    problem: str | None  # why it cannot be asked although it should be; null: it can, or it is switched off
    source: ProviderSource = "config"


def provider_view(provider: SearchProvider, stored: ProviderState, now: datetime) -> ProviderView:
    """Return the status of a provider from its stored state."""
    state = provider_quota.renewed(stored, provider.fingerprint)
    day, month = provider_quota.left(state, provider.terms, now)
    return ProviderView(
        name=provider.name,
        preset=provider.preset,
        enabled=provider.is_enabled,
        state=_state_name(provider, state, now),
        verified=provider.verified,
        left_today=day,
        left_this_month=month,
        resting_until=provider_quota.resting_until(state, now),
        last_error=state.last_error or None,
        last_error_at=state.last_error_at,
        answered_at=state.answered_at,
        facts=provider.facts,
        problem=provider.obstacle() if provider.is_enabled else None,
    )


def _state_name(provider: SearchProvider, state: ProviderState, now: datetime) -> ProviderStateName:
    if not provider.is_enabled:
        return "off"
    if provider_quota.refusal(state, provider.terms, now):
        has_error = provider_quota.resting_until(state, now) and state.rests_for != "spent"
        return "resting" if has_error else "spent"
    if state.last_error:
        return "failing"
    return "well" if state.answered_at else "untested"


class ProviderTest(Struct, frozen=True):
    """Result of a test."""

    name: str
    ok: bool
    count: int
    results: tuple[SearchResult, ...]
    seconds: float
    reason: str | None  # what is wrong, and what to do


class SearchProviders:
    """All search providers that have settings."""

    def __init__(
        self,
        search_providers: Iterable[SearchProvider],
        store: Store,
        clock: Clock,
        entropy: Entropy,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.replace_all(search_providers)
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._under_way: dict[tuple[object, ...], asyncio.Task[tuple[list[Ranking], SourceReport]]] = {}
        self._store = store
        self._clock = clock
        self._entropy = entropy
        self._sleep = sleep

    def replace_all(self, search_providers: Iterable[SearchProvider]) -> None:
        """Use these providers from now on. Requests in progress finish with the settings that they began with."""
        self._search_providers = {provider.name: provider for provider in search_providers}

    def configured(self) -> list[SearchProvider]:
        """Return all providers, by name."""
        return [provider for _, provider in sorted(self._search_providers.items())]

    def enabled(self) -> list[str]:
        """Return the names of the providers for a profile that names none."""
        return [name for name, provider in sorted(self._search_providers.items()) if provider.is_enabled]

    async def search(
        self, name: str, text: str, languages: list[str], wanted: int
    ) -> tuple[list[Ranking], SourceReport]:
        """Search one provider for a profile's query; return one ranking per wording, and the report.

        A caller that does not wait for the end leaves the search to the next caller with the same question.
        """
        key = (name, text, tuple(languages), wanted)
        search = self._under_way.get(key)
        if search is None:
            search = asyncio.create_task(self._search(name, text, languages, wanted), name=f"search {name}")
            self._under_way[key] = search
            search.add_done_callback(lambda _: self._under_way.pop(key, None))
        return await asyncio.shield(search)

    async def close(self) -> None:
        """End the searches for which no run waits any more."""
        left = list(self._under_way.values())
        for search in left:
            search.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    async def _search(
        self, name: str, text: str, languages: list[str], wanted: int
    ) -> tuple[list[Ranking], SourceReport]:
        provider = self._search_providers.get(name)
        if provider is None:
            return [], _skipped(name, f"It is not set up; `watchd provider enable {name}` does it.")
        if not provider.is_enabled:
            return [], _skipped(name, f"It is switched off; `watchd provider enable {name}` switches it on.")
        wordings = provider.wordings(text, languages)
        if not wordings:
            reason = "The profile has no words to search for; add query.text."
            return [], SourceReport(name, "idle", reason=reason)
        search = _Search(provider, wanted)
        started = self._seconds()
        try:
            async with asyncio.timeout(SEARCH_TIMEOUT_SECONDS):
                for wording in wordings:
                    await self._answer(search, wording)
                    if search.error:
                        break  # the next wording would have the same problem
        except TimeoutError:
            search.time_out()
        weight = provider.weight / max(1, len(search.lists)) ** 0.5
        rankings = [Ranking(name, _ranked(provider, found, text), weight) for found in search.lists if found]
        return rankings, search.report(self._seconds() - started)

    async def test(self, name: str, text: str = TEST_WORDS) -> ProviderTest | None:
        """Send one real query; return None for an unknown provider. A rest that a person may end does not stop the test."""
        provider = self._search_providers.get(name)
        if provider is None:
            return None
        started = self._seconds()
        answer = await self._send_test_query(provider, text)
        return ProviderTest(
            name=name,
            ok=answer.means == "ok",
            count=len(answer.results),
            results=answer.results[:MAX_TEST_RESULTS],
            seconds=round(self._seconds() - started, 3),
            reason=answer.detail or None,
        )

    async def overview(self) -> list[ProviderView]:
        """Return the status of every provider, by name."""
        states = [(provider, await self._state_now(provider)) for provider in self.configured()]
        return [provider_view(provider, state, self._clock.now()) for provider, state in states]

    async def _answer(self, search: "_Search", wording: Wording) -> None:
        provider = search.provider
        question = f"{wording.language} {search.wanted} {provider.fingerprint} {wording.text}"
        known = await self._store.read(lambda tables: tables.seed_answers.get(provider.name, question))
        if known and provider_quota.is_fresh(known, provider.terms, self._clock.now()):
            search.lists.append(list(known.results))
            search.remembered += 1
            return
        search.is_waiting = True
        async with self._turns[provider.name]:
            search.is_waiting = False
            found = await self._pages(search, wording)
        if found is None:
            return
        search.lists.append(found)
        if not search.error:
            answer = provider_quota.answered_again(known, found, self._clock.now())
            await self._store.write(lambda tables: tables.seed_answers.put(provider.name, question, answer))

    async def _pages(self, search: "_Search", wording: Wording) -> list[SearchResult] | None:
        """Return the results of one wording, page by page; None if not even the first page arrived."""
        found: list[SearchResult] | None = None
        for page in range(search.provider.pages(search.wanted)):
            answer = await self._ask(search.provider, wording, page)
            if isinstance(answer, Refusal):
                search.error, search.was_held = answer.reason, True
                return found
            if answer.means != "ok":
                search.error = answer.detail
                return found
            found = list(answer.results) if found is None else _continued(found, answer.results)
            if len(found) >= search.wanted or not answer.has_more:
                break
        return found

    async def _send_test_query(self, provider: SearchProvider, text: str) -> ProviderAnswer:
        wordings = provider.wordings(text, [])
        if not wordings:
            return ProviderAnswer(means="question", detail="There are no words to search for.")
        try:
            async with asyncio.timeout(TEST_TIMEOUT_SECONDS), self._turns[provider.name]:
                answer = await self._ask(provider, wordings[0], 0, is_test=True)
        except TimeoutError:
            return ProviderAnswer(
                means="local", detail=f"It did not answer within {TEST_TIMEOUT_SECONDS:.0f} s."
            )
        return ProviderAnswer(means="local", detail=answer.reason) if isinstance(answer, Refusal) else answer

    async def _ask(
        self, provider: SearchProvider, wording: Wording, page: int, *, is_test: bool = False
    ) -> ProviderAnswer | Refusal:
        """Send one request: check the quota, count the request, store the effect of the answer."""
        state = await self._state_now(provider)
        now = self._clock.now()
        if refusal := provider_quota.refusal(state, provider.terms, now, is_test=is_test):
            return refusal
        pause = provider_quota.pause_left(state, provider.terms, now)
        if pause > MAX_PAUSE_SECONDS:
            return Refusal(WAITING, now + timedelta(seconds=pause))
        if pause > 0:
            await self._sleep(pause)
        if refusal := await self._reserve(provider, is_test=is_test):
            return refusal
        answer = await provider.ask(wording, page)
        metrics.PROVIDER_REQUESTS.labels(provider.name, answer.means).inc()
        await self._settle(provider, answer)
        return answer

    async def _state_now(self, provider: SearchProvider) -> ProviderState:
        """Return the stored state of a provider.

        If the clock was ahead when the state was written, store the corrected state. Without that, the shortened rest
        would start again with every read.
        """
        state = await self._store.read(lambda tables: _state_of(tables, provider))
        if clock_skew.provider_state(state, self._clock.now()) is state:
            return state

        async def mend(tables: Tables) -> ProviderState:
            now = self._clock.now()
            mended = clock_skew.provider_state(await _state_of(tables, provider), now)
            await tables.provider_states.put(provider.name, mended, now)
            return mended

        log.warning("the clock went back; the rest of the provider starts now", provider=provider.name)
        return await self._store.write(mend)

    async def _reserve(self, provider: SearchProvider, *, is_test: bool) -> Refusal | None:
        """Count the request before it is sent; check the quota again in the same transaction."""

        async def reserve(tables: Tables) -> Refusal | None:
            now = self._clock.now()
            state = await _state_of(tables, provider)
            refusal = provider_quota.refusal(state, provider.terms, now, is_test=is_test)
            if refusal is None:
                await tables.provider_states.put(provider.name, provider_quota.reserved(state, now), now)
            return refusal

        return await self._store.write(reserve)

    async def _settle(self, provider: SearchProvider, answer: ProviderAnswer) -> None:
        chance = self._entropy.chance()

        async def settle(tables: Tables) -> ProviderState:
            now = self._clock.now()
            before = await _state_of(tables, provider)
            state = provider_quota.settled(before, provider.terms, answer, now, chance)
            await tables.provider_states.put(provider.name, state, now)
            return state

        state = await self._store.write(settle)
        if answer.means != "ok":
            log.warning(
                "search provider gave no results",
                provider=provider.name,
                means=answer.means,
                reason=answer.detail,
                rests_until=state.rests_until and state.rests_until.isoformat(),
            )

    def _seconds(self) -> float:
        return asyncio.get_running_loop().time()


class _Search:
    """Running search of one profile at one provider."""

    def __init__(self, provider: SearchProvider, wanted: int) -> None:
        self.provider = provider
        self.wanted = wanted
        self.lists: list[list[SearchResult]] = []
        self.remembered = 0
        self.error = ""
        self.was_held = False  # no request was sent, because of the quota or the pause
        self.is_waiting = False  # for the turn at the provider

    def time_out(self) -> None:
        """Record that the time is over."""
        self.was_held = self.is_waiting
        self.error = WAITING if self.is_waiting else f"It did not answer within {SEARCH_TIMEOUT_SECONDS:.0f} s."

    def report(self, seconds: float) -> SourceReport:
        count = len({result.url for found in self.lists for result in found})
        state: SourceState = "remembered" if self.remembered == len(self.lists) else "answered"
        if not self.lists:
            state = "skipped" if self.was_held else "failed"
        return SourceReport(self.provider.name, state, count, round(seconds, 3), self.error)


async def _state_of(tables: Tables, provider: SearchProvider) -> ProviderState:
    return provider_quota.renewed(await tables.provider_states.get(provider.name), provider.fingerprint)


def _skipped(name: str, reason: str) -> SourceReport:
    return SourceReport(name, "skipped", reason=reason)


def _continued(found: list[SearchResult], more: Iterable[SearchResult]) -> list[SearchResult]:
    """Return the results with those of the next page; pages may overlap."""
    known = {result.url for result in found}
    return list(rank_fusion.reranked([*found, *(result for result in more if result.url not in known)]))


def _ranked(provider: SearchProvider, found: list[SearchResult], text: str) -> tuple[SearchResult, ...]:
    return rank_fusion.by_match(found, text) if provider.sorts_by_date else tuple(found)
