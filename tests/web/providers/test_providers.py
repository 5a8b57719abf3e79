"""Every preset sends the request that the provider's documentation describes, and understands its answer."""

import pytest

from tests.web.provider_site import Strict, json_answer, provider_at
from tests.web.recorded import DAY, RECORDED
from tests.web.site import Answer, site
from watchd.web.providers import preset_files

QUERY = 'solid battery "pilot line" -toy'


def test_every_preset_has_a_recorded_answer() -> None:
    assert sorted(RECORDED) == preset_files.preset_names()


@pytest.mark.parametrize("preset", sorted(RECORDED))
async def test_a_preset_asks_as_documented_and_understands_the_answer(preset: str) -> None:
    recorded = RECORDED[preset]
    strict = Strict(recorded)
    async with site() as server, provider_at(server, preset, base=recorded.base or "/") as provider:
        server.otherwise = strict
        [wording] = provider.wordings(QUERY, ["de"])
        answer = await provider.ask(wording, 0)
    assert strict.refusals == []
    assert answer.means == "ok", answer.detail
    assert [result.url for result in answer.results] == recorded.urls
    assert answer.results[0].title == recorded.title
    assert preset == "gdelt" or any(
        "olid" in result.snippet or "tate" in result.snippet for result in answer.results
    )
    if recorded.dates:
        assert answer.results[0].published == DAY


@pytest.mark.parametrize("preset", sorted(RECORDED))
async def test_a_server_with_other_ideas_is_reported_in_the_answer(preset: str) -> None:
    """The strict server really is strict: another query is refused."""
    recorded = RECORDED[preset]
    strict = Strict(recorded)
    async with site() as server, provider_at(server, preset, base=recorded.base or "/") as provider:
        server.otherwise = strict
        [wording] = provider.wordings("something else", [])
        answer = await provider.ask(wording, 0)
    assert answer.means == "question"
    assert len(strict.refusals) == 1


async def test_the_key_is_in_no_sentence() -> None:
    """Mojeek takes its key in the address, and some providers repeat it in their error message."""
    async with site() as server, provider_at(server, "mojeek") as provider:
        server.otherwise = json_answer({"response": {"status": "ERROR: bad key k3y"}})
        answer = await provider.ask(provider.wordings("x", [])[0], 0)
    assert answer.means == "key"
    assert "k3y" not in answer.detail
    assert "***" in answer.detail
    assert "api_key=k3y" in server.paths()[0]


async def test_later_pages_are_asked_for_in_the_way_of_the_provider() -> None:
    async with site() as server, provider_at(server, "mojeek") as provider:
        await provider.ask(provider.wordings("x", [])[0], 2)
        assert "s=21&" in server.paths()[0]
        assert [provider.pages(wanted) for wanted in (1, 10, 11, 200)] == [1, 1, 2, 3]


async def test_a_provider_that_wants_a_contact_is_not_asked_without_one() -> None:
    async with site() as server, provider_at(server, "wikipedia", contact="") as provider:
        answer = await provider.ask(provider.wordings("x", [])[0], 0)
        assert server.log == []
    assert answer.means == "local"
    assert "fetch.contact" in answer.detail


async def test_a_description_that_leads_nowhere_any_more_is_read_again() -> None:
    async with site() as server, provider_at(server, "opensearch", base="/opensearch.xml") as provider:
        server.otherwise = Strict(RECORDED["opensearch"])
        wording = provider.wordings(QUERY, ["de"])[0]
        assert (await provider.ask(wording, 0)).means == "ok"
        server.otherwise = Answer(b"gone", 404)
        assert (await provider.ask(wording, 0)).means == "broken"
        server.otherwise = Strict(RECORDED["opensearch"])
        assert (await provider.ask(wording, 0)).means == "ok"
        assert server.paths().count("/opensearch.xml") == 2


async def test_a_description_is_read_once() -> None:
    recorded = RECORDED["opensearch"]
    async with site() as server, provider_at(server, "opensearch", base=recorded.base) as provider:
        server.otherwise = Strict(recorded)
        wording = provider.wordings(QUERY, ["de"])[0]
        assert (await provider.ask(wording, 0)).means == (await provider.ask(wording, 0)).means == "ok"
        assert [path.partition("?")[0] for path in server.paths()] == ["/opensearch.xml", "/search", "/search"]
