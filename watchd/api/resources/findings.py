"""/findings: findings with their reasons and differences. /changes: all findings as one stream for programs."""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Literal

from litestar import Controller, Request, Response, get, patch
from litestar.di import NamedDependency, Provide
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Struct, structs

from watchd.api.diff_page import ComparedTexts, compared_texts, diff_page
from watchd.api.edge.known_input import in_utc
from watchd.api.edge.paging import (
    Cursor,
    IdPrefix,
    Limit,
    ListingPage,
    SearchText,
    decode_cursor,
    encode_cursor,
    having_prefix,
    listing,
    newest_start,
    unknown_cursor,
)
from watchd.api.edge.problems import not_found
from watchd.api.edge.request_headers import chosen_format
from watchd.api.resources.profiles import existing_profile
from watchd.api.services import Injected, Services
from watchd.core.changes.diff import Difference, Op
from watchd.core.changes.diff_rendering import as_text
from watchd.model.finding import Finding, ValueChange, Verdict, Why
from watchd.model.profile import FindingKind
from watchd.store.tables import Tables
from watchd.store.tables.findings import FindingFilter, State

AnyRequest = Request[Any, Any, Any]
Format = Literal["text", "html", "json"]
FORMATS: dict[str, Format] = {"application/json": "json", "text/plain": "text", "text/html": "html"}
MAX_OF_STORY = 50  # ids in an answer

Kind = Annotated[FindingKind | None, QueryParameter(description="Only findings of this kind.")]
Since = Annotated[datetime | None, QueryParameter(description="Only what was found at this time or later.")]
MinScore = Annotated[
    float | None, QueryParameter(ge=0, le=1, description="Only findings with this score or a higher one.")
]
# The framework uses the name `state` itself, so the code says `marked`.
Marked = Annotated[State | None, QueryParameter(name="state", description="Only read or only unread findings.")]
Words = Annotated[
    SearchText | None,
    QueryParameter(
        max_length=200,
        pattern=r"^[^\x00]*$",
        description="Words; all of them must occur in title, summary or address.",
    ),
]

Which = NamedDependency[FindingFilter]


class ChangeOut(Struct, frozen=True):
    """The difference from the text that the profile knew."""

    added: str
    removed: str
    ratio: float  # 0..1: the share of the text that is different
    values: tuple[ValueChange, ...]  # prices, stock and dates of availability that changed


class FindingOut(Struct, frozen=True, kw_only=True):
    """A finding."""

    id: str
    profile_id: str
    run_id: str | None
    kind: FindingKind
    url: str
    title: str
    language: str | None
    score: float
    found_at: datetime
    published_at: datetime | None
    summary: str
    why: Why
    change: ChangeOut | None
    same_story: list[str]  # ids of other findings about the same news
    verdict: Verdict | None
    state: State


class FindingPatch(Struct, frozen=True, forbid_unknown_fields=True):
    """The fields of a finding that a person can change."""

    state: State


class ChangesOut(Struct, frozen=True):
    """A part of the stream. `next` is the position to continue from; it is present even when nothing is new."""

    items: list[FindingOut]
    next: str


class DiffOut(Struct, frozen=True):
    """All steps from the known text to the found text; steps of one kind are in the order of the page."""

    finding_id: str
    known_at: datetime | None  # when the old version was seen; null: there was none, or it is no longer stored
    found_at: datetime
    is_complete: bool  # false: the texts are no longer stored, these are excerpts in the finding
    ratio: float
    new_share: float
    ops: tuple[Op, ...]


def _filter(
    since: Since = None,
    kind: Kind = None,
    min_score: MinScore = None,
    marked: Marked = None,
    q: Words = None,
) -> FindingFilter:
    """Build the filter from the parameters that every list of findings takes."""
    return FindingFilter(None, in_utc("since", since) if since else None, kind, min_score, marked, q)


FILTERED = {"which": Provide(_filter, sync_to_thread=False)}


