"""/channels: ways to reach people. The URL of a channel is write-only."""

import asyncio
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, Response, delete, get, patch, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct, field

from watchd import validation
from watchd.api.edge import idempotency, request_headers
from watchd.api.edge.paging import Cursor, Limit, ListingPage, decode_cursor, listing
from watchd.api.edge.problems import ProblemError, invalid, not_found
from watchd.api.services import Injected, Services
from watchd.errors import Conflict, Fault
from watchd.flow.profiles import rules
from watchd.model.alert import Delivered
from watchd.model.channel import Channel, ChannelName, EventKind, Rest, Secrets, Template
from watchd.notify import channel_url, web_addresses
from watchd.notify.channels import webhook
from watchd.notify.sample import sample
from watchd.store.tables import Tables

AnyRequest = Request[Any, Any, Any]
MAX_ATTEMPTS = 20  # of a change, when other changes happen at the same time
MAX_TESTS_PER_MINUTE = 5


def both_events() -> list[EventKind]:
    return ["findings", "health"]


class ChannelIn(Struct, frozen=True, forbid_unknown_fields=True):
    """A channel as a person writes it."""

    name: ChannelName
    url: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=channel_url.MAX_URL_CHARS,
            description="An Apprise URL or webhook+http(s)://…; write-only.",
            examples=["mailto://user:password@example.org?to=team@example.org"],
            extra={"secret": True},
        ),
    ]
    template: Template | None = None
    events: Annotated[list[EventKind], Meta(min_length=1, max_length=2)] = field(default_factory=both_events)

    def faults(self) -> Iterator[Fault]:
        if len(set(self.events)) < len(self.events):
            yield Fault("events", "must not name an event twice; name it once")


class ChannelOut(Struct, frozen=True):
    """A channel with a masked URL."""

    name: str
    url: str
    template: Template | None
    events: list[EventKind]
    created_at: datetime
    updated_at: datetime
    rest: Rest | None
    paused_until: datetime | None
    secret: str | None = None  # of a webhook, shown only in the answer that creates it


class SecretOut(Struct, frozen=True):
    """A new secret; until `former_valid_until`, the old one signs too."""

    secret: str
    former_valid_until: datetime


class TestOut(Struct, frozen=True):
    """The result of a test message."""

    delivered: bool
    detail: str
    seconds: float


class ChannelController(Controller):
    """Channels."""

    path = "/channels"
    tags = ["Channels"]  # noqa: RUF012 (the framework's way)
    _tests: tuple[datetime, ...] = ()  # when the latest test messages were sent

    @post(opt={"scope": "write"}, summary="Store a channel")
    async def create(
        self, request: AnyRequest, services: Injected, data: JSONBody[ChannelIn]
    ) -> Response[ChannelOut]:
        """Store a channel. The web address of a webhook of Slack, Discord, ntfy, Telegram, Google Chat or Teams becomes the
        URL of that service. Schemes that act on this machine instead of reaching people are refused. Accepts an
        `Idempotency-Key`."""
        written = _converted(data)
        await _check(written, services)

        async def store(tables: Tables) -> Response[ChannelOut]:
            channel = _new(written, services.clock.now(), services.entropy.bits(256))
            await tables.channels.insert(channel)
            return _answer(channel, status=201, secret=_secret(channel))

        return await idempotency.once(request, services, store)

    @get(opt={"scope": "read"}, summary="List channels")
    async def list_all(
        self, services: Injected, limit: Limit = 50, cursor: Cursor = None
    ) -> ListingPage[ChannelOut]:
        """List by name."""
        after = decode_cursor(cursor)
        found = await services.store.read(lambda tables: tables.channels.listed(after=after, limit=limit + 1))
        return listing([_out(channel) for channel in found], limit, key=lambda channel: channel.name)

    @get("/{name:str}", opt={"scope": "read"}, summary="Read a channel")
    async def read(self, services: Injected, name: FromPath[str]) -> Response[ChannelOut]:
        return _answer(await services.store.read(lambda tables: _existing(tables, name)))

    @patch("/{name:str}", opt={"scope": "write"}, summary="Change a channel")
    async def change(
        self, request: AnyRequest, services: Injected, name: FromPath[str], data: JSONBody[dict[str, Any]]
    ) -> Response[ChannelOut]:
        """Apply a JSON merge patch; null means the default. A channel cannot be renamed. Honours `If-Match`."""
        if data.get("name", name) != name:
            raise invalid([Fault("name", "cannot be changed; create a new channel instead")])
        for _ in range(MAX_ATTEMPTS):
            before = await services.store.read(lambda tables: _existing(tables, name))
            request_headers.check_match(request, _tag(before))
            edited = _converted(validation.read(ChannelIn, validation.merge_patch(_written(before), data)))
            # The check takes a while, so it happens outside the transaction; after a faster change, start again.
            await _check(edited, services)
            changed = _channel(edited, before, services.clock.now(), services.entropy.bits(256))
            if await services.store.write(lambda tables, changed=changed: tables.channels.replace(changed)):  # type: ignore[misc]
                services.alerts_changed()
                after = await services.store.read(lambda tables: _existing(tables, name))
                return _answer(after, secret=_secret(after) if before.secrets is None else None)
        raise request_headers.stale()

    @delete("/{name:str}", opt={"scope": "write"}, summary="Delete a channel")
    async def remove(self, request: AnyRequest, services: Injected, name: FromPath[str]) -> None:
        """Delete a channel; refused while a profile delivers to it. Honours `If-Match`."""

        async def store(tables: Tables) -> None:
            channel = await _existing(tables, name)
            request_headers.check_match(request, _tag(channel))
            await tables.channels.delete(name)

        await services.store.write(store)

    @post(
        "/{name:str}/secret", opt={"scope": "write"}, status_code=200, summary="Rotate the secret of a webhook"
    )
    async def rotate(self, services: Injected, name: FromPath[str]) -> SecretOut:
        """Make a new secret, which only this answer shows. For a day, the old one signs too."""
        secret, now = webhook.secret_of(services.entropy.bits(256)), services.clock.now()

        async def store(tables: Tables) -> None:
            await _existing(tables, name)
            if not await tables.channels.rotate(name, secret, now):
                raise Conflict(
                    f"The channel {name!r} must be a webhook+http(s) channel; other channels have no secret."
                )

        await services.store.write(store)
        return SecretOut(secret, now + webhook.ROTATION_OVERLAP)

    @post("/{name:str}/test", opt={"scope": "write"}, status_code=200, summary="Send a test message")
    async def test(self, services: Injected, name: FromPath[str]) -> TestOut:
        """Send a sample at once and return the result. A successful test ends the rest of the channel."""
        channel = await services.store.read(lambda tables: _existing(tables, name))
        self._limit_tests(services.clock.now())
        begun = time.perf_counter()
        outcome = await services.sender.send(
            channel, sample(services.new_id(), services.clock.now(), channel.template)
        )
        seconds = round(time.perf_counter() - begun, 3)
        if not isinstance(outcome, Delivered):
            return TestOut(False, outcome.detail, seconds)
        await services.store.write(lambda tables: tables.channels.wake(name))
        services.alerts_changed()
        return TestOut(True, outcome.note or "The receiver accepted it.", seconds)

    def _limit_tests(self, now: datetime) -> None:
        """Refuse more tests than a person would send, because they could scan a network."""
        recent = [tried for tried in self._tests if now - tried < timedelta(minutes=1)]
        if len(recent) >= MAX_TESTS_PER_MINUTE:
            detail = f"At most {MAX_TESTS_PER_MINUTE} test messages per minute are allowed; wait a minute."
            raise ProblemError(429, "too-many-tests", detail, headers={"Retry-After": "60"})
        self._tests = (*recent, now)


