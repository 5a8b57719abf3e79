"""/profiles: the standing queries."""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, delete, get, patch, post, put
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import UNSET, Meta, Struct

from watchd import validation
from watchd.api.edge import etags, idempotency
from watchd.api.edge.etags import merge_patch
from watchd.api.edge.paging import Cursor, Limit, ListingPage, listing, position
from watchd.api.edge.problems import not_found
from watchd.api.resources import templates
from watchd.api.services import Services, Wired
from watchd.core.population import strategies
from watchd.core.relevance import query
from watchd.model.address import WebAddress
from watchd.model.profile import Health, LastRun, Profile, ProfileCounts, ProfileSpec
from watchd.store.tables import Tables
from watchd.store.tables.profiles import ProfileFilter

AnyRequest = Request[Any, Any, Any]
TEMPLATE = "delivery.template"
KINDS_OF_SCHEDULE = ("every", "cron", "adaptive", "manual")


class ProfileOut(ProfileSpec, frozen=True, kw_only=True):
    """A profile as it is answered: what the person wrote, and what watchd adds."""

    id: str
    created_at: datetime
    updated_at: datetime
    next_run_at: datetime | None
    last_run: LastRun | None
    health: Health
    counts: ProfileCounts


ReadOnly = Annotated[
    Any, Meta(description="Read-only: accepted, so that an answer can be sent back, and ignored.")
]


class ProfileReplacement(ProfileSpec, frozen=True, kw_only=True):
    """A whole profile to put in the place of another; what GET answered, edited, will do."""

    id: ReadOnly = UNSET
    created_at: ReadOnly = UNSET
    updated_at: ReadOnly = UNSET
    next_run_at: ReadOnly = UNSET
    last_run: ReadOnly = UNSET
    health: ReadOnly = UNSET
    counts: ReadOnly = UNSET

    def spec(self) -> ProfileSpec:
        return ProfileSpec(**{name: getattr(self, name) for name in ProfileSpec.__struct_fields__})


class ExampleIn(Struct, frozen=True, forbid_unknown_fields=True):
    """A page that shows what is wanted."""

    url: WebAddress


class ProfileController(Controller):
    """Create, read, change and delete profiles."""

    path = "/profiles"
    tags = ["Profiles"]  # noqa: RUF012 (the framework's way)

    @post(opt={"scope": "write"}, summary="Store a profile")
    async def create(
        self, request: AnyRequest, services: Wired, data: JSONBody[ProfileSpec]
    ) -> Response[ProfileOut]:
        """Only `name` and `query` (with `text` or `examples`) are required. The first run happens at once, unless
        `schedule` is a cron line or manual. Accepts an `Idempotency-Key`."""
        spec = verified(data)
        await templates.check(services, TEMPLATE, spec.delivery.template)

        async def store(tables: Tables) -> Response[ProfileOut]:
            profile = await tables.profiles.insert(services.new_id(), spec, services.clock.now())
            return answer(profile, status=201)

        response = await idempotency.once(request, services, store)
        services.schedule_changed()
        return response

    @get(opt={"scope": "read"}, summary="List profiles")
    async def list_all(
        self,
        services: Wired,
        tag: Annotated[
            str | None, QueryParameter(max_length=50, description="Only profiles with this tag.")
        ] = None,
        enabled: Annotated[bool | None, QueryParameter(description="Only enabled or only paused ones.")] = None,
        q: Annotated[
            str | None,
            QueryParameter(
                max_length=200,
                pattern=r"^[^\x00]*$",
                description="Words that all occur in name, query or tags.",
            ),
        ] = None,
        limit: Limit = 50,
        cursor: Cursor = None,
    ) -> ListingPage[ProfileOut]:
        """Oldest first."""
        which = ProfileFilter(tag=tag, enabled=enabled, q=q)
        after = position(cursor)
        found = await services.store.read(lambda t: t.profiles.listed(which, after=after, limit=limit + 1))
        return listing([out(profile) for profile in found], limit, key=lambda profile: profile.id)

    @get("/{profile_id:str}", opt={"scope": "read"}, summary="Read a profile")
    async def read(
        self, request: AnyRequest, services: Wired, profile_id: FromPath[str]
    ) -> Response[ProfileOut]:
        """A change may name the `ETag` of this answer. `If-None-Match` is honoured."""
        profile = await services.store.read(lambda tables: existing(tables, profile_id))
        tag = etags.etag(profile.id, profile.revision)
        if etags.is_fresh(request, tag):
            return Response(None, status_code=304, headers={"ETag": tag})  # type: ignore[arg-type]
        return answer(profile)

    @put("/{profile_id:str}", opt={"scope": "write"}, summary="Replace a profile")
    async def replace(
        self,
        request: AnyRequest,
        services: Wired,
        profile_id: FromPath[str],
        data: JSONBody[ProfileReplacement],
    ) -> Response[ProfileOut]:
        """Fields that are left out go back to their defaults. Honours `If-Match`."""
        spec = verified(data.spec())
        await templates.check(services, TEMPLATE, spec.delivery.template)
        return await change(request, services, profile_id, lambda _: spec)

    @patch("/{profile_id:str}", opt={"scope": "write"}, summary="Change a profile")
    async def change_some(
        self, request: AnyRequest, services: Wired, profile_id: FromPath[str], data: JSONBody[dict[str, Any]]
    ) -> Response[ProfileOut]:
        """A JSON merge patch: null means the default. A `schedule` of another kind replaces the former one, and a
        strategy of another name starts from that one's default parameters. Honours `If-Match`."""
        if isinstance(delivery := data.get("delivery"), dict):
            await templates.check_patch(services, TEMPLATE, delivery.get("template"))
        return await change(request, services, profile_id, lambda profile: patched(profile.spec, data))

    @delete("/{profile_id:str}", opt={"scope": "write"}, summary="Delete a profile")
    async def remove(self, request: AnyRequest, services: Wired, profile_id: FromPath[str]) -> None:
        """Its runs, findings and what it learned go with it; a run that is active ends. Honours `If-Match`."""

        async def store(tables: Tables) -> str | None:
            profile = await existing(tables, profile_id)
            etags.check_match(request, etags.etag(profile.id, profile.revision))
            active = await tables.runs.active_of(profile_id)
            if not await tables.profiles.delete(profile):
                raise etags.stale()
            return active

        active = await services.store.write(store)
        services.schedule_changed()
        if active is not None:
            services.runs.stop_run(active)
            services.notifier.notify(active)

    @post("/{profile_id:str}/examples", opt={"scope": "write"}, summary="Add an example page")
    async def add_example(
        self, request: AnyRequest, services: Wired, profile_id: FromPath[str], data: JSONBody[ExampleIn]
    ) -> Response[ProfileOut]:
        """Adds one page to `query.examples`; adding it again changes nothing. Accepts an `Idempotency-Key`."""

        async def store(tables: Tables) -> Response[ProfileOut]:
            profile = await existing(tables, profile_id)
            if data.url in profile.spec.query.examples:
                return answer(profile, status=201)
            addition = {"query": {"examples": [*profile.spec.query.examples, data.url]}}
            changed = await tables.profiles.replace(
                profile, patched(profile.spec, addition), services.clock.now()
            )
            return answer(current(changed), status=201)

        return await idempotency.once(request, services, store)


