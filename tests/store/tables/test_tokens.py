"""Tokens are found with their digest until they are revoked; answers to repeated requests expire."""

from datetime import timedelta
from typing import Any

import pytest

from tests.support import MONDAY
from watchd.errors import Conflict
from watchd.model.token import Token
from watchd.store.database import Database
from watchd.store.tables.answers import Answer


def token(id: str, scope: Any) -> Token:
    return Token(id=id, name=f"name-{id}", scope=scope, created_at=MONDAY)


async def test_a_token_is_found_with_its_digest_until_it_is_revoked(store: Database) -> None:
    await store.write(lambda t: t.tokens.insert(token("a", "admin"), "digest-a"))
    await store.write(lambda t: t.tokens.insert(token("b", "read"), "digest-b"))
    assert await store.read(lambda t: t.tokens.with_digest("b")) == (token("b", "read"), "digest-b")
    assert await store.write(lambda t: t.tokens.delete("b", MONDAY))
    assert await store.read(lambda t: t.tokens.with_digest("b")) is None
    assert not await store.write(lambda t: t.tokens.delete("b", MONDAY))


async def test_the_last_admin_token_stays(store: Database) -> None:
    await store.write(lambda t: t.tokens.insert(token("a", "admin"), "digest"))
    with pytest.raises(Conflict, match="last admin"):
        await store.write(lambda t: t.tokens.delete("a", MONDAY))


async def test_an_answer_is_kept_for_its_time(store: Database) -> None:
    answer = Answer("fp", 201, {"etag": '"1"'}, b'{"a":1}')
    await store.write(lambda t: t.answers.put("tok", "key", answer, MONDAY))
    assert await store.read(lambda t: t.answers.get("tok", "key", MONDAY - timedelta(hours=24))) == answer
    assert await store.read(lambda t: t.answers.get("other", "key", MONDAY - timedelta(hours=24))) is None
    assert await store.read(lambda t: t.answers.get("tok", "key", MONDAY)) is None
    assert await store.write(lambda t: t.answers.trim(MONDAY)) == 1
