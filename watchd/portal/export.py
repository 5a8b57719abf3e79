"""Export of the portal as one stream, batch by batch in the order of change."""

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime
from typing import Literal

from msgspec import Struct, structs

from watchd import __version__
from watchd.model.portal import ChangeRange, WholeDocument
from watchd.portal import export_formats
from watchd.store.database import Store
from watchd.store.tables import Tables

Format = Literal["jsonl", "opensearch", "xml", "warc", "sitemap"]
# Documents in memory at a time. A read transaction lasts for one batch only, so that a slow client does not keep the log
# of the database from being written back.
BATCH_DOCUMENTS = 100


class FileType(Struct, frozen=True):
    """Media type and file suffix of a format."""

    media_type: str
    suffix: str


FORMATS: dict[Format, FileType] = {
    "jsonl": FileType("application/x-ndjson", "jsonl"),
    "opensearch": FileType("application/x-ndjson", "bulk.jsonl"),
    "xml": FileType("application/xml", "xml"),
    "warc": FileType("application/gzip", "warc.gz"),
    "sitemap": FileType("application/xml", "sitemap.xml"),
}


async def stream(store: Store, changes: ChangeRange, format: Format, now: datetime) -> AsyncIterator[bytes]:
    """Yield the file piece by piece."""
    yield _head(format, now)
    async for batch in _batches(store, changes):
        if format == "warc":
            yield await _records(store, batch)
        else:
            yield await asyncio.to_thread(_encoded, batch, format)
    yield _tail(format)


async def _batches(store: Store, changes: ChangeRange) -> AsyncIterator[list[WholeDocument]]:
    async def read(tables: Tables) -> list[WholeDocument]:
        return await tables.portal.follow(changes, BATCH_DOCUMENTS)

    while batch := await store.read(read):
        yield batch
        changes = structs.replace(changes, after=batch[-1].document.serial)


async def _records(store: Store, batch: list[WholeDocument]) -> bytes:
    """Return WARC records of all stored versions of each document, or of its current text if there are none."""
    documents = [whole.document for whole in batch if not whole.document.removed]
    kept = await store.read(lambda tables: tables.portal.kept_texts(document.id for document in documents))
    texts = [
        (document, kept.get(document.id) or [(document.changed_at, document.text)]) for document in documents
    ]
    return await asyncio.to_thread(lambda: b"".join(export_formats.warc_records(*each) for each in texts))


def _encoded(batch: list[WholeDocument], format: Format) -> bytes:
    encode = {
        "jsonl": export_formats.json_line,
        "opensearch": export_formats.bulk_lines,
        "xml": export_formats.xml_page,
        "sitemap": export_formats.sitemap_entry,
    }[format]
    return b"".join(map(encode, batch))


def _head(format: Format, now: datetime) -> bytes:
    heads = {"xml": export_formats.XML_HEAD, "sitemap": export_formats.SITEMAP_HEAD}
    return export_formats.warc_info(now, __version__) if format == "warc" else heads.get(format, b"")


def _tail(format: Format) -> bytes:
    return {"xml": export_formats.XML_TAIL, "sitemap": export_formats.SITEMAP_TAIL}.get(format, b"")
