"""Tests of `watchd fetch`: it shows what a run would see."""

import asyncio
import json
import threading
from collections.abc import Iterator

import pytest
from click.testing import CliRunner, Result

from tests.web.site import Answer, Site, site
from watchd.commands.fetch import fetch

PAGE = b"""<html lang=en><head><title>Batteries \x1b[31m</title><meta name=robots content=nofollow>
<link rel=alternate type=application/rss+xml href=/feed.xml></head>
<body><p>A pilot line for solid state cells opens in spring,
says <a href=/news rel=nofollow>the news</a> of today.</p>
</body></html>"""


@pytest.fixture
def server() -> Iterator[Site]:
    """Run a site in its own thread, because the command has its own event loop."""
    loop = asyncio.new_event_loop()
    context = site()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    running = asyncio.run_coroutine_threadsafe(context.__aenter__(), loop).result(5)
    running.pages["/"] = Answer(PAGE)
    yield running
    asyncio.run_coroutine_threadsafe(context.__aexit__(None, None, None), loop).result(5)
    loop.call_soon_threadsafe(loop.stop)
    thread.join(5)
    loop.close()


def run(*arguments: str) -> Result:
    return CliRunner().invoke(fetch, ["--allow-network", "127.0.0.0/8", *arguments])


def test_a_page_is_shown_with_headers_text_links_and_signature(server: Site) -> None:
    result = run(server.url("/"))
    assert result.exit_code == 0, result.output
    for piece in (
        "fetched",
        "content-type: text/html",
        "Batteries",
        "pilot line",
        "/news",
        "signature",
        "/feed.xml",
    ):
        assert piece in result.output
    assert "\x1b" not in result.output


def test_json_has_every_link_with_its_context(server: Site) -> None:
    result = run("--json", server.url("/"))
    shown = json.loads(result.output)
    assert shown["outcome"]["type"] == "fetched"
    assert shown["page"]["nofollow"] is True
    assert shown["page"]["links"][0]["url"] == server.url("/news")
    assert "pilot" in shown["page"]["links"][0]["context"]


def test_a_refusal_is_printed_with_its_reason_and_status_1() -> None:
    result = CliRunner().invoke(fetch, ["http://169.254.169.254/latest/meta-data/"])
    assert result.exit_code == 1
    assert "not on the public web" in result.output


def test_a_missing_page_is_gone(server: Site) -> None:
    result = run(server.url("/nowhere"))
    assert result.exit_code == 1
    assert "gone" in result.output


def test_a_network_that_cannot_be_read_is_explained() -> None:
    result = CliRunner().invoke(fetch, ["--allow-network", "everything", "http://example.org/"])
    assert result.exit_code == 1
    assert "127.0.0.0/8" in result.output
