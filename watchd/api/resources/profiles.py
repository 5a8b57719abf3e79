"""/profiles: standing queries."""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any

from litestar import Controller, Request, Response, delete, get, patch, post, put
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import UNSET, Meta, Struct

from watchd.api.edge import idempotency, request_headers
from watchd.api.edge.paging import Cursor, Limit, ListingPage, SearchText, decode_cursor, listing
from watchd.api.edge.problems import not_found
from watchd.api.services import Injected, Services
from watchd.flow.profiles import rules, warnings
from watchd.flow.profiles.warnings import ProfileSituation
from watchd.model.profile import Health, LastRun, Profile, ProfileCounts, ProfileSpec, ProfileWarning
from watchd.model.values import WebAddress
from watchd.store.tables import Tables
from watchd.store.tables.profiles import ProfileFilter

AnyRequest = Request[Any, Any, Any]
TEMPLATE = "delivery.template"


class ProfileOut(ProfileSpec, frozen=True, kw_only=True):
    """A profile with the fields that watchd adds."""

    id: str
    created_at: datetime
    updated_at: datetime
    next_run_at: datetime | None
    last_run: LastRun | None
    health: Health
    counts: ProfileCounts
    warnings: list[ProfileWarning]  # what keeps it from working as expected, each with the way out


ReadOnly = Annotated[
    Any, Meta(description="Read-only: accepted, so that an answer can be sent back, but ignored.")
]


class ProfileReplacement(ProfileSpec, frozen=True, kw_only=True):
    """A whole profile that replaces another; the edited answer of GET is accepted."""

    id: ReadOnly = UNSET
    created_at: ReadOnly = UNSET
    updated_at: ReadOnly = UNSET
    next_run_at: ReadOnly = UNSET
    last_run: ReadOnly = UNSET
    health: ReadOnly = UNSET
    counts: ReadOnly = UNSET
    warnings: ReadOnly = UNSET

    def spec(self) -> ProfileSpec:
        return ProfileSpec(**{name: getattr(self, name) for name in ProfileSpec.__struct_fields__})


class ExampleIn(Struct, frozen=True, forbid_unknown_fields=True):
    """An example of a wanted page."""

    url: WebAddress


