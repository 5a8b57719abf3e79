"""Outbox table: alerts are stored before they are sent, claimed with a lease, and marked after they were sent."""

from datetime import datetime
from typing import Any

from watchd.model import values
from watchd.model.alert import Alert, AlertState, ChannelQueue, Horizon
from watchd.model.finding import Finding
from watchd.model.values import from_rfc3339, rfc3339
from watchd.store.driver import StatementResult, Step
from watchd.store.queries import Queries, moment_or_none
from watchd.store.tables import channels
from watchd.store.tables.findings import finding_of

ADD = """
INSERT INTO alerts (id, profile_id, channel_name, kind, state, body, dedupe_key, created_at, due_at, held_for)
VALUES (:id, :profile_id, :channel_name, :kind, 'pending', :body, :dedupe_key, :created_at, :due_at, :held_for)
ON CONFLICT (dedupe_key) DO NOTHING"""
ATTACH = """
INSERT INTO alert_findings (alert_id, finding_id) VALUES (:alert_id, :finding_id) ON CONFLICT DO NOTHING"""
ATTACH_RUN = """
INSERT INTO alert_findings (alert_id, finding_id)
SELECT :alert_id, id FROM findings
 WHERE profile_id = :profile_id
   AND (run_id = :run_id OR run_id IN (SELECT id FROM runs WHERE profile_id = :profile_id AND stop_reason = 'shutdown'))"""
# No sender has tried this alert yet, so findings may still be added. After a try its content must stay the same.
OPEN = """
SELECT id FROM alerts
 WHERE profile_id = :profile_id AND channel_name = :channel AND kind = 'findings' AND attempts = 0 AND due_at <= :due
 ORDER BY due_at DESC LIMIT 1"""
OF_FINDING = """
SELECT a.* FROM alert_findings f JOIN alerts a ON a.id = f.alert_id WHERE f.finding_id = :finding_id ORDER BY a.id"""
RELEASE_HELD = """
UPDATE alerts SET held_for = NULL, due_at = CASE WHEN due_at > :now THEN :now ELSE due_at END
 WHERE held_for = :run_id"""
PREVIOUS = """
SELECT max(created_at) AS newest, sum(CASE WHEN created_at >= :since THEN 1 ELSE 0 END) AS total FROM alerts
 WHERE profile_id = :profile_id AND channel_name = :channel AND kind = 'findings'
   AND created_at BETWEEN :earliest AND :until"""
CHANNEL_QUEUES = """
SELECT c.name, c.paused_until,
       (SELECT min(a.due_at) FROM alerts a WHERE a.channel_name = c.name AND a.due_at IS NOT NULL) AS due_at,
       (SELECT max(b.lease_until) FROM alerts b
         WHERE b.channel_name = c.name AND b.lease_until IS NOT NULL) AS lease_until
  FROM channels c WHERE c.rests_since IS NULL"""
# Is there a time that a correct clock cannot have written? The outbox asks this often, so the query uses indexes only: ids
# sort by time, so an alert from the future has an id from the future.
HAS_TIMES_AHEAD = """
SELECT EXISTS (SELECT 1 FROM alerts WHERE id > :id AND created_at > :written AND due_at > :now)
    OR EXISTS (SELECT 1 FROM alerts WHERE lease_until > :leased)
    OR EXISTS (SELECT 1 FROM channels c WHERE c.paused_until > :paused OR :due < (
                SELECT max(a.due_at) FROM alerts a WHERE a.channel_name = c.name AND a.due_at IS NOT NULL)) AS found"""
WITH_TIMES_AHEAD = """
SELECT * FROM alerts WHERE due_at > :now AND (created_at > :written OR due_at > :due) ORDER BY due_at, id LIMIT :limit"""
SET_DUE = """
UPDATE alerts SET due_at = :due_at, created_at = CASE WHEN created_at > :now THEN :now ELSE created_at END
 WHERE id = :id AND due_at IS NOT NULL"""
SHORTEN_LEASES = "UPDATE alerts SET lease_until = :leased WHERE lease_until > :leased"
# The first due alert of a channel. A channel sends one message at a time: otherwise a second daemon could break the order.
CLAIM = """
UPDATE alerts SET owner = :owner, lease_until = :lease_until, attempts = attempts + 1
 WHERE id = (SELECT id FROM alerts WHERE channel_name = :channel AND due_at <= :now ORDER BY due_at, id LIMIT 1)
   AND NOT EXISTS (SELECT 1 FROM alerts b WHERE b.channel_name = :channel AND b.lease_until > :now)
   AND EXISTS (SELECT 1 FROM channels c WHERE c.name = :channel AND c.rests_since IS NULL
                  AND (c.paused_until IS NULL OR c.paused_until <= :now))
RETURNING *"""
# A try that a crash ended says nothing about the receiver, so it is not counted. The number of tries stays above zero,
# because the message may have arrived, and its content must not change any more.
RELEASE_ALL = """
UPDATE alerts SET owner = NULL, lease_until = NULL, attempts = CASE WHEN attempts > 1 THEN attempts - 1 ELSE 1 END
 WHERE lease_until IS NOT NULL"""
