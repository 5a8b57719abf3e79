"""A definition with errors is refused, and every error is named."""

from pathlib import Path

import pytest

from watchd.core.relevance.query import parse
from watchd.errors import FieldErrors
from watchd.model.provider import Wording
from watchd.web.providers import preset_files
from watchd.web.providers.definition import Definition
from watchd.web.providers.request_template import filled, in_url, table, tree
from watchd.web.providers.search_request import wordings
from watchd.web.providers.settings import ProviderSettings
from watchd.web.settings import FetchSettings

HEAD = 'title = "E"\nverified = 2026-11-15\n'
ANSWER = '[answer]\nresults = ["r"]\nurl = "u"\n'
GOOD = f'{HEAD}[request]\nurl = "https://e.example/"\nquery = {{ q = "{{query}}" }}\n{ANSWER}'


def mistakes(text: str) -> dict[str, str]:
    with pytest.raises(FieldErrors) as caught:
        preset_files.parse_definition(text)
    return {fault.field: fault.message for fault in caught.value.faults}


def test_the_smallest_definition() -> None:
    assert preset_files.parse_definition(GOOD).title == "E"


def test_every_preset_says_when_it_was_verified_and_where_to_read_on() -> None:
    for name in preset_files.preset_names():
        definition = preset_files.definition(name)
        assert definition.verified.year >= 2026
        assert definition.homepage.startswith("https://"), name


def test_all_mistakes_are_named_at_once() -> None:
    found = mistakes(
        'title = 5\nverified = "soon"\ncolour = "red"\n'
        '[request]\nurl = "https://e.example/"\nmethod = "PUT"\n[limits]\npause = "now"\ndaily = -1\n[answer]\n'
    )
    assert {
        "title",
        "verified",
        "colour",
        "request.method",
        "limits.pause",
        "limits.daily",
        "answer.url",
        "answer.results",
    } == set(found)


@pytest.mark.parametrize(
    ("text", "field", "says"),
    [
        ("= x", "(file)", "TOML"),
        (GOOD.replace("https://e", "http://e"), "request.url", "https://"),
        (GOOD.replace("{query}", "{words}"), "request.query", "{words}"),
        (GOOD.replace("[request]", "[request]\njson = { a = 1 }"), "request.json", "POST"),
        (f'key = "required"\n{GOOD}', "key", "must send {key}"),
        (GOOD.replace("{query}", "{query}{key}"), "key", "required"),
        (f'{GOOD}[query]\nphrase = "x"\n', "query.phrase", "{text}"),
        (f'{GOOD}[query]\nsuffix = "{{key}}"\n', "query.suffix", "{language}"),
        (f'{GOOD}[[errors]]\nmeans = "spent"\n', "errors[0]", "every answer"),
        (f'{GOOD}[[errors]]\nmeans = "spent"\npath = "a"\nmatches = "("\n', "errors[0].matches", "regular"),
        (f'{GOOD}[[errors]]\nmeans = "spent"\npath = "a"\n', "errors[0].matches", "both"),
        (f'{GOOD}[[errors]]\nmeans = "tired"\nstatus = [1]\n', "errors[0].means", "tired"),
    ],
)
def test_what_could_never_work_is_refused(text: str, field: str, says: str) -> None:
    found = mistakes(text)
    assert field in found
    assert says in found[field]


