"""How does the whole portal leave as one stream, however large it is? Batch by batch, in the order of change."""

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime
from functools import partial
from typing import Literal

from msgspec import Struct, structs

from watchd import __version__
from watchd.model.portal import Part, WholeDocument
from watchd.portal import export_formats
from watchd.store.database import Store
from watchd.store.tables import Tables

Format = Literal["jsonl", "opensearch", "xml", "warc", "sitemap"]
# As many documents are in memory at a time; a snapshot of the database is held only while a batch is read, so that a slow
# client does not keep it from tidying up.
BATCH = 100


class Written(Struct, frozen=True):
    """How a format is named on the wire and on the disk."""

    media_type: str
    suffix: str


FORMATS: dict[Format, Written] = {
    "jsonl": Written("application/x-ndjson", "jsonl"),
    "opensearch": Written("application/x-ndjson", "bulk.jsonl"),
    "xml": Written("application/xml", "xml"),
    "warc": Written("application/gzip", "warc.gz"),
    "sitemap": Written("application/xml", "sitemap.xml"),
}


async def stream(store: Store, part: Part, format: Format, now: datetime) -> AsyncIterator[bytes]:
    """The file, piece by piece."""
    yield _head(format, now)
    async for batch in _batches(store, part):
        if format == "warc":
            yield await _records(store, batch)
        else:
            yield await asyncio.to_thread(_encoded, batch, format)
    yield _tail(format)


async def _batches(store: Store, part: Part) -> AsyncIterator[list[WholeDocument]]:
    while batch := await store.read(partial(_next, part)):
        yield batch
        part = structs.replace(part, after=batch[-1].document.serial)


async def _next(part: Part, tables: Tables) -> list[WholeDocument]:
    return await tables.portal.follow(part, BATCH)


async def _records(store: Store, batch: list[WholeDocument]) -> bytes:
    """Of every document the texts that are kept, or the one it has."""
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
