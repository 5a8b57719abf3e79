"""How do the daemon and its workshop talk?

Frames over pipes: four bytes of length, then MessagePack. The daemon sends an Ask and gets one Reply with its number, in
any order.
"""

from typing import Any

from msgspec import Struct

from watchd.model.alert import Delayed, Delivered, Rejected

LENGTH = 4  # bytes, big-endian
LARGEST = 4 * 2**20
READY = 0  # the number of the first reply, before any work


class SendLimits(Struct, frozen=True):
    """What one job may use; sent to the workshop as its argument."""

    cpu_seconds: int = 5
    memory_mib: int = 256  # besides what the workshop itself has
    allow_networks: tuple[str, ...] = ()
    deny_networks: tuple[str, ...] = ()


class MailJob(Struct, frozen=True, tag="mail"):
    """Send a mail; who gets it is in the channel's URL."""

    url: str
    id: str
    date: float  # seconds since 1970
    subject: str
    text: str
    html: str


class AppriseJob(Struct, frozen=True, tag="apprise"):
    """Send plain text by one of Apprise's services."""

    url: str
    title: str
    body: str


class SlackJob(Struct, frozen=True, tag="slack"):
    """Read a Slack URL, and say where its messages go."""

    url: str


class RenderJob(Struct, frozen=True, tag="render"):
    """Put values into a person's template. None: that part has no template."""

    title: str | None
    body: str | None
    values: dict[str, Any]


class SlackPlan(Struct, frozen=True, tag="slack_plan"):
    """Where to post. Without targets the URL is of a kind that Apprise has to handle."""

    targets: tuple[tuple[str, str, str], ...]  # address, token (may be empty), channel (may be empty)


class Rendered(Struct, frozen=True, tag="rendered"):
    """What the template made."""

    title: str | None
    body: str | None


class Unrendered(Struct, frozen=True, tag="unrendered"):
    """Why it made nothing, for the template's owner."""

    detail: str


Job = MailJob | AppriseJob | SlackJob | RenderJob
Result = Delivered | Delayed | Rejected | SlackPlan | Rendered | Unrendered


class SendRequest(Struct, frozen=True, array_like=True):
    """One job, its number, and how long it may take."""

    number: int
    seconds: float
    job: Job


class SendReply(Struct, frozen=True, array_like=True):
    """What became of that job."""

    number: int
    result: Result


def framed(payload: bytes) -> bytes:
    return len(payload).to_bytes(LENGTH, "big") + payload