def test_a_file_of_the_operator_is_a_provider_and_wins_over_a_preset(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(GOOD)
    (tmp_path / "brave.toml").write_text(GOOD.replace('"E"', '"Mine"'))
    chosen = preset_files.configured_definitions(
        {"mine": ProviderSettings(), "brave": ProviderSettings()}, tmp_path
    )
    assert [definition.title for definition in chosen.values()] == ["Mine", "E"]
    assert "mine" in preset_files.preset_names(tmp_path)


def test_a_provider_that_cannot_work_is_named_with_the_way_out(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("x = 1")
    names = ("searxng", "brave", "unknown", "bad", "No/Name")
    with pytest.raises(FieldErrors) as caught:
        preset_files.configured_definitions({name: ProviderSettings() for name in names}, tmp_path)
    found = {fault.field: fault.message for fault in caught.value.faults}
    assert "the address of your SearXNG" in found["providers.searxng.base_url"]
    assert "WATCHD_PROVIDERS__BRAVE__API_KEY_FILE" in found["providers.brave.api_key"]
    assert "write one of" in found["providers.unknown.preset"]
    assert "bad.toml" in found["providers.bad"]
    assert "providers.No/Name" in found


@pytest.mark.parametrize(
    ("base_url", "says"),
    [
        ("https://e.example/search", "must contain {query}"),
        ("https://e.example/search?q={words}", "must not contain {words}"),
        ("https://e.example/search?q={query}", None),
    ],
)
def test_an_address_without_a_place_for_the_words_is_refused(base_url: str, says: str | None) -> None:
    providers = {"mine": ProviderSettings(preset="rss", base_url=base_url)}
    if says is None:
        assert preset_files.configured_definitions(providers)
        return
    with pytest.raises(FieldErrors) as caught:
        preset_files.configured_definitions(providers)
    [fault] = caught.value.faults
    assert fault.field == "providers.mine.base_url"
    assert says in fault.message


def test_a_provider_that_is_switched_off_needs_nothing() -> None:
    assert preset_files.configured_definitions({"brave": ProviderSettings(enabled=False)})


def test_two_providers_may_share_a_definition() -> None:
    both = {name: ProviderSettings(preset="searxng", base_url="http://10.0.0.1") for name in ("one", "two")}
    assert [definition.title for definition in preset_files.configured_definitions(both).values()] == [
        "SearXNG"
    ] * 2


@pytest.mark.parametrize(
    ("base_url", "opened"),
    [
        ("http://127.0.0.1:8888/", ["127.0.0.1:8888"]),
        ("https://10.0.0.5", ["10.0.0.5:443"]),
        ("http://[::1]:8888", ["[::1]:8888"]),
        ("http://localhost:8888", ["127.0.0.1:8888", "[::1]:8888"]),
        ("http://searxng.internal:8888", []),
        ("", []),
    ],
)
def test_a_provider_that_the_operator_named_by_address_is_open_to_providers_alone(
    base_url: str, opened: list[str]
) -> None:
    fetch = FetchSettings(allow_networks=["192.168.0.0/16"])
    bounds = preset_files.bounds_for(fetch, {"x": ProviderSettings(base_url=base_url)})
    assert bounds.allow_networks == ["192.168.0.0/16", *opened]
    assert fetch.allow_networks == ["192.168.0.0/16"]


def test_templates() -> None:
    values = {"query": "a&b/c", "count": 20, "language": ""}
    assert filled("q={query}", values, in_url) == "q=a%26b%2Fc"
    assert filled("{language|all}-{query}", values) == "all-a&b/c"
    assert filled("{language}", values) is None
    assert table({"a": "{count}", "b": "x{language}"}, values) == {"a": "20"}
    assert tree({"n": "{count}", "deep": {"l": "{language}"}, "list": ["{query}", 5], "no": False}, values) == {
        "n": 20, "list": ["a&b/c", 5], "no": False,
    }  # fmt: skip


def written(name: str, text: str, *languages: str) -> list[Wording]:
    definition: Definition = preset_files.definition(name)
    return list(wordings(parse(text), list(languages), definition))


def test_a_provider_without_phrases_gets_their_words_and_no_exclusions() -> None:
    assert written("crossref", 'solid "pilot line" -toy') == [Wording("solid pilot line")]


def test_facets_go_together_where_the_provider_knows_or_and_alone_where_not() -> None:
    assert written("arxiv", "a b | c") == [Wording('(all:"a" AND all:"b") OR (all:"c")')]
    assert written("brave", "a b | c -x") == [Wording("a b -x"), Wording("c -x")]
    assert len(written("hackernews", "a | b | c | d | e")) == 3


def test_languages_in_the_words_of_the_provider() -> None:
    assert written("brave", "a", "ja") == [Wording("a", "jp")]
    assert written("mojeek", "a", "de") == [Wording("a", "DE")]
    assert written("gdelt", "a", "de") == [Wording("a sourcelang:german", "german")]
    assert written("gdelt", "a", "xx") == [Wording("a")]
    assert written("searxng", "a", "de", "en") == [Wording("a")]
    assert written("wikipedia", "a", "de", "en") == [Wording("a", "de"), Wording("a", "en")]


def test_a_query_that_is_too_long_is_cut_between_words() -> None:
    [wording] = written("brave", "word " * 200 + "-toy")
    assert len(wording.text) <= 400
    assert wording.text.endswith("word")


def test_an_excluded_phrase_stays_together() -> None:
    assert written("searxng", 'a -"toy car"') == [Wording('a -"toy car"')]


def test_no_words_are_no_question() -> None:
    assert written("searxng", " -toy ") == []
