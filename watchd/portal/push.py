"""How do documents get to a sink as they change, once each, whatever happens to either side?

The sink's row holds the last change that the receiver has confirmed. A step sends what came after it and moves the row when
the receiver has answered: a crash in between sends the same again, and a receiver that puts documents by id does not mind.
While a receiver is down nothing piles up, since what it has missed is a question to the database.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from datetime import timedelta
from typing import TypeVar

import msgspec
import structlog

from watchd import metrics
from watchd.model.outcome import Answered, RequestOutcome
from watchd.model.portal import Part, SinkState, WholeDocument
from watchd.portal.receivers import SinkBusy, SinkRequest, Taken, TooLarge, Verdict, asks, verdict
from watchd.portal.settings import SinkSettings
from watchd.ports import Clock, Outbound
from watchd.store.database import Store

T = TypeVar("T")
MAX_DOCUMENTS = 200  # of one batch
MAX_CHARACTERS = 2_000_000  # of their texts together: some 4 MB on the wire, far below what receivers take
IDLE_SECONDS = 2.0  # between two looks for changes
FIRST_PAUSE_SECONDS = 1.0
MAX_PAUSE_SECONDS = 300.0
ANSWER_BYTES = 4 * 2**20
SEND_SECONDS = 60.0
EVERYTHING = 2**62

log = structlog.get_logger()


@contextlib.asynccontextmanager
async def feeding(
    sinks: Mapping[str, SinkSettings], *, store: Store, outbound: Outbound, clock: Clock
) -> AsyncIterator[None]:
    """Feed every sink while the block lasts."""
    names = [name for name, sink in sinks.items() if sink.enabled]
    await store.write(lambda tables: tables.portal_sinks.delete_all_but(names))
    tasks = [
        asyncio.create_task(
            Pushing(name, sinks[name], store=store, outbound=outbound, clock=clock).run(), name=f"sink {name}"
        )
        for name in names
    ]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class Pushing:
    """Feeds one sink."""

    def __init__(
        self, name: str, sink: SinkSettings, *, store: Store, outbound: Outbound, clock: Clock
    ) -> None:
        self._name, self._sink = name, sink
        self._store, self._outbound, self._clock = store, outbound, clock
        self._most = MAX_DOCUMENTS

    async def run(self) -> None:
        """Push until cancelled."""
        while True:
            try:
                pause = await self.step()
            except Exception as cause:  # most often the database; whatever it is, the sink must be fed again
                log.warning("sink has to wait", sink=self._name, reason=str(cause))
                pause = IDLE_SECONDS
            if pause > 0:
                await asyncio.sleep(pause)

    async def step(self) -> float:
        """Send one batch; the number of seconds until it is worth looking again."""
        state = await self._store.read(lambda tables: tables.portal_sinks.get(self._name))
        wait = (state.retry_at - self._clock.now()).total_seconds() if state.retry_at else 0.0
        if 0 < wait <= MAX_PAUSE_SECONDS:  # what is longer was written by a clock that was ahead
            return wait
        batch = await self._batch(state)
        if not batch:
            return IDLE_SECONDS
        outcome, retry_after = await self._send(batch)
        match outcome:
            case Taken():
                await self._confirm(state, batch, outcome)
                return 0.0
            case TooLarge() if len(batch) > 1:
                self._most = len(batch) // 2
                return 0.0
            case TooLarge():
                await self._confirm(
                    state, batch, Taken((f"{batch[0].document.id}: too large for the receiver",))
                )
                return 0.0
            case SinkBusy():
                return await self._postpone(state, outcome.reason, retry_after)

    async def _batch(self, state: SinkState) -> list[WholeDocument]:
        part = Part(state.serial, EVERYTHING, removed=True)
        found = await self._store.read(lambda tables: tables.portal.follow(part, self._most))
        size, batch = 0, list[WholeDocument]()
        for whole in found:
            size += len(whole.document.text) + len(whole.indexed.text)
            if batch and size > MAX_CHARACTERS:
                break
            batch.append(whole)
        return batch

    async def _send(self, batch: list[WholeDocument]) -> tuple[Verdict, float | None]:
        rejected: tuple[str, ...] = ()
        for ask in await asyncio.to_thread(asks, self._sink, batch):
            answer = await self._ask(ask)
            if not isinstance(answer, Answered):
                return SinkBusy(answer.detail), getattr(answer, "retry_after", None)
            outcome = verdict(self._sink.kind, answer)
            if not isinstance(outcome, Taken):
                return outcome, answer.retry_after
            rejected += outcome.rejected
        return Taken(rejected), None

    async def _ask(self, ask: SinkRequest) -> RequestOutcome:
        return await self._outbound.send(
            ask.method,
            ask.url,
            headers=ask.headers,
            body=ask.body,
            max_bytes=ANSWER_BYTES,
            timeout=SEND_SECONDS,
        )

    async def _confirm(self, state: SinkState, batch: list[WholeDocument], taken: Taken) -> None:
        for reason in taken.rejected:
            log.warning("sink refused a document", sink=self._name, reason=reason)
        if state.attempts:
            log.info("sink takes documents again", sink=self._name)
        done = SinkState(
            name=self._name,
            serial=batch[-1].document.serial,
            rejected=state.rejected + len(taken.rejected),
            last_error=taken.rejected[-1] if taken.rejected else None,
        )
        await self._store.write(lambda tables: tables.portal_sinks.put(done, self._clock.now()))
        metrics.PUSHED.labels(self._name).inc(len(batch) - len(taken.rejected))
        self._most = MAX_DOCUMENTS

    async def _postpone(self, state: SinkState, reason: str, retry_after: float | None) -> float:
        pause = min(FIRST_PAUSE_SECONDS * 2.0 ** min(state.attempts, 20), MAX_PAUSE_SECONDS)
        pause = max(pause, min(retry_after or 0.0, MAX_PAUSE_SECONDS))
        now = self._clock.now()
        later = msgspec.structs.replace(
            state, attempts=state.attempts + 1, retry_at=now + timedelta(seconds=pause), last_error=reason
        )
        await self._store.write(lambda tables: tables.portal_sinks.put(later, now))
        metrics.PUSH_FAILURES.labels(self._name).inc()
        if not state.attempts:
            log.warning("sink does not take documents", sink=self._name, reason=reason)
        return pause
