"""Table of the first answers to requests with an Idempotency-Key; a repeated request gets the same answer."""

from datetime import datetime

import msgspec
from msgspec import Struct

from watchd.model.values import rfc3339
from watchd.store.queries import Queries, json_of

GET = "SELECT * FROM idempotency WHERE token_id = :token_id AND key = :key AND created_at > :since"
PUT = """
INSERT INTO idempotency (token_id, key, fingerprint, status, headers, body, created_at)
VALUES (:token_id, :key, :fingerprint, :status, :headers, :body, :now)"""
DROP = "DELETE FROM idempotency WHERE token_id = :token_id AND key = :key"
TRIM = "DELETE FROM idempotency WHERE created_at <= :before"


class Answer(Struct, frozen=True):
    """Stored answer and the fingerprint of its request."""

    fingerprint: str
    status: int
    headers: dict[str, str]
    body: bytes


class AnswerTable(Queries):
    """The idempotency table."""

    async def get(self, token_id: str, key: str, since: datetime) -> Answer | None:
        row = await self._one(GET, token_id=token_id, key=key, since=rfc3339(since))
        if row is None:
            return None
        headers = msgspec.json.decode(row.headers, type=dict[str, str])
        return Answer(row.fingerprint, row.status, headers, row.body)

    async def put(self, token_id: str, key: str, answer: Answer, now: datetime) -> None:
        await self._run(DROP, token_id=token_id, key=key)  # an expired answer may still be there
        await self._run(
            PUT,
            token_id=token_id,
            key=key,
            fingerprint=answer.fingerprint,
            status=answer.status,
            headers=json_of(answer.headers),
            body=answer.body,
            now=rfc3339(now),
        )

    async def trim(self, before: datetime) -> int:
        return await self._run(TRIM, before=rfc3339(before))
