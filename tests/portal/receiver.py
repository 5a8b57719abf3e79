"""A receiver of documents that keeps strictly to the documented HTTP contract of four kinds of search engine.

No such engine can be had from Debian, PyPI or npm, so this stands in: what the documentation of OpenSearch, Meilisearch and
Typesense requires of a request is required here, and answers have their documented form. Documents are kept in a file, so
that a receiver that was killed comes back with what it had taken. With `--fall-over N` it dies at every Nth request, in
turn before and after it has taken the documents, and never answers that one.

    python -m tests.portal.receiver KIND PORT FOLDER [--fall-over N]
"""

import json
import os
import sqlite3
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

KEY = "s3cret"
INDEX = "watchd"


class Refused(Exception):
    """The request breaks the contract."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


class Kept:
    """Documents in a file."""

    def __init__(self, folder: Path) -> None:
        self._database = sqlite3.connect(folder / "received.db", isolation_level=None)
        self._database.execute("PRAGMA synchronous = OFF")  # outlives its process, if not the machine
        self._database.execute("CREATE TABLE IF NOT EXISTS documents (id TEXT PRIMARY KEY, body TEXT)")

    def __enter__(self) -> None:
        """What one request brings is one change."""
        self._database.execute("BEGIN")

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._database.execute("ROLLBACK" if kind else "COMMIT")

    def put(self, id: str, body: dict[str, Any]) -> None:
        self._database.execute("INSERT OR REPLACE INTO documents VALUES (?, ?)", (id, json.dumps(body)))

    def delete(self, id: str) -> bool:
        return self._database.execute("DELETE FROM documents WHERE id = ?", (id,)).rowcount > 0


def documents(folder: Path) -> dict[str, dict[str, Any]]:
    """What a receiver holds, read beside it."""
    with sqlite3.connect(folder / "received.db") as database:
        rows = database.execute("SELECT id, body FROM documents").fetchall()
    database.close()
    return {id: json.loads(body) for id, body in rows}


def answer(
    kind: str, method: str, target: str, headers: dict[str, str], body: bytes, kept: Kept
) -> tuple[int, bytes]:
    path, query = urlsplit(target).path, parse_qs(urlsplit(target).query)
    return {"opensearch": _bulk, "meilisearch": _meilisearch, "typesense": _typesense, "http": _http}[kind](
        method, path, query, headers, body, kept
    )


def _bulk(
    method: str, path: str, query: dict[str, list[str]], headers: dict[str, str], body: bytes, kept: Kept
) -> tuple[int, bytes]:
    _require(headers.get("authorization") == f"ApiKey {KEY}", 401, "security_exception")
    _require((method, path) == ("POST", f"/{INDEX}/_bulk"), 405, "no handler found")
    _require(headers.get("content-type") == "application/x-ndjson", 406, "Content-Type is not supported")
    _require(body.endswith(b"\n"), 400, "The bulk request must be terminated by a newline [\\n]")
    lines = iter(body.split(b"\n")[:-1])
    items = list[dict[str, Any]]()
    for line in lines:
        [(action, where)] = json.loads(line).items()
        _require(set(where) <= {"_id", "_index"} and bool(where["_id"]), 400, "Malformed action/metadata line")
        if action == "delete":
            found = kept.delete(where["_id"])
            items.append({"delete": {"_id": where["_id"], "status": 200 if found else 404}})
            continue
        _require(action == "index", 400, f"Malformed action/metadata line, expected index, found {action}")
        source = json.loads(next(lines))
        _require("_id" not in source, 400, "Field [_id] is a metadata field")
        if source["title"] == "refuse me":
            error = {"reason": "failed to parse field [title]"}
            items.append({"index": {"_id": where["_id"], "status": 400, "error": error}})
            continue
        kept.put(where["_id"], source)
        items.append({"index": {"_id": where["_id"], "status": 201}})
    errors = any("error" in next(iter(item.values())) for item in items)
    return 200, json.dumps({"took": 1, "errors": errors, "items": items}).encode()


def _meilisearch(
    method: str, path: str, query: dict[str, list[str]], headers: dict[str, str], body: bytes, kept: Kept
) -> tuple[int, bytes]:
    _require(headers.get("authorization") == f"Bearer {KEY}", 403, "The provided API key is invalid.")
    _require(headers.get("content-type") == "application/json", 415, "invalid_content_type")
    sent = json.loads(body)
    _require(isinstance(sent, list) and bool(sent), 400, "malformed_payload")
    if (method, path) == ("POST", f"/indexes/{INDEX}/documents"):
        _require(query == {"primaryKey": ["id"]}, 400, "bad_request")
        for document in sent:
            # Documented: an integer, or letters, digits, hyphens and underscores; at most 511 bytes.
            _require(document["id"].replace("-", "").replace("_", "").isalnum(), 400, "invalid_document_id")
            kept.put(document["id"], document)
    else:
        _require((method, path) == ("POST", f"/indexes/{INDEX}/documents/delete-batch"), 404, "not_found")
        for id in sent:
            kept.delete(id)
    return 202, json.dumps({"taskUid": 1, "indexUid": INDEX, "status": "enqueued", "type": "x"}).encode()


def _typesense(
    method: str, path: str, query: dict[str, list[str]], headers: dict[str, str], body: bytes, kept: Kept
) -> tuple[int, bytes]:
    _require(headers.get("x-typesense-api-key") == KEY, 401, "Forbidden - a valid `x-typesense-api-key` header")
    if method == "DELETE":
        _require(path == f"/collections/{INDEX}/documents", 404, "Not Found")
        [which] = query["filter_by"]
        _require(which.startswith("id:[") and which.endswith("]"), 400, "Could not parse the filter query.")
        deleted = sum(kept.delete(id) for id in which[4:-1].split(","))
        return 200, json.dumps({"num_deleted": deleted}).encode()
    _require((method, path) == ("POST", f"/collections/{INDEX}/documents/import"), 404, "Not Found")
    _require(query == {"action": ["upsert"]}, 400, "Parameter `action` must be upsert here.")
    results = list[dict[str, Any]]()
    for line in body.split(b"\n"):
        document = json.loads(line)
        if None in document.values() or not isinstance(document["id"], str):
            results.append({"success": False, "error": "Field has been declared as non-optional.", "code": 400})
            continue
        kept.put(document["id"], document)
        results.append({"success": True})
    return 200, b"\n".join(json.dumps(result).encode() for result in results)


def _http(
    method: str, path: str, query: dict[str, list[str]], headers: dict[str, str], body: bytes, kept: Kept
) -> tuple[int, bytes]:
    _require(headers.get("authorization") == KEY, 401, "who are you?")
    _require((method, path) == ("POST", "/hook"), 404, "nothing here")
    sent = json.loads(body)
    _require(set(sent) == {"documents", "removed", "cursor"}, 422, "unknown fields")
    for document in sent["documents"]:
        kept.put(document["id"], document)
    for id in sent["removed"]:
        kept.delete(id)
    return 204, b""


def _require(holds: bool, status: int, reason: str) -> None:
    if not holds:
        raise Refused(status, reason)


def serve(kind: str, port: int, folder: Path, fall_over: int) -> None:
    kept, requests = Kept(folder), 0

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            nonlocal requests
            requests += 1
            body = self.rfile.read(int(self.headers["Content-Length"]))
            falls = bool(fall_over) and requests % fall_over == 0
            takes = int(body[-3:-2].hex() or "0", 16) % 2 == 0  # before or after: by chance, but repeatable
            if falls and not takes:
                os._exit(9)
            headers = {name.lower(): value for name, value in self.headers.items()}
            try:
                with kept:
                    status, reply = answer(kind, self.command, self.path, headers, body, kept)
            except Refused as refusal:
                status, reply = refusal.status, json.dumps({"error": str(refusal)}).encode()
            if falls:
                os._exit(9)
            self.send_response(status)
            self.send_header("Content-Length", str(len(reply)))
            self.send_header("Connection", "close")  # one thread serves one connection at a time
            self.end_headers()
            self.wfile.write(reply)

        do_DELETE = do_PUT = do_POST

        def log_message(self, format: str, *args: Any) -> None:
            return

    HTTPServer.allow_reuse_address = True
    HTTPServer(("127.0.0.1", port), Handler).serve_forever()


if __name__ == "__main__":
    falls = int(sys.argv[5]) if len(sys.argv) > 5 else 0
    serve(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]), falls)
