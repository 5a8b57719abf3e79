"""Export formats of portal documents.

- JSON Lines, and the _bulk format of OpenSearch and Elasticsearch
- sitemap of the addresses (sitemaps.org 0.9)
- XML in the manner of iBot: each field with words as shown and as indexed
- WARC 1.1, one gzip member per record. watchd stores the extracted text of a page, not the bytes from the server; a WARC
  *conversion* record holds such a text.
"""

import io
import uuid
from datetime import datetime

import msgspec
from warcio.warcwriter import WARCWriter

from watchd.model.portal import PortalDocument, WholeDocument
from watchd.model.values import rfc3339
from watchd.portal.documents import cursor, plain_document, xml_text


def json_line(whole: WholeDocument) -> bytes:
    """Encode a document as one line; after a broken connection, a consumer can continue from its cursor."""
    return msgspec.json.encode({"cursor": cursor(whole.document.serial)} | plain_document(whole)) + b"\n"


def bulk_lines(whole: WholeDocument) -> bytes:
    """Encode an action with its document, or a deletion. The URL names the index: POST /INDEX/_bulk."""
    id = whole.document.id
    if whole.document.removed:
        return msgspec.json.encode({"delete": {"_id": id}}) + b"\n"
    fields = plain_document(whole)
    fields.pop("id")  # the action has the id already
    return msgspec.json.encode({"index": {"_id": id}}) + b"\n" + msgspec.json.encode(fields) + b"\n"


MAX_SITEMAP_URLS = 50_000  # limit of the protocol
SITEMAP_HEAD = (
    b'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
)
SITEMAP_TAIL = b"</urlset>\n"


def sitemap_entry(whole: WholeDocument) -> bytes:
    document = whole.document
    if document.removed:
        return b""
    return f"<url><loc>{xml_text(document.url)}</loc><lastmod>{rfc3339(document.changed_at)}</lastmod></url>\n".encode()


XML_HEAD = b'<?xml version="1.0" encoding="UTF-8"?>\n<portal>\n'
XML_TAIL = b"</portal>\n"


def xml_page(whole: WholeDocument) -> bytes:
    """Encode a document as one XML element."""
    document, indexed = whole.document, whole.indexed
    if document.removed:
        return f'<removed id="{xml_text(document.id)}" url="{xml_text(document.url)}"/>\n'.encode()
    language = f' language="{xml_text(document.language)}"' if document.language else ""
    seen = f'first_seen="{rfc3339(document.first_seen)}" last_seen="{rfc3339(document.last_seen)}"'
    fields = (
        _field("url", document.url, document.url.casefold()),
        _field("title", document.title, indexed.title),
        _field("keywords", ", ".join(document.keywords), indexed.keywords),
        _field("description", document.description, indexed.description),
        _field("text", document.text, indexed.text),
    )
    return f'<page id="{xml_text(document.id)}"{language} {seen}>\n{"".join(fields)}</page>\n'.encode()


def _field(name: str, shown: str, indexed: str) -> str:
    return f"<{name}><shown>{xml_text(shown)}</shown><indexed>{xml_text(indexed)}</indexed></{name}>\n"


# Namespace of record ids: the same text gets the same id in every export.
_RECORD_NAMESPACE = uuid.UUID("5f3a0e0c-6a5e-5c0e-9a39-0f6a1d1c7f10")


def warc_info(now: datetime, version: str) -> bytes:
    """Encode the first record: software and time of the export."""
    buffer, writer = _writer()
    fields = {"software": f"watchd/{version}", "format": "WARC File Format 1.1", "description": "kept texts"}
    record = writer.create_warcinfo_record(None, fields)
    record.rec_headers.replace_header("WARC-Date", rfc3339(now))
    writer.write_record(record)
    return buffer.getvalue()


def warc_records(document: PortalDocument, texts: list[tuple[datetime, str]]) -> bytes:
    """Encode one record per stored version of a page."""
    buffer, writer = _writer()
    for seen_at, text in texts:
        content = text.encode()
        name = uuid.uuid5(_RECORD_NAMESPACE, f"{document.id} {rfc3339(seen_at)}")
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
