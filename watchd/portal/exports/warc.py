"""Kept texts as WARC 1.1, one gzip member per record.

watchd keeps the text that it understood of a page, not the bytes that the server sent. The format has a kind of record for
just that: a *conversion*, text made from what was fetched.
"""

import io
import uuid
from datetime import datetime

from warcio.warcwriter import WARCWriter

from watchd.model.document import Document
from watchd.model.times import rfc3339

_NAMES = uuid.UUID(
    "5f3a0e0c-6a5e-5c0e-9a39-0f6a1d1c7f10"
)  # so that the same text gets the same record id every time


def about(now: datetime, version: str) -> bytes:
    """The first record: who wrote this, and when."""
    buffer, writer = _writer()
    fields = {"software": f"watchd/{version}", "format": "WARC File Format 1.1", "description": "kept texts"}
    record = writer.create_warcinfo_record(None, fields)
    record.rec_headers.replace_header("WARC-Date", rfc3339(now))
    writer.write_record(record)
    return buffer.getvalue()


def records(document: Document, texts: list[tuple[datetime, str]]) -> bytes:
    """A record per kept version of a page."""
    buffer, writer = _writer()
    for seen_at, text in texts:
        content = text.encode()
        name = uuid.uuid5(_NAMES, f"{document.id} {rfc3339(seen_at)}")
        record = writer.create_warc_record(
            document.url,
            "conversion",
            payload=io.BytesIO(content),
            length=len(content),
            warc_content_type="text/plain; charset=utf-8",
            warc_headers_dict={"WARC-Record-ID": f"<urn:uuid:{name}>", "WARC-Date": rfc3339(seen_at)},
        )
        writer.write_record(record)
    return buffer.getvalue()


def _writer() -> tuple[io.BytesIO, WARCWriter]:
    buffer = io.BytesIO()
    return buffer, WARCWriter(buffer, gzip=True, warc_version="1.1")
