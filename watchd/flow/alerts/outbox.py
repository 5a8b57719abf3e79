"""How do alerts leave? One lane per channel, each alert sent before it is marked, each marked before the next is sent.

An alert is a row before it is an action, so a crash loses none. A crash between sending and marking repeats the one alert
that was in flight, under the same id. Lanes do not know each other: a receiver that hangs holds up its own messages only,
and those keep their order. After a failure the lane pauses, longer each time or as long as the receiver asks. A receiver
that refuses for good puts its channel to rest: the alerts wait, and the other channels of the same profiles are told.
Nothing waits for longer than the rules allow from now, whatever a clock that was ahead has written.
"""

import asyncio
import contextlib
from datetime import datetime, timedelta

import structlog

from watchd import metrics
from watchd.core.policy import clock_skew, delivery
from watchd.errors import Unavailable
from watchd.flow.alerts.message import message_of
from watchd.model import ids
from watchd.model.alert import Alert, Delayed, Delivered, DeliveryOutcome, Horizon, Message, Rejected
from watchd.model.channel import Channel
from watchd.ports import Clock, Entropy, MessageLinks, Sender
from watchd.store.database import Database
from watchd.store.tables import Tables

# Longer than any delivery may take: nobody else sends an alert while its first sender may still be at it.
LEASE = timedelta(minutes=2)
# Look at least this often, whatever the next due time says: the clock may have jumped.
LOOK_AT_LEAST_EVERY_SECONDS = 30.0
# After a failure of the database, try again this soon.
TRY_AGAIN_SECONDS = 5.0
# When stopping, a message that is being sent gets this long to arrive; after that it is repeated at the next start.
GRACE_SECONDS = 3.0
# Alerts of a wrong clock that are mended in one transaction.
BATCH = 200
# How long alerts that were delivered can be looked up.
SENT_KEPT = timedelta(days=90)

log = structlog.get_logger()
Letter = tuple[Channel, Message]


