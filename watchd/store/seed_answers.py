"""What search providers answered, so that nobody is asked the same thing too often."""

from datetime import datetime

import msgspec

from watchd.model.seed import SeedAnswer
from watchd.model.times import rfc3339
from watchd.store.columns import json_of
from watchd.store.queries import Queries

GET = "SELECT body FROM seed_answers WHERE source = :source AND question = :question"
PUT = """
INSERT INTO seed_answers (source, question, body, asked_at) VALUES (:source, :question, :body, :asked_at)
ON CONFLICT (source, question) DO UPDATE SET body = excluded.body, asked_at = excluded.asked_at"""
TRIM = "DELETE FROM seed_answers WHERE asked_at < :before"


class SeedAnswers(Queries):
    """The seed_answers table."""

    async def get(self, source: str, question: str) -> SeedAnswer | None:
        row = await self._one(GET, source=source, question=question)
        return msgspec.json.decode(row.body, type=SeedAnswer) if row else None

    async def put(self, source: str, question: str, answer: SeedAnswer) -> None:
        body = json_of(answer)
        await self._run(PUT, source=source, question=question, body=body, asked_at=rfc3339(answer.asked_at))

    async def trim(self, before: datetime) -> int:
        """Forget what nobody has asked for since then."""
        return await self._run(TRIM, before=rfc3339(before))
