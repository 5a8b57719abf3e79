"""Table of findings: each is stored once and counted on its profile. Lists show the newest first; the stream of findings
follows the order of commits.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Literal

import msgspec
from msgspec import Struct

from watchd.model.finding import Change, Finding, ValueChange, Verdict, Why
from watchd.model.profile import FindingKind
from watchd.model.values import from_rfc3339, rfc3339
from watchd.store.driver import Row
from watchd.store.queries import Queries, json_of, like_pattern, moment_or_none, rfc3339_or_none

State = Literal["unread", "read"]
MAX_REPORTED_FINDINGS = 50  # findings of one page; older texts rarely come back
ADD = """
INSERT INTO findings (id, profile_id, run_id, page_id, kind, url, title, language, score, found_at, published_at, summary,
                      why, change, content_hash, occasion, story_id, verdict, state, search_text)
VALUES (:id, :profile_id, :run_id, :page_id, :kind, :url, :title, :language, :score, :found_at, :published_at, :summary,
        :why, :change, :content_hash, :occasion, :story_id, :verdict, :state, :search_text)
ON CONFLICT (profile_id, page_id, kind, content_hash, occasion) DO NOTHING"""
TAKE_NUMBER = "UPDATE counters SET value = value + 1 WHERE name = 'findings'"
NUMBER = "UPDATE findings SET number = (SELECT value FROM counters WHERE name = 'findings') WHERE id = :id"
COUNT_ONE_MORE = """
UPDATE profiles SET findings_count = findings_count + 1, unread_count = unread_count + :unread WHERE id = :profile_id"""
SET_STATE = "UPDATE findings SET state = :state WHERE id = :id AND state <> :state"
COUNT_STATE = """
UPDATE profiles SET unread_count = unread_count + :step
 WHERE id = (SELECT profile_id FROM findings WHERE id = :id)"""
GET = "SELECT * FROM findings WHERE id = :id"
OF_RUN = "SELECT id, page_id FROM findings WHERE run_id = :run_id"
COUNT_ONE_LESS = """
UPDATE profiles SET findings_count = findings_count - 1,
       unread_count = unread_count - (SELECT CASE WHEN state = 'unread' THEN 1 ELSE 0 END FROM findings WHERE id = :id)
 WHERE id = (SELECT profile_id FROM findings WHERE id = :id)"""
STORY_OF = "SELECT story_id FROM findings WHERE id = :id"
DROP_EMPTY_STORY = """
DELETE FROM stories WHERE id = :id AND NOT EXISTS (SELECT 1 FROM findings f WHERE f.story_id = stories.id)"""
WITHDRAW = "DELETE FROM findings WHERE id = :id"
SET_SCORE = "UPDATE findings SET score = :score, why = :why WHERE id = :id"
SET_VERDICTS = "UPDATE findings SET verdict = :verdict WHERE profile_id = :profile_id AND page_id = :page_id"
CLEAR_VERDICTS = "UPDATE findings SET verdict = NULL WHERE profile_id = :profile_id AND verdict IS NOT NULL"
NEWEST_OF_PAGE = """
SELECT * FROM findings WHERE profile_id = :profile_id AND page_id = :page_id ORDER BY id DESC LIMIT 1"""
NEWEST_VERDICT = """
SELECT verdict FROM findings WHERE profile_id = :profile_id AND page_id = :page_id ORDER BY id DESC LIMIT 1"""
REPORTED_TEXTS = """
SELECT content_hash, change, found_at FROM findings
 WHERE profile_id = :profile_id AND page_id = :page_id ORDER BY id DESC LIMIT :limit"""
FOUND_BETWEEN = """
SELECT DISTINCT url FROM findings
 WHERE profile_id = :profile_id AND found_at >= :since AND found_at <= :until AND kind <> 'gone'"""
AFTER = "SELECT * FROM findings WHERE number > :number ORDER BY number LIMIT :limit"


class ReportedTexts(Struct, frozen=True):
    """Reported texts of a page for one profile, and the changed values that were reported lately."""

    hashes: frozenset[str] = frozenset()  # content hashes, before and after each change
    values: frozenset[ValueChange] = frozenset()


class FindingFilter(Struct, frozen=True):
    """Filter of a list of findings."""

    profile_id: str | None = None
    since: datetime | None = None
    kind: FindingKind | None = None
    min_score: float | None = None
    state: State | None = None
    q: str | None = None  # words that must all occur


class FindingTable(Queries):
    """The findings table. The counters of the profile change in the same transaction."""

    async def add(self, finding: Finding) -> bool:
        """Store a finding; return False if one of this kind about the same page, content and occasion exists."""
        if not await self._run(ADD, **_columns(finding)):
            return False
        await self._run(TAKE_NUMBER)
        await self._run(NUMBER, id=finding.id)
        unread = int(finding.state == "unread")
        await self._run(COUNT_ONE_MORE, profile_id=finding.profile_id, unread=unread)
        return True

    async def of_run(self, run_id: str) -> dict[str, str]:
        """Return the findings of a run as finding ids by page id."""
        return {row.page_id: row.id for row in await self._all(OF_RUN, run_id=run_id)}

    async def withdraw(self, id: str) -> None:
        """Delete a finding that was not reported."""
        await self._run(COUNT_ONE_LESS, id=id)
        row = await self._one(STORY_OF, id=id)
        await self._run(WITHDRAW, id=id)
        if row is not None:  # a story without findings would suppress the next similar finding
            await self._run(DROP_EMPTY_STORY, id=row.story_id)

    async def set_score(self, finding: Finding) -> None:
        """Store the score of a finding and its explanation, which have changed before it was reported."""
        await self._run(SET_SCORE, id=finding.id, score=finding.score, why=json_of(finding.why))

    async def get(self, id: str) -> Finding | None:
        row = await self._one(GET, id=id)
        return finding_of(row) if row else None

    async def set_state(self, id: str, state: State) -> bool:
        """Set the state of a finding; return False if it has this state already."""
        if not await self._run(SET_STATE, id=id, state=state):
            return False
        await self._run(COUNT_STATE, id=id, step=-1 if state == "read" else 1)
        return True

    async def set_verdicts(self, profile_id: str, page_id: str, verdict: Verdict) -> None:
        """Set the verdict of all findings about a page: a verdict is on the page."""
        await self._run(SET_VERDICTS, profile_id=profile_id, page_id=page_id, verdict=verdict)

    async def clear_verdicts(self, profile_id: str) -> None:
        await self._run(CLEAR_VERDICTS, profile_id=profile_id)

    async def found_between(self, profile_id: str, since: datetime, until: datetime) -> set[str]:
        """Return the addresses of pages that were found in a period."""
        values = {"profile_id": profile_id, "since": rfc3339(since), "until": rfc3339(until)}
        return {row.url for row in await self._all(FOUND_BETWEEN, **values)}

    async def newest_of(self, profile_id: str, page_id: str) -> Finding | None:
        row = await self._one(NEWEST_OF_PAGE, profile_id=profile_id, page_id=page_id)
        return finding_of(row) if row else None

    async def was_reported(self, profile_id: str, page_id: str) -> bool:
        """Return True if the page was reported and the person has not called it irrelevant."""
        row = await self._one(NEWEST_VERDICT, profile_id=profile_id, page_id=page_id)
        return row is not None and row.verdict != "irrelevant"

    async def reported_texts(self, profile_id: str, page_id: str, *, values_since: datetime) -> ReportedTexts:
        """Return what the newest findings of a page reported."""
        rows = await self._all(
            REPORTED_TEXTS, profile_id=profile_id, page_id=page_id, limit=MAX_REPORTED_FINDINGS
        )
        changes = [
            (from_rfc3339(row.found_at), msgspec.json.decode(row.change, type=Change))
            for row in rows
            if row.change
        ]
        return ReportedTexts(
            frozenset([*(row.content_hash for row in rows), *(change.former for _, change in changes)]),
            frozenset(value for at, change in changes if at >= values_since for value in change.values),
        )

    async def listed(self, which: FindingFilter, *, before: str, limit: int) -> list[Finding]:
        """List findings, the newest first."""
        sql, values = select_listed(which)
        return [finding_of(row) for row in await self._all(sql, before=before, limit=limit, **values)]

    async def after(self, number: int, limit: int) -> list[tuple[int, Finding]]:
        """Return the findings of all profiles after this number in the order of commits, each with its number."""
        return [(row.number, finding_of(row)) for row in await self._all(AFTER, number=number, limit=limit)]

    async def of_stories(self, story_ids: Collection[str]) -> dict[str, list[str]]:
        """Return the ids of the findings of each story."""
        names = {f"story{number}": id for number, id in enumerate(sorted(story_ids))}
        marks = ", ".join(f":{name}" for name in names)
        members = f"SELECT story_id, id FROM findings WHERE story_id IN ({marks}) ORDER BY id"  # noqa: S608
        stories: dict[str, list[str]] = {id: [] for id in story_ids}
        for row in await self._all(members, **names) if names else ():
            stories[row.story_id].append(row.id)
        return stories


def select_listed(which: FindingFilter) -> tuple[str, dict[str, object]]:
    """Return the query of a list and the values of its filters."""
    asked: list[tuple[str, str, object]] = [
        ("profile_id = :profile_id", "profile_id", which.profile_id),
        ("found_at >= :since", "since", rfc3339_or_none(which.since)),
        ("kind = :kind", "kind", which.kind),
        ("score >= :min_score", "min_score", which.min_score),
    ]
    asked += [
        (f"search_text LIKE :word{number} ESCAPE '!'", f"word{number}", like_pattern(word))
        for number, word in enumerate((which.q or "").split())
    ]
    given = [(condition, name, value) for condition, name, value in asked if value is not None]
    # The state is part of the text: with a bound value, SQLite would not use the index of unread findings.
    state = [f"state = '{which.state}'"] if which.state in ("read", "unread") else []
    where = " AND ".join(["id < :before", *state, *(condition for condition, _, _ in given)])
    # Only constants of this file are put together here; values are bound.
    sql = f"SELECT * FROM findings WHERE {where} ORDER BY id DESC LIMIT :limit"  # noqa: S608
    return sql, {name: value for _, name, value in given}


def _columns(finding: Finding) -> dict[str, object]:
    return {
        "id": finding.id,
        "profile_id": finding.profile_id,
        "run_id": finding.run_id,
        "page_id": finding.page_id,
        "kind": finding.kind,
        "url": finding.url,
        "title": finding.title,
        "language": finding.language,
        "score": finding.score,
        "found_at": rfc3339(finding.found_at),
        "published_at": rfc3339_or_none(finding.published_at),
        "summary": finding.summary,
        "why": json_of(finding.why),
        "change": json_of(finding.change) if finding.change else None,
        "content_hash": finding.content_hash,
        "occasion": finding.occasion,
        "story_id": finding.story_id,
        "verdict": finding.verdict,
        "state": finding.state,
        "search_text": "\n".join([finding.title, finding.summary, finding.url]).casefold(),
    }


def finding_of(row: Row) -> Finding:
    return Finding(
        id=row.id,
        profile_id=row.profile_id,
        run_id=row.run_id,
        page_id=row.page_id,
        kind=row.kind,
        url=row.url,
        title=row.title,
        language=row.language,
        score=row.score,
        found_at=from_rfc3339(row.found_at),
        content_hash=row.content_hash,
        occasion=row.occasion,
        published_at=moment_or_none(row.published_at),
        summary=row.summary,
        why=msgspec.json.decode(row.why, type=Why),
        change=msgspec.json.decode(row.change, type=Change) if row.change else None,
        story_id=row.story_id,
        verdict=row.verdict,
        state=row.state,
    )
