"""API tokens and their scopes. Only a digest of the secret is stored."""

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

from watchd.errors import Fault
from watchd.model.profile import Name
from watchd.model.values import Duration, duration_seconds

Scope = Literal["admin", "write", "read", "bot"]
MAX_LIFETIME_SECONDS = 3660 * 86400.0


class TokenSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """Request for a token."""

    name: Name
    scope: Scope = "read"
    lifetime: Annotated[Duration, Meta(examples=["90d"])] | None = None  # absent: until it is revoked

    def faults(self) -> Iterator[Fault]:
        if self.lifetime is not None and not 1 <= duration_seconds(self.lifetime) <= MAX_LIFETIME_SECONDS:
            yield Fault("lifetime", f"must be between 1s and 3660d; got {self.lifetime}")


class Token(Struct, frozen=True, kw_only=True):
    """Stored token, without its secret."""

    id: str
    name: str
    scope: Scope
    created_at: datetime
    expires_at: datetime | None = None
    last_used_on: str | None = None  # a day, not a moment: enough to find forgotten tokens
