"""Outbox: sends alerts in one queue per channel; marks each alert as sent before it sends the next.

The database holds an alert before it is sent, so a crash loses none. A crash between sending and marking repeats the one
alert that was being sent, under the same id. Channel queues are independent: a receiver that hangs delays only its own
messages, and those keep their order. After a failure the channel pauses, longer each time or as long as the receiver asks.
If a receiver refuses for good, its channel rests: its alerts wait, and the other channels of the same profiles get a
notice. If a clock that was ahead has written later times, the outbox shortens them to the maximum that the rules permit.
"""

import asyncio
import contextlib
from datetime import datetime, timedelta

import structlog

from watchd import metrics
from watchd.core.policy import clock_skew, delivery
from watchd.errors import Unavailable
from watchd.flow.alerts.message import message_of
from watchd.flow.waking import Waker
from watchd.model import values
from watchd.model.alert import Alert, Delayed, Delivered, DeliveryOutcome, Horizon, Message, Rejected
from watchd.model.channel import Channel
from watchd.ports import Clock, Entropy, MessageLinks, Sender
from watchd.store.database import Database
from watchd.store.tables import Tables

# Longer than any delivery may take, so that no second sender takes the alert meanwhile.
LEASE = timedelta(minutes=2)
POLL_SECONDS = 30.0  # maximum pause, whatever the next due time says: the clock may have jumped
RETRY_SECONDS = 5.0  # after a failure of the database
GRACE_SECONDS = 3.0  # for messages that are being sent when the outbox stops; the next start repeats the others
MAX_ALERTS_PER_COMMIT = 200  # with corrected times, in one transaction
SENT_KEPT = timedelta(days=90)  # how long a delivered alert can be looked up

log = structlog.get_logger()


