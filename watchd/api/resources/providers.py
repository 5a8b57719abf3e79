"""/providers: search providers, their settings, their state, and a test with a real query. Keys are write-only."""

from datetime import date, datetime
from typing import Annotated

from litestar import Controller, delete, get, post, put
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from watchd.api.edge.paging import Cursor, Limit, ListingPage, decode_cursor, listing
from watchd.api.edge.problems import not_found
from watchd.api.services import Injected, Services
from watchd.errors import Conflict
from watchd.flow.seeds.search_providers import TEST_WORDS, ProviderStateName, ProviderTest, ProviderView
from watchd.model.provider import KeyNeed, ProviderOverrides, ProviderSource


class QuotaLeftOut(Struct, frozen=True):
    """Requests that are left; null: no limit."""

    today: int | None
    this_month: int | None


class ProviderIn(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of a provider. A field that is left out keeps its value."""

    enabled: bool | None = None  # a new provider is enabled
    preset: (
        Annotated[
            str,
            Meta(
                pattern=r"^[a-z0-9_.-]{0,64}$(?!\n)",
                description="The definition to use; empty: the one called like the provider.",
                examples=["searxng"],
                extra={"must_be": "the name of a definition such as searxng"},
            ),
        ]
        | None
    ) = None
    base_url: (
        Annotated[
            str,
            Meta(
                max_length=2000,
                description="Address of a provider that people run themselves.",
                examples=["http://127.0.0.1:8888"],
                extra={"secret": True},
            ),
        ]
        | None
    ) = None
    api_key: (
        Annotated[
            str,
            Meta(
                max_length=1000,
                description="Key; write-only. An empty text removes it, and so does another preset or base_url.",
                extra={"secret": True},
            ),
        ]
        | None
    ) = None


class ProviderOut(Struct, frozen=True):
    """A provider: one with settings, or a preset that can be enabled."""

    name: str
    title: str
    preset: str
    source: ProviderSource  # of its settings; preset: it has none
    enabled: bool
    problem: str | None  # why it cannot be asked although it should be; null: it can, or it is switched off
    sends_to: str | None  # the host that gets the queries; null: base_url is not set
    key: KeyNeed
    has_key: bool
    needs_base_url: bool
    needs_contact: bool
    note: str
    state: ProviderStateName
    quota_left: QuotaLeftOut
    resting_until: datetime | None
    last_error: str | None
    last_error_at: datetime | None
    answered_at: datetime | None
    verified: date | None  # when its definition was last compared with the provider's documentation


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
        """List the providers that have settings, and the presets that can be enabled, by name."""
        after = decode_cursor(cursor)
        found = [_out(view) for view in await services.provider_setup.overview() if view.name > after]
        return listing(found[: limit + 1], limit, key=lambda provider: provider.name)

    @get("/{name:str}", opt={"scope": "read"}, summary="Read a search provider")
    async def read(self, services: Injected, name: FromPath[str]) -> ProviderOut:
        return await _existing(services, name)

    @put("/{name:str}", opt={"scope": "admin"}, summary="Set up a search provider")
    async def replace(self, services: Injected, name: FromPath[str], data: JSONBody[ProviderIn]) -> ProviderOut:
        """Store settings, which take effect at once and win over the configuration. A field that is left out keeps its
        value. The settings are refused if the provider is enabled and could not work with them. `api_key` is write-only."""
        change = ProviderOverrides(
            enabled=data.enabled, preset=data.preset, base_url=data.base_url, api_key=data.api_key
        )
        await services.provider_setup.put(name, change)
        return await _existing(services, name)

    @delete("/{name:str}", opt={"scope": "admin"}, summary="Delete the stored settings of a search provider")
    async def remove(self, services: Injected, name: FromPath[str]) -> None:
        """Delete what PUT has stored, with the key; the configuration applies again. Profiles may still name it."""
        if await services.provider_setup.delete(name):
            return
        if (await _existing(services, name)).source == "config":
            raise Conflict(
                f"The settings of {name!r} are in the configuration, which this request cannot change; to switch it off, "
                f'send PUT /providers/{name} with {{"enabled": false}}.'
            )

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
            known = await _existing(services, name)
            reason = f" {known.problem}" if known.problem else ""
            raise Conflict(
                f"The provider {name!r} is not enabled, so it cannot be tested.{reason} Enable it first with "
                f"PUT /providers/{name}, or with `watchd provider enable {name}`."
            )
        return _trial(trial)


async def _existing(services: Services, name: str) -> ProviderOut:
    for view in await services.provider_setup.overview():
        if view.name == name:
            return _out(view)
    raise not_found("provider", name)


def _out(view: ProviderView) -> ProviderOut:
    return ProviderOut(
        name=view.name,
        title=view.facts.title,
        preset=view.preset,
        source=view.source,
        enabled=view.enabled,
        problem=view.problem,
        sends_to=view.facts.sends_to,
        key=view.facts.key,
        has_key=view.facts.has_key,
        needs_base_url=view.facts.needs_base_url,
        needs_contact=view.facts.needs_contact,
        note=view.facts.note,
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
