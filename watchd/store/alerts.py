"""Alerts, the outbox: a row before it is an action, claimed with a lease, marked after it was sent."""

from datetime import datetime
from typing import Any

from sqlalchemy import Row

from watchd.model.alert import Alert
from watchd.model.times import from_rfc3339, rfc3339
from watchd.store.queries import Queries

ADD = """
INSERT INTO alerts (id, profile_id, channel_name, kind, state, body, dedupe_key, created_at, due_at)
VALUES (:id, :profile_id, :channel_name, :kind, 'pending', :body, :dedupe_key, :created_at, :due_at)
ON CONFLICT (dedupe_key) DO NOTHING"""
TO_SEND = """
SELECT * FROM alerts
 WHERE due_at <= :now AND (lease_until IS NULL OR lease_until <= :now)
 ORDER BY due_at, id LIMIT :limit"""
CLAIM = """
UPDATE alerts SET owner = :owner, lease_until = :lease_until, attempts = attempts + 1
 WHERE id = :id AND due_at IS NOT NULL AND (lease_until IS NULL OR lease_until <= :now)"""
MARK_SENT = """
UPDATE alerts SET state = 'sent', sent_at = :now, due_at = NULL, owner = NULL, lease_until = NULL
 WHERE id = :id AND owner = :owner AND due_at IS NOT NULL"""


class Alerts(Queries):
    """The alerts table."""

    async def add(self, alert: Alert) -> bool:
        """False when this was already said: whoever wrote it first keeps the id."""
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
        )
        return changed > 0

    async def claim(self, owner: str, *, now: datetime, lease_until: datetime, limit: int) -> list[Alert]:
        """Take alerts that are due. Until the lease ends nobody else gets them; after it, anybody may."""
        claimed = []
        for row in await self._all(TO_SEND, now=rfc3339(now), limit=limit):
            won = await self._run(
                CLAIM, id=row.id, owner=owner, lease_until=rfc3339(lease_until), now=rfc3339(now)
            )
            if won:
                claimed.append(_alert(row))
        return claimed

    async def mark_sent(self, id: str, owner: str, now: datetime) -> bool:
        """False when the lease was lost meanwhile and somebody else took over."""
        return await self._run(MARK_SENT, id=id, owner=owner, now=rfc3339(now)) > 0


def _alert(row: Row[Any]) -> Alert:
    """The alert as it is after the claim."""
    return Alert(
        id=row.id,
        profile_id=row.profile_id,
        channel_name=row.channel_name,
        kind=row.kind,
        body=row.body,
        dedupe_key=row.dedupe_key,
        created_at=from_rfc3339(row.created_at),
        due_at=from_rfc3339(row.due_at),
        state=row.state,
        attempts=row.attempts + 1,
    )
