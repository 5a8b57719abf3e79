"""Tables of portal documents with their full-text index, and of the sinks that receive them.

Every change gives a document a new serial, its place in the order of change; exports and sinks follow this order. A
removed document stays as a mark until its age exceeds the limit. Methods take many documents at once: a statement costs
half a millisecond, and a thousand rows of it cost hardly more than one. The row of a sink holds the last change that its
receiver has confirmed, and the time of the next try.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from urllib.parse import urlsplit

import msgspec

from watchd.model.portal import (
    ChangeRange,
    Indexed,
    KnownDocument,
    PortalDocument,
    ProfileScore,
    SinkState,
    Version,
    WholeDocument,
)
from watchd.model.values import from_rfc3339, rfc3339
from watchd.store.driver import Row
from watchd.store.queries import (
    Queries,
    json_of,
    moment_or_none,
    pack,
    pack_text,
    rfc3339_or_none,
    unpack,
    unpack_text,
)
from watchd.store.tables.portal_match import language_term

# Lists of values are passed as JSON: one parameter and one query plan for any length.
KNOWN = """
SELECT number, id, removed, fingerprint, first_seen, published_at, sources FROM portal_documents
 WHERE id IN (SELECT value FROM json_each(:ids))"""
NEXT_NUMBER = "SELECT coalesce(max(number), 0) + 1 AS number FROM portal_documents"
NEXT_SERIALS = "UPDATE portal_serial SET value = value + :count WHERE id = 1 RETURNING value"
SERIALS = "SELECT value, purged FROM portal_serial WHERE id = 1"
PUT = """
INSERT INTO portal_documents (number, id, serial, removed, host, language, dated_at, changed_at, first_seen, last_seen,
                              published_at, fingerprint, url, title, description, keywords, sources)
VALUES (:number, :id, :serial, 0, :host, :language, :dated_at, :changed_at, :first_seen, :last_seen,
        :published_at, :fingerprint, :url, :title, :description, :keywords, :sources)
ON CONFLICT (id) DO UPDATE SET serial = excluded.serial, removed = 0, language = excluded.language,
    dated_at = excluded.dated_at, changed_at = excluded.changed_at, last_seen = excluded.last_seen,
    published_at = excluded.published_at, fingerprint = excluded.fingerprint, title = excluded.title,
    description = excluded.description, keywords = excluded.keywords, sources = excluded.sources"""
PUT_TEXT = """
INSERT INTO portal_texts (number, main_text, links) VALUES (:number, :main_text, :links)
ON CONFLICT (number) DO UPDATE SET main_text = excluded.main_text, links = excluded.links"""
UNINDEX = "DELETE FROM portal_index WHERE rowid = :number"
INDEX = """
INSERT INTO portal_index (rowid, title, description, keywords, body, language)
VALUES (:number, :title, :description, :keywords, :body, :language)"""
TOUCH = "UPDATE portal_documents SET last_seen = :last_seen, sources = :sources WHERE number = :number"
BUMP = "UPDATE portal_documents SET serial = :serial, changed_at = :changed_at WHERE number = :number"
PUT_SCORE = """
INSERT INTO portal_scores (profile_id, number, score)
SELECT :profile_id, number, :score FROM portal_documents WHERE id = :id
ON CONFLICT (profile_id, number) DO UPDATE SET score = excluded.score"""
SCORES = """
SELECT d.id, s.profile_id, s.score FROM portal_documents d JOIN portal_scores s ON s.number = d.number
 WHERE d.id IN (SELECT value FROM json_each(:ids)) ORDER BY s.profile_id"""
DELETE_LINKS_FROM = "DELETE FROM portal_links WHERE from_url = :url"
LINK_ONE = """
INSERT INTO portal_links (number, from_url)
SELECT number, :from_url FROM portal_documents WHERE id = :id AND url <> :from_url
ON CONFLICT DO NOTHING"""
LINK = """
INSERT INTO portal_links (number, from_url)
SELECT d.number, :url FROM json_each(:links) AS link JOIN portal_documents d ON d.url = link.value
 WHERE d.removed = 0 AND d.url <> :url
