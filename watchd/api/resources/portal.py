"""/portal: search, documents and lexicon of the portal; results as JSON, feeds or a page."""

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from litestar import Controller, Request, Response, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from watchd.api.edge.authorize import PORTAL
from watchd.api.edge.known_input import in_utc
from watchd.api.edge.paging import (
    Cursor,
    Limit,
    ListingPage,
    decode_cursor,
    encode_cursor,
    listing,
    unknown_cursor,
)
from watchd.api.edge.problems import invalid, not_found
from watchd.api.edge.request_headers import chosen_format
from watchd.api.services import Injected, Services
from watchd.core.portal.snippet import Piece
from watchd.errors import Fault
from watchd.model.portal import Facets, Indexed, LexiconTerm, PortalDocument, PortalFilter, ProfileScore, Sort
from watchd.portal import search_feeds, search_page
from watchd.portal.search import Hit, PortalSearchRequest, Results, run_search, similar
from watchd.portal.search_feeds import SEARCH_TYPES, opensearch_description
from watchd.store.tables import Tables

AnyRequest = Request[Any, Any, Any]
Format = Literal["json", "atom", "rss", "html"]
FORMATS: dict[str, Format] = {
    "application/json": "json",
    "text/html": "html",
    "application/atom+xml": "atom",
    "application/rss+xml": "rss",
}
SEARCH_PATH = "/api/v1/portal/search"
MAX_LINKS = 200
MAX_VERSIONS = 100

Words = Annotated[
    str,
    QueryParameter(
        max_length=500,
        description='Words, "phrases", beginnings*, -exclusions, a NEAR/5 b, and | between alternatives. '
        "Empty: all documents, the newest first.",
    ),
]
ProfileId = Annotated[
    str, QueryParameter(max_length=64, description="Only documents of the profile with this id.")
]
Language = Annotated[str, QueryParameter(max_length=10, description="Only this language, such as en.")]
Host = Annotated[str, QueryParameter(max_length=253, description="Only this host, such as www.example.org.")]
Since = Annotated[
    str,
    QueryParameter(
        max_length=40, description="Only documents that are new or have changed since this RFC 3339 time."
    ),
]
Order = Annotated[
    Sort | None, QueryParameter(description="`relevance` (the default) or `date` (the default in feeds).")
]
As = Annotated[
    Format | None,
    QueryParameter(
        description="json, atom, rss or html. Without it, the `Accept` header decides; the default is JSON."
    ),
]


class HitOut(Struct, frozen=True):
    """One result. The pieces of title and snippet are plain text; pieces with `hit` match the query."""

    id: str
    url: str
    title: tuple[Piece, ...]
    snippet: tuple[Piece, ...]
    language: str | None
    published_at: datetime | None
    first_seen: datetime
    changed_at: datetime
    profiles: tuple[ProfileScore, ...]


class SearchOut(Struct, frozen=True):
    """A page of results. Facets and `total` count the best 500 matches; `total_is_exact`: there are no more."""

    items: list[HitOut]
    next: str | None
    total: int
    total_is_exact: bool
    relaxed: bool
    did_you_mean: str | None
    facets: Facets


class VersionOut(Struct, frozen=True):
    """A former text of the page."""

    seen_at: datetime
    content_hash: str


class DocumentOut(Struct, frozen=True):
    """A document with all its data; `indexed` has its words as they are in the index."""

    id: str
    url: str
    title: str
    description: str
    keywords: tuple[str, ...]
    text: str
    indexed: Indexed
    language: str | None
    published_at: datetime | None
    first_seen: datetime
    last_seen: datetime
    changed_at: datetime
    profiles: tuple[ProfileScore, ...]
    sources: tuple[str, ...]
    links: tuple[str, ...]
    linked_from: list[str]
    versions: list[VersionOut]


class SimilarOut(Struct, frozen=True):
    """A document about the same subject."""

    id: str
    url: str
    title: str
    language: str | None


