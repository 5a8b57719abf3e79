"""Requests to the kinds of sinks, and the meaning of their answers.

- OpenSearch, Elasticsearch: POST /INDEX/_bulk, an answer per document
- Meilisearch: POST /indexes/INDEX/documents and …/documents/delete-batch; it processes them after its answer
- Typesense: POST /collections/INDEX/documents/import?action=upsert, a line of answer per document; DELETE with a filter
- http: one POST with documents, ids of removed ones and the cursor
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any
from urllib.parse import quote

import msgspec
from msgspec import Struct

from watchd.model.outcome import Answered
from watchd.model.portal import WholeDocument
from watchd.portal.documents import cursor, plain_document
from watchd.portal.export_formats import bulk_lines
from watchd.portal.settings import SinkKind, SinkSettings

# The fields that watchd reads; a whole answer repeats much of the request.
BULK_ANSWER_FIELDS = "errors,items.*._id,items.*.status,items.*.error.reason"
TRANSIENT_STATUSES = frozenset({408, 425, 429})  # and all from 500 on: a later try may succeed


class SinkRequest(Struct, frozen=True):
    """One request to a sink."""

    method: str
    url: str
    headers: tuple[tuple[str, str], ...]
    body: bytes = b""


class Taken(Struct, frozen=True):
    """The receiver has the batch, except for documents that it will never accept."""

    rejected: tuple[str, ...] = ()  # a sentence each


class SinkBusy(Struct, frozen=True):
    """The same request may succeed later."""

    reason: str


class TooLarge(Struct, frozen=True):
    """A smaller batch may succeed."""


SinkOutcome = Taken | SinkBusy | TooLarge


def requests_for(sink: SinkSettings, batch: Sequence[WholeDocument]) -> list[SinkRequest]:
    """Return the requests for these documents, in this order."""
    encoders: dict[SinkKind, Callable[[SinkSettings, Sequence[WholeDocument]], Iterator[SinkRequest]]] = {
        "opensearch": _bulk,
        "meilisearch": _meilisearch,
        "typesense": _typesense,
        "http": _http,
    }
    return list(encoders[sink.kind](sink, batch))


def read_answer(kind: SinkKind, answer: Answered) -> SinkOutcome:
    """Return what became of the documents of a request."""
    if answer.status == 413:
        return TooLarge()
    if not 200 <= answer.status < 300:
        return SinkBusy(f"answered {answer.status}{_excerpt(answer.body)}")
    try:
        if kind == "opensearch":
            return _read_bulk_answer(answer)
        if kind == "typesense" and answer.body:
            return _read_line_answers(answer)
    except (msgspec.DecodeError, AttributeError, KeyError, TypeError):
        return SinkBusy("answered in a format that watchd does not understand; check the URL")
    return Taken()


def _bulk(sink: SinkSettings, batch: Sequence[WholeDocument]) -> Iterator[SinkRequest]:
    url = f"{_base(sink)}/{sink.index}/_bulk?filter_path={quote(BULK_ANSWER_FIELDS, safe='')}"
    yield SinkRequest("POST", url, _headers(sink, "application/x-ndjson"), b"".join(map(bulk_lines, batch)))


def _meilisearch(sink: SinkSettings, batch: Sequence[WholeDocument]) -> Iterator[SinkRequest]:
    documents, removed = _split(batch)
    place = f"{_base(sink)}/indexes/{sink.index}/documents"
    headers = _headers(sink, "application/json")
    if documents:
        yield SinkRequest("POST", f"{place}?primaryKey=id", headers, msgspec.json.encode(documents))
    if removed:
        yield SinkRequest("POST", f"{place}/delete-batch", headers, msgspec.json.encode(removed))


def _typesense(sink: SinkSettings, batch: Sequence[WholeDocument]) -> Iterator[SinkRequest]:
    documents, removed = _split(batch)
    place = f"{_base(sink)}/collections/{sink.index}/documents"
    if documents:
        body = b"\n".join(map(msgspec.json.encode, documents))
        yield SinkRequest("POST", f"{place}/import?action=upsert", _headers(sink, "text/plain"), body)
    if removed:
        which = quote(f"id:[{','.join(removed)}]", safe="")
        yield SinkRequest("DELETE", f"{place}?filter_by={which}", _headers(sink, "text/plain"))


def _http(sink: SinkSettings, batch: Sequence[WholeDocument]) -> Iterator[SinkRequest]:
    body = {
        "documents": [plain_document(whole) for whole in batch if not whole.document.removed],
        "removed": [whole.document.id for whole in batch if whole.document.removed],
        "cursor": cursor(batch[-1].document.serial),
    }
    yield SinkRequest("POST", sink.url, _headers(sink, "application/json"), msgspec.json.encode(body))


def _split(batch: Sequence[WholeDocument]) -> tuple[list[dict[str, Any]], list[str]]:
    """Return documents to store and ids to delete. Receivers stem by themselves, some refuse nulls: both are left out."""
    documents = [
        {
            name: value
            for name, value in plain_document(whole).items()
            if value is not None and name != "indexed"
        }
        for whole in batch
        if not whole.document.removed
    ]
    return documents, [whole.document.id for whole in batch if whole.document.removed]


def _headers(sink: SinkSettings, content_type: str) -> tuple[tuple[str, str], ...]:
    names = {
        "meilisearch": ("Authorization", f"Bearer {sink.api_key}"),
        "typesense": ("X-TYPESENSE-API-KEY", sink.api_key),
    }
    key = names.get(sink.kind, ("Authorization", sink.api_key))
    return (("Content-Type", content_type), *((key,) if sink.api_key else ()))


def _base(sink: SinkSettings) -> str:
    return sink.url.rstrip("/")


def _read_bulk_answer(answer: Answered) -> SinkOutcome:
    result = msgspec.json.decode(answer.body)
    if not result["errors"]:
        return Taken()
    outcomes = [outcome for item in result["items"] for outcome in item.values()]
    if busy := [o for o in outcomes if o["status"] >= 500 or o["status"] in TRANSIENT_STATUSES]:
        return SinkBusy(f"could not accept {len(busy)} documents now (status {busy[0]['status']})")
    refused = (o for o in outcomes if o["status"] >= 400 and o["status"] != 404)  # 404: deleted before
    return Taken(tuple(f"{o['_id']}: {(o.get('error') or {}).get('reason', o['status'])}" for o in refused))


def _read_line_answers(answer: Answered) -> SinkOutcome:
    results = [msgspec.json.decode(line) for line in answer.body.splitlines() if line.strip()]
    failed = [result for result in results if result.get("success") is False]
    if busy := [result for result in failed if result.get("code", 400) >= 500]:
        return SinkBusy(f"could not accept {len(busy)} documents now: {busy[0].get('error', '')}"[:300])
    return Taken(tuple(str(result.get("error", "refused")) for result in failed))


def _excerpt(body: bytes) -> str:
    text = " ".join(body[:200].decode("utf-8", "replace").split())
    return f": {text}" if text else ""
