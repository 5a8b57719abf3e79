"""/tokens: access tokens for the API. Only the answer that creates a token shows its text."""

import hashlib
import hmac
from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec
from litestar import Controller, Request, Response, delete, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from watchd import validation
from watchd.api.edge import idempotency
from watchd.api.edge.paging import Cursor, Limit, ListingPage, decode_cursor, listing
from watchd.api.edge.problems import not_found
from watchd.api.services import Injected
from watchd.flow.upkeep import tokens
from watchd.model.token import Scope, Token, TokenSpec
from watchd.store.tables import Tables

AnyRequest = Request[Any, Any, Any]


class TokenOut(Struct, frozen=True):
    """A token without its secret."""

    id: str
    name: str
    scope: Scope
    created_at: datetime
    expires_at: datetime | None
    last_used_on: str | None


class NewTokenOut(TokenOut, frozen=True):
    """A token with its text, which is not shown again."""

    token: str


class TokenController(Controller):
    """Access tokens."""

    path = "/tokens"
    tags = ["Tokens"]  # noqa: RUF012 (the framework's way)

    @post(opt={"scope": "admin"}, summary="Create a token")
    async def create(
        self, request: AnyRequest, services: Injected, data: JSONBody[TokenSpec]
    ) -> Response[NewTokenOut]:
        """Create a token; only this answer has its text in `token`. Accepts an `Idempotency-Key`."""
        validation.verify(data)
        secret_of = _repeatable(request)
        new = tokens.make(data, clock=services.clock, entropy=services.entropy, secret_of=secret_of)

        async def store(tables: Tables) -> Response[TokenOut]:
            await tables.tokens.insert(new.token, new.digest)
            headers = {"Location": f"/api/v1/tokens/{new.token.id}"}
            return Response(_out(new.token), status_code=201, headers=headers)

        stored = await idempotency.once(request, services, store)
        if not isinstance(stored.content, msgspec.Raw):
            return _with_text(stored, stored.content, new.text)
        assert secret_of is not None  # only a request with a key is repeated
        former = msgspec.json.decode(stored.content, type=TokenOut)
        return _with_text(stored, former, tokens.text_with(former.scope, former.id, secret_of))

    @get(opt={"scope": "admin"}, summary="List tokens")
    async def list_all(
        self, services: Injected, limit: Limit = 50, cursor: Cursor = None
    ) -> ListingPage[TokenOut]:
        after = decode_cursor(cursor)
        found = await services.store.read(lambda tables: tables.tokens.listed(after=after, limit=limit + 1))
        return listing([_out(token) for token in found], limit, key=lambda token: token.id)

    @delete("/{token_id:str}", opt={"scope": "admin"}, summary="Revoke a token")
    async def revoke(self, services: Injected, token_id: FromPath[str]) -> None:
        """Revoke a token; the next request with it is refused. The last admin token cannot be revoked."""
        now = services.clock.now()
        if not await services.store.write(lambda tables: tables.tokens.delete(token_id, now)):
            raise not_found("token", token_id)


def _repeatable(request: AnyRequest) -> Callable[[str], int] | None:
    """Return a function that gives the same caller the same secret for the same Idempotency-Key and token id.

    A repeated request must get the first answer, but the text of a token is never stored. So its secret is derived from
    the caller's own token, which only the caller has, and from the id of the new token, which is random and in the stored
    answer.
    """
    key = idempotency.key_of(request)
    if key is None:
        return None
    own = request.headers["authorization"].partition(" ")[2].strip().encode()
    return lambda id: int.from_bytes(hmac.digest(own, f"token\0{id}\0{key}".encode(), hashlib.sha256), "big")


def _with_text(stored: Response[Any], shown: TokenOut, text: str) -> Response[NewTokenOut]:
    complete = NewTokenOut(**msgspec.structs.asdict(shown), token=text)
    return Response(complete, status_code=stored.status_code, headers=stored.headers)


def _out(token: Token) -> TokenOut:
    return TokenOut(
        id=token.id,
        name=token.name,
        scope=token.scope,
        created_at=token.created_at,
        expires_at=token.expires_at,
        last_used_on=token.last_used_on,
    )
