"""Tables of pages and of the versions of their main text. All profiles share them.

A page is what the web returned last; its versions let the API show a finding as a diff.
"""

from datetime import datetime

from watchd.model.outcome import Validators
from watchd.model.page import Page, PageVersion, StoredPage
from watchd.model.values import from_rfc3339, rfc3339
from watchd.store.driver import Row
from watchd.store.queries import (
    Queries,
    moment_or_none,
    pack,
    pack_text,
    rfc3339_or_none,
    signed,
    unpack,
    unpack_text,
    unsigned,
)

ID_OF = "SELECT id FROM pages WHERE url = :url"
# An address that redirects stands for the page that it leads to.
BY_URL = """
SELECT * FROM pages WHERE url = :url
UNION ALL
SELECT p.* FROM page_aliases a JOIN pages p ON p.id = a.page_id WHERE a.url = :url
 LIMIT 1"""
PUT = """
INSERT INTO pages (id, url, host, kind, status, etag, last_modified, title, language, content_hash, signature,
                   published_at, fetched_at, changed_at, noindex)
VALUES (:id, :url, :host, :kind, :status, :etag, :last_modified, :title, :language, :content_hash, :signature,
        :published_at, :fetched_at, :changed_at, :noindex)
ON CONFLICT (url) DO UPDATE SET kind = excluded.kind, status = excluded.status, etag = excluded.etag,
    last_modified = excluded.last_modified, title = excluded.title, language = excluded.language,
    content_hash = excluded.content_hash, signature = excluded.signature, published_at = excluded.published_at,
    fetched_at = excluded.fetched_at, changed_at = excluded.changed_at, noindex = excluded.noindex"""
MARK_FETCHED = "UPDATE pages SET status = :status, fetched_at = :now WHERE id = :id"
ADD_ALIAS = """
INSERT INTO page_aliases (url, page_id) VALUES (:url, :page_id)
ON CONFLICT (url) DO UPDATE SET page_id = excluded.page_id"""
PUT_SNAPSHOT = """
INSERT INTO page_snapshots (page_id, seen_at, body) VALUES (:page_id, :seen_at, :body)
ON CONFLICT (page_id) DO UPDATE SET seen_at = excluded.seen_at, body = excluded.body"""
SNAPSHOT = "SELECT body FROM page_snapshots WHERE page_id = :page_id"


class PageTable(Queries):
    """The pages, page_aliases and page_snapshots tables."""

    async def by_url(self, url: str) -> StoredPage | None:
        row = await self._one(BY_URL, url=url)
        return _page(row) if row else None

    async def put(self, page: StoredPage) -> str:
        """Store a page and return its id: that of the first row with this address."""
        await self._run(PUT, **_columns(page))
        row = await self._only(ID_OF, url=page.url)
        return str(row.id)

    async def mark_fetched(self, id: str, status: int, now: datetime) -> None:
        """Record that the server answered without a new text."""
        await self._run(MARK_FETCHED, id=id, status=status, now=rfc3339(now))

    async def add_alias(self, url: str, page_id: str) -> None:
        await self._run(ADD_ALIAS, url=url, page_id=page_id)

    async def put_snapshot(self, page_id: str, page: Page, now: datetime) -> None:
        await self._run(PUT_SNAPSHOT, page_id=page_id, seen_at=rfc3339(now), body=pack(page))

    async def snapshot(self, page_id: str) -> Page | None:
        """Return the page as it was extracted last."""
        row = await self._one(SNAPSHOT, page_id=page_id)
        return unpack(row.body, Page) if row else None


def _columns(page: StoredPage) -> dict[str, object]:
    return {
        "id": page.id,
        "url": page.url,
        "host": page.host,
        "kind": page.kind,
        "status": page.status,
        "etag": page.validators.etag,
        "last_modified": page.validators.last_modified,
        "title": page.title,
        "language": page.language,
        "content_hash": page.content_hash,
        "signature": signed(page.signature),
        "published_at": rfc3339_or_none(page.published_at),
        "fetched_at": rfc3339_or_none(page.fetched_at),
        "changed_at": rfc3339_or_none(page.changed_at),
        "noindex": int(page.noindex),
    }


