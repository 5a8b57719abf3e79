"""Text that wants to be more than text, checked in the bytes that receivers get (FAULTS T06 to T08)."""

import json
import re
from collections.abc import AsyncIterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.notify.hostile import HOSTILE
from tests.notify.mailbox import mailbox
from tests.notify.messages import changed, channel, message
from tests.notify.receiver import receiver
from tests.notify.slack_host import SLACK, slack_host
from tests.support import HandWoundClock
from tests.web.site import settings
from watchd.model.alert import Delivered, Message
from watchd.model.channel import Template
from watchd.model.finding import Change, MatchedTerm, PathStep, Why
from watchd.notify.sandboxed_sender import SandboxedSender
from watchd.notify.sender import ChannelSender
from watchd.web.fetch.fetcher import WebFetcher

pytestmark = pytest.mark.asyncio(loop_scope="module")


def hostile(text: str, template: Template | None = None) -> Message:
    """The text in every field that a page can fill."""
    found = changed(
        title=text,
        summary=text,
        url=f"https://evil.example/{text[:200]}",
        change=Change(text, text, 0.5),
        why=Why((MatchedTerm(text, 1.0),), (PathStep(f"https://evil.example/{text[:50]}", text),) * 2, text),
    )
    return message(found, profile_name="Batteries", template=template)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shop() -> AsyncIterator[SandboxedSender]:
    async with SandboxedSender(allow_networks=["127.0.0.0/8"]) as shop:
        yield shop


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def sending(shop: SandboxedSender) -> AsyncIterator[ChannelSender]:
    async with WebFetcher(settings()) as fetcher:
        yield ChannelSender(fetcher.outbound, shop, HandWoundClock())


class Elements(HTMLParser):
    """The elements and attributes of a document, as a parser of another project sees them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.seen: set[tuple[str, str]] = set()
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen |= {(tag, ""), *((tag, name) for name, _ in attrs)}
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]


async def test_there_are_a_hundred_of_them() -> None:
    assert len(set(HOSTILE)) >= 100


async def test_mail_stays_one_mail_with_our_elements_only(sending: ChannelSender) -> None:
    with mailbox() as box:
        await sending.send(channel(box.url()), hostile("two\nlines"))
        for text in HOSTILE:
            await sending.send(channel(box.url()), hostile(text))
        mails = box.mails()
    assert len(mails) == len(HOSTILE) + 1
    harmless = mails[0].get_body(("html",))
    assert harmless is not None
    usual = Elements(harmless.get_content()).seen
    names = sorted(name.lower() for name in mails[0].keys())  # noqa: SIM118 (a header may occur twice)
    for raw, mail in zip(box.raw, mails, strict=True):
        head = raw.partition(b"\r\n\r\n")[0]
        assert head.isascii()
        assert sorted(name.lower() for name in mail.keys()) == names  # noqa: SIM118
        assert len(mail["Subject"]) <= 200
        html = mail.get_body(("html",))
        assert html is not None
        page = Elements(html.get_content())
        assert page.seen <= usual
        assert all(link.startswith(("https://evil.example/", "http://localhost:8420/")) for link in page.links)


async def test_webhooks_stay_json_and_their_text_rings_no_bell(sending: ChannelSender) -> None:
    with receiver() as got:
        for text in HOSTILE:
            await sending.send(channel(f"webhook+{got.url}/"), hostile(text))
    assert len(got.got) == len(HOSTILE)
    for request in got.got:
        body = json.loads(request.body.decode("utf-8"))
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]", str(body["data"]))
        assert_literal(body["text"])


async def test_what_goes_through_apprise_rings_no_bell(sending: ChannelSender) -> None:
    with receiver() as got:
        for text in HOSTILE:
            await sending.send(channel(f"json://127.0.0.1:{got.port}/"), hostile(text))
    assert len(got.got) == len(HOSTILE)
    for request in got.got:
        body = json.loads(request.body)
        assert "\n" not in body["title"]
        assert_literal(body["title"])
        assert_literal(body["message"])


def assert_literal(text: str) -> None:
    assert not re.search(r"<[!@#]", text)
    assert not re.search(r"@(everyone|here|channel)", text)
    assert "](" not in text


async def test_slack_sees_our_links_only(shop: SandboxedSender, tmp_path: Path) -> None:
    async with slack_host(HandWoundClock(), shop, tmp_path) as (sender, server):
        for text in HOSTILE:
            assert await sender.send(channel(SLACK), hostile(text)) == Delivered()
    posted = [json.loads(hit.body) for hit in server.log]
    assert len(posted) == len(HOSTILE)
    for payload in posted:
        parts = mrkdwn(payload)
        links = re.findall(r"<[^>]*>?", "\n".join([payload["text"], *parts]))
        ours = r"<(https://evil\.example/|http://localhost:8420/v/)[^|<>\s]*\|[^|<>]*>"
        assert [link for link in links if not re.fullmatch(ours, link)] == []
        assert all(len(part) <= 3000 for part in parts)
        assert len(payload["blocks"][0]["text"]["text"]) <= 150


def mrkdwn(payload: dict[str, Any]) -> list[str]:
    """What Slack reads as markup."""
    sections = [block["text"]["text"] for block in payload["blocks"] if block["type"] == "section"]
    contexts = [block["elements"] for block in payload["blocks"] if block["type"] == "context"]
    return sections + [element["text"] for elements in contexts for element in elements]


TEMPLATE = Template("{{ findings[0].title }}", "{{ findings[0].summary }}\n{{ diff_added }}")


async def test_page_text_in_a_template_is_a_value_and_never_a_program(
    sending: ChannelSender, shop: SandboxedSender, tmp_path: Path
) -> None:
    """In every kind of channel; each of the texts goes to one of them."""
    said = [hostile(text, TEMPLATE) for text in HOSTILE]
    with receiver() as hook, receiver() as service, mailbox() as box:
        for one in said[0::4]:
            assert await sending.send(channel(f"webhook+{hook.url}/"), one) == Delivered()
        for one in said[1::4]:
            assert await sending.send(channel(f"json://127.0.0.1:{service.port}/"), one) == Delivered()
        for one in said[2::4]:
            assert await sending.send(channel(box.url()), one) == Delivered()
    async with slack_host(HandWoundClock(), shop, tmp_path) as (sender, server):
        for one in said[3::4]:
            assert await sender.send(channel(SLACK), one) == Delivered()
    literal = [json.loads(got.body)["text"] for got in hook.got]
    literal += [json.loads(got.body)["message"] for got in service.got]
    posted = ["\n".join(mrkdwn(json.loads(hit.body))) for hit in server.log]
    mailed = [part.get_content() for mail in box.mails() if (part := mail.get_body(("plain",)))]
    assert len(literal) + len(posted) + len(mailed) == len(HOSTILE)
    for text in (*literal, *posted, *mailed):
        assert "49" not in text
        assert "root:" not in text
    for text in literal:
        assert_literal(text)
    assert not [text for text in posted if "<" in text]
