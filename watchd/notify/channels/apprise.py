"""Sending with Apprise, in the sandboxed child process.

Apprise only returns whether a service took the message; the HTTP status that it got gives the reason.
"""

import logging
from typing import Any

import apprise
import requests
from apprise import Apprise, AppriseAsset, NotifyFormat, OverflowMode

from watchd.model.alert import Delayed, Delivered, DeliveryOutcome, Rejected
from watchd.notify import receiver_answer
from watchd.notify.jobs import AppriseJob, SlackJob, SlackPlan
from watchd.sandbox.network_fence import NetworkFence

SLACK_POST = "https://slack.com/api/chat.postMessage"


class AnswerRecorder:
    """Recorder of the last HTTP answer; it also switches off redirects."""

    def __init__(self) -> None:
        self.status: int | None = None
        self.retry_after: float | None = None
        send = requests.Session.send

        def recorded(session: Any, request: Any, **options: Any) -> Any:
            answer = send(session, request, **{**options, "allow_redirects": False})
            wait = answer.headers.get("Retry-After", "")
            self.status = answer.status_code
            self.retry_after = float(wait) if wait.isascii() and wait.isdigit() else None
            return answer

        requests.Session.send = recorded  # type: ignore[assignment,method-assign]


def load() -> None:
    """Load all plugins now: Apprise does it when it reads the first URL, which would be in every job."""
    _instance("json://localhost")


def send(job: AppriseJob, fence: NetworkFence) -> DeliveryOutcome:
    logging.disable()  # it logs URLs
    recorder = AnswerRecorder()
    service = _instance(job.url)
    if service is None:
        return Rejected("Apprise cannot read the URL of this channel.", by="channel")
    outbound = Apprise(asset=_asset())
    outbound.add(service)
    if outbound.notify(body=job.body, title=job.title, body_format=NotifyFormat.TEXT):
        return Delivered()
    if fence.refusal:
        return Rejected(fence.refusal, by="channel")
    if recorder.status is None:
        return Delayed("The service could not be reached.")
    outcome = receiver_answer.of_status(recorder.status, recorder.retry_after)
    if isinstance(outcome, Delivered):
        detail = "The service answered, but did not accept the message."
        return Rejected(detail, by="message", tries=receiver_answer.MAX_TRIES_UNREADABLE)
    return outcome


def slack_plan(job: SlackJob) -> SlackPlan:
    """Return the addresses of incoming webhooks, and of bots that post to channels; Apprise sends to all others."""
    service = _instance(job.url)
    mode = str(getattr(service, "mode", ""))
    channels = [str(name) for name in getattr(service, "channels", None) or []]
    if mode == "hook":
        path = f"{service.token_a}/{service.token_b}/{service.token_c}"
        targets = [(f"{service.webhook_url}/{path}", "", name) for name in channels or [""]]
        return SlackPlan(tuple(targets))
    if mode == "bot" and channels and all(name.startswith(("#", "+")) for name in channels):
        return SlackPlan(tuple((SLACK_POST, service.access_token, name.removeprefix("+")) for name in channels))
    return SlackPlan(())


def _instance(url: str) -> Any:
    service = apprise.Apprise.instantiate(url, asset=_asset())
    if service is not None:
        service.overflow_mode = OverflowMode.SPLIT  # a text that is too long becomes several messages
    return service


def _asset() -> AppriseAsset:
    return AppriseAsset(app_id="watchd", app_desc="watchd", app_url="", async_mode=False)
