"""What does a server's answer mean for us? From status, headers and body to an outcome, or to the next hop."""

import datetime
import math
from email.utils import parsedate_to_datetime

import structlog
from msgspec import Struct

from watchd.model.outcome import Failed, Fetched, Gone, NotModified, Outcome, Refused, Validators
from watchd.web.extract import pdf
from watchd.web.http import content
from watchd.web.http.decoder import DecodedTooLarge, Undecodable, decode
from watchd.web.http.response_parser import HttpResponse, ResponseHead
from watchd.web.settings import MIB, FetchBounds

REDIRECT_STATUSES = frozenset({301, 302, 303, 307, 308})
PERMANENT_REDIRECTS = frozenset({301, 308})
RETRY_STATUSES = frozenset({429, 503})
MAX_DRAINED_BYTES = 16 * 1024  # an unwanted body this small is read (never unpacked) to keep the connection


class Redirect(Struct, frozen=True):
    """The page is elsewhere: where the server says."""

    location: str
    is_permanent: bool


def readable(settings: FetchBounds) -> frozenset[str]:
    extras = [*settings.extra_types, *([pdf.MEDIA_TYPE] if pdf.IS_AVAILABLE else [])]
    return content.READABLE | frozenset(extras)


def wants_body(head: ResponseHead, types: frozenset[str]) -> bool:
    """Is the body worth its bytes?"""
    if head.status in (204, 304):
        return True  # there is none, and the connection stays useful
    if head.status == 200 and content.media_type(head.get("content-type")) in types | {""}:
        return True
    return is_small(head)


def is_small(head: ResponseHead) -> bool:
    """Is the body short enough to be read just to keep the connection?"""
    length = head.get("content-length")
    return length.isdigit() and int(length[:20]) <= MAX_DRAINED_BYTES


def meaning(
    reply: HttpResponse,
    *,
    url: str,
    seconds: float,
    redirects: tuple[str, ...],
    settings: FetchBounds,
    types: frozenset[str],
    now: datetime.datetime,
) -> Outcome | Redirect:
    """Read an answer."""
    head = reply.head
    if head.status in REDIRECT_STATUSES and head.get("location"):
        return Redirect(location=head.get("location"), is_permanent=head.status in PERMANENT_REDIRECTS)
    if head.status == 304:
        return NotModified(url=url, validators=validators(head), seconds=seconds)
    if head.status in (404, 410):
        return Gone(url=url, status=head.status)
    if head.status != 200:
        return _failed(head, url, now)
    return _page(reply, url=url, seconds=seconds, redirects=redirects, settings=settings, types=types)


def validators(head: ResponseHead) -> Validators:
    return Validators(etag=head.get("etag") or None, last_modified=head.get("last-modified") or None)


def retry_after(head: ResponseHead, now: datetime.datetime) -> float | None:
    """Seconds to wait, from either form of the header; nonsense and the past count as nothing."""
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
    reply: HttpResponse,
    *,
    url: str,
    seconds: float,
    redirects: tuple[str, ...],
    settings: FetchBounds,
    types: frozenset[str],
) -> Fetched | Refused:
    declared = content.media_type(reply.head.get("content-type"))
    if declared and declared not in types:
        return Refused(url=url, by="type", detail="Pages of this type are not read.")
    try:
        body = unpacked(reply, settings)
    except Undecodable as error:
        return Refused(url=url, by="encoding", detail=f"The page cannot be unpacked: {error}.")
    except DecodedTooLarge as error:
        return Refused(url=url, by="size", detail=f"The page is too large: {error}.")
    kind = content.sniffed(declared, body)
    if kind is None:
        return Refused(url=url, by="type", detail="The page says it is text, but it is not.")
    return Fetched(
        url=url,
        status=reply.head.status,
        content_type=kind,
        charset=content.charset(reply.head.get("content-type")),
        body=body,
        headers=reply.head.headers,
        validators=validators(reply.head),
        seconds=seconds,
        wire_bytes=reply.wire_bytes,
        redirects=redirects,
    )


def unpacked(reply: HttpResponse, settings: FetchBounds) -> bytes:
    """The body without its content coding; raises Undecodable or TooBig."""
    coding = ",".join(reply.head.all("content-encoding"))
    by_ratio = max(MIB, settings.max_ratio * len(reply.body))
    return decode(coding, reply.body, min(settings.max_body_bytes, by_ratio))


log = structlog.get_logger(__name__)
