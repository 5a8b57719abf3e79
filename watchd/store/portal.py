"""Portal documents: put, and followed by a cursor of time and id."""

from datetime import datetime
from typing import Any

from sqlalchemy import Row

from watchd.model.document import Document
from watchd.model.times import from_rfc3339, rfc3339
from watchd.store.queries import Queries

PUT = """
INSERT INTO portal_documents (id, page_id, title, main_text, language, first_seen, last_seen, changed_at, removed)
VALUES (:id, :page_id, :title, :main_text, :language, :first_seen, :last_seen, :changed_at, :removed)
ON CONFLICT (page_id) DO UPDATE SET title = excluded.title, main_text = excluded.main_text, language = excluded.language,
    last_seen = excluded.last_seen, changed_at = excluded.changed_at, removed = excluded.removed"""
SINCE = """
SELECT * FROM portal_documents WHERE (changed_at, id) > (:changed_at, :id)
 ORDER BY changed_at, id LIMIT :limit"""


class PortalDocuments(Queries):
    """The portal_documents table."""

    async def put(self, document: Document) -> None:
        await self._run(
            PUT,
            id=document.id,
            page_id=document.page_id,
            title=document.title,
            main_text=document.text,
            language=document.language,
            first_seen=rfc3339(document.first_seen),
            last_seen=rfc3339(document.last_seen),
            changed_at=rfc3339(document.changed_at),
            removed=int(document.removed),
        )

    async def since(self, moment: datetime, id: str, limit: int) -> list[Document]:
        """What changed after this point, in the order of change."""
        rows = await self._all(SINCE, changed_at=rfc3339(moment), id=id, limit=limit)
        return [_document(row) for row in rows]


def _document(row: Row[Any]) -> Document:
    return Document(
        id=row.id,
        page_id=row.page_id,
        title=row.title,
        text=row.main_text,
        language=row.language,
        first_seen=from_rfc3339(row.first_seen),
        last_seen=from_rfc3339(row.last_seen),
        changed_at=from_rfc3339(row.changed_at),
        removed=bool(row.removed),
    )