class FindingController(Controller):
    """Findings."""

    tags = ["Findings"]  # noqa: RUF012 (the framework's way)

    @get("/findings", opt={"scope": "read"}, summary="List findings", dependencies=FILTERED)
    async def list_all(
        self,
        services: Injected,
        which: Which,
        profile: Annotated[
            str | None, QueryParameter(max_length=100, description="Only findings of this profile, by id.")
        ] = None,
        id_prefix: IdPrefix = None,
        limit: Limit = 50,
        cursor: Cursor = None,
    ) -> ListingPage[FindingOut]:
        """List the newest first."""
        return await _listed(services, structs.replace(which, profile_id=profile), limit, cursor, id_prefix)

    @get(
        "/profiles/{profile_id:str}/findings",
        opt={"scope": "read"},
        summary="List findings of a profile",
        dependencies=FILTERED,
    )
    async def list_of_profile(
        self,
        services: Injected,
        which: Which,
        profile_id: FromPath[str],
        limit: Limit = 50,
        cursor: Cursor = None,
    ) -> ListingPage[FindingOut]:
        """List the newest first."""
        await services.store.read(lambda tables: existing_profile(tables, profile_id))
        return await _listed(services, structs.replace(which, profile_id=profile_id), limit, cursor)

    @get("/findings/{finding_id:str}", opt={"scope": "read"}, summary="Read a finding")
    async def read(self, services: Injected, finding_id: FromPath[str]) -> FindingOut:
        async def look(tables: Tables) -> FindingOut:
            return (await findings_out(tables, [await existing_finding(tables, finding_id)]))[0]

        return await services.store.read(look)

    @patch("/findings/{finding_id:str}", opt={"scope": "write"}, summary="Mark a finding")
    async def mark(
        self, services: Injected, finding_id: FromPath[str], data: JSONBody[FindingPatch]
    ) -> FindingOut:
        """Mark as read or unread; this updates the unread count of the profile."""

        async def store(tables: Tables) -> FindingOut:
            await existing_finding(tables, finding_id)
            await tables.findings.set_state(finding_id, data.state)
            return (await findings_out(tables, [await existing_finding(tables, finding_id)]))[0]

        return await services.store.write(store)

    @get(
        "/findings/{finding_id:str}/diff",
        opt={"scope": "read"},
        summary="Show what changed",
        responses={200: ResponseSpec(DiffOut, generate_examples=False, description="The difference.")},
    )
    async def diff(
        self,
        request: AnyRequest,
        services: Injected,
        finding_id: FromPath[str],
        format: Annotated[
            Format | None,
            QueryParameter(description="Without it, the `Accept` header decides; the default is JSON."),
        ] = None,
    ) -> Response[Any]:
        """Compare the text that the profile knew with the text that was found, by sentence, and by word inside edited
        sentences. Of a new page, everything is added; of a page that is gone, everything is removed."""

        async def look(tables: Tables) -> ComparedTexts:
            return await compared_texts(tables, await existing_finding(tables, finding_id))

        compared = await services.store.read(look)
        # Long pages take a while, so this runs outside the event loop.
        seen = await asyncio.to_thread(compared.difference)
        match chosen_format(request, format, FORMATS, default="json"):
            case "text":
                return Response(as_text(seen), media_type="text/plain")
            case "html":
                return diff_page(compared, seen, root="../../../../")
            case "json":
                return Response(_diff_out(compared, seen))

    @get("/changes", opt={"scope": "read"}, summary="Follow all findings")
    async def changes(
        self,
        services: Injected,
        since: Annotated[
            str | None,
            QueryParameter(
                max_length=100,
                description="`next` of the answer before; leave it out to start with the first finding.",
            ),
        ] = None,
        limit: Limit = 50,
    ) -> ChangesOut:
        """Read one stream of all profiles, in the order in which findings were stored. A client that follows `next` gets
        each finding exactly once."""
        number = _number(since)

        async def look(tables: Tables) -> ChangesOut:
            found = await tables.findings.after(number, limit)
            last = found[-1][0] if found else number
            return ChangesOut(
                await findings_out(tables, [finding for _, finding in found]), encode_cursor(str(last))
            )

        return await services.store.read(look)


def _diff_out(compared: ComparedTexts, seen: Difference) -> DiffOut:
    return DiffOut(
        finding_id=compared.finding.id,
        known_at=compared.known_at,
        found_at=compared.finding.found_at,
        is_complete=compared.is_complete,
        ratio=round(seen.ratio, 4),
        new_share=round(seen.new_share, 4),
        ops=seen.ops,
    )


async def _listed(
    services: Services, which: FindingFilter, limit: int, cursor: str | None, id_prefix: str | None = None
) -> ListingPage[FindingOut]:
    before = newest_start(cursor, id_prefix)

    async def look(tables: Tables) -> list[FindingOut]:
        found = await tables.findings.listed(which, before=before, limit=limit + 1)
        return await findings_out(tables, having_prefix(found, id_prefix, key=lambda finding: finding.id))

    return listing(await services.store.read(look), limit, key=lambda finding: finding.id)


async def existing_finding(tables: Tables, finding_id: str) -> Finding:
    finding = await tables.findings.get(finding_id)
    if finding is None:
        raise not_found("finding", finding_id)
    return finding


async def findings_out(tables: Tables, findings: Sequence[Finding]) -> list[FindingOut]:
    stories = await tables.findings.of_stories({f.story_id for f in findings if f.story_id})
    return [
        FindingOut(
            id=finding.id,
            profile_id=finding.profile_id,
            run_id=finding.run_id,
            kind=finding.kind,
            url=finding.url,
            title=finding.title,
            language=finding.language,
            score=finding.score,
            found_at=finding.found_at,
            published_at=finding.published_at,
            summary=finding.summary,
            why=finding.why,
            change=_change(finding),
            same_story=[i for i in stories.get(finding.story_id or "", []) if i != finding.id][:MAX_OF_STORY],
            verdict=finding.verdict,
            state=finding.state,
        )
        for finding in findings
    ]


def _change(finding: Finding) -> ChangeOut | None:
    change = finding.change
    return ChangeOut(change.added, change.removed, change.ratio, change.values) if change else None


def _number(since: str | None) -> int:
    text = decode_cursor(since, first="0", field="since")
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise unknown_cursor("since")
    return int(text)
