"""A search provider: how it wants to be treated, what it answered, and what we remember of it."""

from datetime import datetime
from typing import Literal

from msgspec import Struct

from watchd.model.seed import SearchResult

# What an answer means for the next one. throttled: too fast. spent: no quota left. key: it is not accepted.
# question: only this question is at fault. refused: it does not want us. broken: it answers what nobody can
# read. unreachable: no answer. local: the trouble is on our side.
Meaning = Literal["ok", "throttled", "spent", "key", "question", "refused", "broken", "unreachable", "local"]


class ProviderTerms(Struct, frozen=True):
    """How often a provider may be asked, and how long it is left alone when it fails. Times in seconds."""

    pause: float = 5.0  # between two requests
    daily: int = 0  # requests per day (UTC); 0: no bound
    monthly: int = 0  # requests per calendar month; 0: no bound
    fresh_for: float = 0.0  # an answer to the same question is used again for so long
    rest_after: int = 3  # failures in a row until it rests
    first_rest: float = 300.0  # doubles each time
    longest_rest: float = 86_400.0


class ProviderState(Struct, frozen=True, kw_only=True):
    """What survives a restart."""

    fingerprint: str = ""  # of the definition, address and key that this was learned with
    asked_at: datetime | None = None
    day: str = ""  # 2026-11-16
    day_count: int = 0
    month: str = ""  # 2026-11
    month_count: int = 0
    failures: int = 0  # in a row
    rests: int = 0  # in a row
    rests_until: datetime | None = None
    rests_for: Meaning | None = None
    answered_at: datetime | None = None
    last_count: int = 0  # results of the newest answer
    last_error: str = ""
    last_error_at: datetime | None = None


class Wording(Struct, frozen=True):
    """A query in the words of one engine; empty language: any."""

    text: str
    language: str = ""


class ProviderAnswer(Struct, frozen=True):
    """What came of one request to an engine."""

    means: Meaning
    results: tuple[SearchResult, ...] = ()
    detail: str = ""  # what is wrong and the way out; never a secret
    retry_after: float | None = None  # seconds
    has_more: bool = False  # another page may bring more
