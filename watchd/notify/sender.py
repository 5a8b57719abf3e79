"""Sender of messages to channels of every kind.

The daemon sends webhooks and Slack messages itself, through the guard. Mail and all other services of Apprise run in a
sandboxed child process, because their libraries resolve names by themselves.
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

TIMEOUT_SECONDS = 10.0  # for one request and its answer
RENDER_SECONDS = 3.0
# Slack answers bots always with status 200; these words mean that the channel cannot work.
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


class JobRunner(Protocol):
    """Runner of jobs outside of the daemon."""

    async def run(self, job: Job, seconds: float = 15.0) -> Result: ...


class MessageText(Struct, frozen=True):
    """Text from a user's template; None: the default text."""

    title: str | None = None
    body: str | None = None
    note: str = ""  # why the template was not used


class ChannelSender:
    """Sender for all kinds of channels."""

    def __init__(self, outbound: Outbound, sandbox: JobRunner, clock: Clock) -> None:
        self._outbound = outbound
        self._sandbox = sandbox
        self._clock = clock

    async def send(self, channel: Channel, message: Message) -> DeliveryOutcome:
        scheme = channel_url.scheme_of(channel.url)
        if scheme in channel_url.WEBHOOK_SCHEMES:
            return await self._send_webhook(channel, message)
        if scheme in channel_url.MAIL_SCHEMES:
            return await self._send_mail(channel, message)
        if scheme == "slack":
            return await self._send_slack(channel, message)
        return await self._send_by_apprise(channel, message)

    async def what_is_wrong(self, template: Template) -> str | None:
        """Return why a template cannot be used; None if it can, or if the check is not possible now."""
        values = template_values.values(sample("sample", self._clock.now()), default_text.as_it_is)
        job = RenderJob(template.title, template.body, values)
        result = await self._sandbox.run(job, RENDER_SECONDS)
        return result.detail if isinstance(result, Unrendered) else None

    async def _send_webhook(self, channel: Channel, message: Message) -> DeliveryOutcome:
        if channel.secrets is None:
            return Rejected(
                "The channel must have a secret for its signatures; change its URL to get one.", by="channel"
            )
        escape = escaping.for_unknown_markup
        custom = await self._custom_text(message, escape)
        title = custom.title or default_text.title(message, escape)
        heading = custom.title or default_text.heading(message, escape)
        max_chars = webhook.MAX_TEXT_CHARS - len(heading) - 2
        text = custom.body or default_text.text(message, max_entries=10, max_chars=max_chars, escape=escape)
        body = webhook.body(message, title, f"{heading}\n\n{text}" if text else heading)
        answer = await self._outbound.send(
            "POST",
            channel.url[len("webhook+") :],
            headers=webhook.headers(message.id, body, channel.secrets, self._clock.now()),
            body=body,
            timeout=TIMEOUT_SECONDS,
        )
        return _with_note(receiver_answer.of_request(answer), custom)

    async def _send_mail(self, channel: Channel, message: Message) -> DeliveryOutcome:
        custom = await self._custom_text(message, default_text.as_it_is)
        subject = escaping.for_header(custom.title or default_text.title(message))
        if custom.body is None:
            text = default_text.text(message, max_entries=mail_html.MAX_ENTRIES)
            html = mail_html.html(message, subject, custom.title or default_text.heading(message))
        else:
            text = custom.body
            html = mail_html.html_of_text(custom.body, subject)
        date = message.created_at.timestamp()
        job = MailJob(channel.url, message.id, date, subject, text=text, html=html)
        return _with_note(_outcome(await self._sandbox.run(job)), custom)

    async def _send_slack(self, channel: Channel, message: Message) -> DeliveryOutcome:
        plan = await self._sandbox.run(SlackJob(channel.url))
        if not isinstance(plan, SlackPlan):
            return _outcome(plan)
        if not plan.targets:
            return await self._send_by_apprise(channel, message)
        custom = await self._custom_text(message, escaping.for_slack)
        title = custom.title or default_text.title(message)
        heading = custom.title or default_text.heading(message)
        payload = slack.payload(message, title, custom.body, heading=heading)
        for target in plan.targets:
            outcome = await self._post_to_slack(target, payload)
            if not isinstance(outcome, Delivered):
                return outcome
        return _with_note(Delivered(), custom)

    async def _post_to_slack(self, target: tuple[str, str, str], payload: dict[str, Any]) -> DeliveryOutcome:
        url, token, slack_channel = target
        headers = [("Content-Type", "application/json; charset=utf-8")]
        if token:
            headers.append(("Authorization", f"Bearer {token}"))
        body = msgspec.json.encode({**payload, "channel": slack_channel} if slack_channel else payload)
        answer = await self._outbound.send(
            "POST", url, headers=tuple(headers), body=body, timeout=TIMEOUT_SECONDS
        )
        if token and isinstance(answer, Answered) and answer.status == 200 and b'"ok":true' not in answer.body:
            return _slack_refusal(answer.body)
        return receiver_answer.of_request(answer)

    async def _send_by_apprise(self, channel: Channel, message: Message) -> DeliveryOutcome:
        escape = escaping.for_unknown_markup
        custom = await self._custom_text(message, escape)
        title = custom.title or default_text.heading(message, escape)
        body = custom.body or default_text.text(message, max_entries=10, escape=escape) or " "
        job = AppriseJob(channel.url, escaping.line(title, default_text.MAX_TITLE_CHARS), body)
        return _with_note(_outcome(await self._sandbox.run(job)), custom)

    async def _custom_text(self, message: Message, escape: Escape) -> MessageText:
        """Return the text from a user's template. If the template fails, the default text is sent."""
        template = message.template
        if template is None or (template.title is None and template.body is None):
            return MessageText()
        job = RenderJob(template.title, template.body, template_values.values(message, escape))
        result = await self._sandbox.run(job, RENDER_SECONDS)
        if isinstance(result, Rendered):
            return MessageText(result.title, result.body and escaping.lines(result.body, 50_000))
        reason = getattr(result, "detail", "it failed")
        return MessageText(note=f"The template could not be used ({reason}); the default text was sent.")


def _with_note(outcome: DeliveryOutcome, custom: MessageText) -> DeliveryOutcome:
    if isinstance(outcome, Delivered) and custom.note:
        return Delivered(f"{outcome.note} {custom.note}".strip())
    return outcome


def _outcome(result: Result) -> DeliveryOutcome:
    if isinstance(result, Delivered | Delayed | Rejected):
        return result
    return Delayed("The sender gave an unexpected result.")


def _slack_refusal(body: bytes) -> DeliveryOutcome:
    if b"ratelimited" in body:
        return Delayed("Slack asks for a pause.", 60.0)
    if any(word in body for word in SLACK_CLOSED):
        return Rejected(
            "Slack refuses the message: the token or the channel is not valid any more.", by="channel"
        )
    return Rejected(
        "Slack did not accept the message.", by="message", tries=receiver_answer.MAX_TRIES_UNREADABLE
    )