def _page(row: Row) -> StoredPage:
    return StoredPage(
        id=row.id,
        url=row.url,
        host=row.host,
        kind=row.kind,
        status=row.status,
        validators=Validators(etag=row.etag, last_modified=row.last_modified),
        title=row.title,
        language=row.language,
        content_hash=row.content_hash,
        signature=unsigned(row.signature or 0),
        published_at=moment_or_none(row.published_at),
        fetched_at=moment_or_none(row.fetched_at),
        changed_at=moment_or_none(row.changed_at),
        noindex=bool(row.noindex),
    )


KEPT_VERSIONS = 8  # of a page, the newest; versions that a profile knows are kept, too
PUT_VERSION = """
INSERT INTO page_versions (page_id, seen_at, content_hash, main_text) VALUES (:page_id, :seen_at, :content_hash, :main_text)
ON CONFLICT (page_id, seen_at) DO UPDATE SET content_hash = excluded.content_hash, main_text = excluded.main_text"""
LATEST_HASH = """
SELECT content_hash FROM page_versions WHERE page_id = :page_id ORDER BY seen_at DESC LIMIT 1"""
DELETE_OLD_VERSIONS = """
DELETE FROM page_versions
 WHERE page_id = :page_id
   AND seen_at NOT IN (SELECT seen_at FROM page_versions WHERE page_id = :page_id ORDER BY seen_at DESC LIMIT :kept)
   AND NOT EXISTS (SELECT 1 FROM page_states s
                    WHERE s.page_id = :page_id AND page_versions.content_hash IN (s.content_hash, s.followed_hash))"""
GET_VERSION = """
SELECT * FROM page_versions WHERE page_id = :page_id AND content_hash = :content_hash ORDER BY seen_at DESC LIMIT 1"""
BEFORE = (
    "SELECT * FROM page_versions WHERE page_id = :page_id AND seen_at <= :moment ORDER BY seen_at DESC LIMIT 1"
)
OF_PAGE = "SELECT * FROM page_versions WHERE page_id = :page_id ORDER BY seen_at"


class VersionTable(Queries):
    """The page_versions table."""

    async def put(self, page_id: str, version: PageVersion) -> bool:
        """Store a version; return False if its content is that of the newest version."""
        latest = await self._one(LATEST_HASH, page_id=page_id)
        if latest is not None and latest.content_hash == version.content_hash:
            return False
        await self._run(PUT_VERSION, page_id=page_id, **_version_columns(version))
        await self._run(DELETE_OLD_VERSIONS, page_id=page_id, kept=KEPT_VERSIONS)
        return True

    async def of_page(self, page_id: str) -> list[PageVersion]:
        """Return all stored versions of a page, the oldest first."""
        return [_version(row) for row in await self._all(OF_PAGE, page_id=page_id)]

    async def get(self, page_id: str, content_hash: str) -> PageVersion | None:
        """Return the newest version with this content."""
        row = await self._one(GET_VERSION, page_id=page_id, content_hash=content_hash)
        return _version(row) if row else None

    async def before(self, page_id: str, moment: datetime) -> PageVersion | None:
        """Return the newest version that was seen at this time or earlier."""
        row = await self._one(BEFORE, page_id=page_id, moment=rfc3339(moment))
        return _version(row) if row else None


def _version_columns(version: PageVersion) -> dict[str, object]:
    return {
        "seen_at": rfc3339(version.seen_at),
        "content_hash": version.content_hash,
        "main_text": pack_text(version.text),
    }


def _version(row: Row) -> PageVersion:
    return PageVersion(row.content_hash, from_rfc3339(row.seen_at), unpack_text(row.main_text))