MARK_SENT = """
UPDATE alerts SET state = 'sent', sent_at = :now, due_at = NULL, owner = NULL, lease_until = NULL, last_error = :note
 WHERE id = :id AND owner = :owner AND due_at IS NOT NULL"""
MARK_RETRYING = """
UPDATE alerts SET state = 'retrying', owner = NULL, lease_until = NULL, last_error = :reason
 WHERE id = :id AND owner = :owner AND due_at IS NOT NULL"""
MARK_FAILED = """
UPDATE alerts SET state = 'failed', due_at = NULL, owner = NULL, lease_until = NULL, last_error = :reason
 WHERE id = :id AND owner = :owner AND due_at IS NOT NULL"""
REQUEUE = (
    "UPDATE alerts SET state = 'retrying', due_at = :now, attempts = 0 WHERE id = :id AND state = 'failed'"
)
GET = "SELECT * FROM alerts WHERE id = :id"
# Newest first; {} is replaced by a condition of this file.
LIST = "SELECT * FROM alerts WHERE id < :before {} ORDER BY id DESC LIMIT :limit"
FINDINGS = """
SELECT f.* FROM alert_findings a JOIN findings f ON f.id = a.finding_id
 WHERE a.alert_id = :id ORDER BY f.score DESC, f.id LIMIT :limit"""
FINDING = """
SELECT f.* FROM alert_findings a JOIN findings f ON f.id = a.finding_id
 WHERE a.alert_id = :id AND a.finding_id = :finding_id"""
COUNT_FINDINGS = "SELECT count(*) AS total FROM alert_findings WHERE alert_id = :id"
FINDING_IDS = "SELECT finding_id FROM alert_findings WHERE alert_id = :id ORDER BY finding_id LIMIT :limit"
# Ids sort by time, so alerts before a time have ids before the id of that time.
TRIM = "DELETE FROM alerts WHERE state = 'sent' AND id < :id"
WAITING = "SELECT count(*) AS total FROM alerts WHERE due_at IS NOT NULL"


