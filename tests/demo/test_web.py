"""Tests that the web of the demo has what its chapters need."""

import json
import smtplib
from collections.abc import Iterator
from email.message import EmailMessage
from urllib.parse import quote

import httpx
import pytest

from demo.mailbox import running_mailbox
from demo.pages import Edition
from demo.story import QUERY
from demo.web import Web, running_web


@pytest.fixture
def web() -> Iterator[Web]:
    with running_web() as running:
        yield running


def get(url: str, **headers: str) -> httpx.Response:
    return httpx.get(url, headers=headers, trust_env=False)


def readable(edition: Edition) -> dict[str, str]:
    """Return title and text of every page."""
    return {
        place: page.title + page.text + (page.later if edition.is_later else "")
        for place, page in edition.places().items()
    }


def test_there_are_a_dozen_sites_each_on_its_own_address(web: Web) -> None:
    sites = web.edition.sites.values()
    assert len({site.address for site in sites}) == len(sites) == 12
    assert 60 <= len(web.edition.places()) <= 100
    assert all(get(f"http://{site.address}:{web.port}/").status_code == 200 for site in sites)


def test_every_link_leads_to_a_page_of_the_later_edition(web: Web) -> None:
    web.publish()
    pages = web.edition.places()
    for place, page in pages.items():
        site = place.partition(":")[0]
        assert {link if ":" in link else f"{site}:{link}" for link in page.links} <= pages.keys(), place


def test_the_later_edition_has_one_page_more_and_one_that_has_grown(web: Web) -> None:
    before = readable(web.edition)
    (new_url, _), (grown_url, _) = web.appearing(), web.growing()
    assert get(new_url).status_code == 404
    web.publish()
    after = readable(web.edition)
    assert [web.edition.url(place) for place in after.keys() - before.keys()] == [new_url]
    assert [web.edition.url(place) for place in before if before[place] != after[place]] == [grown_url]
    front, feed = get(web.edition.url("courier:/")).text, get(web.edition.url("courier:/feed.xml")).text
    assert new_url in front
    assert new_url in feed


def test_a_page_that_is_the_same_is_not_sent_again(web: Web) -> None:
    url = web.edition.url("choir:/")
    tag = get(url).headers["ETag"]
    assert get(url, **{"If-None-Match": tag}).status_code == 304
    web.publish()
    assert get(url, **{"If-None-Match": tag}).status_code == 304


def test_the_search_engine_knows_half_of_the_web_and_never_the_new_page(web: Web) -> None:
    web.publish()
    found: list[str] = []
    for page in range(1, 6):
        answer = get(f"{web.engine_url}/search?q={quote(QUERY)}&format=json&pageno={page}")
        found += [result["url"] for result in json.loads(answer.content)["results"]]
    assert len(found) == len(set(found)) > 5
    assert web.appearing()[0] not in found
    assert len(web.engine) == pytest.approx(len(web.edition.places()) / 2, abs=2)
    assert 404 in {get(url).status_code for url in found}


def test_the_mailbox_keeps_a_mail_as_it_was_sent() -> None:
    mail = EmailMessage()
    mail["Subject"], mail["From"], mail["To"] = "Hello", "watchd@example.org", "you@example.org"
    mail.set_content(".\n.. dots\nFäden\n")
    with running_mailbox() as box:
        address, port = box.server_address[:2]
        with smtplib.SMTP(str(address), int(port), timeout=10) as client:
            client.send_message(mail)
        (got,) = box.mails
    assert got["Subject"] == "Hello"
    assert got.get_content().splitlines() == [".", ".. dots", "Fäden"]
