"""/profiles/export and /profiles/import: profiles as files, and lists of addresses as seeds."""

import asyncio
from typing import Annotated, Any, Literal, TypeVar

import msgspec
import tomli_w
from litestar import Controller, Request, Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromQuery, QueryParameter
from msgspec import Struct

from watchd.api.edge import idempotency
from watchd.api.edge.known_input import ANY_BODY
from watchd.api.edge.problems import ProblemError
from watchd.api.resources.profiles import situation
from watchd.api.services import Injected, Services
from watchd.flow.profiles import importing, warnings
from watchd.flow.profiles.importing import Converted, OnConflict, ProfilesFile
from watchd.flow.profiles.opml_export import opml_of
from watchd.model.page import Unparseable
from watchd.model.profile import ProfileSpec, ProfileWarning
from watchd.store.tables import Tables
from watchd.store.tables.profiles import ProfileFilter

T = TypeVar("T")
AnyRequest = Request[Any, Any, Any]

PROFILES_PER_READ = 500
FORMATS = {
    "application/json": "json",
    "application/toml": "toml",
    "text/toml": "toml",
    "text/html": "bookmarks",
    "text/x-opml": "opml",
    "application/xml": "opml",
    "text/xml": "opml",
    "application/zip": "watches",
}

Collision = Annotated[
    OnConflict, QueryParameter(description="What to do with a profile whose name is already used.")
]


class ImportOut(Struct, frozen=True):
    """The result of an import."""

    created: list[str]  # ids
    replaced: list[str]  # ids
    skipped: list[str]  # names
    notes: list[str] = []  # settings and addresses that were left out, and what may surprise
    warnings: list[ProfileWarning] = []  # about the stored profiles


class TransferController(Controller):
    """Export and import of profiles."""

    path = "/profiles"
    tags = ["Profiles"]  # noqa: RUF012 (the framework's way)

    @get(
        "/export",
        opt={"scope": "read"},
        summary="Export all profiles",
        responses={200: ResponseSpec(ProfilesFile, generate_examples=False, description="The file.")},
    )
    async def export(
        self, services: Injected, format: FromQuery[Literal["json", "toml", "opml"]] = "json"
    ) -> Response[bytes]:
        """Return a file that POST /profiles/import accepts. It does not contain channel URLs. `opml` has only the feeds
        and pages of the profiles, for feed readers."""
        specs = await services.store.read(_all_specs)
        match format:
            case "json":
                body, media_type = msgspec.json.format(msgspec.json.encode(_content(specs))), "application/json"
            case "toml":
                body, media_type = await asyncio.to_thread(_toml, _content(specs)), "application/toml"
            case "opml":
                body = await asyncio.to_thread(opml_of, specs, services.clock.now())
                media_type = "text/x-opml"
        name = f'attachment; filename="watchd-profiles.{format}"'
        return Response(body, media_type=media_type, headers={"Content-Disposition": name})

    @post("/import", opt={"scope": "write", ANY_BODY: True}, summary="Import profiles")
    async def import_file(
        self,
        request: AnyRequest,
        services: Injected,
        on_conflict: Collision = "fail",
        name: Annotated[
            str | None, QueryParameter(max_length=200, description="Bookmarks, OPML: name of the new profile.")
        ] = None,
        text: Annotated[
            str | None,
            QueryParameter(max_length=2000, description="Bookmarks, OPML: query of the new profile."),
        ] = None,
    ) -> Response[ImportOut]:
        """Import the whole file or nothing. The media type says what the file is: `application/json` or
        `application/toml` for an export, `text/html` for bookmarks of a browser, `text/x-opml` for the list of a feed
        reader. Bookmarks and OPML become the seeds of a new profile, or of several, because one takes at most 500 pages
        and 500 feeds. `application/zip` is a backup of changedetection.io, whose watches become profiles; its JSON file
        is also accepted. `notes` reports what was left out. Accepts an `Idempotency-Key`."""
        specs, notes = await _converted(request, services, name, text)
        await importing.check_templates(services.sender, specs)

        async def store(tables: Tables) -> Response[ImportOut]:
            done = await importing.store_profiles(
                tables,
                specs,
                on_conflict,
                new_id=services.new_id,
                now=services.clock.now(),
                known_providers=services.provider_setup.names(),
            )
            here = await situation(tables, services)
            found = await asyncio.to_thread(warnings.of_profiles, done.stored, here)
            return Response(ImportOut(done.created, done.replaced, done.skipped, notes, found), status_code=201)

        response = await idempotency.once(request, services, store)
        services.schedule_changed()
        return response


def _content(specs: list[ProfileSpec]) -> dict[str, Any]:
    return {"version": 1, "profiles": [msgspec.to_builtins(spec) for spec in specs]}


async def _converted(request: AnyRequest, services: Services, name: str | None, text: str | None) -> Converted:
    """Return the profiles of the file, and notes. Threads convert it, because a long file would block the event loop."""
    body = await request.body()
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    form = FORMATS.get(media_type)
    content: Any = await asyncio.to_thread(_json, body) if form == "json" else None
    if isinstance(content, dict) and "watching" in content:
        form = "watches"  # a backup of changedetection.io has this file
    match form:
        case "json":
            return await asyncio.to_thread(importing.profiles_from_export, content), []
        case "toml":
            content = _readable(await services.files.read_toml(body)).content
            return await asyncio.to_thread(importing.profiles_from_export, content), []
        case "bookmarks":
            listing = _readable(await services.files.read_bookmarks(body))
            return await asyncio.to_thread(importing.profiles_from_listing, listing, name, text)
        case "opml":
            listing = _readable(await services.files.read_opml(body))
            return await asyncio.to_thread(importing.profiles_from_listing, listing, name, text)
        case "watches":
            watches = _readable(await services.files.read_watches(body)).watches
            return await asyncio.to_thread(importing.profiles_from_watches, watches)
    raise ProblemError(
        415, "media-type", f"The Content-Type must be one of {', '.join(FORMATS)}; got {media_type!r}."
    )


def _readable(file: T | Unparseable) -> T:
    if isinstance(file, Unparseable):
        raise ProblemError(400, "malformed", f"The body cannot be read: {file.detail}")
    return file


def _json(body: bytes) -> Any:
    try:
        return msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as cause:
        raise ProblemError(400, "malformed", f"The body cannot be read as JSON: {cause}.") from cause


async def _all_specs(tables: Tables) -> list[ProfileSpec]:
    specs: list[ProfileSpec] = []
    after = ""
    while page := await tables.profiles.listed(ProfileFilter(), after=after, limit=PROFILES_PER_READ):
        specs += [profile.spec for profile in page]
        after = page[-1].id
    return specs


def _toml(content: dict[str, Any]) -> bytes:
    return tomli_w.dumps(_without_null(content)).encode()


def _without_null(value: Any) -> Any:
    """Remove null values: TOML has none, and a missing field means the same."""
    if isinstance(value, dict):
        return {name: _without_null(entry) for name, entry in value.items() if entry is not None}
    if isinstance(value, list):
        return [_without_null(entry) for entry in value]
    return value
