"""/providers: search providers, their state, and a test with a real query."""

from datetime import date, datetime
from typing import Annotated

from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from watchd.api.edge.paging import Cursor, Limit, ListingPage, decode_cursor, listing
from watchd.api.edge.problems import not_found
from watchd.api.services import Injected
from watchd.flow.seeds.search_providers import TEST_WORDS, ProviderStateName, ProviderTest, ProviderView


class QuotaLeftOut(Struct, frozen=True):
    """Requests that are left; null: no limit."""

    today: int | None
    this_month: int | None


class ProviderOut(Struct, frozen=True):
    """A configured provider."""

    name: str
    preset: str
    enabled: bool
    state: ProviderStateName
    quota_left: QuotaLeftOut
    resting_until: datetime | None
    last_error: str | None
    last_error_at: datetime | None
    answered_at: datetime | None
    verified: date  # when its definition was last compared with the provider's documentation


class TrialIn(Struct, frozen=True, forbid_unknown_fields=True):
    """The query of a test."""

    query: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=200,
            pattern=r"^[^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]*$(?!\n)",
            extra={"must_be": "one line of text that is not blank and has no control characters"},
        ),
    ] = TEST_WORDS


class TrialResultOut(Struct, frozen=True):
    """One of the first results."""

    url: str
    title: str
    snippet: str
    rank: int
    published: datetime | None


class TrialOut(Struct, frozen=True):
    """The result of a test; `reason` says what is wrong and the way out."""

    name: str
    ok: bool
    count: int
    results: list[TrialResultOut]
    seconds: float
    reason: str | None


class ProviderController(Controller):
    """Search providers and their tests."""

    path = "/providers"
    tags = ["Operations"]  # noqa: RUF012 (the framework's way)

    @get(opt={"scope": "read"}, summary="List search providers")
    async def list_all(
        self, services: Injected, limit: Limit = 50, cursor: Cursor = None
    ) -> ListingPage[ProviderOut]:
        """List the providers of the configuration by name."""
        after = decode_cursor(cursor)
        found = [_out(view) for view in await services.search_providers.overview() if view.name > after]
        return listing(found[: limit + 1], limit, key=lambda provider: provider.name)

    @post(
        "/{name:str}/test",
        opt={"scope": "write"},
        status_code=200,
        summary="Ask a search provider one question",
    )
    async def test(
        self, services: Injected, name: FromPath[str], data: JSONBody[TrialIn | None] = None
    ) -> TrialOut:
        """Send a real request, which counts towards the quota. A provider that rests after failures is asked; one without
        quota is not."""
        trial = await services.search_providers.test(name, data.query if data else TEST_WORDS)
        if trial is None:
            raise not_found("provider", name)
        return _trial(trial)


def _out(view: ProviderView) -> ProviderOut:
    return ProviderOut(
        name=view.name,
        preset=view.preset,
        enabled=view.enabled,
        state=view.state,
        quota_left=QuotaLeftOut(view.left_today, view.left_this_month),
        resting_until=view.resting_until,
        last_error=view.last_error,
        last_error_at=view.last_error_at,
        answered_at=view.answered_at,
        verified=view.verified,
    )


def _trial(trial: ProviderTest) -> TrialOut:
    results = [TrialResultOut(r.url, r.title, r.snippet, r.rank, r.published) for r in trial.results]
    return TrialOut(trial.name, trial.ok, trial.count, results, trial.seconds, trial.reason)