class SinkOut(Struct, frozen=True):
    """A receiver; `behind` counts the changes that it has not confirmed yet."""

    name: str
    kind: str
    enabled: bool
    behind: int
    rejected: int
    retry_at: datetime | None
    last_error: str | None


class PortalController(Controller):
    """The topical index."""

    path = "/portal"
    tags = ["Portal"]  # noqa: RUF012 (the framework's way)

    @get(
        "/search",
        opt={"scope": PORTAL},
        summary="Search the portal",
        responses={200: ResponseSpec(SearchOut, generate_examples=False, description="Results.")},
    )
    async def search(
        self,
        request: AnyRequest,
        services: Injected,
        q: Words = "",
        profile: ProfileId = "",
        language: Language = "",
        host: Host = "",
        since: Since = "",
        sort: Order = None,
        format: As = None,
        limit: Limit = 50,
        cursor: Cursor = None,
    ) -> Response[Any]:
        """Return ranked results with marked snippets, facets and a spelling suggestion. As Atom or RSS, a client can
        subscribe to the search."""
        chosen = chosen_format(request, format, FORMATS, default="json")
        question = PortalSearchRequest(
            text=q,
            filter=PortalFilter(profile, language.lower(), host.lower(), parse_time("since", since)),
            sort=sort or ("date" if chosen in ("atom", "rss") else "relevance"),
            offset=_offset(cursor),
            limit=limit,
        )
        results = await services.store.read(lambda t: run_search(t.portal_search, t.portal, question))
        end = question.offset + limit
        more = encode_cursor(str(end)) if end < results.total else None
        return await _response(request, services, results, chosen, more)

    @get("/documents/{document_id:str}", opt={"scope": PORTAL}, summary="Read a document")
    async def read(self, services: Injected, document_id: FromPath[str]) -> DocumentOut:
        return await services.store.read(lambda tables: _document(tables, document_id))

    @get("/documents/{document_id:str}/similar", opt={"scope": PORTAL}, summary="More like this")
    async def more_like(self, services: Injected, document_id: FromPath[str]) -> ListingPage[SimilarOut]:
        """List the ten documents that share most of its characteristic words."""

        async def look(tables: Tables) -> list[PortalDocument]:
            await _existing_document(tables, document_id)
            return await similar(tables.portal_search, tables.portal, document_id)

        found = await services.store.read(look)
        return ListingPage([SimilarOut(d.id, d.url, d.title, d.language) for d in found], None)

    @get("/lexicon", opt={"scope": PORTAL}, summary="The words of the index")
    async def lexicon(
        self,
        services: Injected,
        beginning: Annotated[
            str, QueryParameter(max_length=64, description="Only terms with this beginning.")
        ] = "",
        limit: Limit = 50,
        cursor: Cursor = None,
    ) -> ListingPage[LexiconTerm]:
        """List terms in folded and stemmed form, as in the index, with the number of documents and of occurrences."""
        after = decode_cursor(cursor)
        found = await services.store.read(
            lambda t: t.portal_search.lexicon(beginning.lower(), after=after, limit=limit + 1)
        )
        return listing(found, limit, key=lambda term: term.term)

    @get("/sinks", opt={"scope": "read"}, summary="The receivers of documents")
    async def sinks(self, services: Injected) -> ListingPage[SinkOut]:
        """List the receivers of `[portal.sinks.NAME]`, each with the changes that it has not confirmed yet."""
        return ListingPage(await services.store.read(lambda tables: _sinks(tables, services)), None)

    @get(
        "/opensearch.xml",
        opt={"scope": PORTAL},
        summary="How a browser can search here",
        media_type="application/opensearchdescription+xml",
    )
    async def description(self, request: AnyRequest, services: Injected) -> Response[str]:
        """Return an OpenSearch 1.1 description document."""
        body = opensearch_description(f"{_base(request, services)}{SEARCH_PATH}")
        return Response(body, media_type="application/opensearchdescription+xml; charset=utf-8")


