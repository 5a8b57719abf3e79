"""What does a receiver's answer mean for an alert and its channel?"""

from watchd.model.alert import Delayed, Delivered, DeliveryOutcome, Rejected
from watchd.model.outcome import Answered, Failed, RequestOutcome

# Not now, or too many: ask again.
WAIT = frozenset({408, 425, 429})
# The receiver knows us and wants nothing from us any more.
CLOSED = frozenset({401, 403, 410})
# A receiver that is being rebuilt may not be found for a while.
TRIES_NOT_FOUND = 5
# A message that cannot be read will not become readable, but the receiver may.
TRIES_UNREADABLE = 3


def of_status(status: int, retry_after: float | None = None) -> DeliveryOutcome:
    if 200 <= status < 300:
        return Delivered()
    detail = f"The receiver answered with status {status}."
    if status in WAIT or status >= 500 or status < 200:
        return Delayed(detail, retry_after)
    if status in CLOSED:
        return Rejected(detail, by="channel")
    if status == 404:
        return Rejected(detail, by="channel", tries=TRIES_NOT_FOUND)
    if status < 400:
        moved = f"{detail} Redirects are not followed; name the new address."
        return Rejected(moved, by="channel", tries=TRIES_NOT_FOUND)
    return Rejected(detail, by="message", tries=TRIES_UNREADABLE)


def of_request(answer: RequestOutcome) -> DeliveryOutcome:
    if isinstance(answer, Answered):
        return of_status(answer.status, answer.retry_after)
    if isinstance(answer, Failed):
        return Delayed(answer.detail, answer.retry_after)
    return Rejected(answer.detail, by="channel")
