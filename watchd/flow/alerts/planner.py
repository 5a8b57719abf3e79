"""Alert planner: writes alerts for findings, in the transaction that stores the findings.

1. The first run of a profile is a baseline: its findings are reported in one summary when the run ends, not one by one.
2. A page with a story that was reported before joins that story and causes no alert. A change on a known page is news. A
   page with its own title on the same site is news too: short pages of one site are similar and still different pages.
3. Each channel of the profile that wants such events gets an alert: at once or with the next digest, never in quiet hours,
   and beyond `max_per_day` with the next digest. Findings join an alert that still waits, so that a channel does not get
   ten messages in a minute.
4. What an active run finds is one message: an instant alert waits until the run ends, at most for the join window. The row
   has the latest time, so an alert whose run never ends leaves as well.
5. When a run has ended, the profile's health is reported: once when it has a problem, and once when the problem is over.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta

from msgspec import Struct

from watchd.core.changes.signature import distance
from watchd.core.policy import delivery, profile_health
from watchd.errors import Fault
from watchd.model import values
from watchd.model.alert import EVENT_OF, Alert, AlertKind
from watchd.model.finding import Finding
from watchd.model.profile import Health, HealthState, Profile
from watchd.model.run import Run
from watchd.model.values import Duration, duration_seconds
from watchd.ports import Entropy
from watchd.store.tables import Tables

STORY_WINDOW = timedelta(days=7)  # a story without a new page for longer is news again
MAX_SIGNATURE_DISTANCE = 3  # signatures of one press release on many sites differ in a few bits
MAX_FINDING_TIMES = 20  # times of the last findings, which show how often a profile finds something
MAX_JOIN_WINDOW_SECONDS = 3600.0  # who wants to hear less often takes a digest


class AlertSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """[alerts]"""

    # Most runs end sooner, so a person gets one message per run. News from a long run must not wait for its end.
    join_window: Duration = "2m"

    def faults(self) -> Iterator[Fault]:
        if duration_seconds(self.join_window) > MAX_JOIN_WINDOW_SECONDS:
            yield Fault(
                "join_window",
                f"must be at most 1h; got {self.join_window}; for fewer messages, set delivery.mode of a profile to digest",
            )


class ChannelAlertPlanner:
    """Writer of alerts. It works in the caller's transaction and sends nothing."""

    def __init__(
        self, entropy: Entropy, *, written: Callable[[], None], settings: AlertSettings | None = None
    ) -> None:
        self._entropy = entropy
        self._written = written  # called when alerts are committed that are new or due earlier
        self._join_window = timedelta(seconds=duration_seconds((settings or AlertSettings()).join_window))

    async def story_of(self, tables: Tables, finding: Finding, signature: int) -> str:
        """Return the story of a finding whose page has this signature; add a new story if it resembles none."""
        now = finding.found_at
        if signature:  # pages without text have none; they are not similar to each other
            for id, known in await tables.stories.recent(finding.profile_id, now - STORY_WINDOW):
                is_near = distance(known, signature) <= MAX_SIGNATURE_DISTANCE
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
        active_run: str | None = None,
    ) -> None:
        """Write alerts for findings that this transaction has just stored. They may wait for more of an active run."""
        news = [finding for finding in findings if await _is_news(tables, profile, finding, now)]
        if is_baseline or not news:
            return
        for channel in await self._channels_for(tables, profile, "findings"):
            finding_ids = [finding.id for finding in news]
            await self._report_findings(tables, profile, channel, finding_ids, now, active_run)

    async def release(self, tables: Tables, run_id: str, *, now: datetime) -> None:
        """Let the alerts of a run leave, in the transaction that ends the run."""
        if await tables.alerts.release_held(run_id, now):
            tables.when_committed(self._written)

    async def run_ended(
        self,
        tables: Tables,
        profile: Profile,
        run: Run,
        *,
        now: datetime,
        is_baseline: bool,
    ) -> None:
        """Report the baseline, if this was the first run, and the health of the profile."""
        if is_baseline:
            await self._report_baseline(tables, profile, run, now)
        await self._report_health(tables, profile, run, now)

    async def _report_findings(
        self,
        tables: Tables,
        profile: Profile,
        channel: str,
        finding_ids: list[str],
        now: datetime,
        active_run: str | None,
    ) -> None:
        due, held_for = await self._due(tables, profile, channel, now, active_run)
        open_alert = await tables.alerts.open_for(profile.id, channel, due=due)
        if open_alert is not None:
            await tables.alerts.attach(open_alert, finding_ids)
            return
        alert = self._alert(profile, channel, "findings", key=finding_ids[0], now=now, due=due)
        if await tables.alerts.add(alert, held_for=held_for):
            await tables.alerts.attach(alert.id, finding_ids)
            tables.when_committed(self._written)

    async def _due(
        self, tables: Tables, profile: Profile, channel: str, now: datetime, active_run: str | None
    ) -> tuple[datetime, str | None]:
        """Return when findings of now are due at the latest, and the run whose end makes them due earlier."""
        rules = profile.spec.delivery
        if rules.mode == "digest":
            return delivery.digest(rules, now), None
        today, previous = await tables.alerts.count_and_newest(
            profile.id,
            channel,
            since=delivery.start_of_day(rules, now),
            earliest=now - delivery.GATHER_WINDOW,
            until=now,
        )
        if today >= rules.max_per_day:
            return delivery.digest(rules, now), None
        until = delivery.held(rules, now, self._join_window) if active_run else None
        if until is not None:
            return until, active_run
        return delivery.instant(rules, now, previous=previous), None

    async def _report_baseline(self, tables: Tables, profile: Profile, run: Run, now: datetime) -> None:
        if not await tables.profiles.found_at(profile.id, 1):
            return
        for channel in await self._channels_for(tables, profile, "baseline"):
            due = delivery.after_quiet_hours(profile.spec.delivery, now)
            alert = self._alert(profile, channel, "baseline", key=profile.id, now=now, due=due)
            if not await tables.alerts.add(alert):
                continue
            await tables.alerts.attach_run(alert.id, profile.id, run.id)
            tables.when_committed(self._written)

    async def _report_health(self, tables: Tables, profile: Profile, run: Run, now: datetime) -> None:
        if run.state == "stopped":
            return  # it may have ended before the step that shows a problem
        found_at = await tables.profiles.found_at(profile.id, MAX_FINDING_TIMES)
        reason = profile_health.ailment(profile_health.signs_of(run), found_at, now)
        before = profile.health
        state: HealthState = "well" if reason is None else "ailing"
        since = before.since if before.state == state else now
        await tables.profiles.set_health(profile.id, Health(state, since, reason))
        if before.state == state or (before.state, state) == ("new", "well"):
            return
        text = reason if reason is not None else "The profile is well again."
        for channel in await self._channels_for(tables, profile, "health"):
            due = delivery.after_quiet_hours(profile.spec.delivery, now)
            key = f"{profile.id}:{state}:{now.timestamp():.6f}"
            await tables.alerts.add(
                self._alert(profile, channel, "health", key=key, now=now, due=due, body=text)
            )
            tables.when_committed(self._written)

    async def _channels_for(self, tables: Tables, profile: Profile, kind: AlertKind) -> list[str]:
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
        return values.time_sorted_id(now, self._entropy.bits(values.RANDOM_ID_BITS))


async def _is_news(tables: Tables, profile: Profile, finding: Finding, now: datetime) -> bool:
    report = profile.spec.report
    # A changed value is reported about any page that the profile follows, also when its score fell a little.
    has_values = finding.change is not None and bool(finding.change.values)
    if finding.kind not in report.kinds or (finding.score < report.min_score and not has_values):
        return False
    is_first = finding.story_id is None or await tables.stories.mark_reported(finding.story_id, now)
    # A page resembles its own earlier version, so only a page that was unknown can repeat a story.
    return is_first or finding.kind in ("changed", "gone")
