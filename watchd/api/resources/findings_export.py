"""/findings/export: findings as a streamed file, as CSV for spreadsheets or as JSON Lines for programs.

Pages choose their titles and texts, so cells that a spreadsheet would read as a formula begin with an apostrophe. The file
begins with a byte order mark: without it, spreadsheet programs misread letters such as ä.
"""

import asyncio
import csv
import io
from collections.abc import AsyncIterator, Sequence
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import QueryParameter
from litestar.response import Stream
from msgspec import structs

from watchd.api.edge.admitted_stream import while_admitted
from watchd.api.edge.paging import NEWEST
from watchd.api.resources.findings import FILTERED, FindingOut, Which, findings_out
from watchd.api.services import Injected, Services
from watchd.core.policy import describe
from watchd.model.values import rfc3339
from watchd.notify import escaping
from watchd.store.tables import Tables
from watchd.store.tables.findings import FindingFilter

ExportFormat = Literal["csv", "jsonl"]
EXPORT_TYPES: dict[ExportFormat, str] = {"csv": "text/csv", "jsonl": "application/x-ndjson"}
# Findings in memory at a time. A read transaction lasts for one batch only, so that a slow client does not keep the log of
# the database from being written back.
BATCH_FINDINGS = 200
BYTE_ORDER_MARK = "\ufeff"
MAX_CELL_CHARS = 32_000  # a spreadsheet has at most 32,767 in a cell
COLUMNS = (
    "id",
    "profile_id",
    "profile",
    "kind",
    "title",
    "url",
    "score",
    "found_at",
    "published_at",
    "language",
    "summary",
    "added",
    "removed",
    "values",
    "matched_terms",
    "found_by",
    "verdict",
    "state",
    "run_id",
)


@get(
    "/findings/export",
    opt={"scope": "read"},
    summary="Export findings",
    tags=["Findings"],
    dependencies=FILTERED,
    responses={200: ResponseSpec(bytes, generate_examples=False, description="The file, streamed.")},
)
async def export_findings(
    request: Request[Any, Any, Any],
    services: Injected,
    which: Which,
    profile: Annotated[
        str | None, QueryParameter(max_length=100, description="Only findings of this profile, by id.")
    ] = None,
    format: Annotated[ExportFormat, QueryParameter(description="CSV or JSON Lines.")] = "csv",
) -> Stream:
    """Stream all findings that the filters select, the newest first. CSV is UTF-8 with a byte order mark; a cell that a
    spreadsheet would read as a formula begins with an apostrophe. A line of JSON Lines is a finding as in `GET /findings`.
    When the token is revoked or expires, the connection is closed before the end of the file."""
    pieces = _pieces(services, structs.replace(which, profile_id=profile), format)
    return Stream(
        while_admitted(request, services, pieces),
        media_type=EXPORT_TYPES[format],
        headers={"Content-Disposition": f'attachment; filename="watchd-findings.{format}"'},
    )


async def _pieces(services: Services, which: FindingFilter, format: ExportFormat) -> AsyncIterator[bytes]:
    names: dict[str, str] = {}  # of profiles, as far as they were needed
    if format == "csv":
        yield (BYTE_ORDER_MARK + _rows([COLUMNS])).encode()
    before: str | None = NEWEST
    while before is not None:
        batch, before = await services.store.read(
            lambda tables, before=before: _batch(tables, which, before, names)  # type: ignore[misc]
        )
        if batch and format == "csv":
            # It takes longer than the event loop may wait.
            yield await asyncio.to_thread(_encoded, batch, names)
        elif batch:
            yield b"".join(msgspec.json.encode(finding) + b"\n" for finding in batch)


async def _batch(
    tables: Tables, which: FindingFilter, before: str, names: dict[str, str]
) -> tuple[list[FindingOut], str | None]:
    """Return the next findings and the place to continue from; None at the end."""
    found = await tables.findings.listed(which, before=before, limit=BATCH_FINDINGS)
    unknown = sorted({finding.profile_id for finding in found} - names.keys())
    names |= {id: spec.name for id, spec in (await tables.profiles.specs(unknown)).items()}
    return await findings_out(tables, found), found[-1].id if len(found) == BATCH_FINDINGS else None


def _encoded(batch: Sequence[FindingOut], names: dict[str, str]) -> bytes:
    return _rows([_cells(finding, names) for finding in batch]).encode()


def _rows(rows: Sequence[Sequence[str]]) -> str:
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue()


def _cells(finding: FindingOut, names: dict[str, str]) -> list[str]:
    change = finding.change
    return [
        finding.id,
        finding.profile_id,
        _text(names.get(finding.profile_id, "")),
        finding.kind,
        _text(finding.title),
        _text(finding.url),
        f"{finding.score:.4f}",
        rfc3339(finding.found_at),
        rfc3339(finding.published_at) if finding.published_at else "",
        _text(finding.language or ""),
        _text(finding.summary),
        _text(change.added) if change else "",
        _text(change.removed) if change else "",
        _text("; ".join(map(describe.value_change, change.values))) if change else "",
        _text("; ".join(term.term for term in finding.why.matched_terms)),
        _text(finding.why.found_by),
        finding.verdict or "",
        finding.state,
        finding.run_id or "",
    ]


def _text(text: str) -> str:
    """Return text from outside as a cell."""
    return escaping.for_csv(escaping.lines(text, MAX_CELL_CHARS))
