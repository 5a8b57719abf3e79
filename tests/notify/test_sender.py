"""Mail, Slack, Apprise and templates, seen from the receiving end."""

import asyncio
import json
import smtplib
import socket
import ssl
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.notify.mailbox import Mailbox, mailbox
from tests.notify.messages import changed, channel, finding, message
from tests.notify.receiver import receiver
from tests.notify.slack_host import SLACK, slack_host
from tests.support import HandWoundClock
from tests.web.site import Answer, settings, site
from watchd.model.alert import Delayed, Delivered, Rejected
from watchd.model.channel import Template
from watchd.notify.channels import mail
from watchd.notify.jobs import AppriseJob, MailJob
from watchd.notify.sandboxed_sender import SandboxedSender
from watchd.notify.sender import ChannelSender
from watchd.sandbox.network_fence import NetworkFence
from watchd.web.fetch.fetcher import WebFetcher

# One sandboxed sender for all tests: a start takes a second.
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def sandboxed() -> AsyncIterator[SandboxedSender]:
    async with SandboxedSender(allow_networks=["127.0.0.0/8"]) as shop:
        yield shop


@pytest_asyncio.fixture(loop_scope="module")
async def sending(sandboxed: SandboxedSender, clock: HandWoundClock) -> AsyncIterator[ChannelSender]:
    async with WebFetcher(settings()) as fetcher:
        yield ChannelSender(fetcher.outbound, sandboxed, clock)


@pytest.fixture
def box() -> Iterator[Mailbox]:
    with mailbox() as box:
        yield box


async def test_a_mail_has_a_text_and_an_html_part_and_the_id_of_its_alert(
    sending: ChannelSender, box: Mailbox
) -> None:
    assert await sending.send(channel(box.url(cc="boss@example.org")), message(changed())) == Delivered()
    [mail] = box.mails()
    assert mail["Message-ID"] == "<01alert@example.org>"
    assert mail["Subject"] == "Batteries: Pilot line 1 opens (changed)"
    assert (str(mail["From"]), mail["To"]) == ("watchd <watchd@example.org>", "team@example.org")
    assert box.receivers == [["team@example.org", "boss@example.org"]]
    text, html = mail.get_body(("plain",)), mail.get_body(("html",))
    assert text is not None
    assert html is not None
    for part in (text.get_content(), html.get_content()):
        for said in ("Pilot line 1 opens", "score 0.62", "Deliveries begin in May.", "/v/yes-f1", "Also at"):
            assert said in part
    assert "<img" not in html.get_content()
    assert "<script" not in html.get_content()


async def test_a_line_of_a_mail_may_begin_with_from(sending: ChannelSender, box: Mailbox) -> None:
    await sending.send(channel(box.url()), message(finding(title="From the laboratory to the pilot line")))
    text = box.mails()[0].get_body(("plain",))
    assert text is not None
    assert "From the laboratory to the pilot line" in text.get_content().splitlines()


async def test_a_repeat_of_a_mail_is_the_same_mail(sending: ChannelSender, box: Mailbox) -> None:
    for _ in range(2):
        await sending.send(channel(box.url()), message())
    one, two = box.mails()
    assert (one["Message-ID"], one["Date"]) == (two["Message-ID"], two["Date"])


async def test_what_is_too_much_for_a_mail_is_counted_and_linked(sending: ChannelSender, box: Mailbox) -> None:
    await sending.send(channel(box.url()), message(*(finding(n) for n in range(50)), more=50))
    [mail] = box.mails()
    for kind in ("plain", "html"):
        part = mail.get_body((kind,))
        assert part is not None
        assert "and 80 more" in part.get_content()
        assert "http://localhost:8420/a/all-01alert" in part.get_content()
        assert "/api/" not in part.get_content()


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("451 later", Delayed("The mail server answered with code 451.")),
        ("554 spam", Rejected("The mail server answered with code 554.", by="message", tries=3)),
    ],
)
async def test_what_a_mail_server_says_has_its_meaning(
    sending: ChannelSender, box: Mailbox, answer: str, expected: object
) -> None:
    box.answer = answer
    assert await sending.send(channel(box.url()), message()) == expected


async def test_a_mail_that_was_taken_is_delivered_whatever_the_server_says_at_the_end(box: Mailbox) -> None:
    box.farewell = "421 no time for that"
    job = MailJob(url=box.url(), id="01alert", date=0.0, subject="s", text="t", html="<p>t")
    assert await asyncio.to_thread(mail.send, job, NetworkFence()) == Delivered()
    assert len(box.raw) == 1


