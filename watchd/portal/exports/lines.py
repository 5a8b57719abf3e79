"""JSON Lines, and the _bulk format of OpenSearch and Elasticsearch."""

import msgspec

from watchd.model.document import WholeDocument
from watchd.portal.plain import cursor, plain


def json_line(whole: WholeDocument) -> bytes:
    """One line; its cursor lets a consumer whose connection broke go on from there."""
    return msgspec.json.encode({"cursor": cursor(whole.document.serial)} | plain(whole)) + b"\n"


def bulk_lines(whole: WholeDocument) -> bytes:
    """An action and its document, or the deletion of one. The index is named by the address: POST /INDEX/_bulk."""
    id = whole.document.id
    if whole.document.removed:
        return msgspec.json.encode({"delete": {"_id": id}}) + b"\n"
    fields = plain(whole)
    fields.pop("id")  # it is the document's name already
    return msgspec.json.encode({"index": {"_id": id}}) + b"\n" + msgspec.json.encode(fields) + b"\n"
