"""Delivery outcome of a receiver's answer: what it means for the alert and for its channel."""

from watchd.model.alert import Delayed, Delivered, DeliveryOutcome, Rejected
from watchd.model.outcome import Answered, Failed, RequestOutcome

WAIT_STATUSES = frozenset({408, 425, 429})  # not now, or too many requests
CLOSED_STATUSES = frozenset({401, 403, 410})  # the receiver accepts no messages from us
MAX_TRIES_NOT_FOUND = 5  # a receiver may be missing for a while, for example during an update
MAX_TRIES_UNREADABLE = 3  # the message will not change, but the receiver may


def of_status(status: int, retry_after: float | None = None) -> DeliveryOutcome:
    if 200 <= status < 300:
        return Delivered()
    detail = f"The receiver answered with status {status}."
    if status in WAIT_STATUSES or status >= 500 or status < 200:
        return Delayed(detail, retry_after)
    if status in CLOSED_STATUSES:
        return Rejected(detail, by="channel")
    if status == 404:
        return Rejected(detail, by="channel", tries=MAX_TRIES_NOT_FOUND)
    if status < 400:
        moved = f"{detail} Redirects are not followed; name the new address."
        return Rejected(moved, by="channel", tries=MAX_TRIES_NOT_FOUND)
    return Rejected(detail, by="message", tries=MAX_TRIES_UNREADABLE)


def of_request(answer: RequestOutcome) -> DeliveryOutcome:
    if isinstance(answer, Answered):
        return of_status(answer.status, answer.retry_after)
    if isinstance(answer, Failed):
        return Delayed(answer.detail, answer.retry_after)
    return Rejected(answer.detail, by="channel")