def _converted(channel: ChannelIn) -> ChannelIn:
    return msgspec.structs.replace(channel, url=web_addresses.as_channel_url(channel.url))


async def _check(channel: ChannelIn, services: Services) -> None:
    validation.verify(channel)
    # Apprise plugins of many authors parse the URL and may be slow, so this runs outside the event loop.
    problem = await asyncio.to_thread(channel_url.what_is_wrong, channel.url)
    if problem:
        raise invalid([Fault("url", problem)])
    await rules.check_template(services.sender, "template", channel.template)


async def _existing(tables: Tables, name: str) -> Channel:
    channel = await tables.channels.get(name)
    if channel is None:
        raise not_found("channel", name)
    return channel


def _new(written: ChannelIn, now: datetime, bits: int) -> Channel:
    return Channel(
        name=written.name,
        url=written.url,
        template=written.template,
        events=written.events,
        created_at=now,
        updated_at=now,
        revision=1,
        secrets=_secrets(written.url, bits),
    )


def _channel(written: ChannelIn, before: Channel, now: datetime, bits: int) -> Channel:
    """Return the old channel with the new values."""
    return msgspec.structs.replace(
        before,
        url=written.url,
        template=written.template,
        events=written.events,
        updated_at=now,
        secrets=before.secrets or _secrets(written.url, bits),
    )


def _secrets(url: str, bits: int) -> Secrets | None:
    return Secrets(webhook.secret_of(bits)) if channel_url.is_webhook(url) else None


def _secret(channel: Channel) -> str | None:
    return channel.secrets.current if channel.secrets else None


def _tag(channel: Channel) -> str:
    """Return an ETag that differs for a channel that was deleted and created again under the same name."""
    return request_headers.etag(f"{channel.name}.{channel.created_at.timestamp():.6f}", channel.revision)


def _written(channel: Channel) -> dict[str, Any]:
    """Return the channel as its owner would write it, as the base of a merge patch."""
    written = ChannelIn(channel.name, channel.url, channel.template, channel.events)
    plain: dict[str, Any] = msgspec.to_builtins(written)
    return plain


def _out(channel: Channel, secret: str | None = None) -> ChannelOut:
    return ChannelOut(
        name=channel.name,
        url=channel_url.masked(channel.url),
        template=channel.template,
        events=channel.events,
        created_at=channel.created_at,
        updated_at=channel.updated_at,
        rest=channel.rest,
        paused_until=channel.paused_until,
        secret=secret,
    )


def _answer(channel: Channel, status: int = 200, secret: str | None = None) -> Response[ChannelOut]:
    headers = {"ETag": _tag(channel)}
    if status == 201:
        headers["Location"] = f"/api/v1/channels/{channel.name}"
    return Response(_out(channel, secret), status_code=status, headers=headers)
