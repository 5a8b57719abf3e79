"""Table of profiles with their tags, channels and due times."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct

from watchd.core.policy import cadence
from watchd.errors import Conflict, Fault, FieldErrors
from watchd.model.profile import Health, LastRun, Profile, ProfileCounts, ProfileSpec
from watchd.model.values import from_rfc3339, rfc3339
from watchd.store.driver import Row
from watchd.store.queries import Queries, json_of, like_pattern, moment_or_none, rfc3339_or_none

SELECT = """
SELECT p.*, r.state AS run_state, r.stop_reason AS run_stop_reason, r.ended_at AS run_ended_at
  FROM profiles p LEFT JOIN runs r ON r.id = p.last_run_id"""

INSERT = """
INSERT INTO profiles (id, name, search_text, enabled, spec, revision, created_at, updated_at, next_run_at, due_written_at,
                      interval_seconds, health_state, health_since, health_reason)
VALUES (:id, :name, :search_text, :enabled, :spec, 1, :now, :now, :next_run_at, :now,
        NULL, 'new', :now, 'has not run yet')"""

UPDATE = """
UPDATE profiles SET name = :name, search_text = :search_text, enabled = :enabled, spec = :spec, revision = revision + 1,
       updated_at = :now, next_run_at = :next_run_at, due_written_at = :now
 WHERE id = :id AND revision = :revision"""

# Versions of the topic of a profile: as a person wrote it, and as verdicts changed it.
VERSIONS = """
SELECT p.id, p.revision, l.updated_at FROM profiles p
  LEFT JOIN learned l ON l.profile_id = p.id AND l.part = 'taught'
 WHERE p.enabled = 1"""
DELETE = "DELETE FROM profiles WHERE id = :id AND revision = :revision"
ID_OF_NAME = "SELECT id FROM profiles WHERE name = :name"
COUNT = "SELECT count(*) AS total, coalesce(sum(enabled), 0) AS enabled FROM profiles"

ADD_TAG = "INSERT INTO profile_tags (tag, profile_id) VALUES (:tag, :id)"
DROP_TAGS = "DELETE FROM profile_tags WHERE profile_id = :id"
ADD_CHANNEL = "INSERT INTO profile_channels (profile_id, channel_name) VALUES (:id, :channel)"
DROP_CHANNELS = "DELETE FROM profile_channels WHERE profile_id = :id"
CHANNEL_EXISTS = "SELECT 1 FROM channels WHERE name = :name"

DUE = f"{SELECT} WHERE p.next_run_at <= :now ORDER BY p.next_run_at, p.id LIMIT :limit"
NEXT_DUE = "SELECT next_run_at FROM profiles WHERE next_run_at IS NOT NULL ORDER BY next_run_at LIMIT 1"
OVERDUE = "SELECT id FROM profiles WHERE next_run_at < :before ORDER BY next_run_at, id"
SET_DUE = (
    "UPDATE profiles SET next_run_at = :due, due_written_at = :now WHERE id = :id AND next_run_at IS NOT NULL"
)
SET_INTERVAL = """
UPDATE profiles SET interval_seconds = :seconds, next_run_at = :due, due_written_at = :now
 WHERE id = :id AND next_run_at IS NOT NULL"""
MARK_STARTED = "UPDATE profiles SET last_run_id = :run_id WHERE id = :id"
SET_HEALTH = """
UPDATE profiles SET health_state = :state, health_since = :since, health_reason = :reason WHERE id = :id"""
FOUND_AT = "SELECT found_at FROM findings WHERE profile_id = :id ORDER BY id DESC LIMIT :limit"
AILING = f"{SELECT} WHERE p.enabled = 1 AND p.health_state = 'ailing' ORDER BY p.id LIMIT :limit"
WRITTEN_AHEAD = f"{SELECT} WHERE p.next_run_at IS NOT NULL AND p.due_written_at > :now LIMIT :limit"


class ProfileFilter(Struct, frozen=True):
    """Filter of a list of profiles."""

    tag: str | None = None
    enabled: bool | None = None
    q: str | None = None  # words that must all occur


class ProfileTable(Queries):
    """The profiles table with its tags and channels."""

    async def insert(self, id: str, spec: ProfileSpec, now: datetime) -> Profile:
        await self._refuse_taken_name(spec.name, own_id=id)
        due = cadence.first_due(spec.schedule, now) if spec.enabled else None
        await self._run(INSERT, id=id, now=rfc3339(now), **_columns(spec, due))
        await self._relate(id, spec)
        stored = await self.get(id)
        assert stored is not None
        return stored

    async def replace(self, profile: Profile, spec: ProfileSpec, now: datetime) -> Profile | None:
        """Store a new spec; return None if the profile is not at the revision that was read."""
        await self._refuse_taken_name(spec.name, own_id=profile.id)
        due = _due_after_change(profile, spec, now)
        changed = await self._run(
            UPDATE,
            id=profile.id,
            revision=profile.revision,
            now=rfc3339(now),
            **_columns(spec, due),
        )
        if not changed:
            return None
        await self._run(DROP_TAGS, id=profile.id)
        await self._run(DROP_CHANNELS, id=profile.id)
        await self._relate(profile.id, spec)
        return await self.get(profile.id)

    async def delete(self, profile: Profile) -> bool:
        return await self._run(DELETE, id=profile.id, revision=profile.revision) > 0

    async def get(self, id: str) -> Profile | None:
        row = await self._one(f"{SELECT} WHERE p.id = :id", id=id)
        return _profile(row) if row else None

    async def id_of(self, name: str) -> str | None:
        row = await self._one(ID_OF_NAME, name=name)
        return row.id if row else None

    async def listed(self, which: ProfileFilter, *, after: str, limit: int) -> list[Profile]:
        """List profiles, the oldest first, so that a client that pages through also sees new profiles."""
        conditions, values = _conditions(which)
        where = " AND ".join(["id > :after", *conditions])
        # Only constants of this file are put together here; values are bound.
        chosen = f"SELECT id FROM profiles WHERE {where} ORDER BY id LIMIT :limit"  # noqa: S608
        rows = await self._all(
            f"{SELECT} WHERE p.id IN ({chosen}) ORDER BY p.id", after=after, limit=limit, **values
        )
        return [_profile(row) for row in rows]

    async def versions(self) -> dict[str, str]:
        """Return enabled profiles by id, each with a version of its topic."""
        return {row.id: f"{row.revision} {row.updated_at}" for row in await self._all(VERSIONS)}

    async def specs(self, ids: Sequence[str]) -> dict[str, ProfileSpec]:
        """Return the specs of these profiles by id."""
        names = {f"id{number}": id for number, id in enumerate(ids)}
        marks = ", ".join(f":{name}" for name in names)
        sql = f"SELECT id, spec FROM profiles WHERE id IN ({marks})"  # noqa: S608 (only names of values)
        rows = await self._all(sql, **names) if names else []
        return {row.id: msgspec.json.decode(row.spec, type=ProfileSpec) for row in rows}

    async def count(self) -> tuple[int, int]:
        """Return the number of all profiles and of enabled profiles."""
        row = await self._only(COUNT)
        return row.total, row.enabled

    async def due(self, now: datetime, limit: int) -> list[Profile]:
        return [_profile(row) for row in await self._all(DUE, now=rfc3339(now), limit=limit)]

    async def next_due(self) -> datetime | None:
        row = await self._one(NEXT_DUE)
        return from_rfc3339(row.next_run_at) if row else None

    async def overdue(self, before: datetime) -> list[str]:
        return [row.id for row in await self._all(OVERDUE, before=rfc3339(before))]

    async def written_ahead(self, now: datetime, limit: int) -> list[Profile]:
        """Return profiles whose due time was computed by a clock that was ahead."""
        return [_profile(row) for row in await self._all(WRITTEN_AHEAD, now=rfc3339(now), limit=limit)]

    async def set_due(self, times: Mapping[str, datetime | None], now: datetime) -> None:
        """Set due times; a profile that was disabled meanwhile stays disabled."""
        rows: list[dict[str, object]] = [
            {"id": id, "due": rfc3339_or_none(due), "now": rfc3339(now)} for id, due in times.items()
        ]
        await self._run_many(SET_DUE, rows)

    async def set_interval(self, id: str, seconds: float, next_run_at: datetime, now: datetime) -> None:
        """Set the interval of an adaptive cadence; a profile that was disabled meanwhile stays disabled."""
        await self._run(SET_INTERVAL, id=id, seconds=seconds, due=rfc3339(next_run_at), now=rfc3339(now))

    async def mark_started(self, id: str, run_id: str) -> None:
        await self._run(MARK_STARTED, id=id, run_id=run_id)

    async def set_health(self, id: str, health: Health) -> None:
        await self._run(
            SET_HEALTH, id=id, state=health.state, since=rfc3339(health.since), reason=health.reason
        )

    async def ailing(self, limit: int) -> list[Profile]:
        """Return enabled profiles that are ailing, the oldest first."""
        return [_profile(row) for row in await self._all(AILING, limit=limit)]

    async def found_at(self, id: str, limit: int) -> list[datetime]:
        """Return the times of the latest findings of a profile."""
        return [from_rfc3339(row.found_at) for row in await self._all(FOUND_AT, id=id, limit=limit)]

    async def _refuse_taken_name(self, name: str, own_id: str) -> None:
        if (await self.id_of(name)) not in (None, own_id):
            raise Conflict(f"A profile named {name!r} exists already; choose another name.", field="name")

    async def _relate(self, id: str, spec: ProfileSpec) -> None:
        unknown = [
            Fault(
                f"delivery.channels[{position}]",
                f"must name existing channels; got {name!r}; create it first, with `watchd channel add` or POST /channels",
            )
            for position, name in enumerate(spec.delivery.channels)
            if not await self._one(CHANNEL_EXISTS, name=name)
        ]
        if unknown:
            raise FieldErrors(unknown)
        await self._run_many(ADD_TAG, [{"tag": tag, "id": id} for tag in spec.tags])
        await self._run_many(ADD_CHANNEL, [{"channel": name, "id": id} for name in spec.delivery.channels])


def _columns(spec: ProfileSpec, due: datetime | None) -> dict[str, Any]:
    return {
        "name": spec.name,
        "search_text": "\n".join([spec.name, spec.query.text, *spec.tags]).casefold(),
        "enabled": int(spec.enabled),
        "spec": json_of(spec),
        "next_run_at": rfc3339_or_none(due),
    }


def _due_after_change(profile: Profile, spec: ProfileSpec, now: datetime) -> datetime | None:
    """Return a new due time if the schedule changed or the profile was enabled; otherwise keep the due time."""
    if not spec.enabled:
        return None
    if spec.schedule == profile.spec.schedule and profile.spec.enabled:
        return profile.next_run_at
    return cadence.first_due(spec.schedule, now)


def _conditions(which: ProfileFilter) -> tuple[list[str], dict[str, object]]:
    conditions: list[str] = []
    values: dict[str, object] = {}
    if which.tag is not None:
        conditions.append("id IN (SELECT profile_id FROM profile_tags WHERE tag = :tag)")
        values["tag"] = which.tag
    if which.enabled is not None:
        conditions.append("enabled = :enabled")
        values["enabled"] = int(which.enabled)
    for number, word in enumerate((which.q or "").split()):
        conditions.append(f"search_text LIKE :word{number} ESCAPE '!'")
        values[f"word{number}"] = like_pattern(word)
    return conditions, values


def _profile(row: Row) -> Profile:
    return Profile(
        id=row.id,
        revision=row.revision,
        spec=msgspec.json.decode(row.spec, type=ProfileSpec),
        created_at=from_rfc3339(row.created_at),
        updated_at=from_rfc3339(row.updated_at),
        next_run_at=moment_or_none(row.next_run_at),
        interval=row.interval_seconds,
        last_run=_last_run(row),
        health=Health(row.health_state, from_rfc3339(row.health_since), row.health_reason),
        counts=ProfileCounts(row.findings_count, row.unread_count),
    )


def _last_run(row: Row) -> LastRun | None:
    if row.run_state is None:
        return None
    ended = moment_or_none(row.run_ended_at)
    return LastRun(row.last_run_id, row.run_state, row.run_stop_reason, ended)
