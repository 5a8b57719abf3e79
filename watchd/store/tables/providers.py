"""Tables of search providers: their state (quota, rest, last error), their answers, and settings made through the API.

Stored answers save requests: a provider does not get the same question too often.
"""

from datetime import datetime
from typing import Any

import msgspec

from watchd.model.provider import ProviderOverrides, ProviderState
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
ANSWERS_WITH = """
SELECT source, question, body FROM seed_answers WHERE instr(body, :needle) > 0 ORDER BY asked_at DESC LIMIT :limit"""
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

    async def naming(self, url: str, limit: int) -> list[tuple[str, str, SeedAnswer]]:
        """Return source, question and answer of the newest answers that name this address."""
        rows = await self._all(ANSWERS_WITH, needle=f'"url":{json_of(url)}', limit=limit)
        return [(row.source, row.question, msgspec.json.decode(row.body, type=SeedAnswer)) for row in rows]

    async def trim(self, before: datetime) -> int:
        """Delete answers from before this time."""
        return await self._run(TRIM_ANSWERS, before=rfc3339(before))


GET_SETTING = "SELECT body FROM settings WHERE name = :name"
LIST_SETTINGS = "SELECT name, body FROM settings WHERE name LIKE :pattern ORDER BY name"
PUT_SETTING = """
INSERT INTO settings (name, body, updated_at) VALUES (:name, :body, :now)
ON CONFLICT (name) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at"""
DELETE_SETTING = "DELETE FROM settings WHERE name = :name"
PROVIDERS, CONTACT = "providers.", "fetch.contact"


class SettingTable(Queries):
    """The settings table: search providers and the contact. Its rows may hold keys: they must not be logged or shown."""

    async def providers(self) -> dict[str, ProviderOverrides]:
        """Return what was set for each search provider, by its name."""
        rows = await self._all(LIST_SETTINGS, pattern=f"{PROVIDERS}%")
        return {
            row.name.removeprefix(PROVIDERS): msgspec.json.decode(row.body, type=ProviderOverrides)
            for row in rows
        }

    async def put_provider(self, name: str, overrides: ProviderOverrides, now: datetime) -> None:
        await self._put(f"{PROVIDERS}{name}", overrides, now)

    async def delete_provider(self, name: str) -> bool:
        return await self._run(DELETE_SETTING, name=f"{PROVIDERS}{name}") > 0

    async def contact(self) -> str | None:
        """Return the contact that was set; None without one."""
        row = await self._one(GET_SETTING, name=CONTACT)
        return msgspec.json.decode(row.body, type=str) if row else None

    async def put_contact(self, contact: str, now: datetime) -> None:
        await self._put(CONTACT, contact, now)

    async def delete_contact(self) -> bool:
        return await self._run(DELETE_SETTING, name=CONTACT) > 0

    async def _put(self, name: str, value: Any, now: datetime) -> None:
        await self._run(PUT_SETTING, name=name, body=json_of(value), now=rfc3339(now))