class ProfileController(Controller):
    """Profiles."""

    path = "/profiles"
    tags = ["Profiles"]  # noqa: RUF012 (the framework's way)

    @post(opt={"scope": "write"}, summary="Store a profile")
    async def create(
        self, request: AnyRequest, services: Injected, data: JSONBody[ProfileSpec]
    ) -> Response[ProfileOut]:
        """Store a profile; only `name` and `query` (with `text` or `examples`) are required. The first run starts at once,
        unless `schedule` is a cron line or manual. `warnings` of the answer say what will keep it from working. Accepts an
        `Idempotency-Key`."""
        spec = rules.check(data)
        rules.check_providers(spec, services.provider_setup.names())
        await rules.check_template(services.sender, TEMPLATE, spec.delivery.template)

        async def store(tables: Tables) -> Response[ProfileOut]:
            profile = await tables.profiles.insert(services.new_id(), spec, services.clock.now())
            return answer(profile, await situation(tables, services), status=201)

        response = await idempotency.once(request, services, store)
        services.schedule_changed()
        return response

    @get(opt={"scope": "read"}, summary="List profiles")
    async def list_all(
        self,
        services: Injected,
        tag: Annotated[
            str | None, QueryParameter(max_length=50, description="Only profiles with this tag.")
        ] = None,
        enabled: Annotated[
            bool | None, QueryParameter(description="Only enabled or only paused profiles.")
        ] = None,
        q: Annotated[
            SearchText | None,
            QueryParameter(
                max_length=200,
                pattern=r"^[^\x00]*$",
                description="Words; all of them must occur in name, query or tags.",
            ),
        ] = None,
        limit: Limit = 50,
        cursor: Cursor = None,
    ) -> ListingPage[ProfileOut]:
        """List the oldest first."""
        which = ProfileFilter(tag=tag, enabled=enabled, q=q)
        after = decode_cursor(cursor)

        async def look(tables: Tables) -> list[ProfileOut]:
            here = await situation(tables, services)
            found = await tables.profiles.listed(which, after=after, limit=limit + 1)
            return [out(profile, here) for profile in found]

        return listing(await services.store.read(look), limit, key=lambda profile: profile.id)

    @get("/{profile_id:str}", opt={"scope": "read"}, summary="Read a profile")
    async def read(
        self, request: AnyRequest, services: Injected, profile_id: FromPath[str]
    ) -> Response[ProfileOut]:
        """Answer with an `ETag`, which a change may send back. Honours `If-None-Match`."""

        async def look(tables: Tables) -> tuple[Profile, ProfileSituation]:
            return await existing_profile(tables, profile_id), await situation(tables, services)

        profile, here = await services.store.read(look)
        tag = request_headers.etag(profile.id, profile.revision)
        if request_headers.is_fresh(request, tag):
            return Response(None, status_code=304, headers={"ETag": tag})  # type: ignore[arg-type]
        return answer(profile, here)

    @put("/{profile_id:str}", opt={"scope": "write"}, summary="Replace a profile")
    async def replace(
        self,
        request: AnyRequest,
        services: Injected,
        profile_id: FromPath[str],
        data: JSONBody[ProfileReplacement],
    ) -> Response[ProfileOut]:
        """Replace all fields; missing fields get their defaults. Honours `If-Match`."""
        spec = rules.check(data.spec())
        rules.check_providers(spec, services.provider_setup.names())
        await rules.check_template(services.sender, TEMPLATE, spec.delivery.template)
        return await change(request, services, profile_id, lambda _: spec)

    @patch("/{profile_id:str}", opt={"scope": "write"}, summary="Change a profile")
    async def change_some(
        self, request: AnyRequest, services: Injected, profile_id: FromPath[str], data: JSONBody[dict[str, Any]]
    ) -> Response[ProfileOut]:
        """Apply a JSON merge patch: null means the default. A `schedule` of another kind replaces the old one. Another
        strategy starts with its own default parameters. Honours `If-Match`."""
        await rules.check_template_in_patch(services.sender, data)
        known = services.provider_setup.names()

        def edit(profile: Profile) -> ProfileSpec:
            spec = rules.apply_patch(profile.spec, data)
            if "seeds" in data:  # a profile whose provider was deleted can still be paused
                rules.check_providers(spec, known)
            return spec

        return await change(request, services, profile_id, edit)

    @delete("/{profile_id:str}", opt={"scope": "write"}, summary="Delete a profile")
    async def remove(self, request: AnyRequest, services: Injected, profile_id: FromPath[str]) -> None:
        """Delete it with its runs, its findings and everything it learned; stop its active run. Honours `If-Match`."""

        async def store(tables: Tables) -> str | None:
            profile = await existing_profile(tables, profile_id)
            request_headers.check_match(request, request_headers.etag(profile.id, profile.revision))
            active = await tables.runs.active_of(profile_id)
            if not await tables.profiles.delete(profile):
                raise request_headers.stale()
            return active

        active = await services.store.write(store)
        services.schedule_changed()
        if active is not None:
            services.runs.stop_run(active)
            services.notifier.notify(active)

    @post("/{profile_id:str}/examples", opt={"scope": "write"}, summary="Add an example page")
    async def add_example(
        self, request: AnyRequest, services: Injected, profile_id: FromPath[str], data: JSONBody[ExampleIn]
    ) -> Response[ProfileOut]:
        """Add one page to `query.examples`; adding it again changes nothing. Accepts an `Idempotency-Key`."""

        async def store(tables: Tables) -> Response[ProfileOut]:
            profile = await existing_profile(tables, profile_id)
            here = await situation(tables, services)
            if data.url in profile.spec.query.examples:
                return answer(profile, here, status=201)
            addition = {"query": {"examples": [*profile.spec.query.examples, data.url]}}
            changed = await tables.profiles.replace(
                profile, rules.apply_patch(profile.spec, addition), services.clock.now()
            )
            return answer(current(changed), here, status=201)

        return await idempotency.once(request, services, store)


async def change(
    request: AnyRequest, services: Services, profile_id: str, edit: Callable[[Profile], ProfileSpec]
) -> Response[ProfileOut]:
    """Read, edit and store a profile in one transaction, so that no other change can happen in between."""

    async def store(tables: Tables) -> Response[ProfileOut]:
        profile = await existing_profile(tables, profile_id)
        request_headers.check_match(request, request_headers.etag(profile.id, profile.revision))
        changed = await tables.profiles.replace(profile, edit(profile), services.clock.now())
        return answer(current(changed), await situation(tables, services))

    response = await services.store.write(store)
    services.schedule_changed()
    return response


async def existing_profile(tables: Tables, profile_id: str) -> Profile:
    profile = await tables.profiles.get(profile_id)
    if profile is None:
        raise not_found("profile", profile_id)
    return profile


def current(profile: Profile | None) -> Profile:
    if profile is None:
        raise request_headers.stale()
    return profile


async def situation(tables: Tables, services: Services) -> ProfileSituation:
    """Read what warnings about profiles depend on besides the profiles."""
    return ProfileSituation(
        providers=services.provider_setup.obstacles(),
        channels=await tables.channels.silent(services.clock.now()),
    )


def out(profile: Profile, here: ProfileSituation) -> ProfileOut:
    return ProfileOut(
        **{name: getattr(profile.spec, name) for name in ProfileSpec.__struct_fields__},
        id=profile.id,
        created_at=profile.created_at,
        updated_at=profile.updated_at,
        next_run_at=profile.next_run_at,
        last_run=profile.last_run,
        health=profile.health,
        counts=profile.counts,
        warnings=warnings.of_profile(profile.spec, here),
    )


def answer(profile: Profile, here: ProfileSituation, status: int = 200) -> Response[ProfileOut]:
    headers = {"ETag": request_headers.etag(profile.id, profile.revision)}
    if status == 201:
        headers["Location"] = f"/api/v1/profiles/{profile.id}"
    return Response(out(profile, here), status_code=status, headers=headers)
