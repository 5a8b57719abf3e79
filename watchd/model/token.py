"""An API token: who may do what. Only a digest of its secret part is kept."""

from datetime import datetime
from typing import Literal

from msgspec import Struct

Scope = Literal["admin", "write", "read", "bot"]


class Token(Struct, frozen=True, kw_only=True):
    """A stored token, without its secret."""

    id: str
    name: str
    scope: Scope
    created_at: datetime
    expires_at: datetime | None = None
    last_used_on: str | None = None  # a day, not a moment: enough to find forgotten tokens
