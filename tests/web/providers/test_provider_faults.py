"""For any answer of a provider, a request ends with a meaning and a sentence with the way out (P12, R02)."""

import asyncio
import json
import zlib
from typing import Any

import msgspec
import pytest

from tests.support import HandWoundClock
from tests.web.provider_site import asked, json_answer, provider_at
from tests.web.site import Answer, raw_server, settings, site
from watchd.model.provider import ProviderAnswer
from watchd.web.extract.settings import ExtractBounds
from watchd.web.fetch.fetcher import WebFetcher
from watchd.web.providers import preset_files
from watchd.web.providers.provider import MAX_ANSWER_BYTES, WebSearchProvider
from watchd.web.providers.settings import ProviderSettings
from watchd.web.reader.extractor import Extractor

HTML = {"Content-Type": "text/html"}


async def ask_once(answer: Any, preset: str = "searxng") -> ProviderAnswer:
    async with asked(answer, preset) as provider:
        return await provider.ask(provider.wordings("battery", [])[0], 0)


@pytest.mark.parametrize(
    ("answer", "preset", "meaning", "says"),
    [
        (Answer(b"", 429, {"Retry-After": "120"}), "hackernews", "throttled", "fewer requests"),
        (Answer(b"", 429), "searxng", "throttled", "pass_ip"),
        (Answer(b"", 503, {"Retry-After": "9"}), "hackernews", "throttled", "fewer requests"),
        (Answer(b"", 503), "hackernews", "unreachable", "later"),
        (Answer(b"", 500), "brave", "unreachable", "later"),
        (Answer(b"", 402), "brave", "spent", "quota"),
        (Answer(b"", 401), "brave", "key", "api_key"),
        (Answer(b"", 403), "brave", "key", "api_key"),
        (Answer(b"", 403), "hackernews", "refused", "refuses requests"),
        (Answer(b"", 403), "searxng", "broken", "search.formats"),
        (Answer(b"", 422), "brave", "question", "query.text"),
        (Answer(b"", 404), "searxng", "broken", "base_url"),
        (Answer(b"", 301, {"Location": "https://elsewhere.example/"}), "searxng", "broken", "redirects"),
        (Answer(b"<html><title>Prove that you are human</title>", 200, HTML), "searxng", "broken", "not JSON"),
        (Answer(b"", 200), "searxng", "broken", "not JSON"),
        (Answer(b'{"results": [', 200), "searxng", "broken", "not JSON"),
        (Answer(b"[" * 100_000 + b"]" * 100_000, 200), "searxng", "broken", "not JSON"),
        (Answer(b'{"a":' * 50_000 + b"1" + b"}" * 50_000, 200), "searxng", "broken", "not JSON"),
        (Answer(b"9" * 10_000, 200), "searxng", "broken", "JSON"),
        (json_answer({"answers": []}), "searxng", "broken", "may have changed"),
        (json_answer({"results": {"0": {}}}), "searxng", "broken", "may have changed"),
        (json_answer("text"), "searxng", "broken", "may have changed"),
        (json_answer({"error": {"code": "x", "retry_after_seconds": 60}}), "tavily_keyless", "spent", "quota"),
        (json_answer({"response": {"status": "ERROR daily Limit reached"}}), "mojeek", "spent", "Limit"),
        (json_answer({"error": {"code": "maxlag"}}), "wikipedia", "throttled", "fewer"),
        (Answer(b"Please limit requests to one every 5 seconds.", 200), "gdelt", "broken", "not JSON"),
        (Answer(b"<html><p>No feed</html>", 200, HTML), "arxiv", "broken", "cannot be read"),
        (Answer(b"<!DOCTYPE x [<!ENTITY a 'b'>]><x>&a;</x>", 200), "arxiv", "broken", "cannot be read"),
    ],
)  # fmt: skip
async def test_what_an_answer_means(answer: Answer, preset: str, meaning: str, says: str) -> None:
    found = await ask_once(answer, preset)
    assert found.means == meaning, found
    assert says in found.detail
    assert found.results == ()