async def _sinks(tables: Tables, services: Services) -> list[SinkOut]:
    last = await tables.portal.last_serial()
    states = {name: await tables.portal_sinks.get(name) for name in sorted(services.portal.sinks)}
    return [
        SinkOut(
            name=name,
            kind=(sink := services.portal.sinks[name]).kind,
            enabled=sink.enabled,
            behind=last - state.serial,
            rejected=state.rejected,
            retry_at=state.retry_at,
            last_error=state.last_error,
        )
        for name, state in states.items()
    ]


def parse_time(field: str, text: str) -> datetime | None:
    """Read a time in a query string. People type it into a browser, so a day is enough, and the zone may be missing."""
    if not text:
        return None
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        raise invalid([Fault(field, "must be a time in RFC 3339, such as 2026-11-16T07:30:00Z")]) from None
    return in_utc(field, time if time.tzinfo else time.replace(tzinfo=UTC))


def _offset(cursor: str | None) -> int:
    text = decode_cursor(cursor, "0")
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise unknown_cursor()
    return int(text)


async def _response(
    request: AnyRequest, services: Services, results: Results, format: Format, more: str | None
) -> Response[Any]:
    if format == "json":
        return Response(_out(results, more))
    asked = {name: str(value) for name, value in request.query_params.items()}
    address = f"{_base(request, services)}{SEARCH_PATH}" + (
        f"?{request.url.query}" if request.url.query else ""
    )
    query = asked.get("q", "")
    headers = {}
    if format == "html":
        names = await services.store.read(lambda t: t.portal_search.profile_names(list(results.facets.profile)))
        body = search_page.page(results, asked=asked, following=more, names=names)
        headers["Content-Security-Policy"] = search_page.POLICY
    elif format == "atom":
        body = search_feeds.atom(results, query=query, address=address)
    else:
        body = search_feeds.rss(results, query=query, address=address)
    # The framework adds the charset of text itself.
    charset = "" if format == "html" else "; charset=utf-8"
    return Response(body, media_type=f"{SEARCH_TYPES[format]}{charset}", headers=headers)


def _base(request: AnyRequest, services: Services) -> str:
    """Return the public address, else the one of this request, whose host the gate has checked. Behind a proxy with TLS,
    the request itself is plain http."""
    return (services.server.public_url or str(request.base_url)).rstrip("/")


def _out(results: Results, more: str | None) -> SearchOut:
    return SearchOut(
        items=[_hit(hit) for hit in results.hits],
        next=more,
        total=results.total,
        total_is_exact=results.is_exact,
        relaxed=results.is_relaxed,
        did_you_mean=results.did_you_mean,
        facets=results.facets,
    )


def _hit(hit: Hit) -> HitOut:
    document = hit.document
    return HitOut(
        id=document.id,
        url=document.url,
        title=hit.title,
        snippet=hit.snippet,
        language=document.language,
        published_at=document.published_at,
        first_seen=document.first_seen,
        changed_at=document.changed_at,
        profiles=hit.profiles,
    )


async def _existing_document(tables: Tables, id: str) -> PortalDocument:
    document = await tables.portal.get(id)
    if document is None:
        raise not_found("document", id)
    return document


async def _document(tables: Tables, id: str) -> DocumentOut:
    document = await _existing_document(tables, id)
    scores = await tables.portal.scores([id])
    versions = await tables.portal.versions(id, MAX_VERSIONS)
    return DocumentOut(
        id=id,
        url=document.url,
        title=document.title,
        description=document.description,
        keywords=document.keywords,
        text=document.text,
        indexed=await tables.portal.indexed(id),
        language=document.language,
        published_at=document.published_at,
        first_seen=document.first_seen,
        last_seen=document.last_seen,
        changed_at=document.changed_at,
        profiles=scores.get(id, ()),
        sources=document.sources,
        links=document.links,
        linked_from=await tables.portal.in_links(id, MAX_LINKS),
        versions=[VersionOut(version.seen_at, version.content_hash) for version in versions],
    )
