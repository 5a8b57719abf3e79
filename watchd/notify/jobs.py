"""Jobs for the sandboxed child process that sends messages, and their results."""

from typing import Any

from msgspec import Raw, Struct

from watchd.model.alert import Delayed, Delivered, Rejected

MAX_REPLY_BYTES = 4 * 2**20


class SendLimits(Struct, frozen=True):
    """Limits of one job."""

    cpu_seconds: int = 5
    memory_mib: int = 256  # in addition to the memory of the process that forks
    allow_networks: tuple[str, ...] = ()
    deny_networks: tuple[str, ...] = ()


class MailJob(Struct, frozen=True, tag="mail"):
    """Mail to send; the receivers are in the channel's URL."""

    url: str
    id: str
    date: float  # seconds since 1970
    subject: str
    text: str
    html: str


class AppriseJob(Struct, frozen=True, tag="apprise"):
    """Plain text to send with one of Apprise's services."""

    url: str
    title: str
    body: str


class SlackJob(Struct, frozen=True, tag="slack"):
    """Slack URL to parse into the addresses of its messages."""

    url: str


class RenderJob(Struct, frozen=True, tag="render"):
    """User's template to fill with values. None: that part has no template."""

    title: str | None
    body: str | None
    values: dict[str, Any]


class SlackPlan(Struct, frozen=True, tag="slack_plan"):
    """Addresses to post to. Without targets, Apprise has to send to this URL."""

    targets: tuple[tuple[str, str, str], ...]  # address, token (may be empty), channel (may be empty)


class Rendered(Struct, frozen=True, tag="rendered"):
    """Texts that the template produced."""

    title: str | None
    body: str | None


class Unrendered(Struct, frozen=True, tag="unrendered"):
    """Reason, for the template's owner, why it produced no text."""

    detail: str


Job = MailJob | AppriseJob | SlackJob | RenderJob
Result = Delivered | Delayed | Rejected | SlackPlan | Rendered | Unrendered


class SendRequest(Struct, frozen=True, array_like=True):
    """Job with its number and its time limit."""

    number: int
    seconds: float
    job: Job


class SendReply(Struct, frozen=True, array_like=True):
    """Encoded result of the job with this number. A result that cannot be decoded must not affect other jobs."""

    number: int
    result: Raw
