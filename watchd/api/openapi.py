"""The OpenAPI 3.1 document at /api/openapi.json and the page for people at /api/docs.

The framework makes the document from the handlers. This module adds what the handlers cannot say: the form of errors, the
fields of merge patches, and examples (openapi_examples.py). The daemon serves all files of the page itself.
"""

import re
from functools import cache
from importlib import resources
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.params import FromPath
from litestar.router import Router

from watchd.api.edge.authorize import OPEN
from watchd.api.edge.bodies import IMPORT_PATH
from watchd.api.edge.problems import MEDIA_TYPE, problem, unauthorized
from watchd.api.openapi_examples import add_examples
from watchd.api.resources.channels import ChannelIn
from watchd.api.resources.findings import FindingPatch
from watchd.api.resources.findings_export import EXPORT_TYPES
from watchd.api.resources.profiles import ExampleIn, ProfileReplacement
from watchd.model.profile import ProfileSpec
from watchd.model.token import TokenSpec
from watchd.notify.finding_feed import MEDIA_TYPES as FEED_TYPES
from watchd.portal import export
from watchd.portal.search_feeds import SEARCH_TYPES

ASSETS = resources.files("watchd.api") / "assets"
ASSET_TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}
ASSET_NAMES = {
    "swagger-ui.css": "swagger-ui/swagger-ui.css",
    "swagger-ui-bundle.js": "swagger-ui/swagger-ui-bundle.js",
    "docs.js": "docs.js",
    "docs.css": "docs.css",
}
# Swagger UI has small images as data in its style sheet, and its script sets style attributes.
DOCS_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
DOCS_PAGE = b"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>watchd API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/api/docs/assets/swagger-ui.css">
<link rel="stylesheet" href="/api/docs/assets/docs.css">
</head>
<body>
<div id="docs"></div>
<noscript>This page needs JavaScript. The document is at <a href="/api/openapi.json">/api/openapi.json</a>.</noscript>
<script src="/api/docs/assets/swagger-ui-bundle.js"></script>
<script src="/api/docs/assets/docs.js"></script>
</body>
</html>
"""

DESCRIBED = ("/api/v1", "/health", "/metrics")
INPUTS = [ProfileSpec, ProfileReplacement, ExampleIn, ChannelIn, FindingPatch, TokenSpec]
HEADERS = {
    "Idempotency-Key": "A request that is repeated with the same key within 24 hours gets the first answer.",
    "If-Match": "The ETag that was read; 412 when it is not current.",
    "If-None-Match": "The ETag that the client has; 304 when it is still current.",
}
EXPORT_PATH = "/api/v1/profiles/export"
DIFF_PATH = "/api/v1/findings/{finding_id}/diff"
FINDINGS_EXPORT_PATH = "/api/v1/findings/export"
PORTAL_EXPORT_PATH = "/api/v1/portal/export"
PORTAL_SEARCH_PATH = "/api/v1/portal/search"
FEED_PATH = "/api/v1/feeds/{name}"
FILE = {"schema": {"type": "string"}}
IMPORT_BODY = {
    "required": True,
    "description": "An export of profiles, bookmarks of a browser, or OPML.",
    "content": {
        "application/json": {"schema": {"$ref": "#/components/schemas/ProfilesFile"}},
        "application/toml": FILE,
        "text/html": FILE,
        "text/x-opml": FILE,
    },
}

_REFUSAL = unauthorized()
UNAUTHORIZED = msgspec.to_builtins(problem(_REFUSAL.status, _REFUSAL.code, _REFUSAL.detail))
PATCHED = {"/api/v1/profiles/{profile_id}": "ProfileSpec", "/api/v1/channels/{name}": "ChannelIn"}


class OpenApiDocument(JsonRenderPlugin):
    """The document, made once."""

    def __init__(self) -> None:
        super().__init__(path="/openapi.json", media_type=MediaType.JSON)
        self._body: bytes | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        if self._body is None:
            self._body = msgspec.json.encode(completed(openapi_schema))
        return self._body


class DocsPage(OpenAPIRenderPlugin):
    """The page for people."""

    def __init__(self) -> None:
        super().__init__(path="/docs")

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return DOCS_PAGE


@get("/api/docs/assets/{name:str}", opt={"scope": OPEN}, include_in_schema=False)
async def asset(name: FromPath[str]) -> Response[bytes]:
    """Serve a file of the page. Names are looked up in a table and never become part of a path."""
    path = ASSET_NAMES.get(name)
    if path is None:
        raise NotFoundException
    kind = next(kind for suffix, kind in ASSET_TYPES.items() if name.endswith(suffix))
    return Response(_content(path), media_type=kind, headers={"Cache-Control": "max-age=3600"})


@cache
def _content(path: str) -> bytes:
    """Return a file, once for all requests: clients that do not read their answer must not fill the memory with copies."""
    return (ASSETS / path).read_bytes()


def config() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="watchd",
        version="1",
        description="Standing queries on the live web. Errors are RFC 9457 problem details; lists come in pages.",
        path="/api",
        openapi_router=Router("/api", route_handlers=[], opt={"scope": OPEN}, after_request=_allow_docs),
        render_plugins=[OpenApiDocument(), DocsPage()],
        components=Components(
            security_schemes={
                "token": SecurityScheme(type="http", scheme="bearer", description="A watchd token.")
            }
        ),
        security=[{"token": []}],
        use_handler_docstrings=True,
    )


def completed(document: dict[str, Any]) -> dict[str, Any]:
    """Add errors, merge patches, headers and examples to the document of the framework."""
    document["paths"] = {
        path: item for path, item in sorted(document["paths"].items()) if path.startswith(DESCRIBED)
    }
    schemas = document["components"]["schemas"]
    schemas |= _own_schemas() | {"Problem": PROBLEM}
    for path, name in PATCHED.items():
        _describe_patch(document["paths"][path]["patch"], schemas, name)
    document["paths"][IMPORT_PATH]["post"]["requestBody"] = IMPORT_BODY
    files = document["paths"][EXPORT_PATH]["get"]["responses"]["200"]["content"]
    files |= {"application/toml": FILE, "text/x-opml": FILE}
    shown = document["paths"][DIFF_PATH]["get"]["responses"]["200"]["content"]
    shown |= {"text/plain": FILE, "text/html": FILE}
    exported = {written.media_type: FILE for written in export.FORMATS.values()}
    document["paths"][PORTAL_EXPORT_PATH]["get"]["responses"]["200"]["content"] = exported
    findings = dict.fromkeys(EXPORT_TYPES.values(), FILE)
    document["paths"][FINDINGS_EXPORT_PATH]["get"]["responses"]["200"]["content"] = findings
    feeds = dict.fromkeys(FEED_TYPES.values(), FILE)
    document["paths"][FEED_PATH]["get"]["responses"]["200"]["content"] = feeds
    found = document["paths"][PORTAL_SEARCH_PATH]["get"]["responses"]["200"]["content"]
    found |= {media_type: FILE for form, media_type in SEARCH_TYPES.items() if form != "json"}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            operation["operationId"] = f"{method}{path.replace('/api/v1', '').replace('/', '_')}".replace(
                "{", ""
            ).replace("}", "")
            _describe_errors(operation)
            _describe_headers(operation)
            if method == "head":
                _remove_bodies(operation)
            if path.startswith("/health"):
                operation["security"] = []
    add_examples(document)
    return _renamed(document)


def _own_schemas() -> dict[str, Any]:
    """Return schemas by msgspec, which also describes patterns of list items and that unknown fields are refused."""
    _, components = msgspec.json.schema_components(INPUTS, ref_template="#/components/schemas/{name}")
    return components


def _describe_patch(operation: dict[str, Any], schemas: dict[str, Any], name: str) -> None:
    schema = {
        **schemas[name],
        "title": f"{name}Patch",
        "description": "A JSON merge patch; null means the default.",
    }
    schema.pop("required", None)
    schemas[f"{name}Patch"] = schema
    content = {"schema": {"$ref": f"#/components/schemas/{name}Patch"}}
    operation["requestBody"] = {
        "required": True,
        "content": {"application/merge-patch+json": content, "application/json": content},
    }


def _describe_errors(operation: dict[str, Any]) -> None:
    # The framework describes its own form of a 400; here every error is a problem.
    operation["responses"].pop("400", None)
    operation["responses"]["default"] = {
        "description": "A problem (RFC 9457).",
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}, "example": UNAUTHORIZED}},
    }


def _remove_bodies(operation: dict[str, Any]) -> None:
    """Describe the answers as HEAD gives them: status and headers only, also in case of an error."""
    for answer in operation["responses"].values():
        answer.pop("content", None)


def _describe_headers(operation: dict[str, Any]) -> None:
    """List the headers that the description of a handler names in backticks."""
    for name, meaning in HEADERS.items():
        if f"`{name}`" not in operation.get("description", ""):
            continue
        header = {
            "name": name,
            "in": "header",
            "required": False,
            "description": meaning,
            "schema": {"type": "string"},
        }
        operation.setdefault("parameters", []).append(header)
        if name == "If-None-Match":
            operation["responses"]["304"] = {"description": "Unchanged."}


def _renamed(document: dict[str, Any]) -> dict[str, Any]:
    """Give lists short names: ProfileListing, not ListingPage_watchd.api.resources.profiles.ProfileOut_."""
    text = re.sub(
        rb"ListingPage_watchd[a-z_.]*\.([A-Za-z]+?)(?:Out)?_", rb"\1Listing", msgspec.json.encode(document)
    )
    renamed: dict[str, Any] = msgspec.json.decode(text)
    return renamed


def _allow_docs(response: Response[Any]) -> Response[Any]:
    response.headers["Content-Security-Policy"] = DOCS_POLICY
    return response


PROBLEM = {
    "type": "object",
    "title": "Problem",
    "description": "An error and the way out (RFC 9457).",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": {
            "type": "string",
            "description": "Stable; programs may branch on it.",
            "example": "urn:watchd:problem:invalid",
        },
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "instance": {"type": "string", "description": "The address of the resource that is in the way."},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["field", "message"],
                "properties": {"field": {"type": "string"}, "message": {"type": "string"}},
            },
        },
    },
}