@pytest.mark.parametrize(
    ("trouble", "reason"),
    [
        (socket.gaierror(-2, "Name or service not known"), "name or service not known"),
        (ConnectionRefusedError(111, "Connection refused"), "connection refused"),
        (TimeoutError("timed out"), "it did not answer in time"),
        (smtplib.SMTPServerDisconnected("Connection unexpectedly closed"), "it closed the connection"),
        (smtplib.SMTPNotSupportedError("no STARTTLS"), "it does not support"),
        (ssl.SSLCertVerificationError(1, "s3cret"), "its certificate is not valid"),
        (ssl.SSLError(1, "s3cret"), "the TLS handshake failed"),
        (smtplib.SMTPException("s3cret"), "the connection failed"),
    ],
)
async def test_a_mail_server_that_cannot_be_reached_is_named_with_a_reason_in_words(
    monkeypatch: pytest.MonkeyPatch, trouble: Exception, reason: str
) -> None:
    def fail(_: object) -> None:
        raise trouble

    monkeypatch.setattr(mail, "_connected", fail)
    url = "mailto://user:s3cret@example.org?smtp=mail.example.org&to=team@example.org"
    job = MailJob(url=url, id="01alert", date=0.0, subject="s", text="t", html="<p>t")
    outcome = await asyncio.to_thread(mail.send, job, NetworkFence())
    assert isinstance(outcome, Delayed)
    assert outcome.detail.startswith(f"The mail server mail.example.org cannot be reached: {reason}")
    assert "s3cret" not in outcome.detail
    assert "Error" not in outcome.detail


async def test_a_mail_of_an_account_without_a_sender_is_from_watchd(
    box: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mail, "_connected", lambda _: smtplib.SMTP("127.0.0.1", box.port))
    monkeypatch.setattr(smtplib.SMTP, "login", lambda *_: None)
    url = "mailto://user:password@example.org?to=team@example.org"
    job = MailJob(url=url, id="01alert", date=0.0, subject="s", text="t", html="<p>t")
    assert await asyncio.to_thread(mail.send, job, NetworkFence()) == Delivered()
    assert b"From: watchd <user@example.org>" in box.raw[0]


async def test_a_mail_address_that_nobody_has_closes_the_channel(sending: ChannelSender, box: Mailbox) -> None:
    bad = channel(f"mailto://127.0.0.1:{box.port}?from=a@example.org&to=unknown@example.org")
    outcome = await sending.send(bad, message())
    assert isinstance(outcome, Rejected)
    assert outcome.by == "channel"
    some = await sending.send(channel(box.url(cc="unknown@example.org")), message())
    assert some == Delivered("The mail server refused 1 of 2 receivers.")


async def test_a_mail_server_that_is_down_is_asked_again(sending: ChannelSender) -> None:
    with mailbox() as box:
        url = box.url()
    assert isinstance(await sending.send(channel(url), message()), Delayed)


async def test_apprises_services_get_plain_text(sending: ChannelSender) -> None:
    with receiver() as got:
        assert await sending.send(channel(f"json://127.0.0.1:{got.port}/x"), message(changed())) == Delivered()
    body = json.loads(got.got[0].body)
    assert body["title"] == "Batteries"  # the body begins with the headline
    assert "+ Deliveries begin in May." in body["message"]


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (429, Delayed("The receiver answered with status 429.", 30.0)),
        (410, Rejected("The receiver answered with status 410.", by="channel")),
        (500, Delayed("The receiver answered with status 500.", 30.0)),
    ],
)
async def test_apprises_services_answers_have_their_meaning_too(
    sending: ChannelSender, status: int, expected: object
) -> None:
    with receiver() as got:
        got.answer = lambda _: (status, {"Retry-After": "30"})
        assert await sending.send(channel(f"json://127.0.0.1:{got.port}/x"), message()) == expected


async def test_apprise_follows_no_redirect(sending: ChannelSender) -> None:
    with receiver() as got, receiver() as other:
        got.answer = lambda _: (307, {"Location": other.url})
        outcome = await sending.send(channel(f"json://127.0.0.1:{got.port}/x"), message())
        assert isinstance(outcome, Rejected)
        assert other.got == []


