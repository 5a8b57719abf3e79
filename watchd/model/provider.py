"""Search providers: facts about them, their settings, limits, stored state and answers."""

from datetime import datetime
from typing import Literal

from msgspec import Struct

from watchd.model.seed import SearchResult

# The meaning of an answer for the next request. throttled: too fast. spent: no quota left. key: the key is not accepted.
# question: only this question is wrong. refused: it refuses watchd. broken: its answer cannot be read. unreachable: no
# answer. local: the error is on the side of watchd.
Meaning = Literal["ok", "throttled", "spent", "key", "question", "refused", "broken", "unreachable", "local"]

KeyNeed = Literal["none", "optional", "required"]
# Where the settings of a provider come from. preset: it has none; watchd only knows how to ask it.
ProviderSource = Literal["preset", "config", "api"]


class ProviderFacts(Struct, frozen=True, kw_only=True):
    """Facts for a person who chooses a provider. They never contain a key."""

    title: str
    sends_to: str | None  # host that gets the query; None: base_url is not set
    key: KeyNeed = "none"
    has_key: bool = False
    needs_base_url: bool = False
    needs_contact: bool = False
    note: str = ""


class ProviderOverrides(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Settings of a provider that were made through the API. None: as configured."""

    enabled: bool | None = None
    preset: str | None = None
    base_url: str | None = None
    api_key: str | None = None  # a secret


class ProviderTerms(Struct, frozen=True):
    """Limits of requests to a provider, and its rests after failures. Times in seconds."""

    pause: float = 5.0  # between two requests
    daily: int = 0  # requests per day (UTC); 0: no bound
    monthly: int = 0  # requests per calendar month; 0: no bound
    fresh_for: float = 0.0  # time for which an answer to the same question is used again
    rest_after: int = 3  # failures in a row until it rests
    first_rest: float = 300.0  # doubles each time
    longest_rest: float = 86_400.0


class ProviderState(Struct, frozen=True, kw_only=True):
    """State of a provider that survives a restart."""

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
    """Query in the syntax of one provider; empty language: any."""

    text: str
    language: str = ""


class ProviderAnswer(Struct, frozen=True):
    """Outcome of one request to a provider."""

    means: Meaning
    results: tuple[SearchResult, ...] = ()
    detail: str = ""  # what is wrong and the way out; never a secret
    retry_after: float | None = None  # seconds
    has_more: bool = False  # the next page may have more results