class Outbox:
    """Sends what is due. `wake` may be called from anywhere on the loop, as often as one likes."""

    def __init__(
        self, store: Database, sender: Sender, links: MessageLinks, clock: Clock, entropy: Entropy
    ) -> None:
        self._store = store
        self._sender = sender
        self._links = links
        self._clock = clock
        self._entropy = entropy
        self._owner = ids.time_sorted(clock.now(), entropy.bits(ids.RANDOM_BITS))
        self._bell = asyncio.Event()
        self._looking: asyncio.Task[None] | None = None
        self._lanes: dict[str, asyncio.Task[None]] = {}
        self._is_stopping = False
        self._trouble: str | None = None

    async def start(self) -> None:
        """Begin to send. The state folder is ours alone, so leases of a former life are nobody's."""
        released = await self._store.write(lambda tables: tables.alerts.release_all())
        if released:
            log.info("alerts were in flight when the daemon ended; they are sent again", alerts=released)
        self._looking = asyncio.create_task(self._look_whenever_it_rings(), name="outbox")

    async def stop(self) -> None:
        """Let messages in flight arrive, then leave the rest for the next start."""
        self._is_stopping = True
        if self._looking is not None:
            await _end(self._looking)
            self._looking = None
        lanes = list(self._lanes.values())
        if lanes:
            await asyncio.wait(lanes, timeout=GRACE_SECONDS)
        for lane in lanes:
            await _end(lane)

    def wake(self) -> None:
        """There may be something to send."""
        self._bell.set()

    def trouble(self) -> str | None:
        """For the health check."""
        return "is not running" if self._has_ended() else self._trouble

    def stuck(self) -> str | None:
        """For the watchdog: None as long as it tries, whether it succeeds or not."""
        return "nobody sends alerts any more" if self._has_ended() else None

    def _has_ended(self) -> bool:
        return self._looking is None or self._looking.done()

    async def _look_whenever_it_rings(self) -> None:
        while True:
            self._bell.clear()
            wait = await self._look()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._bell.wait()

    async def _look(self) -> float:
        """Open the lanes that have something to send, and say for how long there is nothing else to do."""
        try:
            await self._mend()
            lanes = await self._store.read(lambda tables: tables.alerts.lanes())
        except Exception as cause:  # whatever it is, the outbox must look again
            self._trouble = "cannot read the alerts; the log says why"
            log.warning("outbox has to wait", reason=str(cause), exc_info=not isinstance(cause, Unavailable))
            return TRY_AGAIN_SECONDS
        self._trouble = None
        now = self._clock.now()
        for lane in lanes:
            if lane.ready_at <= now and lane.channel not in self._lanes:
                self._open(lane.channel)
        later = [(lane.ready_at - now).total_seconds() for lane in lanes if lane.ready_at > now]
        return min([LOOK_AT_LEAST_EVERY_SECONDS, *later])

    async def _mend(self) -> None:
        """Pull back times written by a clock that was ahead; a read checks first, because usually there are none."""
        horizon = clock_skew.outbox_horizon(self._clock.now(), lease=LEASE)
        if not await self._store.read(lambda tables: tables.alerts.has_ahead(horizon)):
            return
        while await self._store.write(lambda tables: self._pull_back(tables, horizon)) == BATCH:
            pass
        log.warning("the clock went back; alerts wait no longer than the rules allow from now")

    async def _pull_back(self, tables: Tables, horizon: Horizon) -> int:
        await tables.channels.shorten_pauses(
            horizon.paused, to=horizon.now + timedelta(seconds=delivery.MAX_PAUSE_SECONDS)
        )
        await tables.alerts.shorten_leases(horizon.leased)
        ahead = await tables.alerts.ahead(horizon, BATCH)
        specs = await tables.profiles.specs(sorted({alert.profile_id for alert in ahead if alert.profile_id}))
        times = {}
        for alert in ahead:
            assert alert.due_at is not None
            spec = specs.get(alert.profile_id) if alert.profile_id else None
            rules = spec.delivery if spec else None
            due = clock_skew.alert_due(rules, alert.kind, horizon.now)
            times[alert.id] = min(alert.due_at, due)
        await tables.alerts.set_due(times, horizon.now)
        return len(times)

    def _open(self, channel: str) -> None:
        lane = asyncio.create_task(self._empty(channel), name=f"outbox {channel}")
        self._lanes[channel] = lane
        lane.add_done_callback(lambda _: self._closed(channel))

    def _closed(self, channel: str) -> None:
        """Something may have been written between the lane's last look and now."""
        del self._lanes[channel]
        self._bell.set()

    async def _empty(self, channel: str) -> None:
        """Send what a channel has, one after the other."""
        try:
            alert = await self._store.write(lambda tables: self._claim(tables, channel))
            while alert is not None:
                letter = await self._store.read(lambda tables, alert=alert: self._written(tables, alert))  # type: ignore[misc]
                if letter is None:
                    return
                outcome = await self._sent(alert, *letter)
                alert = await self._settled(alert, letter[0], outcome)
        except Unavailable as cause:
            log.warning("lane has to wait for the database", channel=channel, reason=str(cause))
            await asyncio.sleep(TRY_AGAIN_SECONDS)
        except Exception:  # one lane's mistake is not the others'
            log.exception("lane failed", channel=channel)
            await asyncio.sleep(TRY_AGAIN_SECONDS)

    async def _claim(self, tables: Tables, channel: str) -> Alert | None:
        if self._is_stopping:
            return None
        now = self._clock.now()
        return await tables.alerts.claim(channel, self._owner, now=now, lease_until=now + LEASE)

    async def _written(self, tables: Tables, alert: Alert) -> Letter | None:
        """None when the channel was deleted meanwhile, and the alert with it."""
        channel = await tables.channels.get(alert.channel_name)
        return (channel, await message_of(tables, alert, channel, self._links)) if channel else None

    async def _sent(self, alert: Alert, channel: Channel, message: Message) -> DeliveryOutcome:
        try:
            return await self._sender.send(channel, message)
        except Exception as cause:  # the sender promised a value; the alert must not pay for a broken promise
            log.exception("sender failed", alert=alert.id, channel=channel.name)
            return Delayed(f"The sender failed: {type(cause).__name__}.")

    async def _settled(self, alert: Alert, channel: Channel, outcome: DeliveryOutcome) -> Alert | None:
        """Write down what became of an alert, and claim the next one."""
        step = delivery.next_step(outcome, alert.attempts)
        if step == "sent":
            return await self._mark_sent(alert, channel, outcome)
        log.warning(
            "alert not delivered", alert=alert.id, channel=channel.name, next=step, reason=_detail(outcome)
        )
        return await self._store.write(lambda tables: self._settle(tables, alert, channel, outcome, step))

    async def _settle(
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
                    await self._put_to_rest(tables, channel, _detail(outcome), now)
                else:
                    await tables.channels.pause(channel.name, now + self._pause(alert, outcome))
                metrics.ALERT_RETRIES.inc()
        return await self._claim(tables, channel.name)

    async def _mark_sent(self, alert: Alert, channel: Channel, outcome: DeliveryOutcome) -> Alert | None:
        """Mark this alert and claim the next, in one trip to the disk: the shorter it is, the less often a crash comes
        between sending and marking."""
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

    async def _put_to_rest(self, tables: Tables, channel: Channel, reason: str, now: datetime) -> None:
        """Nothing is lost: the alerts of the channel wait until its owner changes it, tests it or retries one."""
        if not await tables.channels.rest(channel.name, now, reason):
            return
        text = (
            f"The channel {channel.name} refuses its messages: {reason} They wait until you change the channel, "
            f"test it with POST /api/v1/channels/{channel.name}/test, or retry an alert."
        )
        for other in await tables.channels.beside(channel.name):
            if "health" in other.events:
                await tables.alerts.add(self._notice(channel, other, text, now))

    def _notice(self, resting: Channel, other: Channel, text: str, now: datetime) -> Alert:
        return Alert(
            id=ids.time_sorted(now, self._entropy.bits(ids.RANDOM_BITS)),
            profile_id=None,
            channel_name=other.name,
            kind="channel",
            body=text,
            dedupe_key=f"channel:{resting.name}:{now.timestamp():.6f}:{other.name}",
            created_at=now,
            due_at=now,
        )

    def _pause(self, alert: Alert, outcome: DeliveryOutcome) -> timedelta:
        asked = outcome.retry_after if isinstance(outcome, Delayed) else None
        return delivery.pause(alert.attempts, asked=asked, chance=self._entropy.chance())


def _detail(outcome: DeliveryOutcome) -> str:
    return outcome.detail if isinstance(outcome, Delayed | Rejected) else ""


async def _end(task: asyncio.Task[None]) -> None:
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task
