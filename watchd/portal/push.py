"""Push of changed documents to sinks.

The row of a sink holds the last change that the receiver has confirmed. A step sends the changes after it and updates the
row when the receiver has answered. After a crash in between, the next step sends the same documents again; a receiver
stores documents by id, so this does no harm. While a receiver is down, watchd needs no queue: a query of the database
returns the documents that it has missed.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from datetime import timedelta

import msgspec
import structlog

from watchd import metrics
from watchd.model.outcome import Answered, RequestOutcome
from watchd.model.portal import ChangeRange, SinkState, WholeDocument
from watchd.portal.receivers import (
    SinkBusy,
    SinkOutcome,
    SinkRequest,
    Taken,
    TooLarge,
    read_answer,
    requests_for,
)
from watchd.portal.settings import SinkSettings
from watchd.ports import Clock, Outbound
from watchd.store.database import Store

MAX_BATCH_DOCUMENTS = 200
MAX_BATCH_CHARS = 2_000_000  # about 4 MB on the wire; receivers take much more
POLL_SECONDS = 2.0  # between two queries for changes
FIRST_PAUSE_SECONDS = 1.0
MAX_PAUSE_SECONDS = 300.0
MAX_ANSWER_BYTES = 4 * 2**20
SEND_TIMEOUT_SECONDS = 60.0
MAX_SERIAL = 2**62  # above every serial

log = structlog.get_logger()


@contextlib.asynccontextmanager
async def feed_sinks(
    sinks: Mapping[str, SinkSettings], *, store: Store, outbound: Outbound, clock: Clock
) -> AsyncIterator[None]:
    """Push documents to every enabled sink while the block lasts."""
    names = [name for name, sink in sinks.items() if sink.enabled]
    await store.write(lambda tables: tables.portal_sinks.delete_all_but(names))
    tasks = [
        asyncio.create_task(
            SinkPusher(name, sinks[name], store=store, outbound=outbound, clock=clock).run(),
            name=f"sink {name}",
        )
        for name in names
    ]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class SinkPusher:
    """Pusher of documents to one sink."""

    def __init__(
        self, name: str, sink: SinkSettings, *, store: Store, outbound: Outbound, clock: Clock
    ) -> None:
        self._name, self._sink = name, sink
        self._store, self._outbound, self._clock = store, outbound, clock
        self._max_documents = MAX_BATCH_DOCUMENTS

    async def run(self) -> None:
        """Push until cancelled."""
        while True:
            try:
                pause = await self.step()
            except Exception as cause:  # usually the database; after any error, pushing must go on
                log.warning("push to sink postponed", sink=self._name, reason=str(cause))
                pause = POLL_SECONDS
            if pause > 0:
                await asyncio.sleep(pause)

    async def step(self) -> float:
        """Send one batch; return the seconds to wait before the next step."""
        state = await self._store.read(lambda tables: tables.portal_sinks.get(self._name))
        wait = (state.retry_at - self._clock.now()).total_seconds() if state.retry_at else 0.0
        if 0 < wait <= MAX_PAUSE_SECONDS:  # a clock that was ahead wrote a longer one
            return wait
        batch = await self._batch(state)
        if not batch:
            return POLL_SECONDS
        outcome, retry_after = await self._send(batch)
        match outcome:
            case Taken():
                await self._confirm(state, batch, outcome)
                return 0.0
            case TooLarge() if len(batch) > 1:
                self._max_documents = len(batch) // 2
                return 0.0
            case TooLarge():
                await self._confirm(
                    state, batch, Taken((f"{batch[0].document.id}: the receiver refuses it as too large",))
                )
                return 0.0
            case SinkBusy():
                return await self._postpone(state, outcome.reason, retry_after)

    async def _batch(self, state: SinkState) -> list[WholeDocument]:
        changes = ChangeRange(state.serial, MAX_SERIAL, removed=True)
        found = await self._store.read(lambda tables: tables.portal.follow(changes, self._max_documents))
        size, batch = 0, list[WholeDocument]()
        for whole in found:
            size += len(whole.document.text) + len(whole.indexed.text)
            if batch and size > MAX_BATCH_CHARS:
                break
            batch.append(whole)
        return batch

    async def _send(self, batch: list[WholeDocument]) -> tuple[SinkOutcome, float | None]:
        rejected: tuple[str, ...] = ()
        for request in await asyncio.to_thread(requests_for, self._sink, batch):
            answer = await self._request(request)
            if not isinstance(answer, Answered):
                return SinkBusy(answer.detail), getattr(answer, "retry_after", None)
            outcome = read_answer(self._sink.kind, answer)
            if not isinstance(outcome, Taken):
                return outcome, answer.retry_after
            rejected += outcome.rejected
        return Taken(rejected), None

    async def _request(self, request: SinkRequest) -> RequestOutcome:
        return await self._outbound.send(
            request.method,
            request.url,
            headers=request.headers,
            body=request.body,
            max_bytes=MAX_ANSWER_BYTES,
            timeout=SEND_TIMEOUT_SECONDS,
        )

    async def _confirm(self, state: SinkState, batch: list[WholeDocument], taken: Taken) -> None:
        for reason in taken.rejected:
            log.warning("sink refused a document", sink=self._name, reason=reason)
        if state.attempts:
            log.info("sink accepts documents again", sink=self._name)
        done = SinkState(
            name=self._name,
            serial=batch[-1].document.serial,
            rejected=state.rejected + len(taken.rejected),
            last_error=taken.rejected[-1] if taken.rejected else None,
        )
        await self._store.write(lambda tables: tables.portal_sinks.put(done, self._clock.now()))
        metrics.PUSHED.labels(self._name).inc(len(batch) - len(taken.rejected))
        self._max_documents = MAX_BATCH_DOCUMENTS

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
            log.warning("sink does not accept documents", sink=self._name, reason=reason)
        return pause
