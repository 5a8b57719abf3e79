"""/portal/export: the portal as a streamed file; with a cursor, only the changes since the last export."""

from typing import Annotated, Any

from litestar import Request, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import QueryParameter
from litestar.response import Stream

from watchd.api.edge.admitted_stream import while_admitted
from watchd.api.edge.problems import ProblemError
from watchd.api.resources.portal import ProfileId, parse_time
from watchd.api.services import Injected
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
        description=f"The `{CURSOR}` of the export before, or an RFC 3339 time: only changes since then.",
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
    services: Injected,
    format: Annotated[
        Format, QueryParameter(description="JSON Lines, _bulk, XML, WARC 1.1 or a sitemap.")
    ] = "jsonl",
    profile: ProfileId = "",
    since: Since = "",
) -> Stream:
    """Stream the portal. The header `Watchd-Cursor` is the position to continue from: send it as `since`. A sitemap ends at
    50,000 addresses; its cursor leads to the next one. When the token is revoked or expires, the connection is closed
    before the end of the file."""
    after = serial_of(since)
    time = parse_time("since", since) if after is None else None
    part = await services.store.read(lambda tables: _part(tables, after, format))
    part = ChangeRange(part.after, part.upto, profile, time, removed=bool(since))
    written = FORMATS[format]
    name = f'attachment; filename="watchd-portal.{written.suffix}"'
    return Stream(
        while_admitted(request, services, stream(services.store, part, format, services.clock.now())),
        media_type=written.media_type,
        headers={"Content-Disposition": name, CURSOR: cursor(part.upto)},
    )


async def _part(tables: Tables, after: int | None, format: Format) -> ChangeRange:
    """Return the range to export; its end is fixed now, because the cursor is sent before the first byte."""
    if after is not None and after < await tables.portal.purged_serial():
        detail = (
            "The cursor is older than the record of removed documents; export everything again, without since."
        )
        raise ProblemError(410, "cursor-too-old", detail)
    begin = after or 0
    end = await tables.portal.last_serial()
    if format == "sitemap":
        end = await tables.portal.serial_of(export_formats.MAX_SITEMAP_URLS - 1, after=begin) or end
    return ChangeRange(begin, end)