async def test_the_wait_that_a_provider_asks_for_is_reported() -> None:
    assert (await ask_once(Answer(b"", 429, {"Retry-After": "120"}), "hackernews")).retry_after == 120
    body = {"error": {"code": "x", "retry_after_seconds": 60}}
    assert (await ask_once(json_answer(body), "tavily_keyless")).retry_after == 60
    body = {"error": {"code": "x", "retry_after_seconds": "soon"}}
    assert (await ask_once(json_answer(body), "tavily_keyless")).retry_after is None


@pytest.mark.parametrize(
    ("remaining", "reset", "wait"),
    [("1, 900", "1, 2000", None), ("0, 900", "1, 2000", 1), ("0, 0", "1, 2000", 2000), ("x", "", None)],
)
async def test_the_last_request_of_a_window_is_noticed(remaining: str, reset: str, wait: float | None) -> None:
    headers = {"X-RateLimit-Remaining": remaining, "X-RateLimit-Reset": reset}
    found = await ask_once(json_answer({"query": {}}, **headers), "brave")
    assert (found.means, found.retry_after) == ("ok", wait)


@pytest.mark.parametrize(
    ("preset", "body"),
    [
        ("kagi", {"data": {}}),
        ("brave", {"query": {}}),
        ("gdelt", {}),
        ("you", {"results": {}}),
        ("searxng", {"results": []}),
    ],
)
async def test_nothing_found_is_a_proper_answer(preset: str, body: Any) -> None:
    found = await ask_once(json_answer(body), preset)
    assert (found.means, found.results, found.has_more) == ("ok", (), False)


async def test_wrong_types_are_passed_over() -> None:
    bad: list[Any] = [
        None, 5, "x", [], {}, {"url": 7}, {"url": None}, {"url": ["https://a.example/"]}, {"url": "javascript:alert(1)"},
        {"url": "file:///etc/passwd"}, {"url": "https://u:p@a.example/"}, {"url": "https://a.example/" + "x" * 5000},
        {"url": "data:text/html,x"}, {"url": "//a.example/"}, {"url": "https://a.example/\u0000x"},
    ]  # fmt: skip
    good = {
        "url": "https://good.example/?utm_source=x#part", "title": {"a": 1}, "content": ["one", 2, "three"],
        "publishedDate": "yesterday", "score": "NaN",
    }  # fmt: skip
    found = await ask_once(json_answer({"results": [*bad, good]}))
    [result] = found.results
    assert result.url == "https://good.example/"
    assert (result.title, result.snippet, result.rank, result.published) == ("", "one … three", 1, None)


async def test_markup_and_control_characters_do_not_get_in() -> None:
    hit = {
        "url": "https://a.example/",
        "title": "<script>x</script>\u001b[2J&lt;b&gt;T\ud800",
        "content": "a\u0000\n\u202eb" + "x" * 9000,
    }
    [result] = (await ask_once(json_answer({"results": [hit]}))).results
    assert "<" not in result.title
    assert "\x1b" not in result.title
    assert len(result.snippet) <= 500


async def test_of_ten_thousand_results_a_part_is_taken() -> None:
    hits = [{"url": f"https://a.example/{n}", "title": "t"} for n in range(10_000)]
    assert len((await ask_once(json_answer({"results": hits}))).results) == 200


@pytest.mark.parametrize(
    ("charset", "header"),
    [
        ("utf-8", "application/json"),
        ("utf-8-sig", "application/json"),
        ("latin-1", "application/json; charset=iso-8859-1"),
        ("utf-16", "application/json; charset=utf-16"),
    ],
)
async def test_the_charset_of_the_header_is_used(charset: str, header: str) -> None:
    body = json.dumps({"results": [{"url": "https://a.example/", "title": "Übermut"}]}, ensure_ascii=False)
    found = await ask_once(Answer(body.encode(charset), 200, {"Content-Type": header}))
    assert found.results[0].title == "Übermut"


