"""Tests of the sentences about wrong fields: what a field must be, what it got, and no secret."""

from typing import Annotated, Any

import msgspec
import pytest
from msgspec import Meta, Struct

from watchd import validation
from watchd.api.resources.channels import ChannelIn
from watchd.errors import FieldErrors
from watchd.model.profile import ProfileSpec
from watchd.web.providers.settings import ProviderSettings
from watchd.web.settings import FetchSettings

SECRET = "hunter2-and-more"


def message(kind: type[Struct], raw: dict[str, Any], field: str, *, strict: bool = True) -> str:
    with pytest.raises(FieldErrors) as caught:
        validation.read(kind, raw, strict=strict)
    return {fault.field: fault.message for fault in caught.value.faults}[field]


PROFILE = {"name": "x", "query": {"text": "tea"}}


@pytest.mark.parametrize(
    ("wrong", "field", "sentence"),
    [
        ({"name": ""}, "name", "must not be empty"),
        ({"name": 5}, "name", "must be text; got 5"),
        (
            {"name": "a\nb"},
            "name",
            "must be one line of text that is not blank and has no control characters, such as Solid-state batteries; "
            "got 'a\\nb'",
        ),
        ({"name": "x" * 201}, "name", "must have at most 200 characters; got 201"),
        (
            {"schedule": {"every": "soon"}},
            "schedule.every",
            "must be a duration such as 90s, 15m, 6h or 7d; got 'soon'",
        ),
        ({"budget": {"pages": 0}}, "budget.pages", "must be a whole number >= 1; got 0"),
        ({"budget": {"pages": "ten"}}, "budget.pages", "must be a whole number; got 'ten'"),
        ({"budget": {"pages": [1]}}, "budget.pages", "must be a whole number; got a list"),
        ({"report": {"min_score": 1.5}}, "report.min_score", "must be a number <= 1.0; got 1.5"),
        ({"enabled": "yes"}, "enabled", "must be true or false; got 'yes'"),
        ({"seeds": {"urls": ["ftp://x"]}}, "seeds.urls[0]", "must be an http or https URL; got 'ftp://x'"),
        ({"seeds": {"urls": [""]}}, "seeds.urls[0]", "must not be empty"),
        (
            {"seeds": {"urls": ["ftp://example.org/" + "x" * 50]}},
            "seeds.urls[0]",
            "must be an http or https URL; got 'ftp://example.org/xxxxxxxxxxxxxxxxxxxxx…'",
        ),
        (
            {"seeds": {"feeds": [f"ftp://me:{SECRET}@x.org/?token={SECRET}"]}},
            "seeds.feeds[0]",
            "must be an http or https URL; got 'ftp://…x.org/?…'",
        ),
        (
            {"query": {"text": "x", "languages": ["english"]}},
            "query.languages[0]",
            "must be an ISO 639 language code such as en; got 'english'",
        ),
        ({"tags": ["t"] * 1000}, "tags", "must have at most 20 entries; got 1000"),
    ],
)
def test_a_wrong_field_says_what_it_must_be_and_what_it_got(
    wrong: dict[str, Any], field: str, sentence: str
) -> None:
    assert message(ProfileSpec, PROFILE | wrong, field) == sentence


def test_a_number_from_the_environment_is_shown_without_quotes() -> None:
    raw = {"max_connections": "-1"}
    assert message(FetchSettings, raw, "max_connections", strict=False).endswith("; got -1")


class Login(Struct):
    """A struct with secrets that only their names reveal."""

    password: Annotated[str, Meta(max_length=3)] = ""
    token: Annotated[str, Meta(pattern="^x$")] = ""
    secret: int = 0


@pytest.mark.parametrize(
    ("kind", "raw", "field"),
    [
        (ChannelIn, {"name": "x", "url": SECRET * 1000}, "url"),
        (ChannelIn, {"name": "x", "url": [SECRET]}, "url"),
        (ProviderSettings, {"api_key": [SECRET]}, "api_key"),
        (Login, {"password": SECRET}, "password"),
        (Login, {"token": SECRET}, "token"),
        (Login, {"secret": SECRET}, "secret"),
    ],
)
def test_the_value_of_a_secret_is_never_shown(kind: type[Struct], raw: dict[str, Any], field: str) -> None:
    assert SECRET not in message(kind, raw, field)


def test_a_secret_inside_a_list_is_not_shown_either() -> None:
    class Logins(Struct):
        logins: list[Login]

    raw = {"logins": [{}, {"token": SECRET}]}
    assert SECRET not in message(Logins, raw, "logins[1].token")


def test_every_type_with_a_pattern_of_a_profile_has_words_for_it() -> None:
    for kind in (ProfileSpec, ChannelIn, ProviderSettings):
        for found in _patterns(kind):
            assert (found.extra or {}).get("must_be"), found


def _patterns(kind: Any, seen: frozenset[Any] = frozenset()) -> list[Meta]:
    here = [meta for meta in getattr(kind, "__metadata__", ()) if getattr(meta, "pattern", None)]
    parts = list(getattr(kind, "__args__", ()))
    if isinstance(kind, type) and issubclass(kind, Struct) and kind not in seen:
        parts += [field.type for field in msgspec.structs.fields(kind)]
        seen |= {kind}
    if origin := getattr(kind, "__origin__", None):
        parts.append(origin)
    return here + [meta for part in parts for meta in _patterns(part, seen)]
