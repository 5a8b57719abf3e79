"""What we remember of each search provider: its quota, its rest, its last trouble. A restart forgets nothing.

What search providers answered, so that nobody is asked the same thing too often.
"""

from datetime import datetime

import msgspec

from watchd.model.provider import ProviderState
from watchd.model.seed import SeedAnswer
from watchd.model.times import rfc3339
from watchd.store.queries import Queries, json_of

GET = "SELECT body FROM provider_states WHERE name = :name"
PUT = """
INSERT INTO provider_states (name, body, updated_at) VALUES (:name, :body, :now)
ON CONFLICT (name) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at"""


class ProviderTable(Queries):
    """The provider_states table."""

    async def get(self, name: str) -> ProviderState:
        """The state of this provider; a new one when it was never asked."""
        row = await self._one(GET, name=name)
        return msgspec.json.decode(row.body, type=ProviderState) if row else ProviderState()

    async def put(self, name: str, state: ProviderState, now: datetime) -> None:
        await self._run(PUT, name=name, body=json_of(state), now=rfc3339(now))


GET_ANSWER = "SELECT body FROM seed_answers WHERE source = :source AND question = :question"
PUT_ANSWER = """
INSERT INTO seed_answers (source, question, body, asked_at) VALUES (:source, :question, :body, :asked_at)
ON CONFLICT (source, question) DO UPDATE SET body = excluded.body, asked_at = excluded.asked_at"""
TRIM_ANSWERS = "DELETE FROM seed_answers WHERE asked_at < :before"


class SeedAnswerTable(Queries):
    """The seed_answers table."""

    async def get(self, source: str, question: str) -> SeedAnswer | None:
        row = await self._one(GET_ANSWER, source=source, question=question)
        return msgspec.json.decode(row.body, type=SeedAnswer) if row else None

    async def put(self, source: str, question: str, answer: SeedAnswer) -> None:
        body = json_of(answer)
        await self._run(
            PUT_ANSWER, source=source, question=question, body=body, asked_at=rfc3339(answer.asked_at)
        )

    async def trim(self, before: datetime) -> int:
        """Forget what nobody has asked for since then."""
        return await self._run(TRIM_ANSWERS, before=rfc3339(before))