async def test_a_wrong_charset_costs_letters_but_no_result() -> None:
    body = json.dumps({"results": [{"url": "https://a.example/", "title": "Übermut"}]}, ensure_ascii=False)
    found = await ask_once(
        Answer(body.encode("latin-1"), 200, {"Content-Type": "application/json; charset=utf-8"})
    )
    assert found.results[0].url == "https://a.example/"


async def test_an_endless_answer_is_cut_off() -> None:
    async def talk(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{"results": [')
        for _ in range(MAX_ANSWER_BYTES // 60_000 * 2):
            writer.write(b"1," * 30_000)
            await writer.drain()

    async with raw_server(talk) as url, WebFetcher(settings()) as fetcher:
        provider = provider_of(url, fetcher)
        found = await provider.ask(provider.wordings("x", [])[0], 0)
    assert (found.means, found.detail) == ("broken", "Its answer is longer than 2 MiB.")


async def test_a_bomb_is_cut_off() -> None:
    packer = zlib.compressobj(wbits=31)
    body = packer.compress(b"[" + b" " * 200_000_000) + packer.flush()
    found = await ask_once(Answer(body, 200, {"Content-Encoding": "gzip"}))
    assert found.means == "broken"


async def test_a_slow_provider_is_given_up() -> None:
    definition = preset_files.definition("searxng")
    request = msgspec.structs.replace(definition.request, timeout="100ms")
    definition = msgspec.structs.replace(definition, request=request)
    async with site() as server, provider_at(server, definition=definition) as provider:
        server.otherwise = Answer(delay=20)
        found = await provider.ask(provider.wordings("x", [])[0], 0)
    assert found.means == "unreachable"


async def test_a_provider_that_is_not_there_is_unreachable() -> None:
    async with site() as server:
        gone = server.url("/")
    async with WebFetcher(settings()) as fetcher:
        provider = provider_of(gone, fetcher)
        found = await provider.ask(provider.wordings("x", [])[0], 0)
    assert found.means == "unreachable"


async def test_a_private_address_is_not_asked_and_the_way_out_is_named() -> None:
    async with site() as server, WebFetcher(settings(allow_networks=[])) as fetcher:
        provider = provider_of(server.url("/"), fetcher)
        found = await provider.ask(provider.wordings("x", [])[0], 0)
        assert server.log == []
    assert found.means == "local"
    assert "fetch.allow_networks" in found.detail


async def test_a_redirect_to_a_private_address_is_not_followed_and_gets_no_key() -> None:
    async with site() as server, site() as inside, provider_at(server, "brave") as provider:
        server.otherwise = Answer(b"", 302, {"Location": inside.url("/")})
        found = await provider.ask(provider.wordings("x", [])[0], 0)
        assert inside.log == []
    assert found.means == "broken"


async def test_a_description_that_forbids_searching_is_obeyed() -> None:
    body = b"<OpenSearchDescription><SyndicationRight>closed</SyndicationRight></OpenSearchDescription>"
    async with site() as server, provider_at(server, "opensearch", base="/d.xml") as provider:
        server.otherwise = Answer(body, 200, {"Content-Type": "application/xml"})
        found = await provider.ask(provider.wordings("x", [])[0], 0)
        assert server.paths() == ["/d.xml"]
    assert found.means == "broken"
    assert "SyndicationRight" in found.detail


def provider_of(url: str, fetcher: WebFetcher) -> WebSearchProvider:
    return WebSearchProvider(
        "searxng",
        preset_files.definition("searxng"),
        ProviderSettings(base_url=url),
        sender=fetcher.outbound,
        reader=Extractor(ExtractBounds(children=1)),
        now=HandWoundClock().now,
    )
