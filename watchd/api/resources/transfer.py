"""/profiles/export and /profiles/import: profiles as files, and other people's lists of addresses as seeds."""

import asyncio
from typing import Annotated, Any, Literal, TypeVar

import msgspec
import tomli_w
from litestar import Controller, Request, Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromQuery, QueryParameter
from msgspec import Meta, Struct

from watchd import validation
from watchd.api.edge import idempotency
from watchd.api.edge.known_input import ANY_BODY
from watchd.api.edge.problems import MAX_FAULTS, ProblemError, invalid, nothing_in_it
from watchd.api.resources import importing
from watchd.api.resources.profiles import with_known_parameters, with_words
from watchd.api.services import Services, Wired
from watchd.errors import Conflict, Fault, FieldErrors
from watchd.model.page import Unparseable
from watchd.model.profile import ProfileSpec
from watchd.store.tables import Tables
from watchd.store.tables.profiles import ProfileFilter

T = TypeVar("T")
AnyRequest = Request[Any, Any, Any]

PAGE = 500
MAX_PROFILES = 20_000
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
    Literal["fail", "skip", "replace"],
    QueryParameter(description="What to do with a profile whose name is taken already."),
]


class ProfilesFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of an export."""

    profiles: Annotated[list[dict[str, Any]], Meta(max_length=MAX_PROFILES)]
    version: Literal[1] = 1


class ImportOut(Struct, frozen=True):
    """What an import did."""

    created: list[str]  # ids
    replaced: list[str]  # ids
    skipped: list[str]  # names
    notes: list[str] = []  # what could not be taken over from another program's file, and what may surprise


class TransferController(Controller):
    """Profiles in and out."""

    path = "/profiles"
    tags = ["Profiles"]  # noqa: RUF012 (the framework's way)

    @get(
        "/export",
        opt={"scope": "read"},
        summary="Export all profiles",
        responses={200: ResponseSpec(ProfilesFile, generate_examples=False, description="The file.")},
    )
    async def export(
        self, services: Wired, format: FromQuery[Literal["json", "toml"]] = "json"
    ) -> Response[bytes]:
        """A file that POST /profiles/import takes back. Channel URLs are not in it."""
        specs = await services.store.read(_all_specs)
        content = {"version": 1, "profiles": [msgspec.to_builtins(spec) for spec in specs]}
        if format == "json":
            body, media_type = msgspec.json.format(msgspec.json.encode(content)), "application/json"
        else:
            body, media_type = await asyncio.to_thread(_toml, content), "application/toml"
        name = f'attachment; filename="watchd-profiles.{format}"'
        return Response(body, media_type=media_type, headers={"Content-Disposition": name})

    @post("/import", opt={"scope": "write", ANY_BODY: True}, summary="Import profiles")
    async def import_file(
        self,
        request: AnyRequest,
        services: Wired,
        on_conflict: Collision = "fail",
        name: Annotated[
            str | None, QueryParameter(max_length=200, description="Bookmarks, OPML: the new profile's name.")
        ] = None,
        text: Annotated[
            str | None, QueryParameter(max_length=2000, description="Bookmarks, OPML: its query.")
        ] = None,
    ) -> Response[ImportOut]:
        """All of the file or nothing. The media type says what it is: `application/json` or `application/toml` as
        exported, `text/html` for a browser's bookmarks, `text/x-opml` for a feed reader's list. The latter two become
        the seeds of a new profile, and of further ones where 500 pages and 500 feeds do not do; `notes` says so, and counts
        what was left out. `application/zip` is a backup of changedetection.io, whose watches become profiles;
        its JSON file is understood as well. Accepts an `Idempotency-Key`."""
        specs, notes = await _specs(request, services, name, text)

        async def store(tables: Tables) -> Response[ImportOut]:
            done = await _store(tables, services, specs, on_conflict)
            return Response(msgspec.structs.replace(done, notes=notes), status_code=201)

        response = await idempotency.once(request, services, store)
        services.schedule_changed()
        return response


async def _specs(
    request: AnyRequest, services: Services, name: str | None, text: str | None
) -> tuple[list[ProfileSpec], list[str]]:
    """The profiles of the file, and what there is to say about them."""
    body = await request.body()
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    match FORMATS.get(media_type):
        case "json":
            content = await asyncio.to_thread(_json, body)
            if isinstance(content, dict) and "watching" in content:
                return await _from_watches(services, body)
            return await asyncio.to_thread(_checked, content), []
        case "toml":
            content = _readable(await services.files.read_toml(body)).content
            return await asyncio.to_thread(_checked, content), []
        case "bookmarks":
            listing = _readable(await services.files.read_bookmarks(body))
            return await asyncio.to_thread(importing.profiles_from_listing, listing, name, text)
        case "opml":
            listing = _readable(await services.files.read_opml(body))
            return await asyncio.to_thread(importing.profiles_from_listing, listing, name, text)
        case "watches":
            return await _from_watches(services, body)
    raise ProblemError(415, "media-type", f"Send one of these as Content-Type: {', '.join(FORMATS)}.")


async def _from_watches(services: Services, body: bytes) -> tuple[list[ProfileSpec], list[str]]:
    found = _readable(await services.files.read_watches(body)).watches
    specs, notes = await asyncio.to_thread(importing.profiles_from_watches, found)
    if not specs:
        raise nothing_in_it(f"has no watch that can be followed. {' '.join(notes)}".rstrip(" ."))
    if len(specs) > MAX_PROFILES:
        notes.append(
            f"{len(specs) - MAX_PROFILES} watch(es) are beyond the most of an import and were left out."
        )
    return specs[:MAX_PROFILES], notes


def _readable(told: T | Unparseable) -> T:
    if isinstance(told, Unparseable):
        raise ProblemError(400, "malformed", f"The body cannot be read: {told.detail}")
    return told


def _json(body: bytes) -> Any:
    try:
        return msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as cause:
        raise ProblemError(400, "malformed", f"The body cannot be read as JSON: {cause}.") from cause


def _checked(content: Any) -> list[ProfileSpec]:
    """Every profile of the file, or the faults of all of them."""
    file = validation.read(ProfilesFile, content)
    specs, faults = [], list[Fault]()
    for position, raw in enumerate(file.profiles):
        try:
            specs.append(with_words(with_known_parameters(validation.read(ProfileSpec, raw))))
        except (FieldErrors, ProblemError) as mistakes:
            faults += [Fault(f"profiles[{position}].{f.field}", f.message) for f in mistakes.faults]
        if len(faults) > MAX_FAULTS:
            break
    if faults:
        raise invalid(faults)
    return specs


async def _store(
    tables: Tables, services: Services, specs: list[ProfileSpec], on_conflict: Collision
) -> ImportOut:
    done = ImportOut([], [], [])
    faults = list[Fault]()
    for position, spec in enumerate(specs):
        taken = await tables.profiles.id_of(spec.name)
        if taken and on_conflict == "skip":
            done.skipped.append(spec.name)
            continue
        if taken and on_conflict == "fail":
            raise Conflict(
                f"There is a profile named {spec.name!r} already; nothing was imported. Rename one, or send "
                "on_conflict=skip or on_conflict=replace.",
                field=f"profiles[{position}].name",
            )
        try:
            await _put(tables, services, spec, taken, done)
        except FieldErrors as mistakes:
            faults += [Fault(f"profiles[{position}].{f.field}", f.message) for f in mistakes.faults]
    if faults:
        raise FieldErrors(faults[:MAX_FAULTS])  # and nothing of this transaction is kept
    return done


async def _put(
    tables: Tables, services: Services, spec: ProfileSpec, taken: str | None, done: ImportOut
) -> None:
    """Store a profile, in the place of the one that has its name."""
    if taken is None:
        profile = await tables.profiles.insert(services.new_id(), spec, services.clock.now())
        done.created.append(profile.id)
        return
    former = await tables.profiles.get(taken)
    assert former is not None
    await tables.profiles.replace(former, spec, services.clock.now())
    done.replaced.append(taken)


async def _all_specs(tables: Tables) -> list[ProfileSpec]:
    specs: list[ProfileSpec] = []
    after = ""
    while page := await tables.profiles.listed(ProfileFilter(), after=after, limit=PAGE):
        specs += [profile.spec for profile in page]
        after = page[-1].id
    return specs


def _toml(content: dict[str, Any]) -> bytes:
    return tomli_w.dumps(_without_null(content)).encode()


def _without_null(value: Any) -> Any:
    """TOML has no null; a field that is absent means the same to us."""
    if isinstance(value, dict):
        return {name: _without_null(entry) for name, entry in value.items() if entry is not None}
    if isinstance(value, list):
        return [_without_null(entry) for entry in value]
    return value
