"""The [fetch] section: defaults, names and what cannot be set."""

import msgspec
import pytest

from watchd.model.values import duration_seconds
from watchd.web.settings import FetchBounds


def test_the_names_that_programs_rely_on_have_their_defaults() -> None:
    settings = FetchBounds()
    assert (settings.allow_networks, settings.min_delay, settings.contact) == ([], "1s", "")


def test_the_robot_names_itself_and_its_contact() -> None:
    assert FetchBounds(contact="mailto:ops@example.org").robot_name == "watchd/0.1 (+mailto:ops@example.org)"
    assert FetchBounds().robot_name == "watchd/0.1"


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"allow_networks": ["127.0.0.0/8", "everything"]}, "allow_networks[1]"),
        ({"deny_networks": ["10.0.0.1/8"]}, "deny_networks[0]"),
        ({"contact": "mailto:ops@example.org\r\nX-Evil: 1"}, "contact"),
        ({"contact": "mailto:büro@example.org"}, "contact"),
        ({"robot": "watchd/2.0"}, "robot"),
        ({"robot": ""}, "robot"),
        ({"tls_exceptions": {"old.example": "for ever"}}, "tls_exceptions.old.example"),
    ],
)
def test_what_could_never_work_is_said_at_the_start(wrong: dict[str, object], field: str) -> None:
    assert [fault.field for fault in msgspec.convert(wrong, FetchBounds).faults()] == [field]


def test_all_faults_are_reported_together_and_the_defaults_have_none() -> None:
    assert len(list(FetchBounds(robot="", contact="\n", allow_networks=["x"]).faults())) == 3
    assert list(FetchBounds(allow_networks=["127.0.0.0/8", "10.0.0.5:8080"]).faults()) == []


@pytest.mark.parametrize(
    "wrong", [{"per_host": 0}, {"max_connections": -1}, {"slow_factor": -1.0}, {"ports": [0]}]
)
def test_numbers_have_bounds(wrong: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(wrong, FetchBounds)


def test_unknown_settings_are_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="allow_everything"):
        msgspec.convert({"allow_everything": True}, FetchBounds)


@pytest.mark.parametrize("value", ["1", "fast", "-1s", "1 s", ""])
def test_durations_need_a_unit(value: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"min_delay": value}, FetchBounds)
    with pytest.raises(ValueError, match="90s"):
        duration_seconds(value)
