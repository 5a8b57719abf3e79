"""No spelling, name or redirect leads to an internal address (FAULTS F01 to F20, C02).

Runs in a network namespace in which every address answers, so that a contact would be seen.
"""

from typing import Any

import pytest

from tests.web.namespace import inside


@pytest.fixture(scope="module")
def world() -> Any:
    return inside("tests.web.ssrf_world")


def test_public_addresses_are_reached_over_ipv4_and_ipv6(world: Any) -> None:
    assert world["good"] == ["Fetched", "Fetched"]


def test_no_form_as_seed_redirect_name_or_webhook_reaches_an_internal_address(world: Any) -> None:
    assert world["table"]["tries"] >= 250
    assert world["table"]["wrong"] == []
    assert world["table"]["internal"] == []


def test_a_name_that_turns_internal_after_the_check_is_not_followed(world: Any) -> None:
    assert world["rebinding"]["internal"] == 0
    assert world["rebinding"]["outcomes"] == ["Fetched", "refused guard"]  # the checked answer, or none


def test_the_same_trick_fools_a_program_that_checks_and_then_connects(world: Any) -> None:
    assert world["rebinding"]["control"] == 1


def test_robots_txt_cannot_redirect_inside(world: Any) -> None:
    assert world["robots"]["internal"] == 0
    assert world["robots"]["outcomes"][:3] == ["failed robots"] * 3


def test_proxy_variables_are_ignored(world: Any) -> None:
    assert world["proxies"] == {"outcome": "Fetched", "internal": 0}


def test_only_web_ports_are_used_on_public_hosts(world: Any) -> None:
    refused = {port for port, outcome in world["ports"].items() if outcome == "refused port"}
    assert refused == {"22", "25", "6379", "65535"}


def test_open_closed_and_filtered_internal_ports_look_the_same(world: Any) -> None:
    assert len(world["oracle"]["answers"]) == 1
    assert world["oracle"]["slowest"] < 0.2


def test_an_allowed_address_and_port_opens_exactly_that(world: Any) -> None:
    opened = {url for url, outcome in world["opened"]["allowed"].items() if outcome == "Fetched"}
    assert opened == {
        "http://10.0.0.5:8080/",
        "http://inner.example:8080/",
        "http://[::ffff:10.0.0.5]:8080/",
    }
    others = set(world["opened"]["allowed"].values()) - {"Fetched"}
    assert others == {"refused guard"}


def test_our_own_addresses_can_be_denied_even_where_their_network_is_allowed(world: Any) -> None:
    assert set(world["opened"]["denied"].values()) == {"refused guard"}


def test_many_names_on_one_address_keep_its_pause_together(world: Any) -> None:
    assert world["many_names"]["outcomes"] == ["Fetched"] * 6
    assert world["many_names"]["seconds"] >= 11 * 0.2  # six robots.txt and six pages: eleven pauses
