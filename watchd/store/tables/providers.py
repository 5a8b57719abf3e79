"""Tables of the state of search providers (quota, rest, last error) and of their answers.

Stored answers save requests: a provider does not get the same question too often.
"""

from datetime import datetime

import msgspec

from watchd.model.provider import ProviderState
from watchd.model.seed import SeedAnswer
from watchd.model.values import rfc3339
from watchd.store.queries import Queries, json_of

GET_STATE = "SELECT body FROM provider_states WHERE name = :name"
PUT_STATE = """
INSERT INTO provider_states (name, body, updated_at) VALUES (:name, :body, :now)
ON CONFLICT (name) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at"""


class ProviderTable(Queries):
    """The provider_states table."""

    async def get(self, name: str) -> ProviderState:
        """Return the state of a provider; a new state if it was never asked."""
        row = await self._one(GET_STATE, name=name)
        return msgspec.json.decode(row.body, type=ProviderState) if row else ProviderState()

    async def put(self, name: str, state: ProviderState, now: datetime) -> None:
        await self._run(PUT_STATE, name=name, body=json_of(state), now=rfc3339(now))


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
        """Delete answers from before this time."""
        return await self._run(TRIM_ANSWERS, before=rfc3339(before))
