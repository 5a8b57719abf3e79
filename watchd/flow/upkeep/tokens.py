"""API tokens: creation and constant-time authentication.

The text is wd_<scope letter>_<8 id>_<43 secret>. The id finds the row; the SHA-256 of the secret authenticates the caller.
A fast hash is enough here: the secret is 256 random bits, so it cannot be guessed.
"""

import base64
import hashlib
import hmac
import re
from collections.abc import Callable
from datetime import datetime, timedelta

from msgspec import Struct

from watchd.model.token import Scope, Token, TokenSpec
from watchd.model.values import duration_seconds
from watchd.ports import Clock, Entropy
from watchd.store.database import Store
from watchd.store.tables import Tables

FORM = re.compile(r"wd_([awrb])_([a-z0-9]{8})_([A-Za-z0-9_-]{43})")
LETTERS = {"admin": "a", "write": "w", "read": "r", "bot": "b"}
ID_ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"
# Compared with when the id is unknown, so that the time of an answer does not show whether an id exists. It is not the
# digest of any text: a caller who sends that text would pass.
UNKNOWN_DIGEST = "0" * 64


class NewToken(Struct, frozen=True):
    """New token with its text, which is never stored."""

    token: Token
    text: str
    digest: str


def make(
    spec: TokenSpec, *, clock: Clock, entropy: Entropy, secret_of: Callable[[str], int] | None = None
) -> NewToken:
    """Make a token; it is valid once it is stored. `secret_of` derives its 256 secret bits from its id."""
    number = entropy.bits(40)
    id = "".join(ID_ALPHABET[(number >> shift) & 31] for shift in range(0, 40, 5))
    secret = _encoded(secret_of(id) if secret_of else entropy.bits(256))
    now = clock.now()
    expires_at = None if spec.lifetime is None else now + timedelta(seconds=duration_seconds(spec.lifetime))
    token = Token(id=id, name=spec.name, scope=spec.scope, created_at=now, expires_at=expires_at)
    return NewToken(token, _text(token.scope, id, secret), _digest(secret))


def derive_text(scope: Scope, id: str, secret_of: Callable[[str], int]) -> str:
    """Return the text of a token whose secret was derived from its id."""
    return _text(scope, id, _encoded(secret_of(id)))


def _text(scope: Scope, id: str, secret: str) -> str:
    return f"wd_{LETTERS[scope]}_{id}_{secret}"


def _encoded(bits: int) -> str:
    return base64.urlsafe_b64encode(bits.to_bytes(32, "big")).decode().rstrip("=")


async def authenticate(text: str, store: Store, now: datetime) -> Token | None:
    """Return the token with this text, or None. Unknown, wrong, expired and malformed texts take the same time."""
    form = FORM.fullmatch(text)
    letter, id, secret = form.groups() if form else ("", "", "")
    found = await store.read(lambda tables: tables.tokens.with_digest(id))
    token, digest = found if found else (None, UNKNOWN_DIGEST)
    proven = hmac.compare_digest(_digest(secret), digest)
    if token is None or not proven or LETTERS[token.scope] != letter:
        return None
    return None if _has_expired(token, now) else token


async def is_valid(tables: Tables, token: Token, now: datetime) -> bool:
    """Return True if a token that was valid earlier is neither revoked nor expired."""
    return await tables.tokens.with_digest(token.id) is not None and not _has_expired(token, now)


def _has_expired(token: Token, now: datetime) -> bool:
    return token.expires_at is not None and token.expires_at <= now


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
