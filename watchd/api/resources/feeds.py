"""/feeds: findings of a profile for feed readers. They cannot send a token, so each profile has a key for its feeds."""

import base64
import hashlib
import hmac
from datetime import datetime
from email.utils import format_datetime, parsedate_to_datetime
from typing import Annotated, Any

from litestar import Controller, Request, Response, get, head, post
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from watchd.api.edge import request_headers
from watchd.api.edge.authorize import OPEN
from watchd.api.edge.problems import ProblemError, not_found
from watchd.api.services import Injected, Services
from watchd.flow.upkeep.tokens import UNKNOWN_DIGEST
from watchd.notify.finding_feed import MEDIA_TYPES, Feed, document
from watchd.store.tables import Tables

MAX_ENTRIES = 100
# The same answer whether the profile, the format or the key is wrong, so that it does not show what exists.
NO_SUCH_FEED = "There is no such feed, or its key is wrong; POST /profiles/{id}/feed-key makes a new key."

Key = Annotated[str, QueryParameter(max_length=200, description="The key for the feeds of the profile.")]


class FeedKeyOut(Struct, frozen=True):
    """A key, shown only in this answer, and the addresses that it opens."""

    key: str
    atom: str
    rss: str
    json: str


class FeedKeyInfo(Struct, frozen=True):
    """The key of a profile's feeds, without its text, which is not stored; null: the profile has no key."""

    created_at: datetime | None


class FeedController(Controller):
    """Feeds and their keys."""

    tags = ["Feeds"]  # noqa: RUF012 (the framework's way)

    @post(
        "/profiles/{profile_id:str}/feed-key",
        opt={"scope": "write"},
        summary="Make a key for a profile's feeds",
    )
    async def make_key(self, services: Injected, profile_id: FromPath[str]) -> FeedKeyOut:
        """Replace the key. Only this answer shows the new one; the old one is no longer valid."""
        key = base64.urlsafe_b64encode(services.entropy.bits(256).to_bytes(32, "big")).decode().rstrip("=")

        async def store(tables: Tables) -> None:
            if await tables.profiles.get(profile_id) is None:
                raise not_found("profile", profile_id)
            await tables.feed_keys.put(profile_id, _digest(key), services.clock.now())

        await services.store.write(store)
        addresses = {form: f"{services.links.feed(profile_id, form)}?key={key}" for form in MEDIA_TYPES}
        return FeedKeyOut(key=key, **addresses)

    @get("/profiles/{profile_id:str}/feed-key", opt={"scope": "read"}, summary="Read when the key was made")
    async def key_info(self, services: Injected, profile_id: FromPath[str]) -> FeedKeyInfo:
        """Show whether a new key would replace one that feed readers use."""

        async def look(tables: Tables) -> FeedKeyInfo:
            if await tables.profiles.get(profile_id) is None:
                raise not_found("profile", profile_id)
            return FeedKeyInfo(await tables.feed_keys.made_at(profile_id))

        return await services.store.read(look)

    @get(
        "/feeds/{name:str}", opt={"scope": OPEN}, summary="Read a profile's feed", media_type="application/xml"
    )
    async def read(
        self, request: Request[Any, Any, Any], services: Injected, name: FromPath[str], key: Key = ""
    ) -> Response[bytes]:
        """Read a feed; `name` is the id of a profile with `.atom`, `.rss` or `.json`. Honours `If-None-Match` and
        If-Modified-Since. `HEAD` answers with the same headers."""
        found = await _found(request, services, name, key)
        if found.is_known:
            return Response(b"", status_code=304, headers=found.headers)
        return Response(found.body, media_type=found.media_type, headers=found.headers)

    @head("/feeds/{name:str}", opt={"scope": OPEN}, summary="Ask whether a profile's feed has changed")
    async def read_headers(
        self, request: Request[Any, Any, Any], services: Injected, name: FromPath[str], key: Key = ""
    ) -> Response[None]:
        """Answer with the headers of `GET` only. Honours `If-None-Match` and If-Modified-Since."""
        found = await _found(request, services, name, key)
        if found.is_known:
            return Response(None, status_code=304, headers=found.headers)
        about = {"Content-Type": found.media_type, "Content-Length": str(len(found.body))}
        return Response(None, headers={**found.headers, **about})


class FoundFeed(Struct, frozen=True):
    """A feed as it is sent."""

    body: bytes
    media_type: str
    headers: dict[str, str]
    is_known: bool  # the client has this version


async def _found(request: Request[Any, Any, Any], services: Services, name: str, key: str) -> FoundFeed:
    profile_id, _, form = name.rpartition(".")
    feed = await services.store.read(
        lambda tables: _feed(tables, profile_id, key, services.links.feed(profile_id, form))
    )
    if feed is None or form not in MEDIA_TYPES:
        raise ProblemError(404, "not-found", NO_SUCH_FEED)
    body = document(feed, form)
    headers = {
        "ETag": f'"{hashlib.sha256(body).hexdigest()[:32]}"',
        "Last-Modified": format_datetime(feed.updated, usegmt=True),
        "Cache-Control": "private, no-cache",
    }
    is_known = _is_known(request, headers["ETag"], feed.updated)
    return FoundFeed(body, f"{MEDIA_TYPES[form]}; charset=utf-8", headers, is_known)


async def _feed(tables: Tables, profile_id: str, key: str, address: str) -> Feed | None:
    digest = await tables.feed_keys.digest_of(profile_id)
    if not hmac.compare_digest(_digest(key), digest or UNKNOWN_DIGEST):
        return None
    profile = await tables.profiles.get(profile_id)
    if profile is None:
        return None
    return Feed(profile, await tables.feed_keys.newest(profile_id, MAX_ENTRIES), address)


def _is_known(request: Request[Any, Any, Any], etag: str, updated: datetime) -> bool:
    """Return whether the client has this version; the date counts only without a tag (RFC 9110)."""
    if "if-none-match" in request.headers:
        return request_headers.is_fresh(request, etag)
    try:
        since = parsedate_to_datetime(request.headers.get("if-modified-since", ""))
        return updated.replace(microsecond=0) <= since
    except (ValueError, TypeError, OverflowError):
        return False


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
