"""How is a search provider doing? In the words that people see.

How is a search provider asked? In turn, within its quota, not while it rests, and never twice for the same thing.

1. The question is put into the engine's words; a fresh answer to the same words is used again.
2. One request at a time per provider: wait for the pause that it wants, or say that it is busy.
3. The request is written down before it is sent, so that a crash never forgets what was spent.
4. What the answer means for the next one (a rest, a spent quota) is written down too.
A provider that does not answer is a sentence in a report, never an exception.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from datetime import date, datetime, timedelta
from typing import Literal

import structlog
from msgspec import Struct

from watchd import metrics
from watchd.core.policy import clock_skew, provider_quota
from watchd.core.policy.provider_quota import Refusal
from watchd.core.revisits import rank_fusion
from watchd.model.provider import ProviderAnswer, ProviderState, Wording
from watchd.model.seed import Ranking, SearchResult, SeedAnswer, SourceReport, SourceState
from watchd.ports import Clock, Entropy, SearchProvider
from watchd.store.database import Store
from watchd.store.tables import Tables

ProviderStateName = Literal["off", "untested", "well", "failing", "resting", "spent"]


class ProviderView(Struct, frozen=True):
    """A provider as people see it."""

    name: str
    preset: str
    enabled: bool
    state: ProviderStateName
    verified: date
    left_today: int | None  # requests; null: no bound
    left_this_month: int | None
    resting_until: datetime | None
    last_error: str | None
    last_error_at: datetime | None
    answered_at: datetime | None


def provider_view(engine: SearchProvider, stored: ProviderState, now: datetime) -> ProviderView:
    """A provider, from what is remembered of it."""
    state = provider_quota.renewed(stored, engine.fingerprint)
    day, month = provider_quota.left(state, engine.terms, now)
    return ProviderView(
        name=engine.name,
        preset=engine.preset,
        enabled=engine.is_enabled,
        state=_state_name(engine, state, now),
        verified=engine.verified,
        left_today=day,
        left_this_month=month,
        resting_until=provider_quota.resting_until(state, now),
        last_error=state.last_error or None,
        last_error_at=state.last_error_at,
        answered_at=state.answered_at,
    )


def _state_name(engine: SearchProvider, state: ProviderState, now: datetime) -> ProviderStateName:
    if not engine.is_enabled:
        return "off"
    if provider_quota.refusal(state, engine.terms, now):
        has_trouble = provider_quota.resting_until(state, now) and state.rests_for != "spent"
        return "resting" if has_trouble else "spent"
    if state.last_error:
        return "failing"
    return "well" if state.answered_at else "untested"


PATIENCE = 60.0  # seconds for everything that one profile asks of one provider, waiting included
MAX_PAUSE = 20.0  # seconds that a profile waits for its turn; then it goes without
TEST_PATIENCE = 25.0  # seconds; somebody sits there and waits
TEST_WORDS = "open data"
SHOWN = 5  # results of a test
WAITING = "Others are asking it, and it wants a pause between requests."

log = structlog.get_logger()


class Trial(Struct, frozen=True):
    """What came of a test."""

    name: str
    ok: bool
    count: int
    results: tuple[SearchResult, ...]
    seconds: float
    reason: str | None  # what is wrong, and the way out


class SearchProviders:
    """All configured providers."""

    def __init__(
        self,
        engines: Iterable[SearchProvider],
        store: Store,
        clock: Clock,
        entropy: Entropy,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._engines = {engine.name: engine for engine in engines}
        self._turns = {name: asyncio.Lock() for name in self._engines}
        self._store = store
        self._clock = clock
        self._entropy = entropy
        self._sleep = sleep

    def enabled(self) -> list[str]:
        """The names of the providers that a profile gets when it names none."""
        return [name for name, engine in sorted(self._engines.items()) if engine.is_enabled]

    async def search(
        self, name: str, text: str, languages: list[str], wanted: int
    ) -> tuple[list[Ranking], SourceReport]:
        """Everything that this provider finds for a profile's query: one ranking per wording."""
        engine = self._engines.get(name)
        if engine is None:
            return [], _skipped(name, f"It is not configured; add [providers.{name}] to the configuration.")
        if not engine.is_enabled:
            return [], _skipped(name, f"It is switched off; set providers.{name}.enabled = true.")
        wordings = engine.wordings(text, languages)
        if not wordings:
            reason = "The profile has no words to search for; add query.text."
            return [], SourceReport(name, "idle", reason=reason)
        errand = _Inquiry(engine, wanted)
        started = self._seconds()
        try:
            async with asyncio.timeout(PATIENCE):
                for wording in wordings:
                    await self._answer(errand, wording)
                    if errand.trouble:
                        break  # the next wording would meet the same trouble
        except TimeoutError:
            errand.give_up()
        weight = engine.weight / max(1, len(errand.lists)) ** 0.5
        rankings = [Ranking(name, _ranked(engine, found, text), weight) for found in errand.lists if found]
        return rankings, errand.report(self._seconds() - started)

    async def test(self, name: str, text: str = TEST_WORDS) -> Trial | None:
        """Ask one question, really; None when there is no such provider. A rest that a person may end is tried."""
        engine = self._engines.get(name)
        if engine is None:
            return None
        started = self._seconds()
        answer = await self._one_trial(engine, text)
        return Trial(
            name=name,
            ok=answer.means == "ok",
            count=len(answer.results),
            results=answer.results[:SHOWN],
            seconds=round(self._seconds() - started, 3),
            reason=answer.detail or None,
        )

    async def overview(self) -> list[ProviderView]:
        """How every provider is doing, by name."""

        states = [(engine, await self._state_now(engine)) for _, engine in sorted(self._engines.items())]
        return [provider_view(engine, state, self._clock.now()) for engine, state in states]

    async def _answer(self, errand: "_Inquiry", wording: Wording) -> None:
        engine = errand.engine
        question = f"{wording.language} {errand.wanted} {engine.fingerprint} {wording.text}"
        known = await self._store.read(lambda tables: tables.seed_answers.get(engine.name, question))
        if known and provider_quota.is_fresh(known.asked_at, engine.terms, self._clock.now()):
            errand.lists.append(list(known.results))
            errand.remembered += 1
            return
        errand.is_waiting = True
        async with self._turns[engine.name]:
            errand.is_waiting = False
            found = await self._pages(errand, wording)
        if found is None:
            return
        errand.lists.append(found)
        if engine.terms.fresh_for and not errand.trouble:
            answer = SeedAnswer(tuple(found), self._clock.now())
            await self._store.write(lambda tables: tables.seed_answers.put(engine.name, question, answer))

    async def _pages(self, errand: "_Inquiry", wording: Wording) -> list[SearchResult] | None:
        """The results of one wording, page by page; None when not even the first page came."""
        found: list[SearchResult] | None = None
        for page in range(errand.engine.pages(errand.wanted)):
            answer = await self._ask(errand.engine, wording, page)
            if isinstance(answer, Refusal):
                errand.trouble, errand.was_held = answer.reason, True
                return found
            if answer.means != "ok":
                errand.trouble = answer.detail
                return found
            found = list(answer.results) if found is None else _continued(found, answer.results)
            if len(found) >= errand.wanted or not answer.has_more:
                break
        return found

    async def _one_trial(self, engine: SearchProvider, text: str) -> ProviderAnswer:
        wordings = engine.wordings(text, [])
        if not wordings:
            return ProviderAnswer(means="question", detail="There are no words to search for.")
        try:
            async with asyncio.timeout(TEST_PATIENCE), self._turns[engine.name]:
                answer = await self._ask(engine, wordings[0], 0, is_test=True)
        except TimeoutError:
            return ProviderAnswer(means="local", detail=f"It did not answer within {TEST_PATIENCE:.0f} s.")
        return ProviderAnswer(means="local", detail=answer.reason) if isinstance(answer, Refusal) else answer

    async def _ask(
        self, engine: SearchProvider, wording: Wording, page: int, *, is_test: bool = False
    ) -> ProviderAnswer | Refusal:
        """One request, admitted, counted and settled."""
        state = await self._state_now(engine)
        now = self._clock.now()
        if refusal := provider_quota.refusal(state, engine.terms, now, is_test=is_test):
            return refusal
        pause = provider_quota.pause_left(state, engine.terms, now)
        if pause > MAX_PAUSE:
            return Refusal(WAITING, now + timedelta(seconds=pause))
        if pause > 0:
            await self._sleep(pause)
        if refusal := await self._reserve(engine, is_test=is_test):
            return refusal
        answer = await engine.ask(wording, page)
        metrics.PROVIDER_REQUESTS.labels(engine.name, answer.means).inc()
        await self._settle(engine, answer)
        return answer

    async def _state_now(self, engine: SearchProvider) -> ProviderState:
        """Return the stored state of a provider; times written by a clock that was ahead are pulled back and stored."""
        state = await self._store.read(lambda tables: _state_of(tables, engine))
        if clock_skew.provider_state(state, self._clock.now()) is state:
            return state

        async def mend(tables: Tables) -> ProviderState:
            now = self._clock.now()
            mended = clock_skew.provider_state(await _state_of(tables, engine), now)
            await tables.provider_states.put(engine.name, mended, now)
            return mended

        log.warning("the clock went back; the provider's rest is counted from now", provider=engine.name)
        return await self._store.write(mend)

    async def _reserve(self, engine: SearchProvider, *, is_test: bool) -> Refusal | None:
        """Count the request before it is sent; asked once more whether it may be, now that it is written down."""

        async def reserve(tables: Tables) -> Refusal | None:
            now = self._clock.now()
            state = await _state_of(tables, engine)
            refusal = provider_quota.refusal(state, engine.terms, now, is_test=is_test)
            if refusal is None:
                await tables.provider_states.put(engine.name, provider_quota.reserved(state, now), now)
            return refusal

        return await self._store.write(reserve)

    async def _settle(self, engine: SearchProvider, answer: ProviderAnswer) -> None:
        chance = self._entropy.chance()

        async def settle(tables: Tables) -> ProviderState:
            now = self._clock.now()
            before = await _state_of(tables, engine)
            state = provider_quota.settled(before, engine.terms, answer, now, chance)
            await tables.provider_states.put(engine.name, state, now)
            return state

        state = await self._store.write(settle)
        if answer.means != "ok":
            log.warning(
                "provider did not help",
                provider=engine.name,
                means=answer.means,
                reason=answer.detail,
                rests_until=state.rests_until and state.rests_until.isoformat(),
            )

    def _seconds(self) -> float:
        return asyncio.get_running_loop().time()


