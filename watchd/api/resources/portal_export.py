"""/portal/export: the portal as a file, streamed; with a cursor, only what has changed since the last one."""

from collections.abc import AsyncIterator
from typing import Annotated, Any

from litestar import Request, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import QueryParameter
from litestar.response import Stream

from watchd.api.edge.gate import break_off
from watchd.api.edge.problems import ProblemError
from watchd.api.resources.portal import ProfileId, moment
from watchd.api.services import Services, Wired
from watchd.flow.upkeep import tokens
from watchd.model.portal import ChangeRange
from watchd.portal import export_formats
from watchd.portal.documents import cursor, serial_of
from watchd.portal.export import FORMATS, Format, stream
from watchd.store.tables import Tables

CURSOR = "Watchd-Cursor"

Since = Annotated[
    str,
    QueryParameter(
        max_length=40,
        description=f"The `{CURSOR}` of the export before, or an RFC 3339 time: only what has changed since.",
    ),
]


@get(
    "/portal/export",
    opt={"scope": "read"},
    summary="Export the portal",
    tags=["Portal"],
    responses={200: ResponseSpec(bytes, generate_examples=False, description="The file, streamed.")},
)
async def export(
    request: Request[Any, Any, Any],
    services: Wired,
    format: Annotated[
        Format, QueryParameter(description="JSON Lines, _bulk, XML, WARC 1.1 or a sitemap.")
    ] = "jsonl",
    profile: ProfileId = "",
    since: Since = "",
) -> Stream:
    """The header `Watchd-Cursor` is where the next export may go on: hand it in as `since`. A sitemap ends at 50,000
    addresses; go on from its cursor for the next one. When its token is revoked or expires, an export is broken off."""
    after = serial_of(since)
    time = moment("since", since) if after is None else None
    part = await services.store.read(lambda tables: _part(tables, after, format))
    part = ChangeRange(part.after, part.upto, profile, time, removed=bool(since))
    written = FORMATS[format]
    name = f'attachment; filename="watchd-portal.{written.suffix}"'
    return Stream(
        _while_admitted(request, services, stream(services.store, part, format, services.clock.now())),
        media_type=written.media_type,
        headers={"Content-Disposition": name, CURSOR: cursor(part.upto)},
    )


async def _while_admitted(
    request: Request[Any, Any, Any], services: Services, pieces: AsyncIterator[bytes]
) -> AsyncIterator[bytes]:
    """The pieces, as long as the token is good; it is looked up for each, which is once for many documents."""
    async for piece in pieces:
        if not await services.store.read(lambda t: tokens.is_valid(t, request.auth, services.clock.now())):
            # An end without a sound would pass for the end of the file, and the cursor was told already.
            break_off(request.scope)
            return
        yield piece


async def _part(tables: Tables, after: int | None, format: Format) -> ChangeRange:
    """From where to where; the end is fixed now, so that the cursor can be told before the first byte."""
    if after is not None and after < await tables.portal.purged_serial():
        detail = "This cursor is older than what is remembered of removed documents; export everything anew, without since."
        raise ProblemError(410, "cursor-too-old", detail)
    begin = after or 0
    end = await tables.portal.last_serial()
    if format == "sitemap":
        end = await tables.portal.serial_of(export_formats.MAX_SITEMAP_URLS - 1, after=begin) or end
    return ChangeRange(begin, end)
