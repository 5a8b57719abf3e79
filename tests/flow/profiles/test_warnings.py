"""Warnings about profiles: few, each with its field and the way out."""

from typing import Any

import pytest

from watchd import validation
from watchd.flow.profiles import warnings
from watchd.flow.profiles.warnings import MAX_IMPORT_WARNINGS, ProfileSituation
from watchd.model.profile import ProfileSpec

OFF = "It is switched off; `watchd provider enable NAME` switches it on."
FINE = ProfileSituation(providers={"wikipedia": None, "brave": OFF}, channels={})
NOTHING = ProfileSituation(providers={"wikipedia": "It requires a contact address.", "brave": OFF}, channels={})


def spec(**fields: Any) -> ProfileSpec:
    return validation.read(ProfileSpec, {"name": "Tea", "query": {"text": "green tea harvest"}, **fields})


def warned(here: ProfileSituation, **fields: Any) -> list[tuple[str, str]]:
    return [(warning.field, warning.message) for warning in warnings.of_profile(spec(**fields), here)]


def test_a_profile_that_can_work_has_no_warning() -> None:
    assert warned(FINE) == []
    assert warned(FINE, schedule={"manual": True}, enabled=False, delivery={"channels": ["mail"]}) == []
    assert warned(NOTHING, seeds={"feeds": ["https://a.example/feed"]}) == []
    assert warned(NOTHING, seeds={"urls": ["https://a.example/"], "providers": []}) == []
    assert warned(NOTHING, query={"text": "", "examples": ["https://a.example/"]}) == []


def test_a_profile_that_starts_from_nothing_is_warned_with_both_ways_out() -> None:
    [(field, message)] = warned(NOTHING)
    assert field == "seeds"
    assert "watchd provider list" in message
    assert "seeds.urls" in message
    [(field, message)] = warned(FINE, seeds={"providers": []})
    assert field == "seeds.providers"
    assert "start from nothing" in message
    assert "remove seeds.providers" in message


def test_named_providers_that_cannot_be_asked_are_warned_about() -> None:
    [(field, message)] = warned(FINE, seeds={"providers": ["wikipedia", "brave"]})
    assert (field, "brave is not asked" in message, "watchd provider enable" in message) == (
        "seeds.providers[1]", True, True,
    )  # fmt: skip
    [(field, message)] = warned(FINE, seeds={"providers": ["brave", "deleted"]})
    assert field == "seeds.providers"
    assert "deleted: There is no such provider any more" in message
    assert "start from nothing" in message
    own = {"providers": ["brave"], "urls": ["https://a.example/"]}
    assert "start only from its own pages" in warned(FINE, seeds=own)[0][1]


def test_a_scope_that_excludes_the_own_start_pages_is_warned_about() -> None:
    urls = [f"https://{name}.example/x" for name in "abcde"]
    [(field, message)] = warned(FINE, seeds={"urls": urls}, scope={"hosts_allow": ["a.example"]})
    assert field == "seeds.urls"
    assert "https://b.example/x, https://c.example/x, https://d.example/x and 1 more" in message
    fields = [field for field, _ in warned(NOTHING, seeds={"urls": urls}, scope={"hosts_allow": ["z.example"]})]
    assert fields == ["seeds", "seeds.urls"]
    # Runs read feeds wherever they are, and learn from example pages anywhere.
    assert warned(FINE, seeds={"feeds": urls}, scope={"hosts_allow": ["z.example"]}) == []
    assert warned(FINE, query={"text": "tea", "examples": urls}, scope={"hosts_allow": ["z.example"]}) == []


@pytest.mark.parametrize(
    ("text", "languages", "warning"),
    [
        ("music", [], "so common"),
        ("new", ["en"], "so common"),
        ("music -free", [], "so common"),
        ("green tea | music", [], "so common"),
        ("battery", [], "hardly says"),
        ("software licence", [], ""),
        ('"free software"', [], ""),
        ("Feststoffbatterie", ["de"], "hardly says"),
        ("watchd", [], "hardly says"),
    ],
)
def test_a_query_of_one_word_asks_for_more(text: str, languages: list[str], warning: str) -> None:
    found = warned(FINE, query={"text": text, "languages": languages})
    assert [field for field, _ in found] == (["query.text"] if warning else [])
    assert all(warning in message for _, message in found)


def test_the_code_of_a_country_is_not_the_code_of_a_language() -> None:
    [(field, message)] = warned(FINE, query={"text": "green tea", "languages": ["en", "jp", "vi", "ja", "nb"]})
    assert field == "query.languages[1]"
    assert "'jp'" in message


def test_a_channel_that_does_not_send_is_warned_about() -> None:
    here = ProfileSituation(
        providers={"wikipedia": None}, channels={"mail": "The server refused it.", "other": "x"}
    )
    [(field, message)] = warned(here, delivery={"channels": ["slack", "mail"]})
    assert field == "delivery.channels[1]"
    assert "The server refused it." in message
    assert "`watchd channel test mail`" in message


def test_equal_warnings_of_an_import_are_one_that_names_profiles() -> None:
    specs = [spec(name=f"P{number}") for number in range(5)]
    [warning] = warnings.of_profiles(specs, NOTHING)
    assert warning.field == "seeds"
    assert warning.message.startswith("'P0', 'P1', 'P2' and 2 more: No search provider")


def test_an_import_has_a_bounded_number_of_warnings() -> None:
    scope = {"hosts_allow": ["z.example"]}
    specs = [spec(name=f"P{n}", seeds={"urls": [f"https://h{n}.example/"]}, scope=scope) for n in range(99)]
    found = warnings.of_profiles(specs, FINE)
    assert len(found) == MAX_IMPORT_WARNINGS + 1
    assert "79 more" in found[-1].message
