"""Pages: what the web said last, shared by all profiles."""

from datetime import datetime

from watchd.model.outcome import Validators
from watchd.model.page import Page
from watchd.model.stored_page import StoredPage
from watchd.model.times import rfc3339
from watchd.store.columns import moment_or_none, rfc3339_or_none, signed, unsigned
from watchd.store.packed import pack, unpack
from watchd.store.queries import Queries
from watchd.store.row import Row

ID_OF = "SELECT id FROM pages WHERE url = :url"
# An address that redirects is known by the page it leads to.
BY_URL = """
SELECT * FROM pages WHERE url = :url
UNION ALL
SELECT p.* FROM page_aliases a JOIN pages p ON p.id = a.page_id WHERE a.url = :url
 LIMIT 1"""
GET = "SELECT * FROM pages WHERE id = :id"
PUT = """
INSERT INTO pages (id, url, host, kind, status, etag, last_modified, title, language, content_hash, signature,
                   published_at, fetched_at, changed_at, noindex)
VALUES (:id, :url, :host, :kind, :status, :etag, :last_modified, :title, :language, :content_hash, :signature,
        :published_at, :fetched_at, :changed_at, :noindex)
ON CONFLICT (url) DO UPDATE SET kind = excluded.kind, status = excluded.status, etag = excluded.etag,
    last_modified = excluded.last_modified, title = excluded.title, language = excluded.language,
    content_hash = excluded.content_hash, signature = excluded.signature, published_at = excluded.published_at,
    fetched_at = excluded.fetched_at, changed_at = excluded.changed_at, noindex = excluded.noindex"""
ASKED = "UPDATE pages SET status = :status, fetched_at = :now WHERE id = :id"
ADD_ALIAS = """
INSERT INTO page_aliases (url, page_id) VALUES (:url, :page_id)
ON CONFLICT (url) DO UPDATE SET page_id = excluded.page_id"""
PUT_SNAPSHOT = """
INSERT INTO page_snapshots (page_id, seen_at, body) VALUES (:page_id, :seen_at, :body)
ON CONFLICT (page_id) DO UPDATE SET seen_at = excluded.seen_at, body = excluded.body"""
SNAPSHOT = "SELECT body FROM page_snapshots WHERE page_id = :page_id"


class Pages(Queries):
    """The pages, page_aliases and page_snapshots tables."""

    async def by_url(self, url: str) -> StoredPage | None:
        row = await self._one(BY_URL, url=url)
        return _page(row) if row else None

    async def get(self, id: str) -> StoredPage | None:
        row = await self._one(GET, id=id)
        return _page(row) if row else None

    async def put(self, page: StoredPage) -> str:
        """Store what was seen; the id is that of the row that has had this address first."""
        await self._run(PUT, **_columns(page))
        row = await self._only(ID_OF, url=page.url)
        return str(row.id)

    async def asked(self, id: str, status: int, now: datetime) -> None:
        """The server answered without a new text."""
        await self._run(ASKED, id=id, status=status, now=rfc3339(now))

    async def add_alias(self, url: str, page_id: str) -> None:
        await self._run(ADD_ALIAS, url=url, page_id=page_id)

    async def put_snapshot(self, page_id: str, page: Page, now: datetime) -> None:
        await self._run(PUT_SNAPSHOT, page_id=page_id, seen_at=rfc3339(now), body=pack(page))

    async def snapshot(self, page_id: str) -> Page | None:
        """The page as it was extracted last."""
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
