"""Outcomes of responses: from status, headers and body to an outcome or a redirect."""

import datetime
import math
from email.utils import parsedate_to_datetime

from msgspec import Struct

from watchd.model.outcome import Failed, Fetched, Gone, NotModified, Outcome, Refused, Validators
from watchd.web.extract import pdf
from watchd.web.http import content
from watchd.web.http.content import DecodedTooLarge, Undecodable, decode
from watchd.web.http.response_parser import HttpResponse, ResponseHead
from watchd.web.settings import MIB, FetchBounds

REDIRECT_STATUSES = frozenset({301, 302, 303, 307, 308})
PERMANENT_REDIRECTS = frozenset({301, 308})
RETRY_STATUSES = frozenset({429, 503})
MAX_DRAINED_BYTES = 16 * 1024  # an unwanted body up to this size is read (never decoded) to keep the connection


class Redirect(Struct, frozen=True):
    """Redirect to the location that the server names."""

    location: str
    is_permanent: bool


def readable_types(settings: FetchBounds) -> frozenset[str]:
    """Return the media types that the fetcher accepts."""
    extras = [*settings.extra_types, *([pdf.MEDIA_TYPE] if pdf.IS_AVAILABLE else [])]
    return content.READABLE | frozenset(extras)


def wants_body(head: ResponseHead, types: frozenset[str]) -> bool:
    """Return whether the fetcher should read the body."""
    if head.status in (204, 304):
        return True  # there is no body, and the connection can be reused
    if head.status == 200 and content.media_type(head.get("content-type")) in types | {""}:
        return True
    return is_small(head)


def is_small(head: ResponseHead) -> bool:
    """Return whether the body is short enough to be read only to keep the connection."""
    length = head.get("content-length")
    return length.isdigit() and int(length[:20]) <= MAX_DRAINED_BYTES


def outcome_of_response(
    response: HttpResponse,
    *,
    url: str,
    seconds: float,
    redirects: tuple[str, ...],
    settings: FetchBounds,
    types: frozenset[str],
    now: datetime.datetime,
) -> Outcome | Redirect:
    """Return the outcome of a response, or its redirect."""
    head = response.head
    if head.status in REDIRECT_STATUSES and head.get("location"):
        return Redirect(location=head.get("location"), is_permanent=head.status in PERMANENT_REDIRECTS)
    if head.status == 304:
        return NotModified(url=url, validators=validators(head), seconds=seconds)
    if head.status in (404, 410):
        return Gone(url=url, status=head.status)
    if head.status != 200:
        return _failed(head, url, now)
    return _page(response, url=url, seconds=seconds, redirects=redirects, settings=settings, types=types)


def validators(head: ResponseHead) -> Validators:
    return Validators(etag=head.get("etag") or None, last_modified=head.get("last-modified") or None)


def retry_after(head: ResponseHead, now: datetime.datetime) -> float | None:
    """Return the seconds to wait, from either form of Retry-After; None for an invalid value or a time in the past."""
    text = head.get("retry-after")
    try:
        wait = float(text) if text.isascii() and text.isdigit() else _until(text, now)
    except (ValueError, OverflowError, TypeError):
        return None
    return wait if math.isfinite(wait) and wait > 0 else None


def _until(text: str, now: datetime.datetime) -> float:
    moment = parsedate_to_datetime(text)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=datetime.UTC)
    return (moment - now).total_seconds()


def _failed(head: ResponseHead, url: str, now: datetime.datetime) -> Failed:
    return Failed(
        url=url,
        kind="status",
        detail=f"The server answered with status {head.status}.",
        status=head.status,
        retry_after=retry_after(head, now),
    )


def _page(
    response: HttpResponse,
    *,
    url: str,
    seconds: float,
    redirects: tuple[str, ...],
    settings: FetchBounds,
    types: frozenset[str],
) -> Fetched | Refused:
    declared = content.media_type(response.head.get("content-type"))
    if declared and declared not in types:
        return Refused(url=url, by="type", detail="watchd does not read pages of this type.")
    try:
        body = _decoded(response, settings)
    except Undecodable as error:
        return Refused(url=url, by="encoding", detail=f"The page cannot be decoded: {error}.")
    except DecodedTooLarge as error:
        return Refused(url=url, by="size", detail=f"The page is too large: {error}.")
    kind = content.sniff_type(declared, body)
    if kind is None:
        return Refused(url=url, by="type", detail="The page is declared as text, but it is binary.")
    return Fetched(
        url=url,
        status=response.head.status,
        content_type=kind,
        charset=content.charset(response.head.get("content-type")),
        body=body,
        headers=response.head.headers,
        validators=validators(response.head),
        seconds=seconds,
        wire_bytes=response.wire_bytes,
        redirects=redirects,
    )


def _decoded(response: HttpResponse, settings: FetchBounds) -> bytes:
    """Return the body without its content coding; raise Undecodable or DecodedTooLarge."""
    coding = ",".join(response.head.all("content-encoding"))
    by_ratio = max(MIB, settings.max_ratio * len(response.body))
    return decode(coding, response.body, min(settings.max_body_bytes, by_ratio))
