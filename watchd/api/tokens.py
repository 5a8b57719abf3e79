"""/tokens: who may use the API. A token's text is shown once, in the answer that creates it."""

import hashlib
import hmac
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, delete, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from watchd import intake
from watchd.api import idempotency
from watchd.api.paging import Cursor, Limit, Listing, listing, position
from watchd.api.problems import not_found
from watchd.api.services import Services, Wired
from watchd.errors import Fault
from watchd.flow import tokens
from watchd.model.duration import Duration, seconds
from watchd.model.profile import Name
from watchd.model.token import Scope, Token
from watchd.ports import Entropy
from watchd.store.tables import Tables

AnyRequest = Request[Any, Any, Any]
LONGEST_LIFE = 10 * 366 * 86400.0


class TokenIn(Struct, frozen=True, forbid_unknown_fields=True):
    """A token that somebody asks for."""

    name: Name
    scope: Scope = "read"
    lifetime: Annotated[Duration, Meta(examples=["90d"])] | None = None  # absent: until it is revoked

    def faults(self) -> Iterator[Fault]:
        if self.lifetime is not None and not 1 <= seconds(self.lifetime) <= LONGEST_LIFE:
            yield Fault("lifetime", f"is {self.lifetime}; it needs to be between 1s and 3660d")


class TokenOut(Struct, frozen=True):
    """A token without its secret."""

    id: str
    name: str
    scope: Scope
    created_at: datetime
    expires_at: datetime | None
    last_used_on: str | None


class NewTokenOut(TokenOut, frozen=True):
    """A token with its text, which will not be shown again."""

    token: str


class Tokens(Controller):
    """Create, list and revoke tokens."""

    path = "/tokens"
    tags = ["Tokens"]  # noqa: RUF012 (the framework's way)

    @post(opt={"scope": "admin"}, summary="Create a token")
    async def create(
        self, request: AnyRequest, services: Wired, data: JSONBody[TokenIn]
    ) -> Response[NewTokenOut]:
        """`token` is in this answer and nowhere else. Accepts an `Idempotency-Key`."""
        intake.verify(data)
        lifetime = timedelta(seconds=seconds(data.lifetime)) if data.lifetime else None
        new = tokens.make(
            data.name, data.scope, clock=services.clock, entropy=_chance(request, services), lifetime=lifetime
        )

        async def store(tables: Tables) -> Response[TokenOut]:
            await tables.tokens.insert(new.token, new.digest)
            headers = {"Location": f"/api/v1/tokens/{new.token.id}"}
            return Response(_out(new.token), status_code=201, headers=headers)

        stored = await idempotency.once(request, services, store)
        return _with_text(stored, new)

    @get(opt={"scope": "admin"}, summary="List tokens")
    async def list_all(self, services: Wired, limit: Limit = 50, cursor: Cursor = None) -> Listing[TokenOut]:
        after = position(cursor)
        found = await services.store.read(lambda tables: tables.tokens.listed(after=after, limit=limit + 1))
        return listing([_out(token) for token in found], limit, key=lambda token: token.id)

    @delete("/{token_id:str}", opt={"scope": "admin"}, summary="Revoke a token")
    async def revoke(self, services: Wired, token_id: FromPath[str]) -> None:
        """It is refused from the next request on. The last admin token cannot be revoked."""
        now = services.clock.now()
        if not await services.store.write(lambda tables: tables.tokens.delete(token_id, now)):
            raise not_found("token", token_id)


class RepeatableEntropy:
    """The same chance for the same caller and Idempotency-Key.

    A repeated request must get the first answer, but the text of a token is never stored. So it is derived again from
    what only the caller has: their own token.
    """

    def __init__(self, secret: str, key: str) -> None:
        self._secret = secret.encode()
        self._key = key.encode()
        self._drawn = 0

    def bits(self, count: int) -> int:
        self._drawn += 1
        block = hmac.digest(self._secret, b"token\0%d\0%b" % (self._drawn, self._key), hashlib.sha256)
        return int.from_bytes(block, "big") >> (256 - count)

    def chance(self) -> float:
        return self.bits(53) / (1 << 53)


def _chance(request: AnyRequest, services: Services) -> Entropy:
    key = idempotency.key_of(request)
    return services.entropy if key is None else RepeatableEntropy(request.headers["authorization"], key)


def _with_text(stored: Response[Any], new: tokens.NewToken) -> Response[NewTokenOut]:
    content = stored.content
    known: TokenOut = (
        msgspec.json.decode(content, type=TokenOut) if isinstance(content, msgspec.Raw) else content
    )
    shown = NewTokenOut(**msgspec.structs.asdict(known), token=new.text)
    return Response(shown, status_code=stored.status_code, headers=stored.headers)


def _out(token: Token) -> TokenOut:
    return TokenOut(
        id=token.id,
        name=token.name,
        scope=token.scope,
        created_at=token.created_at,
        expires_at=token.expires_at,
        last_used_on=token.last_used_on,
    )
