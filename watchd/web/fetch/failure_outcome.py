"""What does an error inside the door mean to those outside? Errors end here and become outcomes."""

import structlog

from watchd.model.outcome import Failed, Refused
from watchd.web.fetch.politeness import Busy
from watchd.web.fetch.robots import RobotsUnavailable
from watchd.web.http.decoder import DecodedTooLarge, Undecodable
from watchd.web.http.guard import Forbidden
from watchd.web.http.resolver import HostNotFound
from watchd.web.http.response_parser import HttpError, OverBudget, ResponseTooLarge
from watchd.web.urls.urls import BadUrl

log = structlog.get_logger(__name__)


def outcome_of(url: str, error: Exception) -> Refused | Failed:
    """The outcome for an error; an error that nobody foresaw is logged and still becomes one."""
    match error:
        case BadUrl() | Forbidden():
            return Refused(url=url, by=error.by, detail=str(error))
        case OverBudget():
            return Refused(
                url=url, by="budget", detail="The answer is larger than what the run may still take."
            )
        case ResponseTooLarge() | DecodedTooLarge():
            return Refused(url=url, by="size", detail="The answer is larger than we take.")
        case Undecodable():
            return Refused(url=url, by="encoding", detail=sentence(str(error)))
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
            return Failed(url=url, kind="dns", detail=sentence(str(error)))
        case HttpError():
            return Failed(url=url, kind=error.kind, detail=sentence(str(error)))
    log.error("fetch met an unforeseen error", url=url, exc_info=error)
    return Failed(url=url, kind="protocol", detail=f"An unforeseen error: {type(error).__name__}.")


def sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
