"""Idempotency-Key: a POST that is repeated because its answer was lost gets the first answer and creates nothing.

The answer is stored in the same transaction as the change, so that a crash cannot separate them.
"""

import hashlib
import re
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import msgspec
from litestar import Request, Response

from watchd.api.edge.problems import ProblemError, invalid
from watchd.api.services import Services
from watchd.errors import Fault
from watchd.store.tables import Tables
from watchd.store.tables.answers import Answer

ANSWER_RETENTION = timedelta(hours=24)
KEY_PATTERN = re.compile(r"[\x21-\x7e]{1,255}")

Work = Callable[[Tables], Awaitable[Response[Any]]]


async def once(request: Request[Any, Any, Any], services: Services, work: Work) -> Response[Any]:
    """Run the work in a transaction, or return the answer that it gave before."""
    key = key_of(request)
    if key is None:
        return await services.store.write(work)
    fingerprint = await _fingerprint(request)

    async def first_time(tables: Tables) -> Response[Any]:
        now = services.clock.now()
        stored = await tables.answers.get(request.auth.id, key, since=now - ANSWER_RETENTION)
        if stored is not None:
            return _repeat(stored, fingerprint)
        response = await work(tables)
        answer = Answer(
            fingerprint, response.status_code or 201, _headers(response), msgspec.json.encode(response.content)
        )
        await tables.answers.put(request.auth.id, key, answer, now)
        return response

    return await services.store.write(first_time)


def key_of(request: Request[Any, Any, Any]) -> str | None:
    key = request.headers.get("idempotency-key")
    if key is not None and not KEY_PATTERN.fullmatch(key):
        raise invalid([Fault("Idempotency-Key", "must have 1 to 255 visible ASCII characters, such as a UUID")])
    return key


def _repeat(stored: Answer, fingerprint: str) -> Response[Any]:
    if stored.fingerprint != fingerprint:
        raise ProblemError(
            422,
            "idempotency-key-reused",
            "This Idempotency-Key was used for another request; use a new key for a new request.",
            faults=[Fault("Idempotency-Key", "was used for another request")],
        )
    headers = {**stored.headers, "idempotency-replayed": "true"}
    return Response(msgspec.Raw(stored.body), status_code=stored.status, headers=headers)


async def _fingerprint(request: Request[Any, Any, Any]) -> str:
    parts = (
        request.method.encode(),
        request.scope["raw_path"],
        request.scope["query_string"],
        await request.body(),
    )
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def _headers(response: Response[Any]) -> dict[str, str]:
    return {
        name.lower(): value for name, value in response.headers.items() if name.lower() in ("etag", "location")
    }
