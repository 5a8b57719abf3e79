"""Webhooks: signed by Standard Webhooks, within bounds, sent through the guard."""

import base64
import hashlib
import hmac
import json
import threading
from datetime import timedelta

import pytest

from tests.notify.messages import changed, channel, finding, message
from tests.notify.receiver import Receiver, receiver
from tests.support import MONDAY, HandWoundClock
from tests.web.site import settings
from watchd.model.alert import Delayed, Delivered, DeliveryOutcome, Rejected
from watchd.model.channel import Secrets
from watchd.model.finding import PathStep, Why
from watchd.notify.channels import webhook
from watchd.notify.sandboxed_sender import SandboxedSender
from watchd.notify.sender import ChannelSender
from watchd.web.fetch.fetcher import WebFetcher
from watchd.web.settings import FetchBounds


async def send(url: str, clock: HandWoundClock, bounds: FetchBounds | None = None) -> DeliveryOutcome:
    async with WebFetcher(bounds or settings()) as fetcher:
        return await ChannelSender(fetcher.outbound, SandboxedSender(), clock).send(channel(url), message())


def is_signed(secret: str, got: Receiver) -> bool:
    """As a receiver checks it: written from the specification, not from our code."""
    [request] = got.got
    key = base64.b64decode(secret.split("_", 1)[1])
    content = b".".join(
        [
            request.headers["webhook-id"].encode(),
            request.headers["webhook-timestamp"].encode(),
            request.body,
        ]
    )
    expected = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    offered = [part.split(",")[1] for part in request.headers["webhook-signature"].split(" ")]
    return expected in offered


async def test_a_message_arrives_signed_and_with_the_id_of_its_alert(clock: HandWoundClock) -> None:
    with receiver() as got:
        assert await send(f"webhook+{got.url}/hook?key=1", clock) == Delivered()
    [request] = got.got
    assert request.path == "/hook?key=1"
    assert request.headers["webhook-id"] == "01alert"
    assert request.headers["webhook-timestamp"] == str(int(MONDAY.timestamp()))
    assert is_signed(webhook.secret_of(1), got)
    assert not is_signed(webhook.secret_of(2), got)


def test_the_signature_is_that_of_the_specifications_example() -> None:
    secrets = Secrets("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    now = MONDAY.fromtimestamp(1614265330, MONDAY.tzinfo)
    signed = dict(webhook.headers("msg_p5jXN8AQM9LWM0D4loKWxJek", b'{"test": 2432232314}', secrets, now))
    assert signed["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_two_secrets_sign_for_a_day_after_a_rotation() -> None:
    secrets = Secrets(webhook.secret_of(1), webhook.secret_of(2), MONDAY)
    during = dict(webhook.headers("id", b"{}", secrets, MONDAY + timedelta(hours=23)))
    after = dict(webhook.headers("id", b"{}", secrets, MONDAY + timedelta(hours=24)))
    assert len(during["webhook-signature"].split(" ")) == 2
    assert len(after["webhook-signature"].split(" ")) == 1


def test_the_json_says_everything_about_a_finding() -> None:
    body = json.loads(webhook.body(message(changed(1), finding(2), more=7), "A title", "A text"))
    assert (body["type"], body["version"], body["data"]["id"]) == ("alert.findings", 1, "01alert")
    assert body["data"]["profile"] == {"id": "p1", "name": "Batteries", "query": "solid state battery"}
    assert body["data"]["more"] == 7
    assert body["data"]["more_url"] == "http://localhost:8420/api/v1/profiles/p1/findings"
    one, two = body["data"]["findings"]
    assert one["change"]["added"] == "Deliveries begin in May."
    assert one["why"]["matched_terms"][0] == {"term": "pilot line", "weight": 0.6}
    assert one["feedback"]["relevant"] == "http://localhost:8420/v/yes-f1"
    assert (two["kind"], two["change"]) == ("new", None)


def test_a_large_message_is_cut_on_purpose_and_counted() -> None:
    long = "word " * 4000
    way = (PathStep(f"https://example.org/{'x' * 2000}"),) * 20
    findings = [changed(n, summary=long, title=long, why=Why(path=way)) for n in range(50)]
    body = webhook.body(message(*findings, more=10), "t", long)
    data = json.loads(body)["data"]
    assert len(body) <= 256 * 1024
    assert data["more"] + len(data["findings"]) == 60
    assert data["findings"][0]["summary"].endswith("…")


async def test_a_long_text_ends_after_a_whole_finding_and_says_how_many_are_left(clock: HandWoundClock) -> None:
    found = [finding(number, summary=f"{'Long and winding. ' * 30}{number}.") for number in range(10)]
    with receiver() as hook:
        async with WebFetcher(settings()) as fetcher:
            sender = ChannelSender(fetcher.outbound, SandboxedSender(), clock)
            await sender.send(channel(f"webhook+{hook.url}/"), message(*found))
    text = json.loads(hook.got[0].body)["text"]
    said = [number for number in range(10) if f"https://news.example/{number}\n" in text]
    assert 1 < len(said) < 10
    assert len(text) <= webhook.MAX_TEXT_CHARS
    assert "…" not in text
    assert f"and {10 - len(said)} more: http://localhost:8420/a/all-01alert" in text


def test_lone_surrogates_and_control_characters_leave_as_valid_text() -> None:
    body = webhook.body(message(finding(title="a\ud800b\x00c\u202ed")), "t", "t")
    assert json.loads(body.decode())["data"]["findings"][0]["title"] == "a?bcd"


@pytest.mark.parametrize(
    ("status", "headers", "expected"),
    [
        (200, {}, Delivered()),
        (204, {}, Delivered()),
        (429, {"Retry-After": "17"}, Delayed("The receiver answered with status 429.", 17.0)),
        (503, {}, Delayed("The receiver answered with status 503.")),
        (410, {}, Rejected("The receiver answered with status 410.", by="channel")),
        (401, {}, Rejected("The receiver answered with status 401.", by="channel")),
        (404, {}, Rejected("The receiver answered with status 404.", by="channel", tries=5)),
        (400, {}, Rejected("The receiver answered with status 400.", by="message", tries=3)),
    ],
)
async def test_each_answer_has_its_meaning(
    clock: HandWoundClock, status: int, headers: dict[str, str], expected: DeliveryOutcome
) -> None:
    with receiver() as got:
        got.answer = lambda _: (status, headers)
        assert await send(f"webhook+{got.url}", clock) == expected


async def test_a_redirect_is_not_followed(clock: HandWoundClock) -> None:
    with receiver() as got, receiver() as other:
        got.answer = lambda _: (307, {"Location": other.url})
        outcome = await send(f"webhook+{got.url}", clock)
        assert isinstance(outcome, Rejected)
        assert other.got == []


async def test_a_receiver_inside_is_refused_when_sending_with_one_constant_sentence(
    clock: HandWoundClock,
) -> None:
    with receiver() as got:
        inside = await send(f"webhook+{got.url}", clock, FetchBounds())
        nobody = await send("webhook+http://10.1.2.3/x", clock, FetchBounds())
    assert got.got == []
    assert isinstance(inside, Rejected)
    assert inside == nobody


async def test_a_receiver_that_is_down_or_hangs_is_asked_again_later(
    clock: HandWoundClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("watchd.notify.sender.TIMEOUT_SECONDS", 0.3)
    with receiver() as got:
        got.hangs = threading.Event()
        hanging = await send(f"webhook+{got.url}", clock)
    down = await send(f"webhook+{got.url}", clock)
    assert isinstance(hanging, Delayed)
    assert isinstance(down, Delayed)
