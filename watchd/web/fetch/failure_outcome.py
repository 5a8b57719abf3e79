"""Outcomes of failed requests: every exception inside the fetcher becomes a Refused or Failed value."""

import structlog

from watchd.model.outcome import Failed, Refused
from watchd.web.fetch.politeness import Busy
from watchd.web.fetch.robots import RobotsUnavailable
from watchd.web.http.content import DecodedTooLarge, Undecodable
from watchd.web.http.guard import Forbidden
from watchd.web.http.resolver import HostNotFound
from watchd.web.http.response_parser import HttpError, OverBudget, ResponseTooLarge
from watchd.web.urls.urls import BadUrl

log = structlog.get_logger(__name__)


def outcome_of(url: str, error: Exception) -> Refused | Failed:
    """Return the outcome for an error; an unexpected error is logged and becomes a Failed outcome."""
    match error:
        case BadUrl() | Forbidden():
            return Refused(url=url, by=error.by, detail=str(error))
        case OverBudget():
            return Refused(
                url=url, by="budget", detail="The response is larger than the remaining byte budget of the run."
            )
        case ResponseTooLarge() | DecodedTooLarge():
            return Refused(url=url, by="size", detail="The response is larger than the limits of fetch allow.")
        case Undecodable():
            return Refused(url=url, by="encoding", detail=_sentence(str(error)))
        case RobotsUnavailable():
            return Failed(
                url=url,
                kind=error.kind,
                detail=str(error),
                status=error.status,
                retry_after=error.retry_after,
            )
        case Busy():
            return Failed(url=url, kind="busy", detail=str(error), retry_after=error.retry_after)
        case HostNotFound():
            return Failed(url=url, kind="dns", detail=_sentence(str(error)))
        case HttpError():
            return Failed(url=url, kind=error.kind, detail=_sentence(str(error)))
    log.error("fetch failed with an unexpected error", url=url, exc_info=error)
    return Failed(url=url, kind="protocol", detail=f"Unexpected error: {type(error).__name__}.")


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
