"""Which way does a message take to its channel?

Webhooks and Slack go through the guarded courier in the daemon. Mail and everything else that Apprise knows is handed to
the workshop, because libraries that resolve names by themselves are not for the daemon.
"""

from typing import Any, Protocol

import msgspec
from msgspec import Struct

from watchd.model.alert import Delayed, Delivered, DeliveryOutcome, Message, Rejected
from watchd.model.channel import Channel, Template
from watchd.model.outcome import Answered
from watchd.notify import channel_url, default_text, escaping, receiver_answer, template_values
from watchd.notify.channels import mail_html, slack, webhook
from watchd.notify.default_text import Escape
from watchd.notify.jobs import (
    AppriseJob,
    Job,
    MailJob,
    Rendered,
    RenderJob,
    Result,
    SlackJob,
    SlackPlan,
    Unrendered,
)
from watchd.notify.sample import sample
from watchd.ports import Clock, Outbound

TIMEOUT = 10.0  # seconds for one request and its answer
RENDER_SECONDS = 3.0
MAIL_SCHEMES = ("mailto", "mailtos")
# Slack's bots are answered with 200 whatever happens; these words mean that the channel will not do.
SLACK_CLOSED = (
    b"invalid_auth",
    b"account_inactive",
    b"token_revoked",
    b"not_authed",
    b"channel_not_found",
    b"is_archived",
    b"not_in_channel",
    b"missing_scope",
)


class Shop(Protocol):
    """Runs what should not run in the daemon."""

    async def run(self, job: Job, seconds: float = 15.0) -> Result: ...


class MessageText(Struct, frozen=True):
    """What a person's template made of a message; None where the default words are to be used."""

    title: str | None = None
    body: str | None = None
    note: str = ""  # why the template was not used


class ChannelSender:
    """Sends messages to channels of every kind."""

    def __init__(self, outbound: Outbound, workshop: Shop, clock: Clock) -> None:
        self._outbound = outbound
        self._workshop = workshop
        self._clock = clock

    async def send(self, channel: Channel, message: Message) -> DeliveryOutcome:
        scheme = channel_url.scheme_of(channel.url)
        if scheme in channel_url.WEBHOOK_SCHEMES:
            return await self._send_webhook(channel, message)
        if scheme in MAIL_SCHEMES:
            return await self._send_mail(channel, message)
        if scheme == "slack":
            return await self._send_slack(channel, message)
        return await self._send_by_apprise(channel, message)

    async def what_is_wrong(self, template: Template) -> str | None:
        """A sentence about why a template cannot be used; None when it can, or when that cannot be found out now."""
        values = template_values.values(sample("sample", self._clock.now()), default_text.as_it_is)
        job = RenderJob(template.title, template.body, values)
        result = await self._workshop.run(job, RENDER_SECONDS)
        return result.detail if isinstance(result, Unrendered) else None

    async def _send_webhook(self, channel: Channel, message: Message) -> DeliveryOutcome:
        if channel.secrets is None:
            return Rejected("The channel has no secret to sign with; change its URL to get one.", by="channel")
        own = await self._words(message, escaping.defused)
        title = own.title or default_text.title(message, escaping.defused)
        room = webhook.MAX_TEXT - len(title) - 2
        text = own.body or default_text.text(message, most=10, longest=room, escape=escaping.defused)
        body = webhook.body(message, title, text)
        answer = await self._outbound.send(
            "POST",
            channel.url[len("webhook+") :],
            headers=webhook.headers(message.id, body, channel.secrets, self._clock.now()),
            body=body,
            timeout=TIMEOUT,
        )
        return _noted(receiver_answer.of_request(answer), own)

    async def _send_mail(self, channel: Channel, message: Message) -> DeliveryOutcome:
        own = await self._words(message, default_text.as_it_is)
        subject = escaping.for_header(own.title or default_text.title(message))
        html = (
            mail_html.html(message, subject) if own.body is None else mail_html.html_of_text(own.body, subject)
        )
        job = MailJob(
            url=channel.url,
            id=message.id,
            date=message.created_at.timestamp(),
            subject=subject,
            text=own.body if own.body is not None else default_text.text(message, most=mail_html.MAX_ENTRIES),
            html=html,
        )
        return _noted(_outcome(await self._workshop.run(job)), own)

    async def _send_slack(self, channel: Channel, message: Message) -> DeliveryOutcome:
        plan = await self._workshop.run(SlackJob(channel.url))
        if not isinstance(plan, SlackPlan):
            return _outcome(plan)
        if not plan.targets:
            return await self._send_by_apprise(channel, message)
        own = await self._words(message, escaping.for_slack)
        title = escaping.line(own.title or default_text.title(message), slack.HEADER)
        payload = slack.payload(message, title, own.body)
        for target in plan.targets:
            outcome = await self._post_to_slack(target, payload)
            if not isinstance(outcome, Delivered):
                return outcome
        return _noted(Delivered(), own)

    async def _post_to_slack(self, target: tuple[str, str, str], payload: dict[str, Any]) -> DeliveryOutcome:
        url, token, room = target
        headers = [("Content-Type", "application/json; charset=utf-8")]
        if token:
            headers.append(("Authorization", f"Bearer {token}"))
        body = msgspec.json.encode({**payload, "channel": room} if room else payload)
        answer = await self._outbound.send("POST", url, headers=tuple(headers), body=body, timeout=TIMEOUT)
        if token and isinstance(answer, Answered) and answer.status == 200 and b'"ok":true' not in answer.body:
            return _refused_by_slack(answer.body)
        return receiver_answer.of_request(answer)

    async def _send_by_apprise(self, channel: Channel, message: Message) -> DeliveryOutcome:
        own = await self._words(message, escaping.defused)
        job = AppriseJob(
            url=channel.url,
            title=escaping.line(
                own.title or default_text.title(message, escaping.defused), default_text.MAX_TITLE
            ),
            body=own.body or default_text.text(message, most=10, escape=escaping.defused) or " ",
        )
        return _noted(_outcome(await self._workshop.run(job)), own)

    async def _words(self, message: Message, escape: Escape) -> MessageText:
        """A person's own words. A template that fails costs nobody the message."""
        template = message.template
        if template is None or (template.title is None and template.body is None):
            return MessageText()
        job = RenderJob(template.title, template.body, template_values.values(message, escape))
        result = await self._workshop.run(job, RENDER_SECONDS)
        if isinstance(result, Rendered):
            return MessageText(result.title, result.body and escaping.lines(result.body, 50_000))
        reason = getattr(result, "detail", "it failed")
        return MessageText(note=f"The template could not be used ({reason}); the default words were sent.")


def _noted(outcome: DeliveryOutcome, own: MessageText) -> DeliveryOutcome:
    if isinstance(outcome, Delivered) and own.note:
        return Delivered(f"{outcome.note} {own.note}".strip())
    return outcome


def _outcome(result: Result) -> DeliveryOutcome:
    if isinstance(result, Delivered | Delayed | Rejected):
        return result
    return Delayed("The sender answered something else.")


def _refused_by_slack(body: bytes) -> DeliveryOutcome:
    if b"ratelimited" in body:
        return Delayed("Slack asks for a pause.", 60.0)
    if any(word in body for word in SLACK_CLOSED):
        return Rejected("Slack refuses: the token or the channel is not valid any more.", by="channel")
    return Rejected("Slack did not take the message.", by="message", tries=receiver_answer.TRIES_UNREADABLE)