INSIDE = [
    "json://127.0.0.1:{}/x",
    "xml://127.0.0.1:{}/x",
    "form://127.0.0.1:{}/x",
    "mailto://127.0.0.1:{}?from=a@example.org&to=b@example.org",
    "rsyslog://127.0.0.1:{}/daemon",
    "gotify://127.0.0.1:{}/Abcdefghijklmno",
    "matrix://user:pass@127.0.0.1:{}/#room",
    "mqtt://127.0.0.1:{}/x",
]


async def test_no_service_of_apprise_reaches_a_place_inside(clock: HandWoundClock) -> None:
    with receiver() as got:
        async with WebFetcher(settings()) as fetcher, SandboxedSender() as closed:
            sender = ChannelSender(fetcher.outbound, closed, clock)
            outcomes = [await sender.send(channel(url.format(got.port)), message()) for url in INSIDE]
    assert got.got == []
    assert [
        url for url, outcome in zip(INSIDE, outcomes, strict=True) if not isinstance(outcome, Rejected)
    ] == []


async def test_an_answer_without_end_is_not_kept_in_memory(sending: ChannelSender) -> None:
    async with site() as server:
        server.pages["/x"] = Answer(b"x" * 400_000_000)
        outcome = await sending.send(channel(f"json://127.0.0.1:{server.port}/x"), message())
        assert isinstance(outcome, Delayed)
        server.pages["/x"] = Answer(b"ok")
        again = await sending.send(channel(f"json://127.0.0.1:{server.port}/x"), message())
        assert again == Delivered()


async def test_a_sender_that_is_killed_is_started_again(
    sending: ChannelSender, sandboxed: SandboxedSender
) -> None:
    with receiver() as got:
        there = channel(f"json://127.0.0.1:{got.port}/x")
        assert await sending.send(there, message()) == Delivered()
        assert sandboxed._process is not None
        sandboxed._process._process.kill()
        await sandboxed._process._process.wait()
        outcomes = [await sending.send(there, message()) for _ in range(2)]
    assert outcomes[-1] == Delivered()