async def change(
    request: AnyRequest, services: Services, profile_id: str, edit: Callable[[Profile], ProfileSpec]
) -> Response[ProfileOut]:
    """Read, check, edit and store in one transaction, so that no other change can come between."""

    async def store(tables: Tables) -> Response[ProfileOut]:
        profile = await existing(tables, profile_id)
        etags.check_match(request, etags.etag(profile.id, profile.revision))
        changed = await tables.profiles.replace(profile, edit(profile), services.clock.now())
        return answer(current(changed))

    response = await services.store.write(store)
    services.schedule_changed()
    return response


async def existing(tables: Tables, profile_id: str) -> Profile:
    profile = await tables.profiles.get(profile_id)
    if profile is None:
        raise not_found("profile", profile_id)
    return profile


def current(profile: Profile | None) -> Profile:
    if profile is None:
        raise etags.stale()
    return profile


def patched(spec: ProfileSpec, changes: dict[str, Any]) -> ProfileSpec:
    """The spec with a merge patch applied, checked as strictly as a new one."""
    before: dict[str, Any] = msgspec.to_builtins(spec)
    schedule, strategy = changes.get("schedule"), changes.get("strategy")
    if isinstance(schedule, dict) and any(schedule.get(kind) is not None for kind in KINDS_OF_SCHEDULE):
        kept = {kind: value for kind, value in before["schedule"].items() if kind in schedule}
        before["schedule"] = kept | ({"timezone": before["schedule"].get("timezone")} if "cron" in kept else {})
    if isinstance(strategy, dict) and strategy.get("name", spec.strategy.name) != spec.strategy.name:
        before["strategy"] = {}
    after = with_known_parameters(validation.read(ProfileSpec, merge_patch(before, changes)))
    # A profile from the days when this was not asked can still be paused.
    return with_words(after) if "query" in changes else after


def verified(spec: ProfileSpec) -> ProfileSpec:
    """The spec, after everything about it that types cannot say was asked."""
    return with_words(with_known_parameters(validation.verify(spec)))


def with_known_parameters(spec: ProfileSpec) -> ProfileSpec:
    """The spec, unless its strategy does not take the parameters that it names."""
    strategies.check_params(spec.strategy.name, spec.strategy.params)
    return spec


def with_words(spec: ProfileSpec) -> ProfileSpec:
    """The spec, unless nothing could ever be found by it."""
    if not spec.query.examples:
        query.check_words(spec.query.text, spec.query.languages)
    return spec


def out(profile: Profile) -> ProfileOut:
    return ProfileOut(
        **{name: getattr(profile.spec, name) for name in ProfileSpec.__struct_fields__},
        id=profile.id,
        created_at=profile.created_at,
        updated_at=profile.updated_at,
        next_run_at=profile.next_run_at,
        last_run=profile.last_run,
        health=profile.health,
        counts=profile.counts,
    )


def answer(profile: Profile, status: int = 200) -> Response[ProfileOut]:
    headers = {"ETag": etags.etag(profile.id, profile.revision)}
    if status == 201:
        headers["Location"] = f"/api/v1/profiles/{profile.id}"
    return Response(out(profile), status_code=status, headers=headers)