class AlertTable(Queries):
    """The alerts table and the alert_findings table."""

    async def add(self, alert: Alert, *, held_for: str | None = None) -> bool:
        """Store an alert; return False if an alert with its dedupe key exists already.

        `held_for` is an active run that may add findings to it: when the run ends, the alert is due at once.
        """
        assert alert.due_at is not None
        changed = await self._run(
            ADD,
            id=alert.id,
            profile_id=alert.profile_id,
            channel_name=alert.channel_name,
            kind=alert.kind,
            body=alert.body,
            dedupe_key=alert.dedupe_key,
            created_at=rfc3339(alert.created_at),
            due_at=rfc3339(alert.due_at),
            held_for=held_for,
        )
        return changed > 0

    async def attach(self, id: str, finding_ids: list[str]) -> None:
        await self._run_many(ATTACH, [{"alert_id": id, "finding_id": finding} for finding in finding_ids])

    async def attach_run(self, id: str, profile_id: str, run_id: str) -> int:
        """Attach all findings of a run to an alert; return their number."""
        return await self._run(ATTACH_RUN, alert_id=id, profile_id=profile_id, run_id=run_id)

    async def open_for(self, profile_id: str, channel: str, *, due: datetime) -> str | None:
        """Return the id of an alert that is due by this time and to which a finding can still be added."""
        row = await self._one(OPEN, profile_id=profile_id, channel=channel, due=rfc3339(due))
        return row.id if row else None

    async def release_held(self, run_id: str, now: datetime) -> int:
        """Let the alerts that wait for more findings of a run leave now; return their number."""
        return await self._run(RELEASE_HELD, run_id=run_id, now=rfc3339(now))

    async def count_and_newest(
        self, profile_id: str, channel: str, *, since: datetime, earliest: datetime, until: datetime
    ) -> tuple[int, datetime | None]:
        """Return the number of alerts about findings since a time, and the time of the newest since `earliest`.

        Alerts after `until` are not counted: a clock that was ahead wrote them.
        """
        row = await self._only(
            PREVIOUS,
            profile_id=profile_id,
            channel=channel,
            since=rfc3339(since),
            earliest=rfc3339(min(since, earliest)),
            until=rfc3339(until),
        )
        return int(row.total or 0), moment_or_none(row.newest)

    async def channel_queues(self) -> list[ChannelQueue]:
        """Return every channel that has alerts to send, now or later."""
        rows = [row for row in await self._all(CHANNEL_QUEUES) if row.due_at is not None]
        return [
            ChannelQueue(row.name, from_rfc3339(max(row.due_at, row.paused_until or "", row.lease_until or "")))
            for row in rows
        ]

    async def has_times_ahead(self, horizon: Horizon) -> bool:
        """Return True if a stored time is later than a correct clock can have set it."""
        row = await self._only(HAS_TIMES_AHEAD, id=values.time_sorted_id(horizon.written, 0), **_texts(horizon))
        return bool(row.found)

    async def with_times_ahead(self, horizon: Horizon, limit: int) -> list[Alert]:
        """Return alerts whose times a clock that was ahead wrote, in their order."""
        values = _texts(horizon)
        names = ("now", "written", "due")
        rows = await self._all(WITH_TIMES_AHEAD, limit=limit, **{name: values[name] for name in names})
        return [_alert(row) for row in rows]

    async def set_due(self, times: dict[str, datetime], now: datetime) -> None:
        """Set new due times of waiting alerts; move creation times in the future to now."""
        at = rfc3339(now)
        await self._run_many(
            SET_DUE, [{"id": id, "due_at": rfc3339(due), "now": at} for id, due in times.items()]
        )

    async def shorten_leases(self, latest: datetime) -> int:
        return await self._run(SHORTEN_LEASES, leased=rfc3339(latest))

    async def claim(self, channel: str, owner: str, *, now: datetime, lease_until: datetime) -> Alert | None:
        """Claim the first due alert of a channel. Until the lease ends, no other sender gets an alert of this channel."""
        row = await self._one(
            CLAIM, channel=channel, owner=owner, lease_until=rfc3339(lease_until), now=rfc3339(now)
        )
        return _alert(row) if row else None

    async def release_all(self) -> int:
        """Delete all leases. Call this only while no other daemon uses the database."""
        return await self._run(RELEASE_ALL)

    async def mark_retrying(self, id: str, owner: str, reason: str) -> bool:
        return await self._run(MARK_RETRYING, id=id, owner=owner, reason=reason) > 0

    async def mark_failed(self, id: str, owner: str, reason: str) -> bool:
        return await self._run(MARK_FAILED, id=id, owner=owner, reason=reason) > 0

    async def requeue(self, id: str, now: datetime) -> bool:
        """Put a failed alert at the end of its channel's queue."""
        return await self._run(REQUEUE, id=id, now=rfc3339(now)) > 0

    async def get(self, id: str) -> Alert | None:
        row = await self._one(GET, id=id)
        return _alert(row) if row else None

    async def listed(self, *, state: AlertState | None, before: str, limit: int) -> list[Alert]:
        condition = "AND state = :state" if state else ""
        values = {"state": state} if state else {}
        rows = await self._all(LIST.format(condition), before=before, limit=limit, **values)
        return [_alert(row) for row in rows]

    async def of_finding(self, finding_id: str) -> list[Alert]:
        """Return the alerts about a finding, the oldest first; those that were sent long ago are deleted."""
        return [_alert(row) for row in await self._all(OF_FINDING, finding_id=finding_id)]

    async def findings(self, id: str, limit: int) -> list[Finding]:
        """Return the findings of an alert, the best first."""
        return [finding_of(row) for row in await self._all(FINDINGS, id=id, limit=limit)]

    async def finding(self, id: str, finding_id: str) -> Finding | None:
        """Return a finding of an alert; None if the alert has no such finding."""
        row = await self._one(FINDING, id=id, finding_id=finding_id)
        return finding_of(row) if row else None

    async def finding_ids(self, id: str, limit: int) -> list[str]:
        return [row.finding_id for row in await self._all(FINDING_IDS, id=id, limit=limit)]

    async def count_findings(self, id: str) -> int:
        return await self._count(COUNT_FINDINGS, id=id)

    async def count_waiting(self) -> int:
        return await self._count(WAITING)

    async def trim(self, before: datetime) -> int:
        """Delete alerts that were sent before this time; findings stay reported."""
        return await self._run(TRIM, id=values.time_sorted_id(before, 0))

    async def _count(self, sql: str, **values: object) -> int:
        row = await self._only(sql, **values)
        return int(row.total)


def marking(
    alert: Alert, owner: str, *, now: datetime, note: str, wakes: bool, lease_until: datetime | None
) -> list[Step]:
    """Return the steps after a delivery, for one transaction: first the mark, last the claim of the next alert."""
    at, channel = rfc3339(now), alert.channel_name
    steps: list[Step] = [(MARK_SENT, {"id": alert.id, "owner": owner, "now": at, "note": note or None})]
    if wakes:
        steps.append((channels.WAKE, {"name": channel}))
    if lease_until is not None:
        lease = {"owner": owner, "lease_until": rfc3339(lease_until), "now": at}
        steps.append((CLAIM, {"channel": channel, **lease}))
    return steps


def claimed(outcome: StatementResult) -> Alert | None:
    """Return the alert that the last step claimed, or None."""
    return _alert(outcome.rows[0]) if outcome.rows else None


def _texts(horizon: Horizon) -> dict[str, str]:
    return {name: rfc3339(getattr(horizon, name)) for name in Horizon.__struct_fields__}


def _alert(row: Any) -> Alert:
    return Alert(
        id=row.id,
        profile_id=row.profile_id,
        channel_name=row.channel_name,
        kind=row.kind,
        body=row.body,
        dedupe_key=row.dedupe_key,
        created_at=from_rfc3339(row.created_at),
        due_at=moment_or_none(row.due_at),
        state=row.state,
        attempts=row.attempts,
        sent_at=moment_or_none(row.sent_at),
        last_error=row.last_error,
    )