async def test_a_sender_that_is_idle_ends_and_the_next_job_starts_another(
    clock: HandWoundClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("watchd.notify.sandboxed_sender.IDLE_SECONDS", 0.05)
    with receiver() as got:
        there = channel(f"json://127.0.0.1:{got.port}/x")
        async with WebFetcher(settings()) as fetcher, SandboxedSender(["127.0.0.0/8"]) as sandboxed:
            sender = ChannelSender(fetcher.outbound, sandboxed, clock)
            assert await sender.send(there, message()) == Delivered()
            first = sandboxed._process
            assert first is not None
            async with asyncio.timeout(10):
                while first._process.returncode is None:
                    await asyncio.sleep(0.02)
            assert await sender.send(there, message()) == Delivered()
            assert sandboxed._process is not first


async def test_a_confined_job_can_still_look_up_names(sending: ChannelSender) -> None:
    with receiver() as got:
        there = channel(f"json://localhost:{got.port}/x")
        assert await sending.send(there, message()) == Delivered()


async def test_a_job_that_is_running_when_the_sender_closes_gets_its_answer(sending: ChannelSender) -> None:
    async with SandboxedSender(["127.0.0.0/8"]) as sandboxed:
        with receiver() as got:
            got.hangs = threading.Event()
            url = f"json://127.0.0.1:{got.port}/x"
            job = asyncio.create_task(sandboxed.run(AppriseJob(url, "title", "body")))
            async with asyncio.timeout(10):
                while not sandboxed._waiting:
                    await asyncio.sleep(0.02)
            await sandboxed.close()
            assert await job == Delayed("The sender ended before it was done.")
            got.hangs.set()


async def post_to_slack(
    clock: HandWoundClock, sandboxed: SandboxedSender, tmp_path: Path, url: str, answer: bytes = b'{"ok":true}'
) -> tuple[Any, Any]:
    async with slack_host(clock, sandboxed, tmp_path, answer) as (sender, server):
        return await sender.send(channel(url), message(changed(), more=3)), server.log


async def test_slack_gets_short_blocks_within_its_limits(
    clock: HandWoundClock, sandboxed: SandboxedSender, tmp_path: Any
) -> None:
    outcome, log = await post_to_slack(clock, sandboxed, tmp_path, SLACK)
    assert outcome == Delivered()
    [hit] = log
    assert hit.host.startswith("hooks.slack.com")
    body = json.loads(hit.body)
    assert body["blocks"][0]["text"] == {
        "type": "plain_text",
        "text": "Batteries: 4 findings",
        "emoji": False,
    }
    assert "*<https://news.example/1|Pilot line 1 opens>*" in body["blocks"][1]["text"]["text"]
    assert "|relevant> or <" in body["blocks"][2]["elements"][0]["text"]
    # Slack makes no links of addresses in what it is to take as it stands.
    assert body["blocks"][3]["elements"][0]["text"] == "<http://localhost:8420/a/all-01alert|and 3 more>"


async def test_a_slack_bot_posts_to_its_channel_and_its_refusals_are_understood(
    clock: HandWoundClock, sandboxed: SandboxedSender, tmp_path: Any
) -> None:
    bot = "slack://xoxb-1234-1234-abc124/#news"
    outcome, [hit] = await post_to_slack(clock, sandboxed, tmp_path, bot)
    assert outcome == Delivered()
    assert hit.headers["authorization"] == "Bearer xoxb-1234-1234-abc124"
    assert json.loads(hit.body)["channel"] == "#news"
    refused, _ = await post_to_slack(clock, sandboxed, tmp_path, bot, b'{"ok":false,"error":"token_revoked"}')
    assert isinstance(refused, Rejected)
    assert refused.by == "channel"


async def test_a_persons_own_words_are_used_and_page_text_stays_text(
    sending: ChannelSender, box: Mailbox
) -> None:
    template = Template(
        "{{ profile.name }}: {{ count }} found",
        "{% for f in findings %}{{ f.title }} ({{ f.score }}) {{ f.why }}\n{{ f.url }}\n{% endfor %}",
    )
    tricky = message(finding(title="{{ 7*7 }} <b>x</b>"), template=template)
    assert await sending.send(channel(box.url()), tricky) == Delivered()
    [mail] = box.mails()
    text, html = mail.get_body(("plain",)), mail.get_body(("html",))
    assert text is not None
    assert html is not None
    assert mail["Subject"] == "Batteries: 1 found"
    assert "{{ 7*7 }} <b>x</b> (0.62) matched pilot line" in text.get_content()
    assert "{{ 7*7 }} &lt;b&gt;x&lt;/b&gt;" in html.get_content()


async def test_templates_of_changedetection_work(sending: ChannelSender, box: Mailbox) -> None:
    template = Template(
        "{{ watch_title }} changed",
        "{{watch_url}} {{watch_uuid}} {{base_url}}\n{{diff}}\n--\n{{diff_added}}\n{{diff_removed}}\n{{preview_url}}\n"
        "{{more_url}}\n{{alert_url}}",
    )
    assert await sending.send(channel(box.url()), message(changed(), template=template)) == Delivered()
    [mail] = box.mails()
    text = mail.get_body(("plain",))
    assert text is not None
    assert mail["Subject"] == "Pilot line 1 opens changed"
    rows = text.get_content().splitlines()
    assert rows[:3] == [
        "https://news.example/1 p1 http://localhost:8420",
        "+ Deliveries begin in May.",
        "- Deliveries begin in June.",
    ]
    assert rows[4:6] == ["Deliveries begin in May.", "Deliveries begin in June."]
    for_programs, for_people = (
        "http://localhost:8420/api/v1/profiles/p1/findings",
        "http://localhost:8420/a/all-01alert",
    )
    assert rows[6:9] == [for_programs, for_programs, for_people]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("{{ nonsense }}", "'nonsense' is undefined"),
        ("{{ ''.__class__.__mro__ }}", "templates may not do"),
        ("{{ findings.clear() }}", "templates may not do"),
        ("{% for i in range(99999) %}{{ 'x' * 1000 }}{% endfor %}", "longer than 100000"),
        ("{{ 'x' * 10 ** 10 }}", "MemoryError"),
        ("{% include '/etc/passwd' %}", "body is wrong"),
        (
            "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}",
            "took longer than 3 s",
        ),
        ("{% if %}", "body is wrong"),
        ("{{ 1 / 0 }}", "ZeroDivisionError"),
    ],
)
async def test_a_template_that_fails_costs_nobody_the_message(
    sending: ChannelSender, box: Mailbox, body: str, reason: str
) -> None:
    outcome = await sending.send(channel(box.url()), message(template=Template(None, body)))
    assert isinstance(outcome, Delivered)
    assert reason in outcome.note
    [mail] = box.mails()
    assert mail["Subject"] == "Batteries: Pilot line 1 opens"
    assert reason in (await sending.what_is_wrong(Template(None, body)) or "")


async def test_a_good_template_is_told_from_a_bad_one(sending: ChannelSender) -> None:
    assert await sending.what_is_wrong(Template("{{ title }}", "{{ text }}")) is None