class Outbox:
    """Sends alerts that are due. `wake` may be called at any time from the event loop."""

    def __init__(
        self, store: Database, sender: Sender, links: MessageLinks, clock: Clock, entropy: Entropy
    ) -> None:
        self._store = store
        self._sender = sender
        self._links = links
        self._clock = clock
        self._entropy = entropy
        self._owner = values.time_sorted_id(clock.now(), entropy.bits(values.RANDOM_ID_BITS))
        self._waker = Waker()
        self._polling: asyncio.Task[None] | None = None
        self._queues: dict[str, asyncio.Task[None]] = {}  # channels that are sending
        self._is_stopping = False
        self._trouble: str | None = None

    async def start(self) -> None:
        """Begin to send. Release leases left by a previous process: no other one uses this state folder."""
        released = await self._store.write(lambda tables: tables.alerts.release_all())
        if released:
            log.info("the daemon ended while it sent alerts; it sends them again", alerts=released)
        self._polling = asyncio.create_task(self._poll(), name="outbox")

    async def stop(self) -> None:
        """Wait for messages that are being sent, then leave the rest for the next start."""
        self._is_stopping = True
        if self._polling is not None:
            await _cancel(self._polling)
            self._polling = None
        queues = list(self._queues.values())
        if queues:
            await asyncio.wait(queues, timeout=GRACE_SECONDS)
        for queue in queues:
            await _cancel(queue)

    def wake(self) -> None:
        """Look now whether alerts are due."""
        self._waker.wake()

    def trouble(self) -> str | None:
        """Return what is wrong, for the health check."""
        return "is not running" if self._has_ended() else self._trouble

    def stuck(self) -> str | None:
        """Return why nothing is sent, for the watchdog; None as long as the outbox tries, with or without success."""
        return "the outbox is not running" if self._has_ended() else None

    def _has_ended(self) -> bool:
        return self._polling is None or self._polling.done()

    async def _poll(self) -> None:
        while True:
            await self._waker.wait(await self._start_due_queues())

    async def _start_due_queues(self) -> float:
        """Start the queues of channels that have due alerts; return the seconds until the next look."""
        try:
            await self._correct_times()
            channels = await self._store.read(lambda tables: tables.alerts.channel_queues())
        except Exception as cause:  # after any error the outbox must try again
            self._trouble = "cannot read the alerts; the log gives the reason"
            log.warning("outbox has to wait", reason=str(cause), exc_info=not isinstance(cause, Unavailable))
            return RETRY_SECONDS
        self._trouble = None
        now = self._clock.now()
        for waiting in channels:
            if waiting.ready_at <= now and waiting.channel not in self._queues:
                self._start_queue(waiting.channel)
        later = [(waiting.ready_at - now).total_seconds() for waiting in channels if waiting.ready_at > now]
        return min([POLL_SECONDS, *later])

    async def _correct_times(self) -> None:
        """Shorten times that a clock which was ahead has written. A read comes first, because usually there are none."""
        horizon = clock_skew.outbox_horizon(self._clock.now(), lease=LEASE)
        if not await self._store.read(lambda tables: tables.alerts.has_times_ahead(horizon)):
            return
        while (
            await self._store.write(lambda tables: self._shorten_times(tables, horizon))
            == MAX_ALERTS_PER_COMMIT
        ):
            pass
        log.warning("the clock went back; waiting times of alerts are shortened to what the rules permit")

    async def _shorten_times(self, tables: Tables, horizon: Horizon) -> int:
        await tables.channels.shorten_pauses(
            horizon.paused, to=horizon.now + timedelta(seconds=delivery.MAX_PAUSE_SECONDS)
        )
        await tables.alerts.shorten_leases(horizon.leased)
        ahead = await tables.alerts.with_times_ahead(horizon, MAX_ALERTS_PER_COMMIT)
        specs = await tables.profiles.specs(sorted({alert.profile_id for alert in ahead if alert.profile_id}))
        times = {}
        for alert in ahead:
            assert alert.due_at is not None
            spec = specs.get(alert.profile_id) if alert.profile_id else None
            rules = spec.delivery if spec else None
            times[alert.id] = min(alert.due_at, clock_skew.alert_due(rules, alert.kind, horizon.now))
        await tables.alerts.set_due(times, horizon.now)
        return len(times)

    def _start_queue(self, channel: str) -> None:
        queue = asyncio.create_task(self._send_due(channel), name=f"outbox {channel}")
        self._queues[channel] = queue
        queue.add_done_callback(lambda _: self._queue_ended(channel))

    def _queue_ended(self, channel: str) -> None:
        """Look again: an alert may have been written after the last look of this queue."""
        del self._queues[channel]
        self._waker.wake()

    async def _send_due(self, channel: str) -> None:
        """Send the due alerts of a channel, one after the other."""
        try:
            alert = await self._store.write(lambda tables: self._claim(tables, channel))
            while alert is not None:
                addressed = await self._store.read(lambda tables, alert=alert: self._addressed(tables, alert))  # type: ignore[misc]
                if addressed is None:
                    return
                receiver, message = addressed
                outcome = await self._send(alert, receiver, message)
                alert = await self._settle(alert, receiver, outcome)
        except Unavailable as cause:
            log.warning("channel queue has to wait for the database", channel=channel, reason=str(cause))
            await asyncio.sleep(RETRY_SECONDS)
        except Exception:  # an error in one queue must not affect the others
            log.exception("channel queue failed", channel=channel)
            await asyncio.sleep(RETRY_SECONDS)

    async def _claim(self, tables: Tables, channel: str) -> Alert | None:
        if self._is_stopping:
            return None
        now = self._clock.now()
        return await tables.alerts.claim(channel, self._owner, now=now, lease_until=now + LEASE)

    async def _addressed(self, tables: Tables, alert: Alert) -> tuple[Channel, Message] | None:
        """Return the channel and the message of an alert; None if the channel, and the alert with it, was deleted."""
        channel = await tables.channels.get(alert.channel_name)
        return (channel, await message_of(tables, alert, channel, self._links)) if channel else None

    async def _send(self, alert: Alert, channel: Channel, message: Message) -> DeliveryOutcome:
        try:
            return await self._sender.send(channel, message)
        except Exception as cause:  # a sender returns its failures; if it raises, the alert must not be lost
            log.exception("sender failed", alert=alert.id, channel=channel.name)
            return Delayed(f"The sender failed: {type(cause).__name__}.")

    async def _settle(self, alert: Alert, channel: Channel, outcome: DeliveryOutcome) -> Alert | None:
        """Store the outcome of an alert; claim and return the next one."""
        step = delivery.next_step(outcome, alert.attempts)
        if step == "sent":
            return await self._mark_sent(alert, channel, outcome)
        log.warning(
            "alert not delivered", alert=alert.id, channel=channel.name, next=step, reason=_detail(outcome)
        )
        return await self._store.write(lambda tables: self._mark_failed(tables, alert, channel, outcome, step))

    async def _mark_failed(
        self, tables: Tables, alert: Alert, channel: Channel, outcome: DeliveryOutcome, step: str
    ) -> Alert | None:
        now = self._clock.now()
        match step:
            case "give_up":
                await tables.alerts.mark_failed(alert.id, self._owner, _detail(outcome))
                metrics.ALERTS_FAILED.inc()
            case "rest" | "again":
                await tables.alerts.mark_retrying(alert.id, self._owner, _detail(outcome))
                if step == "rest":
                    await self._rest(tables, channel, _detail(outcome), now)
                else:
                    asked = outcome.retry_after if isinstance(outcome, Delayed) else None
                    pause = delivery.pause(alert.attempts, asked=asked, chance=self._entropy.chance())
                    await tables.channels.pause(channel.name, now + pause)
                metrics.ALERT_RETRIES.inc()
        return await self._claim(tables, channel.name)

    async def _mark_sent(self, alert: Alert, channel: Channel, outcome: DeliveryOutcome) -> Alert | None:
        """Mark this alert and claim the next one in one trip to the disk.

        The shorter it is, the less often a crash comes between sending and marking.
        """
        now = self._clock.now()
        was_ours, following = await self._store.mark_sent(
            alert,
            self._owner,
            now=now,
            note=outcome.note if isinstance(outcome, Delivered) else "",
            wakes=channel.paused_until is not None,
            lease_until=None if self._is_stopping else now + LEASE,
        )
        if not was_ours:
            log.warning("alert was sent after its lease had ended", alert=alert.id, channel=channel.name)
        metrics.ALERTS_SENT.labels(alert.kind).inc()
        if alert.due_at is not None:
            metrics.ALERT_LATENESS.observe(max(0.0, (now - alert.due_at).total_seconds()))
        return following

    async def _rest(self, tables: Tables, channel: Channel, reason: str, now: datetime) -> None:
        """Let a channel rest: its alerts wait until its owner changes it, tests it or retries one."""
        if not await tables.channels.rest(channel.name, now, reason):
            return
        text = (
            f"The channel {channel.name} refuses its messages: {reason} The messages wait until you change the channel, "
            f"test it with POST /api/v1/channels/{channel.name}/test, or retry an alert."
        )
        for other in await tables.channels.alternatives_to(channel.name):
            if "health" not in other.events:
                continue
            notice = Alert(
                id=values.time_sorted_id(now, self._entropy.bits(values.RANDOM_ID_BITS)),
                profile_id=None,
                channel_name=other.name,
                kind="channel",
                body=text,
                dedupe_key=f"channel:{channel.name}:{now.timestamp():.6f}:{other.name}",
                created_at=now,
                due_at=now,
            )
            await tables.alerts.add(notice)


def _detail(outcome: DeliveryOutcome) -> str:
    return outcome.detail if isinstance(outcome, Delayed | Rejected) else ""


async def _cancel(task: asyncio.Task[None]) -> None:
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task
