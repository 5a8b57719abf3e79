"""Tables of API tokens and of feed keys; only digests of their secrets are stored.

A profile has at most one feed key; a new key replaces the old one.
"""

from datetime import datetime

from watchd.errors import Conflict
from watchd.model.finding import Finding
from watchd.model.token import Token
from watchd.model.values import from_rfc3339, rfc3339
from watchd.store.driver import Row
from watchd.store.queries import Queries, moment_or_none, rfc3339_or_none
from watchd.store.tables.findings import finding_of

INSERT = """
INSERT INTO tokens (id, name, scope, digest, created_at, expires_at)
VALUES (:id, :name, :scope, :digest, :created_at, :expires_at)"""
GET = "SELECT * FROM tokens WHERE id = :id"
NAMED = "SELECT * FROM tokens WHERE name = :name"
LIST = "SELECT * FROM tokens WHERE id > :after ORDER BY id LIMIT :limit"
DELETE = "DELETE FROM tokens WHERE id = :id"
ADMINS_LEFT = """
SELECT count(*) AS total FROM tokens
 WHERE scope = 'admin' AND id <> :id AND (expires_at IS NULL OR expires_at > :now)"""
MARK_USED = (
    "UPDATE tokens SET last_used_on = :day WHERE id = :id AND (last_used_on IS NULL OR last_used_on <> :day)"
)


class TokenTable(Queries):
    """The tokens table."""

    async def insert(self, token: Token, digest: str) -> None:
        if await self._one(NAMED, name=token.name):
            raise Conflict(f"A token named {token.name!r} exists already; choose another name.", field="name")
        expires_at = rfc3339_or_none(token.expires_at)
        await self._run(
            INSERT,
            id=token.id,
            name=token.name,
            scope=token.scope,
            digest=digest,
            created_at=rfc3339(token.created_at),
            expires_at=expires_at,
        )

    async def has_admin(self, now: datetime) -> bool:
        """Return True if a valid admin token exists."""
        row = await self._only(ADMINS_LEFT, id="", now=rfc3339(now))
        return bool(row.total)

    async def with_digest(self, id: str) -> tuple[Token, str] | None:
        row = await self._one(GET, id=id)
        return (_token(row), row.digest) if row else None

    async def named(self, name: str) -> Token | None:
        row = await self._one(NAMED, name=name)
        return _token(row) if row else None

    async def listed(self, *, after: str, limit: int) -> list[Token]:
        return [_token(row) for row in await self._all(LIST, after=after, limit=limit)]

    async def delete(self, id: str, now: datetime) -> bool:
        """Revoke a token. The last admin token stays, because only an admin token can create tokens over REST."""
        found = await self.with_digest(id)
        if found is None:
            return False
        left = await self._only(ADMINS_LEFT, id=id, now=rfc3339(now))
        if found[0].scope == "admin" and not left.total:
            raise Conflict("This is the last admin token; create another one before you revoke it.")
        return await self._run(DELETE, id=id) > 0

    async def mark_used(self, id: str, day: str) -> None:
        await self._run(MARK_USED, id=id, day=day)


def _token(row: Row) -> Token:
    return Token(
        id=row.id,
        name=row.name,
        scope=row.scope,
        created_at=from_rfc3339(row.created_at),
        expires_at=moment_or_none(row.expires_at),
        last_used_on=row.last_used_on,
    )


PUT_FEED_KEY = """
INSERT INTO feed_keys (profile_id, digest, created_at) VALUES (:profile_id, :digest, :now)
ON CONFLICT (profile_id) DO UPDATE SET digest = excluded.digest, created_at = excluded.created_at"""
FEED_KEY_TIME = "SELECT created_at FROM feed_keys WHERE profile_id = :profile_id"
FEED_KEY_DIGEST = "SELECT digest FROM feed_keys WHERE profile_id = :profile_id"
NEWEST_FINDINGS = "SELECT * FROM findings WHERE profile_id = :profile_id ORDER BY id DESC LIMIT :limit"


class FeedKeyTable(Queries):
    """The feed_keys table, and the findings of a feed."""

    async def put(self, profile_id: str, digest: str, now: datetime) -> None:
        await self._run(PUT_FEED_KEY, profile_id=profile_id, digest=digest, now=rfc3339(now))

    async def digest_of(self, profile_id: str) -> str | None:
        row = await self._one(FEED_KEY_DIGEST, profile_id=profile_id)
        return row.digest if row else None

    async def made_at(self, profile_id: str) -> datetime | None:
        """Return when the key was made; None: the profile has no key."""
        row = await self._one(FEED_KEY_TIME, profile_id=profile_id)
        return from_rfc3339(row.created_at) if row else None

    async def newest(self, profile_id: str, limit: int) -> list[Finding]:
        return [finding_of(row) for row in await self._all(NEWEST_FINDINGS, profile_id=profile_id, limit=limit)]