ON CONFLICT DO NOTHING"""
IN_LINKS = """
SELECT l.from_url FROM portal_links l JOIN portal_documents d ON d.number = l.number
 WHERE d.id = :id ORDER BY l.from_url LIMIT :limit"""
REMOVE = """
UPDATE portal_documents SET removed = 1, serial = :serial, changed_at = :changed_at, fingerprint = '', title = '',
    description = '', keywords = '[]', sources = '[]'
 WHERE number = :number"""
REMOVE_TEXT = "DELETE FROM portal_texts WHERE number = :number"
REMOVE_SCORES = "DELETE FROM portal_scores WHERE number = :number"
REMOVE_LINKS = "DELETE FROM portal_links WHERE number = :number"
WHOLE = """
SELECT d.*, t.main_text, t.links FROM portal_documents d LEFT JOIN portal_texts t ON t.number = d.number"""
GET = f"{WHOLE} WHERE d.id = :id AND d.removed = 0"
# The index keeps its columns as they were written: this is the form "as indexed".
FOLLOW = """
SELECT d.*, t.main_text, t.links,
       i.title AS i_title, i.description AS i_description, i.keywords AS i_keywords, i.body AS i_body
  FROM portal_documents d
  LEFT JOIN portal_texts t ON t.number = d.number
  LEFT JOIN portal_index i ON i.rowid = d.number
 WHERE d.serial > :after AND d.serial <= :upto AND d.changed_at >= :since AND d.removed <= :removed
   AND (:profile = '' OR d.removed = 1
        OR EXISTS (SELECT 1 FROM portal_scores s WHERE s.profile_id = :profile AND s.number = d.number))
 ORDER BY d.serial LIMIT :limit"""
INDEXED = """
SELECT i.title AS i_title, i.description AS i_description, i.keywords AS i_keywords, i.body AS i_body
  FROM portal_documents d JOIN portal_index i ON i.rowid = d.number WHERE d.id = :id"""
VERSIONS = (
    "SELECT seen_at, content_hash FROM page_versions WHERE page_id = :id ORDER BY seen_at DESC LIMIT :limit"
)
# Marks that a sink has not confirmed yet stay.
PURGE = """
DELETE FROM portal_documents WHERE number IN (
    SELECT number FROM portal_documents
     WHERE removed = 1 AND changed_at < :before
       AND NOT EXISTS (SELECT 1 FROM portal_sinks s WHERE s.serial < portal_documents.serial)
     ORDER BY changed_at LIMIT :limit)
