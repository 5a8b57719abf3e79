"""Only the text of a token authenticates its holder."""

import pytest

from tests.support import HandWoundClock, SeededEntropy
from watchd.flow.upkeep import tokens
from watchd.model.token import Scope, TokenSpec
from watchd.store.database import Database


async def issue(
    store: Database, clock: HandWoundClock, scope: Scope = "read", lifetime: str | None = None
) -> tokens.NewToken:
    new = tokens.make(TokenSpec("phone", scope, lifetime), clock=clock, entropy=SeededEntropy())
    await store.write(lambda t: t.tokens.insert(new.token, new.digest))
    return new


async def test_the_text_of_a_token_authenticates_its_holder(store: Database, clock: HandWoundClock) -> None:
    new = await issue(store, clock, "write")
    assert tokens.FORM.fullmatch(new.text)
    assert await tokens.authenticate(new.text, store, clock.now()) == new.token


async def test_a_text_that_differs_slightly_is_refused(store: Database, clock: HandWoundClock) -> None:
    text = (await issue(store, clock, "read")).text
    flipped = text[:-1] + ("A" if text[-1] != "A" else "B")
    promoted = text.replace("wd_r_", "wd_a_")
    for wrong in (
        "",
        text[:-1],
        text + "A",
        flipped,
        promoted,
        text.upper(),
        f" {text}",
        text.replace("_", "-"),
        "wd_r_",
    ):
        assert await tokens.authenticate(wrong, store, clock.now()) is None


async def test_an_expired_token_is_refused(store: Database, clock: HandWoundClock) -> None:
    new = await issue(store, clock, lifetime="1d")
    assert await tokens.authenticate(new.text, store, clock.now()) == new.token
    clock.forward(days=1)
    assert await tokens.authenticate(new.text, store, clock.now()) is None


async def test_only_a_digest_is_on_the_disk(store: Database, clock: HandWoundClock) -> None:
    new = await issue(store, clock)
    secret = new.text.split("_", 3)[3].encode()
    for file in store.file.parent.iterdir():
        assert secret not in file.read_bytes()


@pytest.mark.parametrize("scope", ["admin", "write", "read", "bot"])
def test_a_leaked_token_can_be_searched_for_by_its_prefix(scope: Scope) -> None:
    new = tokens.make(TokenSpec("x", scope), clock=HandWoundClock(), entropy=SeededEntropy())
    assert new.text.startswith(f"wd_{scope[0]}_{new.token.id}_")
