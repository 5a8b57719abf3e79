"""Versions of a page's main text, so that a finding can be shown as a diff."""

from datetime import datetime

from watchd.model.page_version import PageVersion
from watchd.model.times import from_rfc3339, rfc3339
from watchd.store.packed import pack_text, unpack_text
from watchd.store.queries import Queries
from watchd.store.row import Row

KEPT = 8  # newest versions of a page; besides them, those that a profile knows
PUT = """
INSERT INTO page_versions (page_id, seen_at, content_hash, main_text) VALUES (:page_id, :seen_at, :content_hash, :main_text)
ON CONFLICT (page_id, seen_at) DO UPDATE SET content_hash = excluded.content_hash, main_text = excluded.main_text"""
LATEST_HASH = """
SELECT content_hash FROM page_versions WHERE page_id = :page_id ORDER BY seen_at DESC LIMIT 1"""
FORGET = """
DELETE FROM page_versions
 WHERE page_id = :page_id
   AND seen_at NOT IN (SELECT seen_at FROM page_versions WHERE page_id = :page_id ORDER BY seen_at DESC LIMIT :kept)
   AND NOT EXISTS (SELECT 1 FROM page_states s
                    WHERE s.page_id = :page_id AND page_versions.content_hash IN (s.content_hash, s.followed_hash))"""
GET = """
SELECT * FROM page_versions WHERE page_id = :page_id AND content_hash = :content_hash ORDER BY seen_at DESC LIMIT 1"""
BEFORE = (
    "SELECT * FROM page_versions WHERE page_id = :page_id AND seen_at <= :moment ORDER BY seen_at DESC LIMIT 1"
)
OF_PAGE = "SELECT * FROM page_versions WHERE page_id = :page_id ORDER BY seen_at"


class Versions(Queries):
    """The page_versions table."""

    async def put(self, page_id: str, version: PageVersion) -> bool:
        """Keep a version; False when it is the one that was seen last."""
        latest = await self._one(LATEST_HASH, page_id=page_id)
        if latest is not None and latest.content_hash == version.content_hash:
            return False
        await self._run(PUT, page_id=page_id, **_columns(version))
        await self._run(FORGET, page_id=page_id, kept=KEPT)
        return True

    async def of_page(self, page_id: str) -> list[PageVersion]:
        """All that are kept, the oldest first."""
        return [_version(row) for row in await self._all(OF_PAGE, page_id=page_id)]

    async def get(self, page_id: str, content_hash: str) -> PageVersion | None:
        """The newest version with this content."""
        row = await self._one(GET, page_id=page_id, content_hash=content_hash)
        return _version(row) if row else None

    async def before(self, page_id: str, moment: datetime) -> PageVersion | None:
        """The newest version that had been seen by then."""
        row = await self._one(BEFORE, page_id=page_id, moment=rfc3339(moment))
        return _version(row) if row else None


def _columns(version: PageVersion) -> dict[str, object]:
    return {
        "seen_at": rfc3339(version.seen_at),
        "content_hash": version.content_hash,
        "main_text": pack_text(version.text),
    }


def _version(row: Row) -> PageVersion:
    return PageVersion(row.content_hash, from_rfc3339(row.seen_at), unpack_text(row.main_text))