RETURNING serial"""
PURGED = "UPDATE portal_serial SET purged = max(purged, :serial) WHERE id = 1"
PLACE = """
SELECT serial FROM portal_documents WHERE serial > :after AND removed = 0 ORDER BY serial LIMIT 1 OFFSET :place"""
KEPT_VERSIONS = """
SELECT page_id, seen_at, main_text FROM page_versions
 WHERE page_id IN (SELECT value FROM json_each(:ids)) ORDER BY page_id, seen_at"""


class PortalTable(Queries):
    """The tables of portal documents, texts, scores and links, and their full-text index."""

    async def known(self, ids: Iterable[str]) -> dict[str, KnownDocument]:
        rows = await self._all(KNOWN, ids=json_of(list(ids)))
        return {row.id: _known(row) for row in rows}

    async def put(self, entries: Sequence[tuple[PortalDocument, Indexed, str]]) -> None:
        """Store new and changed documents, each with its indexed form and its fingerprint; ids must differ."""
        if not entries:
            return
        known = await self.known(document.id for document, _, _ in entries)
        numbers = await self._numbers([document.id for document, _, _ in entries], known)
        serial = await self._serials(len(entries))
        old: list[dict[str, object]] = [
            {"number": known[d.id].number} for d, _, _ in entries if d.id in known and not known[d.id].removed
        ]
        await self._run_many(UNINDEX, old)
        await self._run_many(
            PUT,
            [
                _columns(document, fingerprint) | {"number": numbers[document.id], "serial": serial + place}
                for place, (document, _, fingerprint) in enumerate(entries)
            ],
        )
        await self._run_many(PUT_TEXT, [_text_columns(numbers[d.id], d) for d, _, _ in entries])
        await self._run_many(INDEX, [_index_columns(numbers[d.id], d, indexed) for d, indexed, _ in entries])

    async def touch(self, seen: Sequence[tuple[int, datetime, tuple[str, ...]]]) -> None:
        """Update the time and the sources of unchanged documents."""
        await self._run_many(
            TOUCH, [{"number": n, "last_seen": rfc3339(now), "sources": json_of(s)} for n, now, s in seen]
        )

    async def bump(self, numbers: Sequence[int], now: datetime) -> None:
        """Move documents to the end of the order of change, because something other than their text changed."""
        serial = await self._serials(len(numbers))
        rows = [{"number": n, "serial": serial + i, "changed_at": rfc3339(now)} for i, n in enumerate(numbers)]
        await self._run_many(BUMP, rows)

    async def put_scores(self, scores: Sequence[tuple[str, ProfileScore]]) -> None:
        """Store scores of documents, given by id, for profiles."""
        await self._run_many(
            PUT_SCORE, [{"id": id, "profile_id": s.profile_id, "score": s.score} for id, s in scores]
        )

    async def scores(self, ids: Iterable[str]) -> dict[str, tuple[ProfileScore, ...]]:
        found: dict[str, tuple[ProfileScore, ...]] = {}
        for row in await self._all(SCORES, ids=json_of(list(ids))):
            found[row.id] = (*found.get(row.id, ()), ProfileScore(row.profile_id, row.score))
        return found

    async def put_links(
        self, documents: Sequence[PortalDocument], found_from: Sequence[tuple[str, str]], *, is_new: bool
    ) -> None:
        """Store links between documents of the portal, and (id, url) of the pages from which documents were found."""
        if not is_new:
            await self._run_many(DELETE_LINKS_FROM, [{"url": d.url} for d in documents])
        await self._run_many(LINK, [{"url": d.url, "links": json_of(d.links)} for d in documents if d.links])
        await self._run_many(LINK_ONE, [{"id": id, "from_url": url} for id, url in found_from])

    async def in_links(self, id: str, limit: int) -> list[str]:
        return [row.from_url for row in await self._all(IN_LINKS, id=id, limit=limit)]

    async def remove(self, ids: Sequence[str], now: datetime) -> int:
        """Remove documents from the portal and leave marks; return the number of removed documents."""
        numbers = [known.number for known in (await self.known(ids)).values() if not known.removed]
        if not numbers:
            return 0
        serial = await self._serials(len(numbers))
        rows = [{"number": n, "serial": serial + i, "changed_at": rfc3339(now)} for i, n in enumerate(numbers)]
        await self._run_many(REMOVE, rows)
        for statement in (UNINDEX, REMOVE_TEXT, REMOVE_SCORES, REMOVE_LINKS):
            await self._run_many(statement, [{"number": n} for n in numbers])
        return len(numbers)

    async def get(self, id: str) -> PortalDocument | None:
        row = await self._one(GET, id=id)
        return document_of(row) if row else None

    async def indexed(self, id: str) -> Indexed:
        """Return the indexed form of a document."""
        row = await self._one(INDEXED, id=id)
        return _indexed(row) if row else Indexed()

    async def versions(self, id: str, limit: int) -> list[Version]:
        """Return times and hashes of the texts of a page, the newest first."""
        rows = await self._all(VERSIONS, id=id, limit=limit)
        return [Version(from_rfc3339(row.seen_at), row.content_hash) for row in rows]

    async def kept_texts(self, ids: Iterable[str]) -> dict[str, list[tuple[datetime, str]]]:
        """Return the stored versions of these pages with their texts, the oldest first."""
        kept: dict[str, list[tuple[datetime, str]]] = {}
        for row in await self._all(KEPT_VERSIONS, ids=json_of(list(ids))):
            kept.setdefault(row.page_id, []).append((from_rfc3339(row.seen_at), unpack_text(row.main_text)))
        return kept

    async def last_serial(self) -> int:
        row = await self._only(SERIALS)
        return int(row.value)

    async def purged_serial(self) -> int:
        """Return the serial up to which marks were deleted. A follower at an earlier serial must start again."""
        row = await self._only(SERIALS)
        return int(row.purged)

    async def serial_of(self, place: int, *, after: int) -> int | None:
        """Return the serial of the document at this place after another serial; None if there are fewer documents."""
        row = await self._one(PLACE, after=after, place=place)
        return row.serial if row else None

    async def follow(self, changes: ChangeRange, limit: int) -> list[WholeDocument]:
        """Return the first documents in this range of the order of change."""
        rows = await self._all(
            FOLLOW,
            after=changes.after,
            upto=changes.upto,
            profile=changes.profile,
            since=rfc3339(changes.since) if changes.since else "",
            removed=int(changes.removed),
            limit=limit,
        )
        scores = await self.scores(row.id for row in rows)
        return [WholeDocument(document_of(row), _indexed(row), scores.get(row.id, ())) for row in rows]

    async def purge_marks(self, before: datetime, limit: int) -> int:
        """Delete marks of documents that were removed before this time; return their number."""
        rows = await self._all(PURGE, before=rfc3339(before), limit=limit)
        if rows:
            await self._run(PURGED, serial=max(row.serial for row in rows))
        return len(rows)

    async def _numbers(self, ids: list[str], known: dict[str, KnownDocument]) -> dict[str, int]:
        row = await self._only(NEXT_NUMBER)
        new = (id for id in ids if id not in known)
        fresh = {id: row.number + place for place, id in enumerate(new)}
        return {id: known[id].number if id in known else fresh[id] for id in ids}

    async def _serials(self, count: int) -> int:
        """Reserve this number of serials at the end of the order of change; return the first."""
        row = await self._only(NEXT_SERIALS, count=count)
        return int(row.value) - count + 1


def _known(row: Row) -> KnownDocument:
    return KnownDocument(
        number=row.number,
        removed=bool(row.removed),
        fingerprint=row.fingerprint,
        first_seen=from_rfc3339(row.first_seen),
        published_at=moment_or_none(row.published_at),
        sources=_strings(row.sources),
    )


def _columns(document: PortalDocument, fingerprint: str) -> dict[str, object]:
    return {
        "id": document.id,
        "host": urlsplit(document.url).hostname or "",
        "language": document.language,
        "dated_at": rfc3339(document.published_at or document.first_seen),
        "changed_at": rfc3339(document.changed_at),
        "first_seen": rfc3339(document.first_seen),
        "last_seen": rfc3339(document.last_seen),
        "published_at": rfc3339_or_none(document.published_at),
        "fingerprint": fingerprint,
        "url": document.url,
        "title": document.title,
        "description": document.description,
        "keywords": json_of(document.keywords),
        "sources": json_of(document.sources),
    }


def _text_columns(number: int, document: PortalDocument) -> dict[str, object]:
    return {"number": number, "main_text": pack_text(document.text), "links": pack(document.links)}


def _index_columns(number: int, document: PortalDocument, indexed: Indexed) -> dict[str, object]:
    return {
        "number": number,
        "title": indexed.title,
        "description": indexed.description,
        "keywords": indexed.keywords,
        "body": indexed.text,
        "language": language_term(document.language) if document.language else "",
    }


def document_of(row: Row) -> PortalDocument:
    return PortalDocument(
        id=row.id,
        url=row.url,
        title=row.title,
        description=row.description,
        keywords=_strings(row.keywords),
        text=unpack_text(row.main_text) if row.main_text is not None else "",
        language=row.language,
        published_at=moment_or_none(row.published_at),
        first_seen=from_rfc3339(row.first_seen),
        last_seen=from_rfc3339(row.last_seen),
        changed_at=from_rfc3339(row.changed_at),
        sources=_strings(row.sources),
        links=unpack(row.links, tuple[str, ...]) if row.links is not None else (),
        serial=row.serial,
        removed=bool(row.removed),
    )


def _indexed(row: Row) -> Indexed:
    return Indexed(row.i_title or "", row.i_description or "", row.i_keywords or "", row.i_body or "")


def _strings(text: str) -> tuple[str, ...]:
    return msgspec.json.decode(text, type=tuple[str, ...])


GET_SINK = "SELECT * FROM portal_sinks WHERE name = :name"
PUT_SINK = """
INSERT INTO portal_sinks (name, serial, attempts, retry_at, last_error, rejected, updated_at)
VALUES (:name, :serial, :attempts, :retry_at, :last_error, :rejected, :now)
ON CONFLICT (name) DO UPDATE SET serial = excluded.serial, attempts = excluded.attempts, retry_at = excluded.retry_at,
    last_error = excluded.last_error, rejected = excluded.rejected, updated_at = excluded.updated_at"""
DELETE_OTHER_SINKS = "DELETE FROM portal_sinks WHERE name NOT IN (SELECT value FROM json_each(:names))"


class SinkTable(Queries):
    """The portal_sinks table."""

    async def get(self, name: str) -> SinkState:
        """Return the state of a sink; a new sink starts at the first change."""
        row = await self._one(GET_SINK, name=name)
        return _sink_state(row) if row else SinkState(name=name)

    async def put(self, state: SinkState, now: datetime) -> None:
        await self._run(
            PUT_SINK,
            name=state.name,
            serial=state.serial,
            attempts=state.attempts,
            retry_at=rfc3339_or_none(state.retry_at),
            last_error=state.last_error,
            rejected=state.rejected,
            now=rfc3339(now),
        )

    async def delete_all_but(self, names: Sequence[str]) -> None:
        """Delete sinks that are not configured any more: they would keep marks of removed documents."""
        await self._run(DELETE_OTHER_SINKS, names=json_of(names))


def _sink_state(row: Row) -> SinkState:
    return SinkState(
        name=row.name,
        serial=row.serial,
        attempts=row.attempts,
        retry_at=moment_or_none(row.retry_at),
        last_error=row.last_error,
        rejected=row.rejected,
    )