class _Inquiry:
    """What one profile wants of one provider, while it is being asked."""

    def __init__(self, engine: SearchProvider, wanted: int) -> None:
        self.engine = engine
        self.wanted = wanted
        self.lists: list[list[SearchResult]] = []
        self.remembered = 0
        self.trouble = ""
        self.was_held = False  # we did not ask, for a reason of our own
        self.is_waiting = False  # for its turn

    def give_up(self) -> None:
        """The time is over."""
        self.was_held = self.is_waiting
        self.trouble = WAITING if self.is_waiting else f"It did not answer within {PATIENCE:.0f} s."

    def report(self, seconds: float) -> SourceReport:
        count = len({result.url for found in self.lists for result in found})
        state: SourceState = "remembered" if self.remembered == len(self.lists) else "answered"
        if not self.lists:
            state = "skipped" if self.was_held else "failed"
        return SourceReport(self.engine.name, state, count, round(seconds, 3), self.trouble)


async def _state_of(tables: Tables, engine: SearchProvider) -> ProviderState:
    return provider_quota.renewed(await tables.provider_states.get(engine.name), engine.fingerprint)


def _skipped(name: str, reason: str) -> SourceReport:
    return SourceReport(name, "skipped", reason=reason)


def _continued(found: list[SearchResult], more: Iterable[SearchResult]) -> list[SearchResult]:
    """The next page after what came before it; pages may overlap."""
    known = {result.url for result in found}
    return list(rank_fusion.reranked([*found, *(result for result in more if result.url not in known)]))


def _ranked(engine: SearchProvider, found: list[SearchResult], text: str) -> tuple[SearchResult, ...]:
    return rank_fusion.by_match(found, text) if engine.sorts_by_date else tuple(found)
