"""Who is told of what, and when? Findings become alerts, in the transaction that stores the findings.

1. The first run of a profile is a baseline: its findings are not told one by one, but in one summary when it ends.
2. A page with a story that was told before joins that story and makes no alert. What changed on a known page is news, and
   so is a page under a title of its own on the same site: short pages of one site resemble each other and are not the same.
3. Each channel of the profile that listens gets an alert: at once or with the next digest, never in quiet hours, and past
   `max_per_day` with the next digest. Findings join an alert that still waits, so nobody gets ten messages in a minute.
4. When a run has ended, a profile that fell ill says so once, and once when it is well again.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from watchd.core.changes.signature import distance
from watchd.core.policy import delivery, profile_health
from watchd.model import ids
from watchd.model.alert import EVENT_OF, Alert, AlertKind
from watchd.model.finding import Finding
from watchd.model.profile import Health, HealthState, Profile
from watchd.model.run import Run
from watchd.ports import Entropy
from watchd.store.tables import Tables

# Near-duplicates of a story that has not grown for longer are news again.
STORY_WINDOW = timedelta(days=7)
# Signatures of one press release on many sites differ in a few bits.
NEAR = 3
# Findings whose times show a profile's habits.
HABITS = 20


class ChannelAlertPlanner:
    """Writes alerts. Everything happens in the caller's transaction; nothing is sent from here."""

    def __init__(self, entropy: Entropy, *, written: Callable[[], None]) -> None:
        self._entropy = entropy
        self._written = written  # called when new alerts are on the disk

    async def story_of(self, tables: Tables, finding: Finding, signature: int) -> str:
        """The story that a finding about a page with this signature belongs to; a new one when it resembles none."""
        now = finding.found_at
        if signature:  # pages without text resemble each other only in having none
            for id, known in await tables.stories.recent(finding.profile_id, now - STORY_WINDOW):
                is_near = distance(known, signature) <= NEAR
                if is_near and not await tables.stories.is_of_another_page(id, finding):
                    await tables.stories.grow(id, now)
                    return id
        id = self._new_id(now)
        await tables.stories.add(id, finding.profile_id, signature, now)
        return id

    async def plan(
        self,
        tables: Tables,
        profile: Profile,
        findings: Sequence[Finding],
        *,
        now: datetime,
        is_baseline: bool,
    ) -> None:
        """Write alerts for findings that were stored a moment ago in this transaction."""
        news = [finding for finding in findings if await _is_news(tables, profile, finding, now)]
        if is_baseline or not news:
            return
        for channel in await self._listeners(tables, profile, "findings"):
            await self._tell_channel(tables, profile, channel, [finding.id for finding in news], now)

    async def run_ended(
        self,
        tables: Tables,
        profile: Profile,
        run: Run,
        *,
        now: datetime,
        is_baseline: bool,
    ) -> None:
        """Sum up a baseline, and look at how the profile is doing."""
        if is_baseline:
            await self._sum_up(tables, profile, run, now)
        await self._look_after(tables, profile, run, now)

    async def _tell_channel(
        self, tables: Tables, profile: Profile, channel: str, finding_ids: list[str], now: datetime
    ) -> None:
        due = await self._due(tables, profile, channel, now)
        open_alert = await tables.alerts.open_for(profile.id, channel, due=due)
        if open_alert is not None:
            await tables.alerts.attach(open_alert, finding_ids)
            return
        alert = self._alert(profile, channel, "findings", key=finding_ids[0], now=now, due=due)
        if await tables.alerts.add(alert):
            await tables.alerts.attach(alert.id, finding_ids)
            tables.when_committed(self._written)

    async def _due(self, tables: Tables, profile: Profile, channel: str, now: datetime) -> datetime:
        rules = profile.spec.delivery
        if rules.mode == "digest":
            return delivery.digest(rules, now)
        today, previous = await tables.alerts.earlier(
            profile.id,
            channel,
            since=delivery.start_of_day(rules, now),
            earliest=now - delivery.GATHER_WINDOW,
            until=now,
        )
        if today >= rules.max_per_day:
            return delivery.digest(rules, now)
        return delivery.instant(rules, now, previous=previous)

    async def _sum_up(self, tables: Tables, profile: Profile, run: Run, now: datetime) -> None:
        if not await tables.profiles.found_at(profile.id, 1):
            return
        for channel in await self._listeners(tables, profile, "baseline"):
            due = delivery.after_quiet_hours(profile.spec.delivery, now)
            alert = self._alert(profile, channel, "baseline", key=profile.id, now=now, due=due)
            if not await tables.alerts.add(alert):
                continue
            await tables.alerts.attach_run(alert.id, profile.id, run.id)
            tables.when_committed(self._written)

    async def _look_after(self, tables: Tables, profile: Profile, run: Run, now: datetime) -> None:
        if run.state == "stopped":
            return  # it may not have come to what is wrong, or to what is well
        found_at = await tables.profiles.found_at(profile.id, HABITS)
        reason = profile_health.ailment(profile_health.signs_of(run), found_at, now)
        before = profile.health
        state: HealthState = "well" if reason is None else "ailing"
        since = before.since if before.state == state else now
        await tables.profiles.set_health(profile.id, Health(state, since, reason))
        if before.state == state or (before.state, state) == ("new", "well"):
            return
        text = reason if reason is not None else "It is well again."
        for channel in await self._listeners(tables, profile, "health"):
            due = delivery.after_quiet_hours(profile.spec.delivery, now)
            key = f"{profile.id}:{state}:{now.timestamp():.6f}"
            await tables.alerts.add(
                self._alert(profile, channel, "health", key=key, now=now, due=due, body=text)
            )
            tables.when_committed(self._written)

    async def _listeners(self, tables: Tables, profile: Profile, kind: AlertKind) -> list[str]:
        channels = [await tables.channels.get(name) for name in profile.spec.delivery.channels]
        return [channel.name for channel in channels if channel and EVENT_OF[kind] in channel.events]

    def _alert(
        self,
        profile: Profile,
        channel: str,
        kind: AlertKind,
        *,
        key: str,
        now: datetime,
        due: datetime,
        body: str = "",
    ) -> Alert:
        return Alert(
            id=self._new_id(now),
            profile_id=profile.id,
            channel_name=channel,
            kind=kind,
            body=body,
            dedupe_key=f"{kind}:{key}:{channel}",
            created_at=now,
            due_at=due,
        )

    def _new_id(self, now: datetime) -> str:
        return ids.time_sorted(now, self._entropy.bits(ids.RANDOM_BITS))


async def _is_news(tables: Tables, profile: Profile, finding: Finding, now: datetime) -> bool:
    report = profile.spec.report
    if finding.kind not in report.kinds or finding.score < report.min_score:
        return False
    is_first = finding.story_id is None or await tables.stories.tell(finding.story_id, now)
    # A page resembles its own earlier version, so only pages that were not known can be followers.
    return is_first or finding.kind in ("changed", "gone")
